"""Rules: rulebook, readings and house rules of a system, tallies of cited modifiers, citations."""
