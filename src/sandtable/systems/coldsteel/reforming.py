"""Re-forming: a new formation, a new facing, or both, as a whole manoeuvre (formation.change)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, compress, islice
from typing import Final, NamedTuple

import msgspec

from sandtable.game.battle import scene_of
from sandtable.game.questions import Choose, tell
from sandtable.game.refusal import Refusal
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.events import UnitFormed
from sandtable.systems.coldsteel.placing import middle_of, reformed, reformed_to_each
from sandtable.systems.coldsteel.room import are_legal, is_legal
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.body import standing
from sandtable.table.compulsory import heading_between
from sandtable.table.measure import DEGREE, FULL_TURN, INCH
from sandtable.table.plane import apart
from sandtable.table.pose import Point
from sandtable.table.scene import Scene

DECISION: Final = "manoeuvre.formation-and-facing"

STEP: Final = 15 * DEGREE
"""Facings are offered in such steps; any other is open to who asks for it (formation.change)."""
FIRST: Final = 2
"""So many formations and facings are tried first where it is asked whether there is any."""
LOOKS: Final = 24 * INCH
"""Facings towards enemies whose middles are no farther are offered."""


class Stance(NamedTuple):
    """A formation and a heading, in tenths of a degree."""

    formation: Formation
    heading: int


class FormUp(Choose[Stance], frozen=True, kw_only=True):
    """Choose a formation and a facing: those offered, or any other facing at which there is room.

    formation.change-all, formation.reform-legal
    """

    battle: ColdSteelBattle
    unit: int

    def judge(self, answer: object) -> Stance | Refusal:
        """A stance stands if the unit may take it up and has room for it."""
        if isinstance(answer, Stance) and answer not in self.options and self._is_open(answer):
            return answer
        return super().judge(answer)

    def read(self, raw: object) -> object:
        """The stance that plain data means, offered or not."""
        try:
            return msgspec.convert(raw, Stance)
        except msgspec.ValidationError:
            return super().read(raw)

    def _is_open(self, stance: Stance) -> bool:
        unit = self.battle.units[self.unit]
        known = stance.formation in open_formations(unit) and 0 <= stance.heading < FULL_TURN
        return known and _changes(unit, *stance) and is_legal(self.battle, unit, reformed(unit, *stance))


# --------------------------------------------------------------------- what is open
def open_formations(unit: ColdSteelUnit) -> tuple[Formation, ...]:
    """The formations into which a unit may re-form where it stands, its own first.

    formation.allowed, formation.change-all; a garrison leaves its building to form up (building.leave)
    """
    if unit.is_garrison:
        return ()
    others = (one for one in unit.profile.formations if one is not Formation.GARRISON)
    return tuple(dict.fromkeys((unit.formation, *others)))


def stances(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Stance, ...]:
    """The formations and facings offered to a unit: those for which it has room and which change anything.

    formation.change, formation.change-all, formation.reform-legal, formation.reform-terrain
    """
    global _last
    last, scene = _last, scene_of(battle)
    if last is None or last.scene is not scene or last.unit is not unit:
        last = _last = _Offered(scene, unit, _stances(battle, unit))
    return last.stances


def may_reform(battle: ColdSteelBattle, unit: ColdSteelUnit) -> bool:
    """Is any stance open to a unit? Sooner found out than which they all are (formation.change)."""
    facings = tuple(islice(_facings(scene_of(battle), unit), FIRST))
    first = _with_room(battle, unit, open_formations(unit)[:FIRST], facings)
    return bool(first) or bool(stances(battle, unit))


class _Offered(NamedTuple):
    """The stances that were offered last, to whom and where: they are asked for again when one is chosen."""

    scene: Scene
    unit: ColdSteelUnit
    stances: tuple[Stance, ...]


_last: _Offered | None = None


def _stances(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Stance, ...]:
    return _with_room(battle, unit, open_formations(unit), tuple(_facings(scene_of(battle), unit)))


def _with_room(
    battle: ColdSteelBattle, unit: ColdSteelUnit, formations: tuple[Formation, ...], facings: tuple[int, ...]
) -> tuple[Stance, ...]:
    """The stances made of some formations and facings that change anything and for which there is room.

    formation.change-all, formation.reform-legal
    """
    stances, places = [], []
    for formation in formations:
        turns = [heading for heading in facings if _changes(unit, formation, heading)]
        stances += [Stance(formation, heading) for heading in turns]
        places += reformed_to_each(unit, formation, turns)
    return tuple(compress(stances, are_legal(battle, unit, places)))


def _changes(unit: ColdSteelUnit, formation: Formation, heading: int) -> bool:
    """Does a stance differ from the present one? A formation held already takes its files afresh.

    formation.change-all
    """
    if formation is not unit.formation or heading != standing(unit).heading:
        return True
    return files_of(unit.arm, unit.formation, unit.models) != unit.files


def _facings(scene: Scene, unit: ColdSteelUnit) -> Iterator[int]:
    """Its own heading, those towards enemies near it, and every 15 degrees, each once."""
    told: dict[int, None] = {}
    for heading in chain((standing(unit).heading,), _towards(scene, unit), range(0, FULL_TURN, STEP)):
        if heading not in told:
            told[heading] = None
            yield heading


def _towards(scene: Scene, unit: ColdSteelUnit) -> Iterator[int]:
    """The headings towards the enemies near a unit."""
    here, rows = middle_of(unit), scene.mirror.rows("footprint").of_body
    for body in scene.bodies:
        if body.side != unit.side and body.pose is not None:
            there = Point(rows[body.id][0], rows[body.id][1])
            if 0 < apart(here, there) <= LOOKS:
                yield heading_between(here, there)


# --------------------------------------------------------------------- doing it
async def reform(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """A unit takes up a formation and a facing of its owner's choice.

    formation.change, formation.reform-anchor, movement.either-or
    """
    one = battle.units[unit]
    options = stances(battle, one)
    chosen = await FormUp(DECISION, one.side, options, about=(unit,), battle=battle, unit=unit)
    return await form(battle, unit, chosen)


async def form(battle: ColdSteelBattle, unit: int, stance: Stance) -> ColdSteelBattle:
    """A unit stands in a stance; its files are taken from the models it has now (formation.change-all)."""
    one = battle.units[unit]
    place = reformed(one, *stance)
    files = files_of(one.arm, stance.formation, one.models)
    return await tell(battle, UnitFormed(unit, stance.formation, files, place.shape, place.pose))
