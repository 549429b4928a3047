"""The facts of a resolution that a roster card supplies; places and neighbours come from the table."""

from __future__ import annotations

from typing import Final

from sandtable.game.kit.roster_cards import Given, Plain, Unsuited, stated, under
from sandtable.systems.eagle.control import ControlTest
from sandtable.systems.eagle.disorder import FriendsFate, Order
from sandtable.systems.eagle.flight import Chase, DiceMove, Run
from sandtable.systems.eagle.hacking import HackFacts
from sandtable.systems.eagle.leader_risk import AtRisk
from sandtable.systems.eagle.melee_facts import Fighter
from sandtable.systems.eagle.paper.units import Marks, layout_of, listed
from sandtable.systems.eagle.profiles import Profile
from sandtable.systems.eagle.rallying import Redress
from sandtable.systems.eagle.records import Flight
from sandtable.systems.eagle.roster import roster
from sandtable.systems.eagle.shooting import Shooting
from sandtable.systems.eagle.troops import Formation, TroopClass

MOST_SHOOTING: Final = 6
FRONT_OF_WEDGE: Final = 2
"""The ranks that make the point of a wedge (formation.wedge)."""


def _order(marks: Marks) -> dict[str, object]:
    return {"bases": marks.bases, "lines": marks.in_lines, "dp": marks.dp, "shaken": marks.shaken}


def _unbroken(profile: str, marks: Marks) -> Profile:
    """The profile of a unit that does not rout; routers neither fight nor shoot (rout.state)."""
    unit = listed(profile, marks)
    if marks.routing:
        raise Unsuited(f"{unit.name} is routing and does nothing else (rout.state)")
    return unit


# --------------------------------------------------------------------- command and order
def tester(profile: str, marks: Marks) -> Given:
    """The unit that tests its control (control.last-move)."""
    unit = _unbroken(profile, marks)
    return stated(
        ControlTest,
        grade=unit.grade,
        troop_class=unit.troop_class,
        record=marks.record,
        bears_eagle=marks.eagle,
    )


def led(profile: str, marks: Marks) -> Given:
    """A unit that was shot at or fought, and the leader with it (leaders.risk.when)."""
    unit = listed(profile, marks)
    if not marks.leader or not marks.actions:
        raise Unsuited(f"no leader is with {unit.name}; mark him first if there is one (leaders.risk.when)")
    return stated(AtRisk, start=marks.leader, actions=marks.actions, crippled=marks.crippled)


def onlooker(profile: str, marks: Marks) -> Given:
    """The unit that a friend's fate affects; routers are not affected (morale.dp.who)."""
    _unbroken(profile, marks)
    return under("unit", stated(Order, **_order(marks)))


def friend(profile: str, marks: Marks) -> Given:
    """The friend whose fate it is, on the table or just off it (morale.dp.unit-lost)."""
    unit = roster().profile(profile)
    began = max(unit.bases, marks.bases)
    return under("friend", stated(FriendsFate, troop_class=unit.troop_class, legion=unit.legion, began=began))


def redressing(profile: str, marks: Marks) -> Given:
    """The unit that redresses its ranks (rally.redress.conditions)."""
    unit = _unbroken(profile, marks)
    return stated(Redress, **_order(marks), grade=unit.grade)


# --------------------------------------------------------------------- moves
def moving(profile: str, marks: Marks) -> Given:
    """The unit that makes a dice move (movement.within8)."""
    unit = _unbroken(profile, marks)
    return stated(
        DiceMove,
        mounted=unit.troop_class.is_mounted,
        moved_before=marks.rode,
        formed=marks.formed and unit.troop_class.is_formed_kind,
        formation=marks.formation,
    )


def runner(profile: str, marks: Marks) -> Given:
    """The unit that evades, retires, routs or pursues."""
    return _runs(listed(profile, marks), marks)


def _runs(unit: Profile, marks: Marks) -> dict[str, Plain]:
    """An unformed move; a router routs (rout.state)."""
    routs = {"flight": Flight.ROUT} if marks.routing else {}
    return stated(Run, mounted=unit.troop_class.is_mounted, **routs)


def quarry(profile: str, marks: Marks) -> Given:
    """The unit that runs and may be caught."""
    runs = under("chase.quarry", _runs(listed(profile, marks), marks))
    return {**runs, **under("hack", stated(HackFacts, victims=marks.bases))}


def pursuer(profile: str, marks: Marks) -> Given:
    """The unit that pursues (after.pursue.detail)."""
    unit = _unbroken(profile, marks)
    chase = stated(Chase, pursuer_mounted=unit.troop_class.is_mounted)
    return {**under("chase", chase), **under("hack", _hacks(unit, marks))}


def hacker(profile: str, marks: Marks) -> Given:
    """The unit that has caught another (after.free-hack)."""
    return _hacks(_unbroken(profile, marks), marks)


def _hacks(unit: Profile, marks: Marks) -> dict[str, Plain]:
    """Its whole front counts as touching, because paper knows no positions (after.free-hack.detail)."""
    return stated(HackFacts, bases=min(_front(unit, marks), 10), troop_class=unit.troop_class)


def _front(unit: Profile, marks: Marks) -> int:
    return layout_of(unit, marks).ranks[0]


def caught(profile: str, marks: Marks) -> Given:
    """The unit that was caught (after.free-hack)."""
    listed(profile, marks)
    return stated(HackFacts, victims=marks.bases)


# --------------------------------------------------------------------- shooting
def shooter(profile: str, marks: Marks) -> Given:
    """Light troops that shoot with their front, LC with two ranks (shooting.who, shooting.dice)."""
    unit = _unbroken(profile, marks)
    if not unit.troop_class.may_shoot:
        raise Unsuited(f"{unit.name} does not shoot; LI and LC do (shooting.who)")
    ranks = layout_of(unit, marks).ranks
    both = unit.troop_class is TroopClass.LC
    bases = min(sum(ranks[:2] if both else ranks[:1]), MOST_SHOOTING)
    return under("shooting", stated(Shooting, bases=bases, dp=marks.dp))


def target(profile: str, marks: Marks) -> Given:
    """The unit that is shot at."""
    unit = listed(profile, marks)
    return {"shooting.target": str(unit.troop_class), **under("target", stated(Order, **_order(marks)))}


# --------------------------------------------------------------------- combat
def first(profile: str, marks: Marks) -> Given:
    """The first of two units in combat."""
    return under("first", _fighter(_unbroken(profile, marks), marks))


def second(profile: str, marks: Marks) -> Given:
    """The second of two units in combat."""
    return under("second", _fighter(_unbroken(profile, marks), marks))


def _fighter(unit: Profile, marks: Marks) -> dict[str, Plain]:
    ranks = layout_of(unit, marks).ranks
    wedge = marks.formation is Formation.WEDGE
    shape = {"wedge_front": sum(ranks[:FRONT_OF_WEDGE]), "third_rank": len(ranks) > FRONT_OF_WEDGE}
    return stated(
        Fighter,
        **_order(marks),
        troop_class=unit.troop_class,
        grade=unit.grade,
        nation=unit.nation,
        formation=marks.formation,
        formed=marks.formed and unit.troop_class.is_formed_kind,
        role=marks.role,
        round=marks.rounds + 1,
        touching=ranks[0],
        inspired=marks.inspired,
        leader=marks.leader > 0 and not marks.crippled,
        charged_in=marks.has_charged_in,
        **(shape if wedge else {}),
    )
