"""The decisions of a charge: who charges whom and where, and how a charged unit responds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.questions import Choose
from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty import charge_ways
from sandtable.systems.liberty.aim import aim
from sandtable.systems.liberty.approach import potential
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.charge_moves import Onset
from sandtable.systems.liberty.charges import Charged, Response, counter_test
from sandtable.systems.liberty.leader_decisions import Ride, ride_face, ride_label
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.resolutions import COUNTER_CHARGE
from sandtable.systems.liberty.shooting import dice
from sandtable.systems.liberty.sight import MOST_MISSING, hidden_by, looks_at, nearest_enemies
from sandtable.systems.liberty.stakes import charge_stakes, defensive_fire_stake, fight_stakes
from sandtable.systems.liberty.words import FACINGS, name, names
from sandtable.table.space import INCH, Side, as_inches


class Charge(NamedTuple):
    """A CHARGE order that may be given: the charger and its target."""

    unit: int
    target: int


# ------------------------------------------------------------------ who charges whom
class DeclareCharge(Choose[Charge | Ride | None], frozen=True, kw_only=True):
    """Choose a charge, or a General who moves before it, or None to end step e (turn.command.e)."""

    decision: str = "charge-declare"
    rule = "turn.command.e"

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(one.unit for one in self.options if isinstance(one, Charge)))

    def words(self, battle: LibertyBattle) -> str:
        del battle
        return "Order a unit to CHARGE"

    def label(self, battle: LibertyBattle, option: Charge | Ride | None) -> str:
        match option:
            case Charge():
                return _charge_label(battle, option)
            case Ride():
                return ride_label(battle, option)
            case None:
                return "No more charges"

    def face(self, battle: LibertyBattle, option: Charge | Ride | None) -> Face:
        match option:
            case Charge(unit, target):
                ways = _ways(battle, option)
                place = ways[0].end if ways else None
                title = f"Charge {name(battle, target)}"
                return Face(title, _charge_note(battle, option), unit, target, place)
            case Ride():
                return ride_face(option)
            case None:
                return Face(self.label(battle, option))

    def stakes(self, battle: LibertyBattle, option: Charge | Ride | None) -> tuple[Stake, ...]:
        """The charge with the fire it meets, and the melee."""
        return _stakes(battle, option) if isinstance(option, Charge) else ()

    def missing(self, battle: LibertyBattle) -> tuple[Missing, ...]:
        offered = [one for one in self.options if isinstance(one, Charge)]
        return tuple(islice(_missing_charges(battle, offered), MOST_MISSING))


class JoinCharge(Choose[Charge | None], frozen=True, kw_only=True):
    """Choose another unit that charges the same target, or None (charge.multiple.order)."""

    decision: str = "charge-declare"
    rule = "charge.multiple.order"

    target: int

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(option.unit for option in self.options if option is not None)

    def words(self, battle: LibertyBattle) -> str:
        return f"Does another unit join the charge on {name(battle, self.target)}?"

    def label(self, battle: LibertyBattle, option: Charge | None) -> str:
        return "No other unit joins" if option is None else _charge_label(battle, option)

    def face(self, battle: LibertyBattle, option: Charge | None) -> Face:
        """A charge without its place, which depends on the others that share the contact."""
        if option is None:
            return Face(self.label(battle, option))
        title = f"Charge {name(battle, option.target)}"
        return Face(title, _charge_note(battle, option), option.unit, option.target)

    def stakes(self, battle: LibertyBattle, option: Charge | None) -> tuple[Stake, ...]:
        """The charge with the fire it meets, and the melee."""
        return () if option is None else _stakes(battle, option)


def _stakes(battle: LibertyBattle, charge: Charge) -> tuple[Stake, ...]:
    """The stakes of a charge by the first of its ways; none if it has a way only beside others."""
    title = f"Charge on {name(battle, charge.target)}"
    return next((charge_stakes(battle, way, title) for way in _ways(battle, charge)), ())


def _ways(battle: LibertyBattle, charge: Charge) -> tuple[charge_ways.ChargeWay, ...]:
    return charge_ways.ways_to(battle, battle.units[charge.unit], battle.units[charge.target])


def _charge_label(battle: LibertyBattle, charge: Charge) -> str:
    unit, target = name(battle, charge.unit), name(battle, charge.target)
    return f"{unit} charges {target}: {_charge_note(battle, charge)}"


def _charge_note(battle: LibertyBattle, charge: Charge) -> str:
    """The sides of the target that may be charged, and the distance."""
    scene = scene_of(battle)
    sides = charge_ways.sides(scene, charge.unit, charge.target)
    inches = charge_ways.measured(scene, charge.unit, charge.target, sides[0]).distance
    return f"{' or '.join(FACINGS[side] for side in sides)}, {inches:.1f} in"


# ------------------------------------------------------------------ why a charge is not offered
def _missing_charges(battle: LibertyBattle, offered: list[Charge]) -> Iterator[Missing]:
    """Why units do not charge enemies near them (charge.may.range, charge.may.path, charge.may.extra)."""
    for unit in battle.on_table(battle.active):
        barred = charge_ways.bars(battle, unit)
        if barred:
            yield Missing("Charge", unit.id, barred[0].words, barred[0].rule)
            continue
        reach = _reach(battle, unit)
        for enemy in nearest_enemies(battle, unit, reach * INCH):
            if Charge(unit.id, enemy.id) not in offered:
                yield _no_charge(battle, unit, enemy, reach)


def _reach(battle: LibertyBattle, unit: Regiment) -> float:
    """How far a unit could charge over open ground, in inches (charge.range.potential)."""
    for enemy in battle.on_table(1 - unit.side)[:1]:
        way = charge_ways.measured(scene_of(battle), unit.id, enemy.id, "front")
        return potential(charge_ways.move_facts(battle, way, under_fire=unit.under_fire)).total
    return 0


def _no_charge(battle: LibertyBattle, unit: Regiment, enemy: Regiment, reach: float) -> Missing:
    """Why a unit that may charge does not charge an enemy."""
    scene = scene_of(battle)
    side = charge_ways.sides(scene, unit.id, enemy.id)[0]
    far = as_inches(charge_ways.charge_line(scene, unit.id, enemy.id, side).distance)
    title = f"Charge {enemy.name}"
    seen = looks_at(battle, unit, (enemy.id,))[0]
    if not seen.sees:
        words, rule = hidden_by(battle, unit, enemy)
        return Missing(title, unit.id, words, rule if rule != "weapons.ranges" else "charge.may.extra")
    if far > reach:
        words = f"it is {far:.1f} in away; the charge can go {reach:g} in at most"
        return Missing(title, unit.id, words, "charge.range.potential")
    way = charge_ways.survey(scene, unit.id, enemy.id, side)
    if way is None:
        words = "the way is blocked, or there is no room to make contact"
        return Missing(title, unit.id, words, "charge.path.corridor")
    words = f"the ground on the way makes the charge shorter than {far:.1f} in"
    return Missing(title, unit.id, words, "charge.may.range")


# ------------------------------------------------------------------ where it strikes
class PickFacing(Choose[Side], frozen=True, kw_only=True):
    """Choose the side of the target that is charged, where two are open (charge.facing.count)."""

    decision: str = "charge-facing-tie"
    rule = "charge.facing.count"
    title = "Which face is charged?"

    unit: int
    target: int

    def parties(self) -> tuple[int, ...]:
        return self.unit, self.target

    def words(self, battle: LibertyBattle) -> str:
        return f"Where does {name(battle, self.unit)} strike {name(battle, self.target)}?"

    def label(self, battle: LibertyBattle, option: Side) -> str:
        del battle
        return f"The {FACINGS[option]}"

    def face(self, battle: LibertyBattle, option: Side) -> Face:
        way = self._way(battle, option)
        title, place = FACINGS[option].capitalize(), None if way is None else way.end
        return Face(title, name(battle, self.target), self.unit, self.target, place)

    def stakes(self, battle: LibertyBattle, option: Side) -> tuple[Stake, ...]:
        """The melee on that side."""
        way = self._way(battle, option)
        title = f"The fight on the {FACINGS[option]}"
        return () if way is None else fight_stakes(battle, way, title)

    def _way(self, battle: LibertyBattle, side: Side) -> charge_ways.ChargeWay | None:
        return charge_ways.survey(scene_of(battle), self.unit, self.target, side)


# ------------------------------------------------------------------ the response
TITLES: Final = {
    Response.HOLD: "Hold",
    Response.FIRE: "Defensive fire",
    Response.RETIRE: "Retire",
    Response.COUNTER: "Counter-charge",
}


class AnswerCharge(Choose[Response], frozen=True, kw_only=True):
    """Choose the response of a charged unit to all its chargers (charge.response.options).

    ``facts`` are those of the charged unit.
    """

    decision: str = "charge-response"
    rule = "charge.response.options"
    title = "How does it respond?"

    unit: int
    onsets: tuple[Onset, ...]
    facts: Charged

    @property
    def chargers(self) -> tuple[int, ...]:
        """The units that charge it."""
        return tuple(onset.way.unit for onset in self.onsets)

    def subject(self) -> tuple[object, ...]:
        """The charged unit and its chargers."""
        return self.unit, *self.chargers

    def parties(self) -> tuple[int, ...]:
        return self.unit, *self.chargers

    def words(self, battle: LibertyBattle) -> str:
        return f"{name(battle, self.unit)} is charged by {names(battle, self.chargers)}: how does it respond?"

    def label(self, battle: LibertyBattle, option: Response) -> str:
        match option:
            case Response.HOLD:
                return "Hold"
            case Response.RETIRE:
                return f"Retire {self._note(battle, option)}"
            case Response.FIRE | Response.COUNTER:
                return f"{TITLES[option]}: {self._note(battle, option)}"

    def face(self, battle: LibertyBattle, option: Response) -> Face:
        shot_at = option is Response.FIRE and len(self.chargers) == 1
        target = self.chargers[0] if shot_at else None
        return Face(TITLES[option], self._note(battle, option), self.unit, target)

    def _note(self, battle: LibertyBattle, option: Response) -> str:
        """What a response means, in a few words."""
        unit = battle.units[self.unit]
        match option:
            case Response.HOLD:
                return "receive the charge standing"
            case Response.FIRE:
                volleys = (aim(battle, unit, battle.units[charger]) for charger in self.chargers)
                most = max(dice(volley).whole for volley in volleys if volley is not None)
                return f"up to {most} dice before the enemy moves"
            case Response.RETIRE:
                return f"{rates(unit.arm).advance} in before the enemy moves"
            case Response.COUNTER:
                return "a CHARGE test, then both meet halfway"

    def stakes(self, battle: LibertyBattle, option: Response) -> tuple[Stake, ...]:
        """The fire, the melee or the CHARGE test of a unit with one charger."""
        if len(self.onsets) > 1:
            return ()
        (onset,), unit = self.onsets, battle.units[self.unit]
        fight = fight_stakes(battle, onset.way, f"{name(battle, onset.way.unit)} charges: the fight")
        match option:
            case Response.HOLD:
                return fight
            case Response.FIRE:
                fire = defensive_fire_stake(battle, onset.way, onset.grade, f"{unit.name} fires")
                return fire, *fight
            case Response.RETIRE:
                return ()
            case Response.COUNTER:
                facts = counter_test(self.facts)
                return (Stake(unit.id, onset.way.unit, "Counter-charge", COUNTER_CHARGE, facts),)


class MeetCharger(Choose[int], frozen=True, kw_only=True):
    """Choose the charger that a counter-charge meets (charge.response.several)."""

    decision: str = "counter-charge-target"
    rule = "charge.response.several"
    title = "Which charger does it meet?"

    unit: int

    def words(self, battle: LibertyBattle) -> str:
        return f"Which charger does {name(battle, self.unit)} meet?"

    def label(self, battle: LibertyBattle, option: int) -> str:
        return f"Meet {name(battle, option)}"

    def face(self, battle: LibertyBattle, option: int) -> Face:
        """A charger, and where the unit meets it."""
        unit, charger = battle.units[self.unit], battle.units[option]
        way = next(iter(charge_ways.ways_to(battle, charger, unit, determined=True)), None)
        met = None if way is None else charge_ways.encounter(scene_of(battle), way)
        place = None if met is None else met.counter
        return Face(self.label(battle, option), "halfway", unit.id, option, place)
