"""The facts of a resolution that a roster card of liberty gives.

The rest depends on places: ranges, cover, support, and the command of a General who stands alone.
"""

from __future__ import annotations

from typing import Final

from sandtable.game.kit.roster_cards import Given, Plain, Unsuited, stated, under
from sandtable.systems.liberty.approach import Way
from sandtable.systems.liberty.battle import Order, Regiment
from sandtable.systems.liberty.charge_home import Charger
from sandtable.systems.liberty.charges import Approach, Charged, ChargeTest, Response, objections
from sandtable.systems.liberty.melee_facts import Contact, Fighter, Leading
from sandtable.systems.liberty.morale import MoraleFacts, Nerve
from sandtable.systems.liberty.orders import OrderGiven, Standing, obstacles
from sandtable.systems.liberty.paper.units import Marks, regiment
from sandtable.systems.liberty.profiles import Formation, SpecialRule
from sandtable.systems.liberty.pursuit import BreakthroughFacts
from sandtable.systems.liberty.rally import RallyFacts
from sandtable.systems.liberty.rates import MarchFacts
from sandtable.systems.liberty.shooting import Arm, Fire, Target
from sandtable.systems.liberty.veterans import RecoveryFacts

FAR_OFF: Final = 20
"""The distance in inches of a charge that leaves time for every response."""


def _discipline(unit: Regiment, marks: Marks) -> dict[str, object]:
    """The facts of a unit in ORDER, CHARGE and RALLY tests; an attached General has it in command."""
    return {
        "quality": unit.profile.quality,
        "reliable": unit.has(SpecialRule.RELIABLE),
        "drilled": unit.has(SpecialRule.DRILLED),
        "unreliable": unit.has(SpecialRule.UNRELIABLE),
        **_commanded(marks),
    }


def _commanded(marks: Marks) -> dict[str, object]:
    """An attached General has the unit in command (leaders.attach.command); else its place decides."""
    return {"in_command": True} if marks.general else {}


def _nerve(unit: Regiment, marks: Marks) -> dict[str, Plain]:
    return stated(
        Nerve,
        quality=unit.profile.quality,
        brave=unit.has(SpecialRule.BRAVE),
        reliable=unit.has(SpecialRule.RELIABLE),
        stubborn=unit.has(SpecialRule.STUBBORN),
        unreliable=unit.has(SpecialRule.UNRELIABLE),
        **_commanded(marks),
    )


def _shoots(profile: str, marks: Marks) -> dict[str, Plain]:
    """The facts of a shooter; paper assumes that its whole front rank shoots (shooting.who)."""
    unit = regiment(profile, marks)
    if unit.arm is Arm.LIMBERED:
        raise Unsuited(f"{unit.name} is limbered and cannot shoot; unlimber it first")
    if unit.disorder or unit.routing:
        state = "ROUTING" if unit.routing else "DISORDERED"
        raise Unsuited(f"{unit.name} is {state} and cannot shoot; it must be neither DISORDERED nor ROUTING")
    return stated(
        Fire,
        arm=unit.arm,
        quality=unit.profile.quality,
        state=unit.state,
        bases=len(unit.shape.front_rank),
        weapon=unit.profile.weapon,
        elite=unit.has(SpecialRule.ELITE),
        marksmen=unit.has(SpecialRule.MARKSMEN),
        poorly_trained=unit.has(SpecialRule.POORLY_TRAINED),
    )


def shooter(profile: str, marks: Marks) -> Given:
    """The shooting unit."""
    return under("fire", _shoots(profile, marks))


def target(profile: str, marks: Marks) -> Given:
    """The unit shot at."""
    unit = regiment(profile, marks)
    suffered = stated(Target, wear=unit.wear, hits=unit.hits)
    target = {**suffered, **under("nerve", _nerve(unit, marks))}
    return {"fire.target": str(unit.arm), **under("target", target)}


def tester(profile: str, marks: Marks) -> Given:
    """The unit that takes a MORALE test."""
    unit = regiment(profile, marks)
    return {**under("nerve", _nerve(unit, marks)), **stated(MoraleFacts, state=unit.state)}


def ordered(profile: str, marks: Marks) -> Given:
    """The unit given an order; a ROUTING unit is given RALLY (turn.command.no-order)."""
    unit = regiment(profile, marks)
    if unit.disorder:
        raise Unsuited(f"{unit.name} carries a disorder marker and gets no order (turn.command.no-order)")
    wanted = {"order": Order.RALLY} if unit.routing else {}
    facts: dict[str, object] = {"state": unit.state, "routing": unit.routing, **wanted}
    return stated(OrderGiven, **_discipline(unit, marks), **facts)


def charger(profile: str, marks: Marks) -> Given:
    """The unit that takes a CHARGE test."""
    unit = _that_may_charge(regiment(profile, marks))
    return stated(ChargeTest, **_discipline(unit, marks), state=unit.state)


def _that_may_charge(unit: Regiment) -> Regiment:
    """The unit if it may be given CHARGE; raises Unsuited with the reason if not."""
    standing = Standing(
        arm=unit.arm,
        state=unit.state,
        hits=unit.hits,
        disordered=unit.disorder > 0,
        routing=unit.routing,
        march_column=unit.formation is Formation.MARCH_COLUMN,
    )
    for refusal in obstacles(Order.CHARGE, standing):
        raise Unsuited(f"{unit.name} cannot charge: {refusal}")
    return unit


def _charges_home(profile: str, marks: Marks) -> dict[str, Plain]:
    unit = _that_may_charge(regiment(profile, marks))
    return stated(
        Charger,
        **_discipline(unit, marks),
        wear=unit.wear,
        hits=unit.hits,
        brave=unit.has(SpecialRule.BRAVE),
        stubborn=unit.has(SpecialRule.STUBBORN),
    )


def charger_home(profile: str, marks: Marks) -> Given:
    """The charging unit, also as the target of defensive fire."""
    unit = regiment(profile, marks)
    way = stated(
        Way,
        arm=unit.arm,
        scouts=unit.has(SpecialRule.SCOUTS),
        under_fire=unit.under_fire,
        stalwart=unit.has(SpecialRule.STALWART),
    )
    return {
        **under("charger", _charges_home(profile, marks)),
        **under("way", way),
        "fire.target": str(unit.arm),
    }


def charger_under_fire(profile: str, marks: Marks) -> Given:
    """The unit that charges through defensive fire."""
    unit = regiment(profile, marks)
    return {**under("charger", _charges_home(profile, marks)), "fire.target": str(unit.arm)}


def _is_charged(unit: Regiment, marks: Marks) -> dict[str, object]:
    return {
        **_discipline(unit, marks),
        "arm": unit.arm,
        "state": unit.state,
        "disordered": unit.disorder > 0,
        "routing": unit.routing,
        "has_fired": unit.fired,
    }


def charged(profile: str, marks: Marks) -> Given:
    """The charged unit, with its fire if it can shoot."""
    unit = regiment(profile, marks)
    facts = under("target", stated(Charged, **_is_charged(unit, marks)))
    silent = unit.arm is Arm.LIMBERED or unit.disorder or unit.routing
    return facts if silent else {**facts, **under("fire", _shoots(profile, marks))}


def counter(profile: str, marks: Marks) -> Given:
    """Cavalry that counter-charges from afar (charge.response.counter.detail)."""
    unit = regiment(profile, marks)
    charged = Charged(**_is_charged(unit, marks))  # type: ignore[arg-type] # the fields of a unit charged
    for refusal in objections(Response.COUNTER, charged, (Approach(distance=FAR_OFF),)):
        raise Unsuited(f"{unit.name} cannot counter-charge: {refusal}")
    return stated(ChargeTest, **_discipline(unit, marks), state=unit.state)


def rallier(profile: str, marks: Marks) -> Given:
    """The unit that tries to rally."""
    unit = regiment(profile, marks)
    suffered = {"wear": unit.wear, "hits": unit.hits, "routing": unit.routing}
    return stated(RallyFacts, **_discipline(unit, marks), **suffered)


def recovering(profile: str, marks: Marks) -> Given:
    """The unit that is disordered as its Command phase opens."""
    unit = regiment(profile, marks)
    veterans = unit.has(SpecialRule.VETERANS)
    facts = stated(RecoveryFacts, markers=unit.disorder, veterans=veterans, state=unit.state)
    return {**facts, **under("nerve", _nerve(unit, marks))}


def marching(profile: str, marks: Marks) -> Given:
    """The unit that moves."""
    unit = regiment(profile, marks)
    stalwart = unit.has(SpecialRule.STALWART)
    return stated(MarchFacts, arm=unit.arm, general=False, under_fire=unit.under_fire, stalwart=stalwart)


def _fights(profile: str, marks: Marks) -> dict[str, Plain]:
    unit = regiment(profile, marks)
    fighter = stated(
        Fighter,
        arm=unit.arm,
        bases=unit.bases,
        wear=unit.wear,
        hits=unit.hits,
        charging=unit.charging,
        disordered=unit.disorder > 0,
        general=Leading.ATTACHED if marks.general else Leading.NONE,
        elite=unit.has(SpecialRule.ELITE),
        tough_fighters=unit.has(SpecialRule.TOUGH_FIGHTERS),
        routing=unit.routing,
    )
    return {**fighter, **under("nerve", _nerve(unit, marks))}


def attacker(profile: str, marks: Marks) -> Given:
    """The acting player's unit in a duel, which strikes first."""
    return _in_melee("attacker", profile, marks)


def defender(profile: str, marks: Marks) -> Given:
    """The other unit of a duel."""
    return _in_melee("defender", profile, marks)


def pursuer(profile: str, marks: Marks) -> Given:
    """The unit that may pursue a router."""
    impetuous = regiment(profile, marks).has(SpecialRule.IMPETUOUS)
    return {**_in_melee("pursuer", profile, marks), "impetuous": impetuous}


def router(profile: str, marks: Marks) -> Given:
    """The unit that routs and may be caught."""
    return _in_melee("router", profile, marks)


def _in_melee(name: str, profile: str, marks: Marks) -> dict[str, Plain]:
    """A unit in melee; paper assumes that its whole front rank touches the enemy."""
    touching = stated(Contact, bases=len(regiment(profile, marks).shape.front_rank))
    return {**under(name, _fights(profile, marks)), **under(f"{name}_contact", touching)}


def breaking_through(profile: str, marks: Marks) -> Given:
    """The unit that may break through."""
    unit = regiment(profile, marks)
    return stated(
        BreakthroughFacts,
        arm=unit.arm,
        state=unit.state,
        disordered=unit.disorder > 0,
        impetuous=unit.has(SpecialRule.IMPETUOUS),
        has_broken_through=unit.broke_through,
    )
