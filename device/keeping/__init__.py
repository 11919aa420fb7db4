"""What keeps things: games, records and settings on the card."""
