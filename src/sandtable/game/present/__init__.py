"""Present: what a screen draws and offers, as plain data."""
