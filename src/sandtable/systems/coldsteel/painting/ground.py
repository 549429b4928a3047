"""The ground and the places that matter: kinds of terrain, objectives and deployment zones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.game.present.english import counted
from sandtable.game.present.painting import Area, Drawn, GroundName, Manner
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Phase, Prize
from sandtable.systems.coldsteel.terrain import STEEP_HILL
from sandtable.systems.coldsteel.victory import holder
from sandtable.systems.coldsteel.victory_points import REACH
from sandtable.systems.coldsteel.words import side_name
from sandtable.systems.coldsteel.zones import zone_of
from sandtable.table.space import COSINES, DEGREE, FULL_TURN, INCH, SINES, Field, Point

MANNERS: Final = {
    "wood": Manner.WOOD,
    "marsh": Manner.MARSH,
    "stream or ford": Manner.STREAM,
    "orchard or tall crops": Manner.FIELD,
    "wall, hedge or fence": Manner.HEDGE,
    "hill": Manner.HILL,
    STEEP_HILL: Manner.HILL,
    "road or bridge": Manner.ROAD,
    "building": Manner.BUILDING,
    "river or lake": Manner.RIVER,
}
"""How the kinds of terrain.types are drawn, unless the id of a piece is more specific."""
SAID: Final = {
    "orchard or tall crops": (Manner.ORCHARD,),
    "wall, hedge or fence": (Manner.WALL, Manner.FENCE),
    "river or lake": (Manner.LAKE,),
    "road or bridge": (Manner.BRIDGE,),
}
"""The more specific manners of a kind that covers several, chosen if they occur in a piece's id."""
WORDS: Final = {Manner.FIELD: "Tall crops"}
"""The label of a manner in the key, where it differs from the manner's own name."""
CIRCLE_STEP: Final = 5 * DEGREE


def legend(field: Field) -> tuple[Drawn, ...]:
    """The kinds of terrain.types in the manners of a campaign map."""
    found: dict[str, Drawn] = {}
    for piece in field.pieces:
        if piece.kind not in found:
            ids = " ".join(other.id for other in field.pieces if other.kind == piece.kind)
            manner = _manner(piece.kind, ids)
            found[piece.kind] = Drawn(piece.kind, manner, WORDS.get(manner, manner.value.capitalize()))
    return tuple(found.values())


def _manner(kind: str, ids: str) -> Manner:
    said = (manner for manner in SAID.get(kind, ()) if manner.value in ids)
    return next(said, MANNERS[kind])


def names(battle: ColdSteelBattle, named: Iterable[GroundName]) -> Iterator[GroundName]:
    """The names of ground up to a comma, without buildings that are objectives: `areas` labels those."""
    prizes = {prize.name for prize in battle.prizes if prize.building}
    for one in named:
        if one.label not in prizes:
            yield GroundName(one.label.partition(",")[0], one.place)


def areas(battle: ColdSteelBattle) -> Iterator[Area]:
    """Objectives with their holders and points, and the zones during deployment.

    victory.points, victory.objective, setup.deploy
    """
    for prize in battle.prizes:
        label = f"{prize.name}, {prize.points} VP"
        held = holder(battle, prize)
        yield Area(prize.key, "objective", held, _place(battle, prize), label, _told(battle, prize, held))
    if battle.step.phase is Phase.SETUP:
        for number, camp in enumerate(battle.camps):
            words = f"Where the {camp.name} army deploys"
            yield Area(f"zone-{number}", "zone", number, zone_of(battle, number), camp.name, words)


def _place(battle: ColdSteelBattle, prize: Prize) -> tuple[Point, ...]:
    """The outline of a building, or of the circle of 3 in around a point (victory.objective)."""
    if prize.building:
        return next(piece.polygon for piece in battle.field.pieces if piece.id == prize.building)
    x, y = prize.point
    far = REACH * INCH
    return tuple(
        Point(x + far * SINES[turn], y + far * COSINES[turn]) for turn in range(0, FULL_TURN, CIRCLE_STEP)
    )


def _told(battle: ColdSteelBattle, prize: Prize, held: int | None) -> str:
    whose = "held by neither side" if held is None else f"held by {side_name(battle, held)}"
    how = "its garrison holds it" if prize.building else f"a unit that passed within {REACH} in holds it"
    return f"{prize.name}: {counted(prize.points, 'point')}, {whose}; {how}"
