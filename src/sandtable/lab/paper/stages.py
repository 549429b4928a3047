"""A resolution at a real table, step by step, with dice that people throw.

Nothing is stored between steps. Each question repeats everything entered so far and gets the next step, so a
page can hold the state in its address, and undo means sending one entry less.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.dice import Draw, FacesWanted, Throw
from sandtable.game.ask.questions import Choose, Decision, do, plain
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.battle.log import Thrown
from sandtable.game.drivers.umpire import Umpire
from sandtable.game.kit.system import System
from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.rulebook import DecisionEntry, NotInRulebook
from sandtable.game.story.shown_throws import DieMark, show_throw
from sandtable.lab.paper.odds_report import FigureRow, as_facts_allow, figure_rows
from sandtable.lab.paper.values import Unfit


class Faces(Struct, frozen=True, tag="faces", forbid_unknown_fields=True):
    """Faces read off dice, in any order that the dice allow."""

    faces: tuple[int, ...]


class Answer(Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """The answer to a decision, as plain data."""

    answer: Any


Said = Faces | Answer


class ThrownDice(Struct, frozen=True):
    """Dice that were thrown: their purpose, kinds and faces, which succeeded, and the result."""

    purpose: str
    dice: tuple[str, ...]
    faces: tuple[tuple[int, ...], ...]
    good: tuple[tuple[bool, ...], ...]
    result: str


class DiceWanted(Struct, frozen=True):
    """Dice to throw now; where a card is drawn, ``cards`` names the card of each face."""

    die: str
    count: int
    purpose: str
    faces: tuple[int, ...]
    cards: tuple[str, ...] = ()


class Option(Struct, frozen=True):
    """One option of a decision: its label, and the answer to send."""

    words: str
    answer: Any


class DecisionWanted(Struct, frozen=True):
    """A decision to take now: its id, who takes it, when, between what, and its limits."""

    decision: str
    who: str
    when: str
    between: str
    limits: str
    rules: tuple[str, ...]
    options: tuple[Option, ...]


class ResolutionEnd(Struct, frozen=True):
    """The end of a resolution: the measured figure, the headings and the outcome as plain data."""

    measured: str
    value: int | None
    headings: tuple[str, ...]
    outcome: Any


class Stage(Struct, frozen=True):
    """The state of a resolution: its figures, the dice thrown, and what is wanted next or how it ended."""

    system: str
    resolution: str
    title: str
    figures: tuple[FigureRow, ...]
    fell: tuple[ThrownDice, ...]
    dice: DiceWanted | None
    decision: DecisionWanted | None
    ended: ResolutionEnd | None


def stage(system: System[Any], resolution: Resolution, facts: Struct, said: Sequence[Said]) -> Stage:
    """The state of a resolution after all entries; Unfit if an entry is not allowed."""
    return stage_of(system, resolution, facts, umpire_after(resolution, facts, said))


def umpire_after(resolution: Resolution, facts: Struct, said: Sequence[Said]) -> Umpire[Any]:
    """An umpire that was given all entries."""
    with as_facts_allow(resolution):
        return _led(Umpire(do(resolution.procedure, facts)), said)


def stage_of(system: System[Any], resolution: Resolution, facts: Struct, umpire: Umpire[Any]) -> Stage:
    """The state of a resolution as an umpire has it."""
    with as_facts_allow(resolution):
        tallies = resolution.tallies(facts)
    wanted = umpire.wanted
    ended = None
    if wanted is None:
        assert umpire.result is not None, f"{resolution.id} comes to nothing"
        ended = _ended(resolution, facts, umpire.result)
    return Stage(
        system=system.id,
        resolution=resolution.id,
        title=resolution.title,
        figures=figure_rows(tallies),
        fell=tuple(map(_fell, umpire.thrown)),
        dice=_dice(wanted, umpire.throw) if isinstance(wanted, FacesWanted) else None,
        decision=_decision(system, wanted) if isinstance(wanted, Decision) else None,
        ended=ended,
    )


def throw_for(wanted: DiceWanted, random: Random) -> Faces:
    """Throw dice for people who have none."""
    return Faces(tuple(random.choice(wanted.faces) for _ in range(wanted.count)))


def _led(umpire: Umpire[Any], said: Sequence[Said]) -> Umpire[Any]:
    for number, one in enumerate(said, start=1):
        try:
            if isinstance(one, Faces):
                umpire.faces(*one.faces)
            else:
                umpire.answer(_read(umpire.wanted, one.answer))
        except Refused as fault:
            raise Unfit(f"entry {number} is not allowed: {fault}") from None
    return umpire


def _read(wanted: object, raw: object) -> object:
    if not isinstance(wanted, Decision):
        raise Refused(Refusal("the rule does not ask for a decision now"))
    answer = wanted.read(raw)
    if isinstance(answer, Refusal):
        raise Refused(answer)
    return answer


# --------------------------------------------------------------------- in words
def _fell(thrown: Thrown) -> ThrownDice:
    return ThrownDice(
        purpose=thrown.throw.purpose,
        dice=tuple(str(cast.die) for cast in thrown.fell),
        faces=tuple(cast.faces for cast in thrown.fell),
        good=tuple(tuple(die.mark is DieMark.HIT for die in cast) for cast in show_throw(thrown).casts),
        result=thrown.throw.in_words(thrown.result),
    )


def _ended(resolution: Resolution, facts: Struct, result: Any) -> ResolutionEnd:
    value = None if resolution.measure is None else resolution.measure(result)
    measured = resolution.measured if value is not None else ""
    return ResolutionEnd(measured, value, resolution.summary(facts, result), msgspec.to_builtins(result))


def _dice(wanted: FacesWanted, throw: Throw[Any] | None) -> DiceWanted:
    cards = throw.cards if isinstance(throw, Draw) else ()
    return DiceWanted(str(wanted.die), wanted.count, wanted.purpose, wanted.die.faces, cards)


def _decision(system: System[Any], wanted: Decision[Any]) -> DecisionWanted:
    try:
        printed = system.rulebook().decision(wanted.decision)
    except NotInRulebook:
        printed = DecisionEntry(id=wanted.decision, who="-", when="-", options="", constraints="")
    between = printed.options if isinstance(printed.options, str) else "; ".join(printed.options)
    options = wanted.options if isinstance(wanted, Choose) else wanted.sensible()
    labels = system.labels_on_paper(wanted) or tuple(map(option_words, options))
    offered = tuple(
        Option(words, msgspec.to_builtins(option)) for words, option in zip(labels, options, strict=True)
    )
    return DecisionWanted(
        decision=wanted.decision,
        who=printed.who,
        when=printed.when,
        between=between,
        limits=printed.constraints,
        rules=printed.rules,
        options=offered,
    )


def option_words(option: object) -> str:
    """An option as people read it.

    >>> option_words(None), option_words(True), option_words(3), option_words("hold")
    ('none', 'yes', '3', 'hold')
    """
    match option:
        case None:
            return "none"
        case bool():
            return "yes" if option else "no"
        case str():
            return str(option)
        case _:
            return plain(option).decode()
