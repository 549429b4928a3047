"""Many games at once over WebSocket, compared with boardgame.io's server with an equally trivial game."""
