"""``python -m sandtable.cli`` is the command ``sandtable``."""

import sys

from sandtable.cli import main

if __name__ == "__main__":
    sys.exit(main())
