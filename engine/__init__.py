"""The games as pure rules, their dice, records and bots. Needs nothing but the standard library."""
