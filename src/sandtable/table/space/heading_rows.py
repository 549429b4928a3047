"""The sines and cosines of all headings as kernels read them."""

from __future__ import annotations

from functools import lru_cache

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.space.lengths import COSINES, SINES


@lru_cache(maxsize=2)
def trig(mode: compiled.Mode) -> Floats:
    """The sines of all headings and then their cosines, as a mode of the kernels reads them."""
    assert mode == compiled.mode()
    return compiled.floats(SINES + COSINES)
