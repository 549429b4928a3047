"""A clerk who knows nothing: he falls asleep over sweeps and has one answer to anything else."""

from __future__ import annotations

import sys
import time


def main() -> None:
    """Hear questions, a line each, until nobody asks any more."""
    for line in sys.stdin:
        if "sweep" in line:
            time.sleep(600)
        sys.stdout.write('{"body":{"rules":[]},"is_fault":false}\n')
        sys.stdout.flush()


if __name__ == "__main__":
    main()
