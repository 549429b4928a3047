"""The command line: people on one side, the house on the other. It knows no rule of any system.

A command is a module with one function: it reads its options, has a *report* made (plain values, see
``reports``) and prints it, as JSON or as a *page* (see ``pages``). Both show the same facts. Everything
heavy is imported inside the functions that need it, so that ``sandtable --help`` answers at once.
"""

from sandtable.cli.app import main

__all__ = ["main"]
