"""One volley in a process of its own: prints how long the question took, imports done, and its answer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter

import msgspec

from benchmarks.chances import Rows

TWELVE = 12


def ask_sandtable() -> Callable[[], Rows]:
    """The question put to the rule procedure."""
    from benchmarks.volleys import asked, musketry, rows

    return lambda: rows(asked(musketry(TWELVE))())


def ask_icepool() -> Callable[[], Rows]:
    """The question put to icepool."""
    from benchmarks import icepool_volleys

    return lambda: icepool_volleys.rows(icepool_volleys.musketry(TWELVE, icepool_volleys.by_cases))


def main() -> None:
    """Ask whoever is named, once."""
    ask = {"sandtable": ask_sandtable, "icepool": ask_icepool}[sys.argv[1]]()
    start = perf_counter()
    found = ask()
    seconds = perf_counter() - start
    sys.stdout.buffer.write(msgspec.json.encode((seconds, list(found.items()))))


if __name__ == "__main__":
    main()
