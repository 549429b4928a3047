"""Battle: the battle as a frozen value, its log, and a position in it as one seat knows it."""
