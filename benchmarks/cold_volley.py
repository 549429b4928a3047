"""One volley in a new process: prints the time of the question without imports, and its answer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter

import msgspec

from benchmarks.chances import Rows

TWELVE = 12


def ask_sandtable() -> Callable[[], Rows]:
    """Ask the rule procedure."""
    from benchmarks.volleys import asked, musketry, rows

    return lambda: rows(asked(musketry(TWELVE))())


def ask_icepool() -> Callable[[], Rows]:
    """Ask icepool."""
    from benchmarks import icepool_volleys

    return lambda: icepool_volleys.rows(icepool_volleys.musketry(TWELVE, icepool_volleys.by_cases))


def main() -> None:
    """Ask the named library once."""
    ask = {"sandtable": ask_sandtable, "icepool": ask_icepool}[sys.argv[1]]()
    start = perf_counter()
    found = ask()
    seconds = perf_counter() - start
    sys.stdout.buffer.write(msgspec.json.encode((seconds, list(found.items()))))


if __name__ == "__main__":
    main()
