"""The ground and the places that matter: kinds of terrain, objectives, camps, deployment zones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.game.files.scenario_rows import outline
from sandtable.game.present.painting import Area, Drawn, GroundName, Manner, middle
from sandtable.systems.eagle.battle import EagleBattle, Step
from sandtable.systems.eagle.grounds import zone_of
from sandtable.systems.eagle.roster import Objective
from sandtable.systems.eagle.terrain import CAMP, DEEP, FORD, HILLS, WOOD, WORK
from sandtable.systems.eagle.victory import holds

MANNERS: Final = {
    WOOD: Manner.WOOD,
    FORD: Manner.STREAM,
    DEEP: Manner.LAKE,
    WORK: Manner.WORK,
    CAMP: Manner.BUILDING,
    "marsh": Manner.MARSH,
    "scrub or broken ground": Manner.BRUSH,
    **dict.fromkeys(HILLS, Manner.HILL),
}
"""How each kind of terrain.types is drawn."""

WORDS: Final = {
    FORD: "Ford",
    DEEP: "Deep water",
    WORK: "Rampart",
    CAMP: "Camp",
    "scrub or broken ground": "Scrub",
}
"""Shorter names in the legend for kinds with long ones."""


def legend(kinds: Iterable[Drawn]) -> tuple[Drawn, ...]:
    """The kinds of terrain.types as a campaign map draws them."""
    return tuple(
        Drawn(one.kind, MANNERS.get(one.kind, one.drawn), WORDS.get(one.kind, one.words)) for one in kinds
    )


def names(battle: EagleBattle, named: Iterable[GroundName]) -> Iterator[GroundName]:
    """The names of ground, except camps, which are shown as areas (army.camp)."""
    camps = {camp.baggage for camp in battle.camps}
    marked = {middle(piece) for piece in battle.field.pieces if piece.id in camps}
    yield from (one for one in named if one.place not in marked)


# --------------------------------------------------------------------- places that matter
def areas(battle: EagleBattle) -> Iterator[Area]:
    """Objectives with their state, camps with their looters, and zones during deployment.

    army.scenario, army.camp, army.deployment
    """
    for objective in battle.objectives:
        if objective.area is not None:
            yield _goal(battle, objective)
    pieces = {piece.id: piece for piece in battle.field.pieces}
    for side, camp in enumerate(battle.camps):
        if camp.baggage in pieces and pieces[camp.baggage].polygon:
            state = "lost" if camp.baggage_lost else "being looted" if camp.looters else "safe"
            words = f"The camp of the {camp.name}: {state}"
            label = camp.baggage.replace("-", " ").capitalize()
            yield Area(f"camp-{side}", "objective", side, pieces[camp.baggage].polygon, label, words)
    if battle.step is Step.DEPLOYMENT:
        for side, camp in enumerate(battle.camps):
            words = f"Where the {camp.name} deploy"
            yield Area(f"zone-{side}", "zone", side, zone_of(battle, side), camp.name, words)


def _goal(battle: EagleBattle, objective: Objective) -> Area:
    """An objective of a scenario and whether it holds now (army.scenario)."""
    winner = next(side for side in (0, 1) if battle.camps[side].id == objective.winner)
    held = holds(battle, objective)
    stands = "so it stands now" if held else "not so now"
    assert objective.area is not None
    where = outline(objective.area)
    label = objective.id.replace("-", " ").capitalize()
    return Area(
        objective.id, "objective", winner if held else None, where, label, f"{objective.text} ({stands})"
    )
