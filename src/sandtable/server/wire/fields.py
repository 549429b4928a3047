"""What the types on the wire have in common: bounded numbers and texts, requests, and why one was refused.

Lengths are whole hundredths of an inch, headings whole tenths of a degree clockwise from up the table.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

ShortText = Annotated[str, Meta(min_length=1, max_length=60)]
ChatText = Annotated[str, Meta(min_length=1, max_length=1000)]
Contribution = Annotated[str, Meta(pattern="^([0-9a-f]{2}){8,64}$")]
Key = Annotated[str, Meta(min_length=1, max_length=100)]
StepNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
QuestionNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
"""Names one question of a game: no other ever has that number, not even the same one asked again."""
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
BodyNumber = Annotated[int, Meta(ge=0, le=10_000)]
Coordinate = Annotated[int, Meta(ge=-100_000, le=100_000)]
SystemName = Annotated[str, Meta(min_length=1, max_length=60)]
ScenarioName = Annotated[str, Meta(min_length=1, max_length=100)]
RuleName = Annotated[str, Meta(min_length=1, max_length=200)]
Readiness = Literal["getting ready", "ready"]


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client asks for; unknown keys are refused."""


class Trouble(Struct, frozen=True):
    """Why a request was not carried out; a refusal by the rules names the rule, the measure and the limit."""

    words: str
    rule: str = ""
    measured: float | None = None
    limit: float | None = None
    nearest: Any = None
