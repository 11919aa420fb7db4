"""How One More Encore! shows itself."""
