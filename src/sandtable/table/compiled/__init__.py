"""Kernels: one text of the inner loops, run compiled by numba or plainly by Python, with the same answers.

A kernel is an ordinary function over flat rows of numbers. Plain Python runs it over lists; compiled, the
same text runs over numpy arrays. Both do the same operations in the same order on the same doubles, sines
and cosines come from the table in ``measure``, and nothing is fused or reordered, so they agree to the bit.

``@leaf`` marks a small function over plain numbers that kernels call; ``@kernel`` marks one that is called
from Python, once for a whole question. A kernel makes no array or list of its own: it is handed room to
write into. numba is imported when a compiled kernel first runs, not before.

>>> use("plain")
>>> mode()
'plain'
>>> use("compiled")
"""

from __future__ import annotations

from sandtable.table.compiled.running import (
    Floats,
    Mode,
    Wholes,
    blanks,
    floats,
    kernel,
    leaf,
    listed,
    mode,
    now,
    use,
    whole_zeros,
    wholes,
    zeros,
)

__all__ = [
    "Floats",
    "Mode",
    "Wholes",
    "blanks",
    "floats",
    "kernel",
    "leaf",
    "listed",
    "mode",
    "now",
    "use",
    "whole_zeros",
    "wholes",
    "zeros",
]
