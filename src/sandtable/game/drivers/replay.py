"""The replay driver: a record played again, with each answer and each face checked against the current rules.

Answers pass the same check as a player's, and throws are cast with the recorded faces. If the rules have
changed since, replay names the first step that differs. ``verify`` lists everything that is wrong with a
record.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeVar, assert_never

from msgspec import Struct

from sandtable import dice
from sandtable.dice import Die, FacesRefused, FacesWanted, Hand, KeepingHand, RandomHand, Throw, TypedHand
from sandtable.game.ask.questions import Choose, Decision, plain
from sandtable.game.ask.refusal import Refused
from sandtable.game.battle.battle import Battle, fingerprint
from sandtable.game.battle.log import Thrown
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import (
    AnswerStep,
    Fair,
    Record,
    Seeded,
    ThrowStep,
    Typed,
    content_of,
    end_of,
    seal_of,
)
from sandtable.game.files.record_files import BadRecord
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.files.typed_files import BadFile
from sandtable.game.kit.system import System
from sandtable.game.rules.house_rules import HouseRules
from sandtable.game.rules.rulebook import NotInRulebook, Readings

B = TypeVar("B", bound=Battle[Any])

SHOWN = 120
FAULTS_NAMED = 10


class Differs(Exception):
    """The record differs from the rules: at which step, what the record does there, what the rules do now.

    Steps are counted from 1; 0 is the mustered battle before the first step.
    """

    def __init__(self, step: int, expected: str, found: str, remark: str = "") -> None:
        self.step = step
        self.expected = expected
        self.found = found
        self.words = f"step {step} differs: the record {expected}, the rules now {found}"
        super().__init__(f"{self.words}. {remark}" if remark else self.words)


class RecordSpent(Exception):
    """The rules want dice beyond the end of a record, and there is no hand to throw them."""


# ------------------------------------------------------------------ playing it again
def replay(record: Record, system: System[B], to: int | None = None, *, hand: Hand | None = None) -> Game[B]:
    """The game of a record after step *to* (default: the last), at the decision that follows it.

    *hand* throws the dice if the game is continued; without a hand it can only be inspected. A record that
    breaks off between the throws of an answer gives the game before that answer, unless there is a hand.
    """
    steps = len(record.entries)
    if to is not None and not 0 <= to <= steps:
        raise ValueError(
            f"There is no step {to}: the record has {steps}, counted from 1 (0 is the beginning)."
        )
    try:
        thrower = _NoHand() if hand is None else hand
        return _replayed(_Script(record, system), system, thrower, steps if to is None else to)
    except RecordSpent:
        last = max(
            (at for at, step in enumerate(record.entries) if isinstance(step, AnswerStep)), default=None
        )
        if last is None:
            raise
        return _replayed(_Script(record, system), system, _NoHand(), last)


def remark_on_version(record: Record, system: System[Any]) -> str:
    """A remark if a record was fought by another version of the rules, else an empty text."""
    if record.system_version == system.version:
        return ""
    return (
        f"The record was fought by version {record.system_version} of {system.id};"
        f" these are the rules of version {system.version}."
    )


def scenario_of(record: Record, system: System[Any]) -> Scenario:
    """The scenario of a record; `BadRecord` if the system cannot fight it any more."""
    _require_system(record, system)
    try:
        return system.convert_scenario(record.scenario)
    except BadFile as fault:
        key = _short(".".join(part for part in ("scenario", fault.problem.key) if part))
        raise BadRecord("", key, _short(fault.problem.words)) from None


def readings_of(record: Record, system: System[Any]) -> Readings:
    """The readings by which a record was fought; `BadRecord` if the system does not have them any more."""
    _require_system(record, system)
    try:
        return system.rulebook().choose(record.readings) if record.readings else Readings()
    except NotInRulebook as fault:
        raise BadRecord("", "readings", str(fault)) from None


def _require_system(record: Record, system: System[Any]) -> None:
    if record.system != system.id:
        raise BadRecord("", "system", f'the record is of "{record.system}", not of "{system.id}"')
    ours, theirs = system.rulebook().house_rules, HouseRules.of(record.house_rules)
    if ours != theirs:
        words = f"the record was fought by the house rules {_short(str(theirs))}, but those here are {ours}"
        raise BadRecord("", "house_rules", words)


def _mustered(record: Record, system: System[B]) -> B:
    """The battle with which a record begins; `Differs` if the system now musters another."""
    battle = system.muster(scenario_of(record, system), readings_of(record, system))
    start = fingerprint(battle)
    if start != record.start:
        expected, found = f"begins with the state {record.start}", f"muster {record.scenario_id} as {start}"
        raise Differs(0, expected, found, remark_on_version(record, system))
    return battle


def _replayed(script: _Script, system: System[B], hand: Hand, to: int) -> Game[B]:
    game = _Replaying(system, _mustered(script.record, system), hand, script)
    game.follow(to)
    return game


class _NoHand:
    """A hand that refuses to throw."""

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """Raise `RecordSpent`."""
        if count == 0:
            return ()
        wanted = f"{count}{die} for {purpose!r}" if purpose else f"{count}{die}"
        raise RecordSpent(
            f"The record ends here, and {wanted} are to be thrown: replay it with a hand to play on."
        )


class _Script:
    """A record while it is read: the next step, the state that is due, and the casts so far."""

    def __init__(self, record: Record, system: System[Any]) -> None:
        self.record = record
        self.place = 0
        self.due: str | None = None
        self.fell: list[dice.Cast] = []
        self.is_open = True
        self.remark = remark_on_version(record, system)

    @property
    def is_spent(self) -> bool:
        """Was every step taken?"""
        return self.place == len(self.record.entries)

    def take(self) -> AnswerStep | ThrowStep:
        """The next step."""
        step = self.record.entries[self.place]
        self.place += 1
        self.due = step.state
        return step

    def differs(self, expected: str, found: str) -> Differs:
        """The error that the step just taken is not what the rules now do."""
        return Differs(self.place, expected, found, self.remark)

    def throw(self, throw: Throw[Any], number: int) -> tuple[tuple[dice.Cast, ...], Any]:
        """The casts of the next step, and the result of *throw* with them."""
        if self.is_spent:
            raise Differs(self.place + 1, "ends", _thrown(throw, number), self.remark)
        step = self.take()
        if not isinstance(step, ThrowStep):
            raise self.differs(_said(step), _thrown(throw, number))
        if (step.throw, step.number, step.purpose) != (fingerprint(throw), number, throw.purpose):
            raise self.differs(_said(step), _thrown(throw, number))
        hand = KeepingHand(TypedHand(step.faces))
        try:
            result = throw.cast(hand)
        except FacesWanted as wanted:
            found = f"want {wanted.count}{wanted.die} more: these are too few"
            raise self.differs(_said(step), found) from None
        except FacesRefused as fault:
            raise self.differs(_said(step), f"refuse them: {fault}") from None
        fell = hand.take()
        if len(fell) != len(step.faces):
            raise self.differs(_said(step), f"cast dice {len(fell)} times: these are too many")
        self.fell += fell
        return fell, result


class _Replaying(Game[B]):
    """A game that follows a script to its end, and is an ordinary game from then on."""

    def __init__(self, system: System[B], battle: B, hand: Hand, script: _Script) -> None:
        self._script = script
        super().__init__(system, battle, hand)

    def follow(self, to: int) -> None:
        """Give the recorded answers until step *to* is done and a decision waits."""
        script = self._script
        while script.place < to:
            self._require_state()
            self._give()
        self._require_state()
        if script.is_spent:
            self._require_end()
        script.is_open = False

    def _give(self) -> None:
        script, question = self._script, self.question
        step = script.take()
        if not isinstance(step, AnswerStep) or question is None:
            raise script.differs(_said(step), _asked(question))
        if (step.seat, step.decision, step.question) != (question.seat, question.decision, question.digest()):
            raise script.differs(_said(step), _asked(question))
        try:
            self.answer_raw(step.answer)
        except Refused as refused:
            raise script.differs(_said(step), f"refuse it: {_short(str(refused))}") from None

    def _throw(self, throw: Throw[Any]) -> Any:
        script = self._script
        if self._known or not script.is_open or (script.is_spent and script.record.end is None):
            return super()._throw(throw)
        self._require_state()
        fell, result = script.throw(throw, self.throws)
        self._note(Thrown(throw, self.throws, fell, result))
        self.throws += 1
        return result

    def _require_state(self) -> None:
        """Compare the battle at the last checkpoint with the state that the last step noted, if it did."""
        script = self._script
        if script.due is None:
            return
        state, due = fingerprint(self.checkpoint.battle), script.due
        script.due = None
        if state != due:
            raise script.differs(f"then has the state {due}", f"come to {state}")

    def _require_end(self) -> None:
        """Compare the game with the end that the record states."""
        script, kept = self._script, self._script.record.end
        if kept is None:
            return
        now = end_of(self)
        for name in ("question", "outcome", "over", "state"):
            expected, found = getattr(kept, name), getattr(now, name)
            if expected != found:
                raise script.differs(f"then has the {name} {_text(expected)}", f"come to {_text(found)}")


# ------------------------------------------------------------------ in words
def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _text(value: object) -> str:
    return _short(plain(value).decode())


def _said(step: AnswerStep | ThrowStep) -> str:
    match step:
        case AnswerStep():
            return f"answers {_text(step.answer)} to {step.decision} of seat {step.seat} [{step.question}]"
        case ThrowStep():
            faces = _text(step.faces)
            return f"throws {faces} as throw {step.number} for {step.purpose!r} [{step.throw}]"
        case _:
            assert_never(step)


def _asked(question: Decision[Any] | None) -> str:
    if question is None:
        return "end the battle"
    offered = f" out of {_text(question.options)}" if isinstance(question, Choose) else ""
    return f"ask {question.decision} of seat {question.seat}{offered} [{question.digest()}]"


def _thrown(throw: Throw[Any], number: int) -> str:
    return f"throw {_text(throw)} as throw {number} [{fingerprint(throw)}]"


# ------------------------------------------------------------------ verifying
class Topic(StrEnum):
    """What a finding is about."""

    SEAL = "seal"
    RULES = "rules"
    DICE = "dice"


class Finding(Struct, frozen=True):
    """A fault of a record, and the step at which it was found, if any."""

    topic: Topic
    words: str
    step: int | None = None


class Verification(Struct, frozen=True):
    """The faults of a record, and further remarks."""

    findings: tuple[Finding, ...]
    remarks: tuple[str, ...] = ()

    @property
    def is_ok(self) -> bool:
        """Was no fault found?"""
        return not self.findings


def verify(record: Record, system: System[Any]) -> Verification:
    """Check a record as far as possible: its seal, every step, state and outcome, and its dice."""
    script = _Script(record, system)
    findings = [*_of_seal(record), *_of_rules(script, system)]
    faults, remarks = _of_dice(script)
    findings += [Finding(Topic.DICE, words) for words in faults]
    return Verification(tuple(findings), (*_of_heading(record, system), *remarks))


def _of_heading(record: Record, system: System[Any]) -> tuple[str, ...]:
    """Remarks on everything but the dice."""
    remarks = [version] if (version := remark_on_version(record, system)) else []
    if record.end is None:
        remarks.append("The record breaks off: it does not say how the battle stood after its last step.")
    if record.fork is not None:
        remarks.append(f"This is a fork of {record.fork.of} at step {record.fork.step}.")
    if record.take_backs:
        remarks.append(f"{in_words(record.take_backs)}.")
    if record.rulings:
        remarks.append(f"An umpire acted {len(record.rulings)} times; the record lists what he did.")
    return tuple(remarks)


def _of_seal(record: Record) -> tuple[Finding, ...]:
    if not record.seal:
        return (Finding(Topic.SEAL, "The record has no seal, so it cannot be checked for changes."),)
    if record.seal != seal_of(content_of(record)):
        return (Finding(Topic.SEAL, "The seal does not fit: the record was changed after it was sealed."),)
    return ()


def _of_rules(script: _Script, system: System[Any]) -> tuple[Finding, ...]:
    try:
        _replayed(script, system, _NoHand(), len(script.record.entries))
    except Differs as differs:
        return (Finding(Topic.RULES, differs.words, differs.step),)
    except BadRecord as fault:
        return (Finding(Topic.RULES, str(fault)),)
    except RecordSpent:
        return ()  # it breaks off between the throws of its last answer; ``_of_heading`` says so
    except Exception as fault:  # any failure of the rules on a bad record is a finding, not a crash
        words = (
            f"The rules broke down after step {script.place}: {type(fault).__name__}: {_short(str(fault))}"
        )
        return (Finding(Topic.RULES, words, script.place),)
    return ()


def _of_dice(script: _Script) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The faults of the faces, by the kind of dice, and remarks on them."""
    kept, fell = script.record.dice, script.fell
    match kept:
        case Fair():
            if kept.secret is None:
                return (), (
                    "The secret of the dice is not yet revealed; the faces can be checked once it is.",
                )
            faults = _unfair(script.record, kept, kept.secret, fell)
        case Seeded():
            if kept.seed is None:
                return (), ("The seed of the dice is kept back; the faces can be checked once it is shown.",)
            faults = _unseeded(kept.seed, fell)
        case Typed():
            return (), ("People threw the dice; only that such faces are possible could be checked.",)
        case _:
            assert_never(kept)
    left = len(faults) - FAULTS_NAMED
    more = (f"And {left} more casts are wrong.",) if left > 0 else ()
    return (*faults[:FAULTS_NAMED], *more), (_checked(script.record, len(fell)),)


def _checked(record: Record, fell: int) -> str:
    """How many casts were checked; those before a fork belong to the other game."""
    before = sum(len(step.faces) for step in _taken_over(record) if isinstance(step, ThrowStep))
    words = f"The faces of {max(fell - before, 0)} out of {record.casts - before} casts were checked"
    return f"{words}; {before} fell before the fork." if before else f"{words}."


def _taken_over(record: Record) -> tuple[AnswerStep | ThrowStep, ...]:
    """The steps that a fork took over from another game."""
    return record.entries[: record.fork.entries] if record.fork else ()


def _unfair(record: Record, kept: Fair, secret: str, fell: list[dice.Cast]) -> tuple[str, ...]:
    """What is wrong with fair dice; casts before a fork belong to the other game."""
    own = record.entries[len(_taken_over(record)) :]
    epochs = [step.epoch for step in own if isinstance(step, ThrowStep) for _ in step.faces]
    first = record.casts - len(epochs)
    thrown = fell[first:]
    try:
        contributions = tuple(map(bytes.fromhex, kept.contributions))
        faults = dice.verify(
            kept.commitment,
            bytes.fromhex(secret),
            contributions,
            thrown,
            number=first,
            epochs=epochs[: len(thrown)],
        )
    except ValueError as fault:
        return (f"The dice cannot be fair: {fault}",)
    return (*_bad_epochs(epochs, record.take_backs), *faults)


def _bad_epochs(epochs: list[int], take_backs: int) -> tuple[str, ...]:
    """What is wrong with the epochs of throws: they never decrease, and each begins with a take-back."""
    if epochs != sorted(epochs):
        return ("The epochs of the throws do not rise: no throw is of an earlier epoch than the one before.",)
    if epochs and epochs[-1] > take_backs:
        words = f"The throws come to epoch {epochs[-1]}, but the record counts {in_words(take_backs)}."
        return (words,)
    return ()


def in_words(take_backs: int) -> str:
    """The number of take-backs past dice, in words."""
    return f"{take_backs} take-back{'' if take_backs == 1 else 's'} past dice"


def _unseeded(seed: int, fell: list[dice.Cast]) -> tuple[str, ...]:
    hand = RandomHand(seed)
    return tuple(
        f"Cast {number} ({len(cast.faces)}{cast.die} for {cast.purpose!r}) is recorded as"
        f" {_text(cast.faces)}, but the seed gives {_text(faces)}."
        for number, cast in enumerate(fell)
        if (faces := hand.cast(cast.die, len(cast.faces), cast.purpose)) != cast.faces
    )
