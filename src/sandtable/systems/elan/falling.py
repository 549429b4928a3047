"""Compulsory moves on the table: falling back, retreat, rout, and the friends they pass through."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do, tell
from sandtable.systems.elan import leading
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Removal
from sandtable.systems.elan.compulsory_dice import Compelled, formation_in_flight, length
from sandtable.systems.elan.elan_tests import ElanTest, Purpose, elan_test
from sandtable.systems.elan.events import Deed, UnitDisordered, UnitFormed, UnitMoved, UnitRetreated
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Facing, Flight, Stance
from sandtable.systems.elan.removing import remove
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.words import begun, name, the


# --------------------------------------------------------------------- the threat
class PickThreat(Choose[int], frozen=True, kw_only=True):
    """Choose from which of the nearest enemies a unit moves away (compulsory.direction)."""

    decision: str = "compulsory.tie"
    rule = "compulsory.direction"
    title = "Which one counts?"
    kind = Kind.ORDER

    unit: int

    def subject(self) -> tuple[object, ...]:
        return self.unit, "enemy"

    def words(self, battle: ElanBattle) -> str:
        return f"Enemies equally near to {the(battle, self.unit)}: which counts as the nearest?"

    def label(self, battle: ElanBattle, option: int) -> str:
        return begun(name(battle, option))

    def face(self, battle: ElanBattle, option: int) -> Face:
        return Face(f"From {self.label(battle, option)}", "counts as the nearest", self.unit, option)


async def threat_to(battle: ElanBattle, unit: int) -> int | None:
    """The nearest enemy unit, which a unit moves away from; None if no enemy is on the table.

    compulsory.direction
    """
    enemies = tuple(enemy.id for enemy in battle.enemies_of(battle.units[unit].side))
    return await nearest_threat(battle, unit, enemies)


async def nearest_threat(battle: ElanBattle, unit: int, among: Sequence[int]) -> int | None:
    """The nearest of these enemies, such as the winners of a melee; in a tie the owner chooses.

    compulsory.direction
    """
    nearest = ground_of(battle).nearest(unit, among)
    if len(nearest) < 2:
        return nearest[0] if nearest else None
    return await PickThreat(battle.units[unit].side, nearest, unit=unit)


# --------------------------------------------------------------------- fall back, retreat, rout
async def fall_back(
    battle: ElanBattle, unit: int, threat: int | None, *, rule: str = "melee.result.fall-back"
) -> ElanBattle:
    """A unit falls back: a compulsory move facing the enemy, and disorder by the rule named.

    compulsory.facing, compulsory.ends-turn, command.activation.unsteady.fall-back, melee.result.fall-back
    """
    battle = await _go(battle, unit, threat, Facing.KEPT)
    if battle.units[unit].pose is None:
        return battle
    battle = await _face_nearest(battle, unit)
    battle = await leading.displace(battle, unit)
    return await tell(battle, UnitDisordered(unit, rule))


async def retreat(battle: ElanBattle, unit: int, threat: int | None) -> ElanBattle:
    """A unit retreats: it moves facing away and is disordered and in retreat until the next Rally phase.

    compulsory.facing, troops.retreat-state, morale.fail-other, melee.result.retreat
    """
    battle = await tell(battle, UnitRetreated(unit))
    battle = await _go(battle, unit, threat, Facing.AWAY)
    return await leading.displace(battle, unit)


async def rout(battle: ElanBattle, unit: int, threat: int | None) -> ElanBattle:
    """A unit routs: it moves facing away and is then removed.

    compulsory.facing, troops.rout-state, rally.fail, morale.fail-spent, melee.result.rout
    """
    battle = await _go(battle, unit, threat, Facing.AWAY)
    if battle.units[unit].pose is None:
        return battle
    battle = await leading.displace(battle, unit)
    return await remove(battle, unit, Removal.ROUTED)


async def flee_from(battle: ElanBattle, unit: int, charger: int) -> ElanBattle:
    """The flight of a retreating unit that is charged: directly away from the charger, in any direction.

    charge.flee
    """
    battle = await _go(battle, unit, charger, Facing.AWAY, homeward=False)
    return await leading.displace(battle, unit)


async def _go(
    battle: ElanBattle, unit: int, threat: int | None, facing: Facing, *, homeward: bool = True
) -> ElanBattle:
    """Make the move: roll the distance of this unit, go in full, through friends, off the table.

    compulsory.one-roll, compulsory.full, compulsory.friends, compulsory.blocked, compulsory.hex,
    geometry.table-edge, leaders.with-unit. Disorder by terrain is not checked: a unit that falls back or
    retreats is disordered anyway, and one that routs is removed.
    """
    battle = await _formed(battle, unit, threat)
    facts = Compelled(scale=battle.scale, mounted=battle.units[unit].is_mounted)
    span = battle.figures.span(await do(length, facts))
    flight = Flight(unit=unit, span=span, threat=threat, facing=facing, homeward=homeward, beaten=True)
    flown = await ground_of(battle).flee(flight)
    if flown.is_cut_off:
        return await remove(battle, unit, Removal.SURRENDERED)
    battle = await tell(battle, UnitMoved(unit, flown.to, Deed.FLED))
    battle = await give_way(battle, unit, flown.passed)
    return await remove(battle, unit, Removal.LEFT) if flown.left else battle


async def _formed(battle: ElanBattle, unit: int, threat: int | None) -> ElanBattle:
    """Change formation first: squares form column, garrisons leave their sector, deployed guns limber.

    compulsory.formation, melee.result.guns, melee.result.garrison
    """
    one = battle.units[unit]
    formation = formation_in_flight(one.arm, one.formation)
    if formation is one.formation:
        return battle
    ground = ground_of(battle)
    leaves = one.formation is Formation.GARRISON
    stance = ground.driven_out(unit, formation, threat) if leaves else ground.stance(unit, formation)
    return await tell(battle, UnitFormed(unit, stance.formation, stance.shape, stance.to, stance.sector))


async def _face_nearest(battle: ElanBattle, unit: int) -> ElanBattle:
    """A unit that fell back turns on its centre to face the nearest enemy, if it has room to.

    compulsory.ends-turn, geometry.no-overlap
    """
    enemy = await threat_to(battle, unit)
    if enemy is None:
        return battle
    ground, one = ground_of(battle), battle.units[unit]
    pose = await ground.face_enemy(unit, enemy)
    if pose == one.pose or not ground.has_room(unit, Stance(one.formation, one.shape, pose)):
        return battle
    return await tell(battle, UnitMoved(unit, pose, Deed.PLACED))


# --------------------------------------------------------------------- friends in the way
async def give_way(battle: ElanBattle, mover: int, passed: Sequence[int]) -> ElanBattle:
    """Formed friends that a compulsory or evade move passes through test; skirmishers cause no test.

    compulsory.friends, movement.interpenetrate-who
    """
    if not battle.units[mover].formation.is_formed:
        return battle
    return await pass_through(battle, passed, None)


async def pass_through(battle: ElanBattle, passed: Sequence[int], mover: int | None) -> ElanBattle:
    """Test the formed friends that are passed through, and also the formed *mover* if one is given.

    movement.action.interpenetrate, movement.interpenetrate-who: unformed units neither take nor cause a test
    """
    formed = tuple(unit for unit in passed if battle.units[unit].formation.is_formed)
    if mover is not None:
        formed = (mover, *formed) if formed and battle.units[mover].formation.is_formed else ()
    for unit in formed:
        battle = await _keep_order(battle, battle.units[unit])
    return battle


async def _keep_order(battle: ElanBattle, unit: ElanUnit) -> ElanBattle:
    """An élan test for interpenetration; a unit that fails is disordered (movement.action.interpenetrate)."""
    leadership = battle.leadership_with(unit.id)
    test = ElanTest(quality=unit.quality, leadership=leadership, purpose=Purpose.INTERPENETRATION)
    if await do(elan_test, test) or unit.disordered:
        return battle
    return await tell(battle, UnitDisordered(unit.id, "movement.action.interpenetrate"))
