"""Leader actions, control and what follows from it in words."""

from __future__ import annotations

from typing import Final

from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.wording.names import Prompter, Teller

PROMPTS: Final[dict[str, Prompter]] = {}
SENTENCES: Final[dict[type[EagleEvent], Teller]] = {}
CITED: Final[dict[type[EagleEvent], tuple[str, ...]]] = {}
"""The rules by which the events of this chapter happen."""
