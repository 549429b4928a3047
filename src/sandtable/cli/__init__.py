"""The command line: it runs commands and plays battles in the terminal, and knows no rule of any system.

* ``commands``: one module for each command. It reads options, makes a report and prints it.
* ``reports``: the results of commands as plain values; JSON output is exactly these.
* ``pages``: the reports as text for people. A page shows the same facts as the JSON.
* ``terminal``: a battle played by typing, for ``sandtable play``.

Heavy modules are imported inside the functions that need them, so that ``sandtable --help`` answers at once.
"""

from sandtable.cli.app import main

__all__ = ["main"]
