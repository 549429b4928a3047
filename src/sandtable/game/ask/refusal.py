"""Refusals: why an answer is not legal, as a value."""

from __future__ import annotations

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """Why an answer is refused: in words, by which rule, the measure, its limit, the nearest legal answer."""

    words: str
    rule: str = ""
    measured: float | None = None
    limit: float | None = None
    nearest: object = None

    def __str__(self) -> str:
        return f"{self.words} ({self.rule})" if self.rule else self.words


class Refused(Exception):
    """Raised for an illegal answer; the game is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
