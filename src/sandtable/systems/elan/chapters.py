"""The type of a step's procedure."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.systems.elan.battle import ElanBattle

Chapter = Callable[[ElanBattle], Coroutine[Any, Any, ElanBattle]]
"""What a step of the turn does: handle one unit, brigade, charge or melee."""
