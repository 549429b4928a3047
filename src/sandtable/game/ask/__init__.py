"""What may a rule ask, and when is an answer refused?

``questions`` holds decisions, calls and events, ``moves`` and ``hex_moves`` the planning of a move,
``placing`` the choice of a point, ``deployment`` pieces that are put down together, ``refusal`` the reasons.
"""
