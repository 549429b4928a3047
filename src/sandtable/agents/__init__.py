"""The computer opponents. An agent is given a position, which holds no dice, and answers its question.

``militia`` plays any legal answer at random; ``greedy`` looks one answer ahead by exact odds. Both play every
system, since they know none.
"""

from collections.abc import Callable

from sandtable.agents.agent import Agent
from sandtable.agents.greedy import Greedy
from sandtable.agents.militia import Militia

AGENTS: dict[str, Callable[[int], Agent]] = {"greedy": Greedy, "militia": Militia}
"""Every agent by name; each is made from a seed of its own."""

__all__ = ["AGENTS", "Agent", "Greedy", "Militia"]
