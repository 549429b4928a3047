"""Mutants: small faults put into the code one at a time, to see whether a test notices.

``make mutants`` draws a seeded sample from every room: a turned comparison, another constant, a dropped row,
a figure of a rulebook. Each is tried in a copy of the checkout, by the tests that reach the function it is
in. Goldens and digests are left out: they notice that a battle changed, but not which rule was broken. The
survivors are listed; ``equivalents.toml`` explains those that change nothing anybody could see.
"""
