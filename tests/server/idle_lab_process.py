"""A lab process that sleeps over sweeps and gives one answer to anything else."""

from __future__ import annotations

import sys
import time


def main() -> None:
    """Answer questions, a line each, until the input ends."""
    for line in sys.stdin:
        if "sweep" in line:
            time.sleep(600)
        sys.stdout.write('{"body":{"rules":[]},"is_fault":false}\n')
        sys.stdout.flush()


if __name__ == "__main__":
    main()
