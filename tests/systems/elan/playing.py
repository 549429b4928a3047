"""Procedures of elan on the table, played with planned answers and dice."""

from __future__ import annotations

from functools import partial
from typing import Final, TypeAlias

from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.system import SYSTEM
from tests.systems import playing

Played: TypeAlias = playing.Played[ElanBattle]
play: Final = partial(playing.play, SYSTEM)
