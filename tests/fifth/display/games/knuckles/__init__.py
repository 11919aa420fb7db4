"""How Knuckles shows itself."""
