"""The record: a game as its answers and its dice, from which ``replay`` makes the same game again.

A record holds the setup (system, version, readings, house rules if any, the whole scenario, seats, dice) and
then, in order, every answer and every throw, each with a digest of its question. Everything else follows from
these; digests and states are there to be checked. The scenario is included as plain data, because a scenario
file may change or be missing later. The text of a record is JSON with one step on each line, and after it a
seal, the SHA-256 of all that precedes it::

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

The seal detects any change of the file. It proves no honesty: anyone who can write a file can seal it again.
``replay.verify`` checks that the rules were kept and the dice were fair.
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
"""A state is noted at the end of a procedure, at least this many steps after the last one.

The digest of a large battle costs as much as many answers; one in fifty steps is enough to locate a
difference. The state at the end is always noted.
"""

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
LONGEST_NAME: Final = 200
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Seed = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Face = Annotated[int, Meta(ge=-1000, le=1000)]


# ------------------------------------------------------------------ who, and by what dice
class SeatKind(StrEnum):
    """Who sits there: a person or a computer opponent."""

    PERSON = "person"
    AGENT = "agent"


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """A player: the name (for an agent, which agent it is) and the kind."""

    name: Name
    kind: SeatKind


class Fair(Struct, frozen=True, tag="fair", tag_field="how", forbid_unknown_fields=True):
    """Fair dice: the commitment to a secret, the players' contributions, and the secret once it is published.

    All are hexadecimal.
    """

    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    contributions: tuple[Annotated[str, Meta(pattern="^([0-9a-f]{2}){8,64}$")], ...] = ()
    secret: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None


class Seeded(Struct, frozen=True, tag="seeded", tag_field="how", forbid_unknown_fields=True):
    """The dice of a simulation: all faces follow from a seed, which is withheld during the battle."""

    seed: Seed | None


class Typed(Struct, frozen=True, tag="typed", tag_field="how", forbid_unknown_fields=True):
    """Real dice, typed in by people."""


Dice = Fair | Seeded | Typed


# ------------------------------------------------------------------ what was played
class AnswerStep(Struct, frozen=True, tag="answer", forbid_unknown_fields=True, omit_defaults=True):
    """A decision: the seat, its id, the answer as plain data, and the digest of the question.

    ``state`` is the digest of the battle if a procedure ended with this step and the step notes it.
    """

    seat: Number
    decision: Name
    answer: Any
    question: Digest
    state: Digest | None = None


class ThrowStep(Struct, frozen=True, tag="throw", forbid_unknown_fields=True, omit_defaults=True):
    """A throw: its number, its purpose, the faces of each cast, and the digest of the throw.

    ``epoch`` is the number of take-backs past dice before it; fair dice depend on it.
    """

    number: Number
    purpose: Name
    faces: tuple[tuple[Face, ...], ...]
    throw: Digest
    state: Digest | None = None
    epoch: Number = 0


Step = AnswerStep | ThrowStep


class Fork(Struct, frozen=True, forbid_unknown_fields=True):
    """The origin of a game that continues another: that game or record (its id or seal), and the point.

    ``step`` counts the answers that were taken over, ``entries`` the steps. Their dice belong to the other
    game; the dice of this record are those thrown after them.
    """

    of: Name
    step: Number
    entries: Number


class Ruled(Struct, frozen=True, forbid_unknown_fields=True):
    """An act of a game's umpire: at which step, and what it was."""

    step: Number
    words: Name


class End(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game after the last step: digests of battle and waiting question, outcome, whether it is over.

    ``closed`` is the outcome if the players ended the game before the rules did, such as by resigning; it is
    omitted from the file if they did not.
    """

    state: Digest
    question: Digest | None
    outcome: Outcome | None
    over: bool
    closed: Outcome | None = None


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game as it is kept. Without ``end`` it breaks off; without ``seal`` it is unfinished.

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
        """Require an id of the scenario, by which lists name the record; its system checks the rest."""
        id = self.scenario.get("id")
        if not isinstance(id, str) or not 1 <= len(id) <= LONGEST_NAME:
            raise ValueError(f"the scenario must have an id, a text of 1 to {LONGEST_NAME} characters")

    @property
    def scenario_id(self) -> str:
        """The id of the scenario, for lists of records."""
        return str(self.scenario["id"])

    @property
    def is_over(self) -> bool:
        """Did the battle end, by the rules or by the players?"""
        return self.end is not None and (self.end.over or self.end.closed is not None)

    @property
    def casts(self) -> int:
        """The number of casts, which is the number of a fair hand's next throw."""
        return sum(len(step.faces) for step in self.entries if isinstance(step, ThrowStep))

    def public(self) -> Record:
        """The record for the public: all of it once the battle is over, before that only its heading.

        During a battle the secret or seed would reveal the dice to come, and answers, drawn cards and even
        digests would reveal what is hidden from the other side.
        """
        if self.is_over:
            return self
        return sealed(replace(self.without_secret(), entries=(), end=None))

    def without_secret(self) -> Record:
        """The record without the secret or seed of its dice; what is hidden from a seat is still in it."""
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
    """The sealed record of *game* at its current point, which may be inside a procedure."""
    answered, start, states = answers(game.log), fingerprint(game.checkpoints[0].battle), _states(game)
    readings = readings or Readings()
    # Read as it will be from the file: a whole number where a part may stand is written as one from then on.
    scenario = game.system.convert_scenario(as_plain_data(scenario), "the scenario to be recorded")
    numbers = [entry.number for entry in answered if isinstance(entry, Thrown)]
    mustered = fingerprint(game.system.muster(scenario, readings))
    if start != mustered or numbers != list(range(len(numbers))):
        raise ValueError(
            f"This game did not begin with {scenario.id} and these readings, so the record could not be"
            " replayed: name what it began with, and record the game itself, not a fork of it."
        )
    return sealed(
        Record(
            system=game.system.id,
            system_version=game.system.version,
            scenario=as_plain_data(scenario),
            start=start,
            readings=dict(readings.chosen),
            house_rules=dict(game.system.rulebook().house_rules.figures),
            seats=seats,
            dice=dice,
            entries=tuple(
                step_recorded(entry, states.get(step)) for step, entry in enumerate(answered, start=1)
            ),
            end=end_of(game),
        )
    )


def end_of(game: Game[Any]) -> End:
    """The end entry for the current point of a game."""
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


def step_recorded(entry: Answered, state: str | None = None) -> Step:
    """An answer or a throw of a game's log as a record keeps it; *state* is the digest noted with it."""
    match entry:
        case Decided():
            question = entry.question
            return AnswerStep(
                question.seat, question.decision, as_plain_data(entry.answer), question.digest(), state
            )
        case Thrown():
            faces = tuple(cast.faces for cast in entry.fell)
            return ThrowStep(entry.number, entry.throw.purpose, faces, throw_digest(entry.throw), state)
        case _:
            assert_never(entry)


def as_plain_data(value: object) -> Any:
    """A value as a file will give it back: lists for tuples, plain values for structs."""
    return msgspec.json.decode(plain(value))


def _states(game: Game[Any]) -> Mapping[int, str]:
    """The state of each step that notes one: the battle at the last checkpoint before the next step."""
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
"""Each is written only if it is not empty, so the texts of older records stay the same."""


def heading_of(record: Record) -> tuple[str, ...]:
    """The keys above the steps of a record, one for each line."""
    return tuple(name for name in HEADING if name not in OPTIONAL or getattr(record, name))


def text_of(record: Record) -> bytes:
    """The text of a record with its seal."""
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
