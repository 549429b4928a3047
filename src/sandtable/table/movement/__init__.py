"""Movement: the legs of a move, the terms of a system, and the one check that judges and prices a plan."""
