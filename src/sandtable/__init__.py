"""Sandtable: a computer umpire and playing table for tabletop miniatures wargames."""

__version__ = "0.1.0"
