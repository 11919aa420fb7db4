"""How the games on sheets of coloured boxes show what they share: the sheet, its dice, and the way to a pick."""
