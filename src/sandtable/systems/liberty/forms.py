"""Formations on the table: reforming, limbering, mounting and dismounting."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import compress
from typing import Final, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import RandomIndex, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty import generals
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.events import LibertyEvent
from sandtable.systems.liberty.forms_decisions import Limber, LimberToRun, MountOrDismount, Riders, Unlimber
from sandtable.systems.liberty.forms_events import (
    GunsLimbered,
    GunsUnlimbered,
    RidersDismounted,
    RidersMounted,
    in_line,
    other_shape,
)
from sandtable.systems.liberty.movement import GUNS, PROXIMITY
from sandtable.systems.liberty.placing import form
from sandtable.systems.liberty.profiles import Formation, UnitType, legal_formations
from sandtable.systems.liberty.roster import LAYERS, roster
from sandtable.systems.liberty.shooting import Arm
from sandtable.table.movement import (
    FREE,
    Going,
    Keep,
    LegTerms,
    Plan,
    Reform,
    Terms,
    Turn,
    Verdict,
    course_of,
    judge,
)
from sandtable.table.room import Demands, Place, have_room, turns_to_face, with_room
from sandtable.table.space import (
    DEGREE,
    FULL_TURN,
    HALF_TURN,
    INCH,
    Scene,
    Shape,
    centre,
    standing,
    turn_between,
)

STEP = 15 * DEGREE
TRAIL = 45 * DEGREE
"""How far guns may turn when they unlimber (movement.limber.detail)."""
TRAILS = tuple(sorted(range(-TRAIL, TRAIL + 1, STEP), key=lambda turn: (abs(turn), turn)))
EVERY_STEP = tuple(range(0, FULL_TURN, STEP))
ADVANCE = Order.ADVANCE
LIMBERS = (Order.ADVANCE, Order.RETIRE)
"""The orders before which guns may limber."""
LIMBERED = (Formation.LIMBERED_LINE, Formation.LIMBERED_FILE)


class Stance(NamedTuple):
    """A formation and a facing that a unit may take."""

    formation: Formation
    heading: int


# ----------------------------------------------------------------- reforming
async def reform(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """A successful REFORM: any formation open to the unit and any facing, about its centre.

    orders.reform, formation.reform.place
    """
    return await _reformed(battle, unit, ReformUnit)


async def free_reform(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """The reform of a unit that has stopped routing (orders.rally.ok.routing)."""
    return await _reformed(battle, unit, FreeReform)


async def _reformed(
    battle: LibertyBattle, unit: Regiment, decision: type[ReformUnit | FreeReform]
) -> LibertyBattle:
    if len(stances(battle, unit)) == 1:
        return battle
    verdict = await form_up(battle, unit, decision)
    if verdict.end == unit.pose and verdict.shape == unit.shape:
        return battle  # it stays as it stands now
    forms = _open_forms(unit)
    formation = forms.formations[forms.shapes.index(verdict.shape)]
    return await form(battle, unit.id, formation, verdict.shape, verdict.end)


class FormUp(PlanMove, frozen=True):
    """Choose a formation and a facing about the centre of a unit: any facing with room.

    orders.reform, formation.reform.place
    """

    form = "FormUp"
    name = "Reform"

    def parties(self) -> tuple[int, ...]:
        return (self.body.id,)

    def heading(self, battle: LibertyBattle) -> str:
        """Its name alone: a reform has no length."""
        del battle
        return self.name

    @property
    def stances(self) -> tuple[Stance, ...]:
        """The stances that agents consider, the present one first."""
        assert isinstance(self.body, Regiment)
        return _kept_stances(self.scene, self.body)

    def plan_to(self, stance: Stance) -> Plan:
        """The plan that brings the unit into a stance: empty, a turn, or a reform with a turn."""
        unit = self.body
        assert isinstance(unit, Regiment)
        turn = turn_between(standing(unit).heading, stance.heading)
        if stance.formation is unit.formation:
            return (Turn(turn),) if turn else ()
        return (Reform(shape_in(unit, stance.formation), turn=turn),)

    def judge(self, answer: object) -> Verdict | Refusal:
        """A plan is legal if there is room; a listed stance always is, as measurements may round
        differently.
        """
        settled = super().judge(answer)
        if isinstance(settled, Refusal) and answer in self.sensible():
            verdict = judge(course_of(self.body, self.terms, self.scene), cast(Plan, answer))
            return replace(verdict, obstacles=())
        return settled

    def sensible(self) -> tuple[object, ...]:
        """The plans into the stances that agents consider."""
        return tuple([self.plan_to(stance) for stance in self.stances])

    def has_any(self) -> bool:
        """A unit may always stay as it stands."""
        return True

    def any_answer(self, draw: RandomIndex) -> object:
        stances = self.stances
        return self.plan_to(stances[draw(len(stances))])


class ReformUnit(FormUp, frozen=True, kw_only=True):
    """Choose how a unit reforms by its order (formation.reform.place)."""

    decision: str = "reform-choice"
    rule = "formation.reform.place"

    def words(self, battle: LibertyBattle) -> str:
        return f"How does {battle.units[self.body.id].name} reform about its centre?"


class FreeReform(FormUp, frozen=True, kw_only=True):
    """Choose how a unit reforms that has stopped routing (orders.rally.ok.routing)."""

    decision: str = "free-reform"
    rule = "orders.rally.ok.routing"

    def words(self, battle: LibertyBattle) -> str:
        return f"{battle.units[self.body.id].name} has rallied: how does it reform?"


def form_up(battle: LibertyBattle, unit: Regiment, decision: type[ReformUnit | FreeReform]) -> FormUp:
    """The decision how a unit reforms (formation.reform.place, movement.proximity.detail)."""
    terms = _form_terms(_open_forms(unit).shapes, battle.numbers_on_table(1 - unit.side))
    toward = tuple([centre(standing(foe), foe.shape) for foe in battle.on_table(1 - unit.side)])
    return decision(unit.side, unit, terms, scene_of(battle), toward)


@lru_cache(maxsize=256)
def _form_terms(shapes: tuple[Shape, ...], enemies: tuple[int, ...]) -> Terms:
    """One change of formation and one turn, both about the centre and free (formation.reform.place)."""
    rule = "formation.reform.place"
    turn = LegTerms("turn", FREE, most=HALF_TURN, times=1, rule=rule, words="facing")
    change = LegTerms(
        "reform", FREE, most=HALF_TURN, times=1, shapes=shapes, about="centre", rule=rule, words="formation"
    )
    return Terms(
        allowance=0,
        legs=(turn, change) if len(shapes) > 1 else (turn,),
        goings=tuple([Going(kind, entry="barred", rule=rule) for kind in _demands().barred]),
        keeps=(Keep(enemies, PROXIMITY, rule="movement.proximity.detail"),) if enemies else (),
        rule=rule,
        words="Reform",
        overlap_rule=rule,
        edge_rule=rule,
    )


def stances(battle: LibertyBattle, unit: Regiment) -> tuple[Stance, ...]:
    """The formations and facings that a unit may reform to, the present one first (formation.reform.place).

    Agents consider facings every 15 degrees, towards each enemy in range, and the present one.
    """
    return _kept_stances(scene_of(battle), unit)


def _kept_stances(scene: Scene, unit: Regiment) -> tuple[Stance, ...]:
    """The stances of a unit in a scene; the last ones are kept."""
    global _last
    last = _last
    if last is not None and last[0] is scene and last[1] == unit.id and last[2] is unit.formation:
        return last[3]
    found = _stances(scene, unit)
    _last = scene, unit.id, unit.formation, found
    return found


_last: tuple[Scene, int, Formation, tuple[Stance, ...]] | None = None
"""The last stances, valid for one scene, unit and formation; limbering in line changes only the formation."""


def _stances(scene: Scene, unit: Regiment) -> tuple[Stance, ...]:
    assert unit.pose is not None
    forms, sight = _open_forms(unit), float(unit.profile.long_max * INCH)
    facings, free = turns_to_face(unit, forms.shapes, EVERY_STEP, scene, _demands(), sight)
    found, first = [_stances_in(unit.formation)[unit.pose.heading]], 0
    for formation in forms.formations:
        stances = _stances_in(formation)
        if formation is unit.formation:
            free[first] = False  # the present stance is already first
        for heading in facings:
            if free[first]:
                found.append(stances[heading])
            first += 1
        last = first + len(EVERY_STEP)
        found += compress(stances.every_step, free[first:last])
        first = last
    return tuple(found)


class _Stances(dict[int, Stance]):
    """The stances in a formation by heading, made on demand."""

    def __init__(self, formation: Formation) -> None:
        self._formation = formation
        self.every_step = tuple([self[heading] for heading in EVERY_STEP])

    def __missing__(self, heading: int) -> Stance:
        return self.setdefault(heading, Stance(self._formation, heading))


@cache
def _stances_in(formation: Formation) -> _Stances:
    return _Stances(formation)


class _Forms(Struct, frozen=True, gc=False):
    """Formations and the shapes of a unit in them."""

    formations: tuple[Formation, ...]
    shapes: tuple[Shape, ...]


def _open_forms(unit: Regiment) -> _Forms:
    """The formations open to a unit with its shapes in them, kept for each kind of unit."""
    if unit.dismounted:
        return _Forms((unit.formation,), (unit.shape,))
    kind = unit.profile_id, unit.bases, unit.formation
    found = _forms_of.get(kind)
    if found is None:
        formations = open_formations(unit)
        shapes = tuple([shape_in(unit, one) for one in formations])
        found = _forms_of[kind] = _Forms(formations, shapes)
    return found


_forms_of: Final[dict[tuple[str, int, Formation], _Forms]] = {}


def open_formations(unit: Regiment) -> tuple[Formation, ...]:
    """The formations that a REFORM may give a unit as it is now.

    formation.legal, formation.skirmish; a REFORM neither limbers nor unlimbers guns (formation.artillery).
    """
    if unit.dismounted or unit.arm is Arm.UNLIMBERED:
        return (unit.formation,)
    if unit.arm is Arm.LIMBERED:
        return LIMBERED if unit.bases > 1 else (unit.formation,)
    return legal_formations(unit.profile.type, unit.bases)


def shape_in(unit: Regiment, formation: Formation) -> Shape:
    """The shape of a unit in a formation; on foot only the line exists (formation.skirmish)."""
    return unit.shape if unit.dismounted else unit.profile.shape(unit.bases, formation)


# ----------------------------------------------------------------- room
def _with_room(battle: LibertyBattle, unit: Regiment, places: Sequence[Place]) -> list[bool]:
    """Which places of guns are free: no overlap, not impassable, 4 in from enemies or no nearer than now.

    formation.reform.place, movement.proximity.detail
    """
    return have_room(unit, places, scene_of(battle), _demands())


@cache
def _demands() -> Demands:
    """The same needs of a place for a reform (formation.reform.place)."""
    return Demands(roster().impassable, LAYERS, float(PROXIMITY))


# ----------------------------------------------------------------- before and after a move
async def before_move(battle: LibertyBattle, unit: Regiment, order: Order) -> LibertyBattle:
    """Limbering before an ADVANCE or RETIRE, mounting or dismounting before an ADVANCE.

    movement.limber, movement.mount
    """
    if unit.arm in GUNS:
        limbers = order in LIMBERS and unit.arm is Arm.UNLIMBERED
        return await _limber(battle, unit, Limber) if limbers else battle
    return await _mount_or_dismount(battle, unit) if order is ADVANCE else battle


async def after_move(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """Unlimbering, mounting or dismounting where an ADVANCE ended, if the unit has not changed this turn.

    movement.unlimber, movement.mount
    """
    unit = battle.units[unit.id]
    if unit.arm is Arm.LIMBERED:
        return await _unlimber(battle, unit)
    return await _mount_or_dismount(battle, unit)


async def limber_to_go(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """Limbering before a rout move or a RETIRE result, if the owner wishes (rout.limber)."""
    return await _limber(battle, unit, LimberToRun) if unit.arm is Arm.UNLIMBERED else battle


def may_shoot_after(battle: LibertyBattle, unit: Regiment) -> bool:
    """May a unit whose order allows it shoot this turn? Not guns that are limbered or just unlimbered.

    movement.unlimber.no-shoot, shooting.who.orders
    """
    unit = battle.units[unit.id]
    arm = unit.arm
    return arm not in GUNS or (arm is Arm.UNLIMBERED and not unit.changed)


async def changed(battle: LibertyBattle, unit: int, event: LibertyEvent) -> LibertyBattle:
    """A unit in its other form; Generals in its way are displaced (leaders.displaced)."""
    start = battle.units[unit]
    battle = await tell(battle, event)
    near = generals.in_the_way(battle, start, unit)
    return await generals.give_way(battle, start, unit, near) if near else battle


# ----------------------------------------------------------------- guns
async def _limber(battle: LibertyBattle, unit: Regiment, decision: type[Limber]) -> LibertyBattle:
    """Limber in line or in file, if the owner wishes, once a turn (movement.limber.detail)."""
    ways = limberings(battle, unit)
    if not ways:
        return battle
    chosen = await decision(unit.side, (*ways, None), unit=unit.id)
    return battle if chosen is None else await changed(battle, unit.id, GunsLimbered(unit.id, chosen))


def limberings(battle: LibertyBattle, unit: Regiment) -> tuple[Formation, ...]:
    """The formations in which unlimbered guns may limber where they stand (formation.artillery)."""
    if unit.changed:
        return ()
    assert unit.pose is not None
    ways = LIMBERED if unit.bases > 1 else LIMBERED[:1]
    places = [Place(unit.pose, unit.profile.shape(unit.bases, way)) for way in ways]
    if all(place.shape == unit.shape for place in places):
        return ways
    free = _with_room(battle, unit, places)
    found = zip(ways, places, free, strict=True)
    return tuple([way for way, place, fits in found if fits or place.shape == unit.shape])


async def _unlimber(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """Unlimber on a heading within 45 degrees, or not at all; this ends the move (movement.limber.detail)."""
    headings = trails(battle, unit)
    if not headings:
        return battle
    chosen = await Unlimber(unit.side, (*headings, None), unit=unit.id)
    return battle if chosen is None else await changed(battle, unit.id, GunsUnlimbered(unit.id, chosen))


def trails(battle: LibertyBattle, unit: Regiment) -> tuple[int, ...]:
    """The headings on which limbered guns may unlimber where they stand, straight ahead first."""
    if unit.changed:
        return ()
    assert unit.pose is not None
    shape = unit.profile.shape(unit.bases, Formation.UNLIMBERED_LINE)
    places = [Place(unit.pose.turned(turn), shape) for turn in TRAILS]
    free = _with_room(battle, unit, places)
    return tuple([place.pose.heading for place in compress(places, free)])


# ----------------------------------------------------------------- riders
async def _mount_or_dismount(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """Dismount or mount, if the owner wishes, once a turn (movement.mount.rate)."""
    if not can_change_horses(battle, unit):
        return battle
    change = Riders.MOUNT if unit.dismounted else Riders.DISMOUNT
    chosen = await MountOrDismount(unit.side, (Riders.STAY, change), unit=unit.id)
    match chosen:
        case Riders.MOUNT:
            return await changed(battle, unit.id, RidersMounted(unit.id))
        case Riders.DISMOUNT:
            return await changed(battle, unit.id, RidersDismounted(unit.id))
        case _:
            return battle


def can_change_horses(battle: LibertyBattle, unit: Regiment) -> bool:
    """May cavalry mount or dismount here? It must be designated, unchanged this turn, and have room.

    movement.mount.rate: the new bases overlap nothing and are at least 4 in from every enemy.
    """
    if unit.profile.type is not UnitType.CAVALRY or unit.changed or not unit.is_designated:
        return False
    after = in_line(unit, other_shape(unit))
    assert after.pose is not None
    enemies = dict.fromkeys(battle.numbers_on_table(1 - unit.side), float(PROXIMITY))
    clear, place = Demands(_demands().barred, LAYERS, enemies), Place(after.pose, after.shape)
    return bool(with_room(unit, (place,), scene_of(battle), clear))
