"""Planning: which legal plans does a body have, and which of them comes nearest to what is wanted?

A rule or a question asks `nearest_plan` for a wanted pose, `longest_legal` for as much of a plan as is legal,
`candidates` for a list to choose from, `random_verdict` for one by chance, and `reach` for everywhere a body
can get to.
"""

from sandtable.table.planning.candidates import Candidate, candidates, has_candidate
from sandtable.table.planning.dubins import miss
from sandtable.table.planning.longest import cut_back, farthest_legal, longest_leg, longest_legal
from sandtable.table.planning.nearest import Suggestion, direct_plans, nearest_plan
from sandtable.table.planning.random_plan import random_verdict
from sandtable.table.planning.reach import Reach, reach
from sandtable.table.planning.reach_outline import cell_outline

__all__ = [
    "Candidate",
    "Reach",
    "Suggestion",
    "candidates",
    "cell_outline",
    "cut_back",
    "direct_plans",
    "farthest_legal",
    "has_candidate",
    "longest_leg",
    "longest_legal",
    "miss",
    "nearest_plan",
    "random_verdict",
    "reach",
]
