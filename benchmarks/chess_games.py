"""Random games of chess by python-chess, the peer of a random battle, if that package is installed."""

from __future__ import annotations

import importlib
import importlib.util
from random import Random
from typing import Any, Final

NAME: Final = "python-chess, random games"
MISSING: Final = "python-chess is not installed (pip install chess==1.11.2)"


def is_installed() -> bool:
    """Is python-chess installed?"""
    return importlib.util.find_spec("chess") is not None


def played(seeds: tuple[int, ...]) -> list[str]:
    """Play a random game for each seed and return the final positions."""
    chess: Any = importlib.import_module("chess")
    ends: list[str] = []
    for seed in seeds:
        random, board = Random(seed), chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(random.random() * len(moves))])
        ends.append(board.fen())
    return ends
