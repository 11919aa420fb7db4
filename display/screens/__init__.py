"""One module a screen: functions from what the box knows to a Screen."""
