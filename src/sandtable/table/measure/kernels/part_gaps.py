"""The gap between each part of a body and another body."""

from __future__ import annotations

from sandtable.table.compiled.running import Floats, Wholes, kernel
from sandtable.table.space.kernels.boxes import BOX, run_gap


@kernel("void(float64[::1], int64[::1], float64[::1], float64[::1])")
def gaps_of_each(rows: Floats, starts: Wholes, theirs: Floats, gaps: Floats) -> None:
    """Write the gap of each of some runs of boxes from the boxes of another body."""
    for one in range(len(gaps)):
        gaps[one] = run_gap(rows, starts[one], starts[one + 1], theirs, 0, len(theirs) // BOX)
