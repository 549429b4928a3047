"""Changes of formation, facing about on the spot, and re-forming (formation.change, movement.re-form)."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress

from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.game.battle.battle import scene_of
from sandtable.systems.eagle import losses
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import points_of, reach_of
from sandtable.systems.eagle.events import UnitMoved
from sandtable.systems.eagle.formation_decisions import (
    ChangeFormation,
    FaceEvader,
    FaceReformed,
    FaceUnit,
    ManoeuvreOnTheSpot,
    OnTheSpot,
    ReformIn,
    shape_in,
)
from sandtable.systems.eagle.ground import goings_of
from sandtable.systems.eagle.movement import places_to_go
from sandtable.systems.eagle.movement_events import UnitReformed
from sandtable.systems.eagle.moving import about_faced
from sandtable.systems.eagle.nearness import SLACK, enemies_within
from sandtable.systems.eagle.passage import settle_debts
from sandtable.systems.eagle.records import Cause, Record
from sandtable.systems.eagle.room import have_space
from sandtable.systems.eagle.shapes import Layout, Ranks, layouts_of, shape_of
from sandtable.systems.eagle.troops import Formation, TroopClass
from sandtable.table.movement import FREE, AboutFace, Keep, LegTerms, Terms, leg_end
from sandtable.table.room import about_centre
from sandtable.table.space import HALF_TURN, Shape, standing


# --------------------------------------------------------------------- which formations
def _changes_of(unit: EagleUnit) -> tuple[tuple[Layout, ...], tuple[Shape, ...]]:
    """The formations that a unit may take up, except its own (formation.change, formation.kinds)."""
    profile = unit.profile
    return _changes(
        profile.troop_class, unit.formation, unit.ranks, legion=profile.legion, shaken=unit.shaken
    )


@lru_cache(maxsize=1024)
def _changes(
    troop_class: TroopClass, formation: Formation, ranks: Ranks, *, legion: bool, shaken: bool
) -> tuple[tuple[Layout, ...], tuple[Shape, ...]]:
    """The formations open to units of a kind, and their shapes; cached, because many units share them.

    A shaken unit takes up no more lines than it has (morale.threshold.change).
    """
    own = Layout(formation, ranks)
    found = [one for one in layouts_of(troop_class, own.bases, legion=legion) if one != own]
    if shaken:
        found = [one for one in found if one.lines <= own.lines]
    return tuple(found), tuple([shape_of(troop_class, *layout) for layout in found])


def changes_open(battle: EagleBattle, unit: EagleUnit) -> tuple[Layout, ...]:
    """The formations that a unit has room to change into about its front centre (formation.space)."""
    layouts, shapes = _changes_of(unit)
    if not layouts:
        return ()
    pose = standing(unit)
    return tuple(compress(layouts, have_space(battle, unit, [(pose, shape) for shape in shapes])))


# --------------------------------------------------------------------- changing
async def change(battle: EagleBattle, unit: int, layout: Layout) -> EagleBattle:
    """A unit changes its formation about its front centre; near the enemy that costs a point.

    formation.change, movement.change-formation, morale.threshold.change; LI, LC and CH change ranks freely
    """
    before = battle.units[unit]
    free = not before.troop_class.is_formed_kind
    battle = battle if free else await settle_debts(battle, unit)
    there = UnitMoved(
        unit,
        standing(before),
        before.record or Record.STAND,
        layout.formation,
        layout.ranks,
        shape_in(before, layout),
        stationary=free,
    )
    battle = await losses.lines_changed(await tell(battle, there), unit)
    rule = "movement.change-formation"
    if not free and enemies_within(battle, before, reach_of(rule)):
        battle = await losses.disorder(battle, unit, points_of(rule), Cause.MANOEUVRE, rule)
    return battle


async def choose_change(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit changes into a formation that its owner chooses, if it has room for any (decision.move-path)."""
    open_to_it = changes_open(battle, battle.units[unit])
    if not open_to_it:
        return battle
    chosen = await ChangeFormation(battle.units[unit].side, open_to_it, unit=unit)
    return await change(battle, unit, chosen)


async def on_the_spot(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit makes one or two half-move manoeuvres on the spot, without dice (movement.half-move)."""
    for _ in range(2):
        one = battle.units[unit]
        options = (*spots_open(battle, one), OnTheSpot.DONE)
        if len(options) == 1:
            return battle
        said = await ManoeuvreOnTheSpot(one.side, options, unit=unit)
        if isinstance(said, Layout):
            battle = await change(battle, unit, said)
        elif said is OnTheSpot.ABOUT_FACE:
            battle = await face_about(battle, unit)
        else:
            return battle
    return battle


def spots_open(battle: EagleBattle, unit: EagleUnit) -> tuple[Layout | OnTheSpot, ...]:
    """All half-moves on the spot that a unit has room for: other formations, and facing about if formed.

    movement.half-move, movement.about-face, formation.space
    """
    layouts, shapes = _changes_of(unit)
    pose, found = standing(unit), list[Layout | OnTheSpot](layouts)
    places = [(pose, shape) for shape in shapes]
    if unit.formed:
        found.append(OnTheSpot.ABOUT_FACE)
        places.append((leg_end(AboutFace(), pose, unit.shape), unit.shape))
    return tuple(compress(found, have_space(battle, unit, places))) if places else ()


async def face_about(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit faces about on the spot; the rectangle around it stays where it is.

    movement.about-face, formation.space: the fullest rank stands at the new front
    """
    one = battle.units[unit]
    battle = await settle_debts(battle, unit)
    there = leg_end(AboutFace(), standing(one), one.shape)
    record = one.record or Record.STAND
    battle = await tell(battle, UnitMoved(unit, there, record, one.formation, one.ranks, one.shape))
    return await about_faced(battle, unit, 1)


# --------------------------------------------------------------------- re-forming
def can_reform(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Is it an unformed unit of a kind that can be formed, with room to re-form?

    movement.re-form, formation.unformed
    """
    return unit.troop_class.is_formed_kind and not unit.formed and bool(reforms_open(battle, unit))


def reforms_open(battle: EagleBattle, unit: EagleUnit) -> tuple[Layout, ...]:
    """The formations in which a unit has room to re-form about its centre, with its facing.

    formation.unformed, formation.space
    """
    heading, profile = standing(unit).heading, unit.profile
    layouts = [
        layout
        for layout in layouts_of(profile.troop_class, unit.bases, legion=profile.legion)
        if not unit.shaken or layout.lines <= unit.lines
    ]
    shapes = [shape_of(profile.troop_class, *layout) for layout in layouts]
    places = [(about_centre(unit, shape, heading), shape) for shape in shapes]
    return tuple(compress(layouts, have_space(battle, unit, places))) if places else ()


async def reform(battle: EagleBattle, unit: int) -> EagleBattle:
    """An unformed unit re-forms about its centre, in a formation and facing that its owner chooses.

    movement.re-form, formation.unformed, decision.re-form: the formation first, then the facing
    """
    one = battle.units[unit]
    layout = await ReformIn(one.side, reforms_open(battle, one), unit=unit)
    shape = shape_in(one, layout)
    verdict = await facing_of(battle, one, shape)
    settled = await settle_debts(battle, unit)
    there = UnitReformed(unit, verdict.end, layout.formation, layout.ranks, shape)
    return await losses.lines_changed(await tell(settled, there), unit)


def facing_of(battle: EagleBattle, unit: EagleUnit, shape: Shape) -> FaceUnit:
    """The question of how a re-forming unit faces: a turn on its centre in its new shape."""
    about = about_centre(unit, shape, standing(unit).heading)
    return turning(battle, replace(unit, pose=about, shape=shape), FaceReformed, "formation.space")


def turning(
    battle: EagleBattle, unit: EagleUnit, decision: type[FaceReformed | FaceEvader], rule: str
) -> FaceUnit:
    """The question of which way a unit faces: one turn on its centre, or none (formation.space)."""
    enemies = battle.numbers_unbroken(1 - unit.side)
    terms = Terms(
        allowance=0,
        legs=(LegTerms("turn", FREE, most=HALF_TURN, alone=True, rule=rule, words="facing"),),
        goings=goings_of(battle, unit),
        keeps=(Keep(enemies, reach_of("movement.stop.detail"), rule="formation.space"),) if enemies else (),
        rule=rule,
        overlap_rule="formation.space",
        edge_rule="formation.space",
        slack=SLACK,
    )
    toward = places_to_go(battle, unit)
    return decision(unit.side, unit, terms, scene_of(battle), toward)
