"""How kernels run: the same inner loops compiled by numba or as plain Python, with the same answers.

A kernel is an ordinary function over flat rows of numbers. Plain Python runs it over lists; compiled, the
same source runs over numpy arrays. Both do the same operations in the same order on the same doubles, sines
and cosines come from the table in ``space.lengths``, and nothing is fused or reordered, so they agree to the
bit. Rules never call this package; the other packages of the table do.

``@leaf`` marks a small function over plain numbers that kernels call; ``@kernel`` marks one that Python
calls, once for a whole question. A kernel makes no array or list of its own: it gets rows to write into.
numba is imported when a compiled kernel first runs, not before. ``running`` holds the switch and the rows,
``rows`` their form in numba.

>>> use("plain")
>>> mode()
'plain'
>>> use("compiled")
"""

from __future__ import annotations

from sandtable.table.compiled.running import (
    Floats,
    Kernel,
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
    "Kernel",
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
