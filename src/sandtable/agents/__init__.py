"""How does the computer decide? An agent takes a position, which holds no dice, and answers its question.

``agent`` is the interface. ``captain`` follows the doctrine of the system, ``greedy`` looks one answer ahead
by exact odds, ``militia`` plays a legal answer at random. Each plays every system; for a system without a
doctrine the captain plays as ``greedy`` does.
"""

from collections.abc import Callable

from sandtable.agents.agent import Agent
from sandtable.agents.captain import Captain
from sandtable.agents.greedy import Greedy
from sandtable.agents.militia import Militia

AGENTS: dict[str, Callable[[int], Agent]] = {"captain": Captain, "greedy": Greedy, "militia": Militia}
"""Every agent by name, the best first, as a function that makes it from a seed."""

IN_WORDS: dict[str, str] = {
    "captain": "Fights as the doctrine of the period would have it.",
    "greedy": "Weighs each answer by its odds, one answer ahead.",
    "militia": "Does anything the rules allow, at random. Good for a first try.",
}
"""How each agent plays, in a line."""

__all__ = ["AGENTS", "IN_WORDS", "Agent", "Captain", "Greedy", "Militia"]
