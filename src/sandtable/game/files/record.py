"""The record: a game as its answers and its dice, from which ``replay`` makes the same game again.

A record holds what was fought by (system, version, readings, house rules where there are any, the whole
scenario, seats, dice) and then, in order, every answer and every throw, each with a digest of the question.
All else follows from these; digests and states are there to be checked. The scenario is in it as plain data,
whether it came with the system or not: a file of that name may change or be missing. Its one text is JSON
with a step to a line, and under it a seal, the SHA-256 of all that stands above::

    {"format":"sandtable.battle","version":1,
    "system":"liberty",
    "system_version":1,
    "scenario":{...,"id":"cowpens-1781","leaders":[...],"name":"Hannah's Cowpens",...},
    ...
    "entries":[
    {"type":"answer","seat":0,"decision":"orders.choose","answer":"hold","question":"5d1c7a..."},
    {"type":"throw","number":0,"purpose":"to hit","faces":[[6,2,5]],"throw":"09ab31...","state":"77e0c2..."}
    ],
    "end":{"state":"77e0c2...","question":"1b2f9c...","outcome":null,"over":false},
    "seal":"..."}

The seal notices any change, by a fault or by hand. It proves nobody's honesty: whoever can write a file can
seal it anew. That the rules were kept and the dice were fair is shown by ``replay.verify``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256
from itertools import accumulate
from typing import Annotated, Any, Final, assert_never

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import plain
from sandtable.game.battle.battle import Outcome, fingerprint
from sandtable.game.battle.log import Answered, Decided, Happened, Thrown, answers
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.rules.house_rules import Plain
from sandtable.game.rules.rulebook import Readings

FORMAT: Final = "sandtable.battle"
VERSION: Final = 1
STATE_EVERY: Final = 50
"""A state is noted where a procedure ends, but never sooner than this many steps after the last.

The digest of a large battle costs as much as many answers; one in fifty tells well enough where things went
another way. The state at the end is always noted.
"""

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
LONGEST_NAME: Final = 200
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Seed = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Face = Annotated[int, Meta(ge=-1000, le=1000)]


# ------------------------------------------------------------------ who, and by what dice
class SeatKind(StrEnum):
    """Who sits there: a person, or one of the computer's opponents."""

    PERSON = "person"
    AGENT = "agent"


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """One who decides: the name he goes by (of an agent: which one it is) and what he is."""

    name: Name
    kind: SeatKind


class Fair(Struct, frozen=True, tag="fair", tag_field="how", forbid_unknown_fields=True):
    """Fair dice: the commitment to a secret, the players' contributions, and the secret once it is shown.

    All are written in hexadecimal digits.
    """

    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    contributions: tuple[Annotated[str, Meta(pattern="^([0-9a-f]{2}){8,64}$")], ...] = ()
    secret: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None


class Seeded(Struct, frozen=True, tag="seeded", tag_field="how", forbid_unknown_fields=True):
    """The dice of a simulation: all faces follow from a seed, which is kept back while a battle is fought."""

    seed: Seed | None


class Typed(Struct, frozen=True, tag="typed", tag_field="how", forbid_unknown_fields=True):
    """Real dice, read off and typed in by people."""


Dice = Fair | Seeded | Typed


# ------------------------------------------------------------------ what was played
class AnswerStep(Struct, frozen=True, tag="answer", forbid_unknown_fields=True, omit_defaults=True):
    """A decision taken: by which seat, which, the answer as plain data, and the digest of the question.

    ``state`` is the digest of the battle where a procedure ended with this step, on the steps that note it.
    """

    seat: Number
    decision: Name
    answer: Any
    question: Digest
    state: Digest | None = None


class ThrowStep(Struct, frozen=True, tag="throw", forbid_unknown_fields=True, omit_defaults=True):
    """Dice that fell: the number of the throw, what for, the faces of each cast, the digest of the throw.

    ``epoch`` counts the take-backs past dice before it; it goes into the derivation of fair dice.
    """

    number: Number
    purpose: Name
    faces: tuple[tuple[Face, ...], ...]
    throw: Digest
    state: Digest | None = None
    epoch: Number = 0


Step = AnswerStep | ThrowStep


class Fork(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a game goes on from another: of which game or record (its id or seal), and from where.

    ``step`` counts the answers that were taken over, ``entries`` the steps. Their dice are the other game's;
    the dice of this record are those thrown after them.
    """

    of: Name
    step: Number
    entries: Number


class Ruled(Struct, frozen=True, forbid_unknown_fields=True):
    """An act of the umpire of an umpired game: at which step, and what he did."""

    step: Number
    words: Name


class End(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How it stood after the last step: digests of battle and waiting question, outcome, if it is over.

    ``closed`` is how the players ended it before the rules did, such as by giving it up; it is left out of
    the file where they did not.
    """

    state: Digest
    question: Digest | None
    outcome: Outcome | None
    over: bool
    closed: Outcome | None = None


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game as it is kept. Without ``end`` it breaks off anywhere; without ``seal`` nobody closed it.

    ``take_backs`` counts the take-backs past dice, whether or not dice were thrown after them.
    """

    format: str = FORMAT
    version: int = VERSION
    system: Name
    system_version: Number
    scenario: dict[str, object]
    start: Digest
    readings: dict[Name, Number] = {}
    house_rules: dict[Name, Plain] = {}
    seats: tuple[Seat, ...]
    dice: Dice
    fork: Fork | None = None
    take_backs: Number = 0
    rulings: tuple[Ruled, ...] = ()
    entries: tuple[Step, ...] = ()
    end: End | None = None
    seal: str = ""

    def __post_init__(self) -> None:
        """The rest of a scenario is its system's affair; without an id nobody could name the record."""
        id = self.scenario.get("id")
        if not isinstance(id, str) or not 1 <= len(id) <= LONGEST_NAME:
            raise ValueError(f"the scenario must have an id, a text of 1 to {LONGEST_NAME} characters")

    @property
    def scenario_id(self) -> str:
        """The id of the scenario, for lists of records."""
        return str(self.scenario["id"])

    @property
    def is_over(self) -> bool:
        """Was the battle fought to its end, or ended by the players?"""
        return self.end is not None and (self.end.over or self.end.closed is not None)

    @property
    def casts(self) -> int:
        """How often dice were cast: the number at which a fair hand goes on."""
        return sum(len(step.faces) for step in self.entries if isinstance(step, ThrowStep))

    def public(self) -> Record:
        """The record as anybody may see it: all of it once the battle is over, before that only its heading.

        While a battle lasts the secret or seed would foretell the dice; and answers, cards drawn and even
        digests would tell what is hidden from the other side. What a seat may see of these is in its view.
        """
        if self.is_over:
            return self
        return sealed(replace(self.without_secret(), entries=(), end=None))

    def without_secret(self) -> Record:
        """The record without what foretells its dice; what was hidden from a seat is still in it."""
        match self.dice:
            case Fair():
                dice: Dice = replace(self.dice, secret=None)
            case Seeded():
                dice = Seeded(None)
            case Typed():
                dice = self.dice
            case _:
                assert_never(self.dice)
        return sealed(replace(self, dice=dice))


# ------------------------------------------------------------------ keeping a game
def record(
    game: Game[Any],
    *,
    scenario: Scenario,
    seats: tuple[Seat, ...],
    dice: Dice,
    readings: Readings | None = None,
) -> Record:
    """The record of *game* as it stands, sealed; it may stand in the middle of an activation."""
    answered, start, states = answers(game.log), fingerprint(game.checkpoints[0].battle), _states(game)
    readings = readings or Readings()
    # Read as it will be from the file: a whole number where a part may stand is written as one from then on.
    scenario = game.system.convert_scenario(_as_read(scenario), "the scenario to be recorded")
    numbers = [entry.number for entry in answered if isinstance(entry, Thrown)]
    mustered = fingerprint(game.system.muster(scenario, readings))
    if start != mustered or numbers != list(range(len(numbers))):
        raise ValueError(
            f"This game did not begin as {scenario.id} is mustered with these readings, so replay would not"
            " do: name what it began with, and record the game itself, not a fork of it."
        )
    return sealed(
        Record(
            system=game.system.id,
            system_version=game.system.version,
            scenario=_as_read(scenario),
            start=start,
            readings=dict(readings.chosen),
            house_rules=dict(game.system.rulebook().house_rules.figures),
            seats=seats,
            dice=dice,
            entries=tuple(_step(entry, states.get(step)) for step, entry in enumerate(answered, start=1)),
            end=end_of(game),
        )
    )


def end_of(game: Game[Any]) -> End:
    """How a game stands now."""
    question = game.question
    return End(
        state=fingerprint(game.battle),
        question=None if question is None else question.digest(),
        outcome=game.battle.outcome,
        over=game.is_over,
    )


def throw_digest(throw: object) -> str:
    """A short hash of a throw, its kind and purpose included."""
    return fingerprint(throw)


def _step(entry: Answered, state: str | None) -> Step:
    match entry:
        case Decided():
            question = entry.question
            return AnswerStep(
                question.seat, question.decision, _as_read(entry.answer), question.digest(), state
            )
        case Thrown():
            faces = tuple(cast.faces for cast in entry.fell)
            return ThrowStep(entry.number, entry.throw.purpose, faces, throw_digest(entry.throw), state)
        case _:
            assert_never(entry)


def _as_read(value: object) -> Any:
    """A value as a file will give it back: lists for tuples, plain values for structs."""
    return msgspec.json.decode(plain(value))


def _states(game: Game[Any]) -> Mapping[int, str]:
    """The state for each step that notes one: the battle at the last boundary before the step after it."""
    steps = tuple(accumulate((not isinstance(entry, Happened) for entry in game.log), initial=0))
    boundaries = {steps[one.at]: one.battle for one in game.checkpoints}
    states: dict[int, str] = {}
    noted = 0
    for step, battle in boundaries.items():
        if step - noted >= STATE_EVERY:
            states[step] = fingerprint(battle)
            noted = step
    return states


# ------------------------------------------------------------------ its one text
HEADING: Final = (
    "system",
    "system_version",
    "scenario",
    "start",
    "readings",
    "house_rules",
    "seats",
    "dice",
    "fork",
    "take_backs",
    "rulings",
)
OPTIONAL: Final = ("house_rules", "fork", "take_backs", "rulings")
"""Each stands only in a record that has something to say there, so every older record is as it was."""


def heading_of(record: Record) -> tuple[str, ...]:
    """What stands above the steps of a record, a line each."""
    return tuple(name for name in HEADING if name not in OPTIONAL or getattr(record, name))


def text_of(record: Record) -> bytes:
    """The one text of a record, with the seal it has."""
    return content_of(record) + b'"seal":%s}\n' % plain(record.seal)


def content_of(record: Record) -> bytes:
    """The text above the seal."""
    lines = [b'{"format":%s,"version":%d,' % (plain(record.format), record.version)]
    lines += [b'"%s":%s,' % (name.encode(), plain(getattr(record, name))) for name in heading_of(record)]
    lines += [b'"entries":[']
    lines += [b",\n".join(map(plain, record.entries))] if record.entries else []
    lines += [b"],", b'"end":%s,' % plain(record.end), b""]
    return b"\n".join(lines)


def seal_of(content: bytes) -> str:
    """The seal that fits a text."""
    return sha256(content).hexdigest()


def sealed(record: Record) -> Record:
    """The record with the seal that fits it."""
    return replace(record, seal=seal_of(content_of(record)))
