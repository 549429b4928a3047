"""Runs the command ``sandtable`` as ``python -m sandtable.cli``."""

import sys

from sandtable.cli import main

if __name__ == "__main__":
    sys.exit(main())
