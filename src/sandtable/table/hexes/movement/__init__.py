"""Movement on hexes: steps, terms, the one check, reach and flight."""
