"""How Initials shows itself."""
