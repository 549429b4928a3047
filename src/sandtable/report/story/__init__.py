"""A battle as a story of player turns.

``story`` defines turns, phases and passages; ``from_log`` makes them from a game; ``highlights`` finds
turning points and unlikely throws.
"""
