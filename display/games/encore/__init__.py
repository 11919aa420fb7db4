"""How Encore! shows itself."""
