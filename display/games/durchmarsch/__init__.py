"""How Durchmarsch shows itself."""
