"""Resolutions of any system on paper: facts filled in from roster cards, dice thrown, marks after it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from sandtable import arena
from sandtable.dice import RandomHand
from sandtable.game.ask.questions import Choose, Decision, do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.drivers.run import ProcedureRun
from sandtable.game.kit.roster_cards import Paper, Plain, Unsuited
from sandtable.game.kit.system import System
from sandtable.game.rules.resolution import Resolution
from sandtable.lab.paper.facts import read_facts

Marked = Mapping[str, Plain]


class Seated(NamedTuple):
    """A unit that takes part as a party: its profile and its marks."""

    profile: str
    marks: Marked


class Afterwards(NamedTuple):
    """What a resolution was told, what came of it, and the changed marks of each party."""

    facts: Any
    outcome: Any
    changes: dict[str, dict[str, Plain]]


def resolution_of(system: System[Any], id: str) -> Resolution:
    """A resolution by its id."""
    return next(one for one in system.resolutions() if one.id == id)


def filled(system: System[Any], id: str, parties: Mapping[str, Seated]) -> dict[str, Plain]:
    """The facts that the cards of these parties say."""
    paper = system.paper()
    facts: dict[str, Plain] = {}
    for party, (profile, marks) in parties.items():
        facts |= paper.party(id, party).fills(profile, marks)
    return facts


def on_paper(
    system: System[Any],
    id: str,
    parties: Mapping[str, Seated],
    *,
    faces: tuple[int, ...] = (),
    answers: tuple[object, ...] = (),
    **facts: Plain,
) -> Afterwards:
    """A resolution with these faces and answers, all used; ``__`` in a keyword stands for a dot."""
    resolution = resolution_of(system, id)
    dotted = {key.replace("__", "."): value for key, value in facts.items()}
    known = read_facts(resolution.facts, {**filled(system, id, parties), **dotted})
    carried = arena.carry_out(do(resolution.procedure, known), dice=faces, answers=answers)
    return _afterwards(system, id, known, carried.result, parties)


def thrown(system: System[Any], id: str, parties: Mapping[str, Seated], seed: int) -> Afterwards | None:
    """A resolution with any dice and any decisions; None where these parties cannot come together."""
    resolution, random = resolution_of(system, id), Random(seed)
    try:
        known = read_facts(resolution.facts, filled(system, id, parties))
    except Unsuited:
        return None
    hand = RandomHand(seed)
    run: ProcedureRun[Any] = ProcedureRun(
        do(resolution.procedure, known), lambda throw: throw.cast(hand), _nothing_told
    )
    while run.pending is not None:
        options = run.pending.options if isinstance(run.pending, Choose) else run.pending.sensible()
        run.answer(_judged(run.pending, random.choice(options)))
    return _afterwards(system, id, known, run.result, parties)


def _nothing_told(battle: object, event: object) -> object:
    raise AssertionError(f"a resolution on paper tells nothing, but it told {event}")


def _judged(question: Decision[Any], answer: object) -> object:
    settled = question.judge(answer)
    assert not isinstance(settled, Refusal), settled
    return settled


def _afterwards(
    system: System[Any], id: str, facts: Any, outcome: Any, parties: Mapping[str, Seated]
) -> Afterwards:
    paper = system.paper()
    changes = {
        party: dict(
            paper.party(id, party).suffers(
                facts, outcome, {**marks_at_start(paper, seated.profile), **seated.marks}
            )
        )
        for party, seated in parties.items()
    }
    return Afterwards(facts, outcome, changes)


def marks_at_start(paper: Paper, profile: str) -> dict[str, Plain]:
    """All marks of a unit that nothing has happened to."""
    return {**{mark.id: mark.start for mark in paper.marks}, **paper.card(profile).marks}


def any_marks(paper: Paper, profile: str, random: Random) -> dict[str, Plain]:
    """A unit to which this and that has happened."""
    card, found = paper.card(profile), marks_at_start(paper, profile)
    for mark in paper.marks:
        if random.random() < 1 / 2:
            continue
        match mark.kind:
            case "flag":
                found[mark.id] = random.random() < 1 / 4
            case "choice":
                found[mark.id] = random.choice(mark.choices)
            case "count":
                most = card.most.get(mark.id, mark.most)
                found[mark.id] = random.randint(0, 8 if most is None else most)
    return found


def differing_facts(filled: Mapping[str, Plain], facts: Struct) -> dict[str, tuple[Plain, Any]]:
    """The facts that a card fills in otherwise than the table has them, with the values of both."""
    different: dict[str, tuple[Plain, Any]] = {}
    for key, value in filled.items():
        found: Any = facts
        for step in key.split("."):
            found = getattr(found, step)
        plain = msgspec.to_builtins(found)
        on_table = "/".join(map(str, plain.values())) if isinstance(plain, dict) else plain
        if (list(on_table) if isinstance(on_table, tuple) else on_table) != value:
            different[key] = (value, on_table)
    return different


def below(prefix: str, filled: Mapping[str, Plain]) -> dict[str, Plain]:
    """Those of some facts that lie below a key, by the rest of their keys."""
    return {
        key.removeprefix(f"{prefix}."): value for key, value in filled.items() if key.startswith(f"{prefix}.")
    }
