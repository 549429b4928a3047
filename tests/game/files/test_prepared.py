"""Types read by several threads at once."""

from __future__ import annotations

import subprocess
import sys

READING = """
import sys, threading
from msgspec import defstruct
from sandtable.game.files.typed_files import convert

sys.setswitchinterval(1e-6)
for each in range(150):
    inner = defstruct(f"Inner{each}", [(f"field{n}", int) for n in range(12)])
    middle = defstruct(f"Middle{each}", [(f"field{n}", tuple[inner, ...]) for n in range(12)])
    kinds = [defstruct(f"Outer{each}{n}", [("middle", middle), ("inner", inner)]) for n in range(4)]
    one = {f"field{n}": n for n in range(12)}
    raw = {"middle": {f"field{n}": [one] for n in range(12)}, "inner": one}
    together = threading.Barrier(len(kinds))

    def read(kind):
        together.wait()
        convert(raw, kind, "")

    threads = [threading.Thread(target=read, args=(kind,)) for kind in kinds]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
"""


def test_types_that_share_a_part_are_first_read_by_threads_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", READING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")  # without care the process dies of a segmentation fault
