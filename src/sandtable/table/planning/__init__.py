"""Planning: which legal plans does a body have, and which of them comes nearest to what is wanted?

A rule or a question asks `nearest.nearest_plan` for a wanted pose, `longest.longest_legal` for as much of a
plan as is legal, `candidates.candidates` for a list to choose from, `random_plan.any_verdict` for one by
chance, and `reach.reach` for everywhere a body can get to.

- ``longest``: a leg or a plan made as far as it goes
- ``candidates`` and ``random_plan``: sensible legal plans, all or one of them
- ``dubins`` and ``nearest``: plans to a wanted pose
- ``reach`` and ``reach_outline``: all poses in reach, and the outline of an area of cells for drawing
"""
