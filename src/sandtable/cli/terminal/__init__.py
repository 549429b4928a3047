"""The table in the terminal: a game played by typing, until it can be played in the browser."""
