"""What would come of a move or a place before it is answered; the check is the one that judges the answer.

``moves`` has moves in inches, ``hex_moves`` moves on hexes, ``places`` places to put something down, ``tape``
the tape measure.
"""
