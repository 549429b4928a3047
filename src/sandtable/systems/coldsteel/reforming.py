"""Re-forming: a new formation, a new facing, or both, as a whole manoeuvre (formation.change)."""

from __future__ import annotations

import math
from functools import cache
from itertools import chain, compress, repeat
from typing import Final, NamedTuple

import msgspec

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.game.present.english import compass
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.events import UnitFormed
from sandtable.systems.coldsteel.placing import fronts_of, middle_of, reformed
from sandtable.systems.coldsteel.room import DEMANDS, is_legal
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.systems.coldsteel.troops import Formation, TroopClass, allowed
from sandtable.systems.coldsteel.words import formation_word, name
from sandtable.table.measure import footprint_middles
from sandtable.table.room import have_fronts, have_some_fronts
from sandtable.table.space import DEGREE, FULL_TURN, INCH, Point, Scene, heading_between, standing

STEP: Final = 15 * DEGREE
ALL_ROUND: Final = tuple(range(0, FULL_TURN, STEP))
"""The angle between the facings offered; any other facing may be chosen too (formation.change)."""
LOOKS: Final = 24 * INCH
"""The distance within which facings towards the middles of enemies are offered."""


class Stance(NamedTuple):
    """A formation and a heading, in tenths of a degree."""

    formation: Formation
    heading: int


class FormUp(Choose[Stance], frozen=True, kw_only=True):
    """Choose a formation and a facing: one of those offered, or any other facing with room.

    formation.change-all, formation.reform-legal
    """

    decision: str = "manoeuvre.formation-and-facing"
    rule = "formation.change"
    title = "Formation and facing"
    form = "FormUp"

    battle: ColdSteelBattle
    unit: int

    def subject(self) -> tuple[object, ...]:
        """The unit; the battle is known."""
        return (self.unit,)

    def words(self, battle: ColdSteelBattle) -> str:
        return f"How does {name(battle, self.unit)} form up?"

    def label(self, battle: ColdSteelBattle, option: Stance) -> str:
        formation = formation_word(battle.units[self.unit], option.formation)
        return f"{formation}, facing {option.heading / DEGREE:g}°"

    def face(self, battle: ColdSteelBattle, option: Stance) -> Face:
        """A formation and a facing, at its place (formation.reform-anchor)."""
        unit = battle.units[self.unit]
        title = f"{formation_word(unit, option.formation).capitalize()}, {compass(option.heading)}"
        place = reformed(unit, option.formation, option.heading)
        note = f"facing {option.heading / DEGREE:g}°"
        return Face(title, note, unit.id, place=place.pose, shape=place.shape)

    def judge(self, answer: object) -> Stance | Refusal:
        """A stance stands if the unit may take it up and has room for it."""
        if isinstance(answer, Stance) and answer not in self.options and self._is_open(answer):
            return answer
        return super().judge(answer)

    def read(self, raw: object) -> object:
        """The stance in plain data, offered or not."""
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
    """The formations into which a unit may re-form where it stands, its present one first.

    A garrison leaves its building to form up (building.leave).

    formation.allowed, formation.change-all
    """
    return _open_formations(unit.troop_class, unit.formation)


@cache
def _open_formations(troop_class: TroopClass, formation: Formation) -> tuple[Formation, ...]:
    if formation is Formation.GARRISON:
        return ()
    others = [one for one in allowed(troop_class) if one is not Formation.GARRISON]
    return tuple(dict.fromkeys((formation, *others)))


def stances(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Stance, ...]:
    """The stances offered to a unit: those that have room and change something.

    formation.change, formation.change-all, formation.reform-legal, formation.reform-terrain
    """
    formations, headings, free = _offered(battle, unit)
    wanted = chain.from_iterable([map(_stance, repeat(formation), headings) for formation in formations])
    return tuple(compress(wanted, free))


def may_reform(battle: ColdSteelBattle, unit: ColdSteelUnit) -> bool:
    """May a unit take up any new stance? It stops early, where `stances` finds all (formation.change)."""
    formations = open_formations(unit)
    fronts, middle = fronts_of(unit, formations), middle_of(unit)
    # At most one stance changes nothing, so two that have room are enough.
    if have_some_fronts(unit, middle, fronts, ALL_ROUND, scene_of(battle), DEMANDS, most=2):
        return True
    return True in _offered(battle, unit).free


@cache
def _stance(formation: Formation, heading: int) -> Stance:
    return Stance(formation, heading)


class _Offer(NamedTuple):
    """Formations and headings, and whether a unit may take up each combination."""

    formations: tuple[Formation, ...]
    headings: tuple[int, ...]
    free: list[bool]


_last: tuple[Scene, ColdSteelUnit, _Offer] | None = None
"""The last offer, for one scene and one unit; it saves computing it again when a stance is chosen."""


def _offered(battle: ColdSteelBattle, unit: ColdSteelUnit) -> _Offer:
    global _last
    last, scene = _last, scene_of(battle)
    if last is None or last[0] is not scene or last[1] is not unit:
        last = _last = scene, unit, _offer(scene, unit)
    return last[2]


def _offer(scene: Scene, unit: ColdSteelUnit) -> _Offer:
    """The stances that change something and have room.

    The present formation and heading come first; they count only if the formation takes its files afresh
    (formation.change-all, formation.reform-legal).
    """
    formations, headings = open_formations(unit), _facings(scene, unit)
    if not formations:
        return _Offer((), headings, [])
    free = have_fronts(unit, middle_of(unit), fronts_of(unit, formations), headings, scene, DEMANDS)
    if free[0] and not _changes(unit, formations[0], headings[0]):
        free[0] = False
    return _Offer(formations, headings, free)


def _changes(unit: ColdSteelUnit, formation: Formation, heading: int) -> bool:
    """Does a stance change anything? The same formation may take its files afresh (formation.change-all)."""
    if formation is not unit.formation or heading != standing(unit).heading:
        return True
    return files_of(unit.arm, unit.formation, unit.models) != unit.files


def _facings(scene: Scene, unit: ColdSteelUnit) -> tuple[int, ...]:
    """Its present heading, those towards near enemies, and every 15 degrees, each once."""
    return tuple(dict.fromkeys((standing(unit).heading, *_towards(scene, unit), *ALL_ROUND)))


def _towards(scene: Scene, unit: ColdSteelUnit) -> list[int]:
    """The headings towards near enemies."""
    here, (xs, ys), side = middle_of(unit), footprint_middles(scene), unit.side
    found = []
    for body in scene.bodies:
        if body.side != side and body.pose is not None:
            x, y = xs[body.id], ys[body.id]
            dx, dy = x - here.x, y - here.y
            if 0 < math.sqrt(dx * dx + dy * dy) <= LOOKS:
                found.append(heading_between(here, Point(x, y)))
    return found


# --------------------------------------------------------------------- doing it
async def reform(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """Take up a formation and a facing of the owner's choice.

    formation.change, formation.reform-anchor, movement.either-or
    """
    one = battle.units[unit]
    options = stances(battle, one)
    chosen = await FormUp(one.side, options, battle=battle, unit=unit)
    return await form(battle, unit, chosen)


async def form(battle: ColdSteelBattle, unit: int, stance: Stance) -> ColdSteelBattle:
    """Take up a stance, with files taken from the present models (formation.change-all)."""
    one = battle.units[unit]
    place = reformed(one, *stance)
    files = files_of(one.arm, stance.formation, one.models)
    return await tell(battle, UnitFormed(unit, stance.formation, files, place.shape, place.pose))
