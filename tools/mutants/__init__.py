"""Mutation tests: small faults put into the code one at a time, to see whether a test notices.

``make mutants`` draws a seeded sample from each package: a changed comparison, another constant, a dropped
row, a figure of a rulebook. Each is tried in a copy of the checkout, by the tests that reach its function.
Golden playthroughs and digests are left out: they notice that a battle changed, but not which rule was
broken. Survivors are listed; ``equivalents.toml`` explains those without a visible effect.
"""
