"""What the games on sheets of coloured boxes share: the sheets, picks of boxes, the race for columns and colours."""
