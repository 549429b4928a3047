"""The sines and cosines of all headings as kernels read them."""

from __future__ import annotations

from functools import lru_cache

from sandtable.table import kernels
from sandtable.table.kernels import Floats
from sandtable.table.measure import COSINES, SINES


@lru_cache(maxsize=2)
def trig(mode: kernels.Mode) -> Floats:
    """The sines of all headings and then their cosines, as a mode of the kernels wants them."""
    assert mode == kernels.mode()
    return kernels.floats(SINES + COSINES)
