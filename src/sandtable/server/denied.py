"""Denials: why the service does not carry a request out, apart from the rules of a game."""

from __future__ import annotations

from enum import Enum, auto


class Denial(Enum):
    """The kind of a denial; HTTP and the live socket each have a status for it."""

    NOT_UNDERSTOOD = auto()
    NO_KEY = auto()
    WRONG_KEY = auto()
    NOT_THERE = auto()
    MOVED_ON = auto()
    TOO_LARGE = auto()
    TOO_FAST = auto()
    BROKEN = auto()
    NOT_NOW = auto()


class Denied(Exception):
    """A request that is not carried out; the message says why in a sentence."""

    def __init__(self, denial: Denial, words: str) -> None:
        super().__init__(words)
        self.denial = denial
