"""What an outcome does to the marks of a unit; its moves are given in words only.

Each outcome uses the same events as on the table. The fate of a commander inside another resolution is not
part of its outcome: resolve it separately.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec import structs

from sandtable.systems.elan.battle import Removal
from sandtable.systems.elan.charges import (
    ChargeEnd,
    ChargeFacts,
    ChargeResult,
    CounterchargeFacts,
    EvadeFacts,
    Evasion,
    Meeting,
)
from sandtable.systems.elan.compulsory_dice import formation_in_flight
from sandtable.systems.elan.elan_tests import ElanTest, Purpose
from sandtable.systems.elan.events import (
    ElanEvent,
    UnitDisordered,
    UnitHalted,
    UnitHit,
    UnitRallied,
    UnitRemoved,
    UnitRetreated,
)
from sandtable.systems.elan.leader_casualties import Bereft, Exposed, LeaderEnd, Whereabouts
from sandtable.systems.elan.melee_facts import Duel, Fighter
from sandtable.systems.elan.melee_results import Fate, Fought, Round, is_destroyed
from sandtable.systems.elan.morale import Morale, MoraleFacts
from sandtable.systems.elan.paper.units import UNIT, Marks, after, attached
from sandtable.systems.elan.shooting import Aftermath, VolleyFacts
from sandtable.systems.elan.troops import Arm, Formation

ROUTED: Final = UnitRemoved(UNIT, Removal.ROUTED)
DESTROYED: Final = UnitRemoved(UNIT, Removal.DESTROYED)


def _disordered(rule: str) -> UnitDisordered:
    return UnitDisordered(UNIT, rule)


def _hit(marks: Marks, hits: int, *, by_fire: bool) -> tuple[ElanEvent, ...]:
    """Points lost; a unit with nothing left is removed (troops.destroyed)."""
    if not hits:
        return ()
    gone = marks.lost + hits >= marks.strength
    struck = UnitHit(UNIT, hits, by_fire)
    return (struck, DESTROYED) if gone else (struck,)


# --------------------------------------------------------------------- fire and tests
def fired(facts: VolleyFacts, outcome: Aftermath, marks: Marks) -> Marks:
    """Guns that fired lose points by fatigue (shooting.fatigue)."""
    del facts
    return after(marks, *_hit(marks, outcome.fatigue, by_fire=False))


def fired_at(facts: VolleyFacts, outcome: Aftermath, marks: Marks) -> Marks:
    """A unit after fire and its morale test (shooting.hits, morale.trigger)."""
    struck = after(marks, *_hit(marks, outcome.hits, by_fire=True))
    return struck if struck.removed else _after_test(outcome.result, facts.fire.target.arm, struck)


def _after_test(result: Morale, arm: Arm | None, marks: Marks) -> Marks:
    """The effect of a morale test (morale.pass, morale.fail-other, morale.fail-spent)."""
    match result:
        case Morale.NO_TEST | Morale.STANDS:
            return marks
        case Morale.RETREATS:
            return _in_flight(after(marks, UnitRetreated(UNIT)), arm)
        case Morale.ROUTS:
            return after(marks, ROUTED)
        case Morale.REMOVED:
            return after(marks, DESTROYED)
        case _:
            assert_never(result)


def _in_flight(marks: Marks, arm: Arm | None) -> Marks:
    """Squares and garrisons form column, guns limber.

    Neither facts nor marks give the arm, and a cavalry garrison leaves in another formation than infantry: a
    garrison keeps its mark. Square and guns are the same for all (compulsory.formation).
    """
    gone = structs.replace(marks, in_contact=False)
    if arm is None and marks.formation is Formation.GARRISON:
        return gone
    return structs.replace(gone, formation=formation_in_flight(arm or Arm.INFANTRY, marks.formation))


def tested(facts: MoraleFacts, result: Morale, marks: Marks) -> Marks:
    """A unit after its morale test."""
    del facts
    return _after_test(result, None, marks)


def elan_tested(facts: ElanTest, passed: bool, marks: Marks) -> Marks:  # noqa: FBT001 - the outcome
    """A unit after an élan test of any kind (elan.uses)."""
    match facts.purpose:
        case Purpose.INTERPENETRATION:
            return marks if passed else after(marks, _disordered("movement.action.interpenetrate"))
        case Purpose.CHARGE_HOME:
            return marks if passed else _stopped(marks, "charge.home-fail")
        case Purpose.FORM_SQUARE:
            square = structs.replace(marks, formation=Formation.SQUARE)
            return square if passed else after(marks, _disordered("charge.form-square-fail"))
        case Purpose.MORALE:
            failed = Morale.ROUTS if marks.losses.is_spent else Morale.RETREATS
            return marks if passed else _after_test(failed, None, marks)
        case Purpose.RALLY:
            return after(marks, UnitRallied(UNIT) if passed else ROUTED)
        case _:
            assert_never(facts.purpose)


def _stopped(marks: Marks, rule: str) -> Marks:
    """Disordered and marked Halt (charge.home-fail)."""
    return after(marks, _disordered(rule), UnitHalted(UNIT, rule))


def commander(facts: Exposed | Bereft, end: LeaderEnd, marks: Marks) -> Marks:
    """The commander with a unit: lost, gone from it, or with new leadership; his death disorders it.

    leaders.casualty.results, leaders.casualty.killed
    """
    stays = end.where is Whereabouts.WITH_UNIT
    left = structs.replace(marks, commander=attached(end.leadership) if stays else None)
    shaken = end.disorders_unit and isinstance(facts, Exposed)
    return after(left, _disordered("leaders.casualty.killed")) if shaken else left


# --------------------------------------------------------------------- charges
def charged(facts: ChargeFacts, outcome: ChargeEnd, marks: Marks) -> Marks:
    """The charger: hits of reaction fire, then contact or a halt (charge.home, charge.home-fail)."""
    del facts
    struck = after(marks, *_hit(marks, outcome.hits, by_fire=True))
    match outcome.result:
        case ChargeResult.CONTACT:
            return structs.replace(struck, in_contact=True)
        case ChargeResult.STOPPED:
            return _stopped(struck, "charge.home-fail")
        case ChargeResult.DESTROYED:
            return struck if struck.removed else after(struck, DESTROYED)
        case _:
            assert_never(outcome.result)


def received(facts: ChargeFacts, outcome: ChargeEnd, marks: Marks) -> Marks:
    """The target of a charge: its square, its disorder, and contact (charge.form-square-fail)."""
    del facts
    caught = outcome.target_disordered and not marks.disordered
    left = after(marks, _disordered("charge.form-square-fail")) if caught else marks
    left = structs.replace(left, formation=outcome.formation)
    return structs.replace(left, in_contact=True) if outcome.result is ChargeResult.CONTACT else left


def met(facts: CounterchargeFacts, outcome: Meeting, marks: Marks) -> Marks:
    """A charger that is countercharged (charge.countercharge)."""
    del facts
    if outcome is Meeting.CHARGER_STAYS:
        return _stopped(marks, "charge.countercharge")
    return structs.replace(marks, in_contact=True)


def countercharged(facts: CounterchargeFacts, outcome: Meeting, marks: Marks) -> Marks:
    """The countercharger: in contact unless the charger stays (charge.countercharge)."""
    del facts
    return marks if outcome is Meeting.CHARGER_STAYS else structs.replace(marks, in_contact=True)


def evaded(facts: EvadeFacts, outcome: Evasion, marks: Marks) -> Marks:
    """An evader that is caught is in contact with its charger (charge.evade-pursuit)."""
    del facts
    return structs.replace(marks, in_contact=True) if outcome.caught else marks


# --------------------------------------------------------------------- melee
def struck_attacker(facts: Duel, outcome: Round, marks: Marks) -> Marks:
    """The attacker after one round."""
    return _struck(facts.attacker, outcome.attacker, marks)


def struck_defender(facts: Duel, outcome: Round, marks: Marks) -> Marks:
    """The defender after one round."""
    return _struck(facts.defender, outcome.defender, marks)


def _struck(fighter: Fighter, hits: int, marks: Marks) -> Marks:
    """The hits of a round; the loser's result comes when all rounds are fought (melee.round)."""
    left = after(marks, *_hit(marks, hits, by_fire=False))
    if is_destroyed(fighter, hits) and not left.removed:
        return after(left, DESTROYED)
    return left


def fought_attacker(facts: Duel, outcome: Fought, marks: Marks) -> Marks:
    """The attacker when the melee is over; its hits are not in the outcome, only the result."""
    return _fate(outcome.attacker, facts.attacker.arm, marks)


def fought_defender(facts: Duel, outcome: Fought, marks: Marks) -> Marks:
    """The defender when the melee is over; its hits are not in the outcome, only the result."""
    return _fate(outcome.defender, facts.defender.arm, marks)


def _fate(fate: Fate, arm: Arm, marks: Marks) -> Marks:
    """The result of a beaten unit (melee.result.rout, melee.result.fall-back, melee.result.retreat)."""
    match fate:
        case Fate.WINS:
            return structs.replace(marks, in_contact=False)
        case Fate.ROUTS:
            return after(marks, ROUTED)
        case Fate.DESTROYED:
            return after(marks, DESTROYED)
        case Fate.RETREATS:
            return _in_flight(after(marks, UnitRetreated(UNIT)), arm)
        case Fate.FALLS_BACK:
            return _in_flight(after(marks, _disordered("melee.result.fall-back")), arm)
        case _:
            assert_never(fate)
