"""Load: many games at once over WebSocket, beside boardgame.io's server with a game as trivial."""
