"""Each option as it is offered on the table: a short title, the actor, its target, its place afterwards.

There is a function for every decision, in the order of the turn; ``FACES`` finds it by the decision's id.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.game.ask.faces import Face, Ghost
from sandtable.game.ask.questions import Choose, Decision
from sandtable.game.battle.battle import scene_of
from sandtable.game.present.english import counted
from sandtable.systems.liberty import charge_ways, deployment
from sandtable.systems.liberty.actions import CommandPoint
from sandtable.systems.liberty.aim import Aim, aim
from sandtable.systems.liberty.arrivals import INWARDS, Coming, Entry, ways_on
from sandtable.systems.liberty.battle import DueTest, LibertyBattle, Order, Regiment
from sandtable.systems.liberty.charges import Response
from sandtable.systems.liberty.charging import Charge
from sandtable.systems.liberty.following import Follow
from sandtable.systems.liberty.forms import Riders
from sandtable.systems.liberty.forms_events import in_line, size_afoot
from sandtable.systems.liberty.generals import Attachment, Ride
from sandtable.systems.liberty.marching import Claim
from sandtable.systems.liberty.movement import March, allowance
from sandtable.systems.liberty.ordering import Command
from sandtable.systems.liberty.orders import order_row
from sandtable.systems.liberty.painting.parties import about, general_id
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.rallying import ToRally
from sandtable.systems.liberty.rates import general_rates, rates
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.shooting import band, dice
from sandtable.systems.liberty.wording.charges import FACINGS
from sandtable.systems.liberty.wording.points import OFFERS
from sandtable.table.space import DEGREE, Pose, Shape, Side, standing

Question = Choose[Any]
Rallied = ToRally | Ride | int | None
Facer = Callable[[LibertyBattle, Any, Any, str], Face]
"""Makes the face of an option of a decision; the words are its label."""


def face_of(battle: LibertyBattle, question: Decision[Any], option: object, label: str) -> Face:
    """The face of an option."""
    return FACES[question.decision](battle, question, option, label)


def _one(battle: LibertyBattle, question: Question) -> Regiment:
    """The unit that a question is about."""
    (number, *_) = about(battle, question)
    assert isinstance(number, int)
    return battle.units[number]


# --------------------------------------------------------------------- set-up and arrivals
def _deployed(battle: LibertyBattle, question: object, option: deployment.Deployment, label: str) -> Face:
    """A brigade where it would stand, its General with it (deploy.order)."""
    del question
    ghosts = [
        Ghost(spot.unit, spot.pose, deployment.stands(battle.units[spot.unit], spot).shape)
        for spot in option.units
    ]
    side = battle.units[option.units[0].unit].side
    if option.general is not None:
        generals = enumerate(battle.generals)
        leader = next(n for n, one in generals if (one.side, one.brigade) == (side, option.brigade))
        ghosts.append(Ghost(general_id(leader), option.general, roster().general.shape()))
    title, _, note = label.partition(", ")
    return Face(title, note, ghosts=tuple(ghosts))


def _arrival(battle: LibertyBattle, question: Question, option: Coming, label: str) -> Face:
    unit = _one(battle, question)
    title, _, note = label.partition(", ")
    place, shape = _entry(battle, unit, option)
    return Face(title, note, unit.id, place=place, shape=shape)


def _entry(battle: LibertyBattle, unit: Regiment, coming: Coming) -> tuple[Pose, Shape]:
    """Where a unit comes on: its rear edge on the table's (edge.arrivals.detail)."""
    reserve = next(reserve for reserve in battle.reserves if reserve.unit == unit.id)
    shape = unit.profile.shape(unit.bases, coming.formation)
    pose = Pose(reserve.x, reserve.y, INWARDS[reserve.edge]).shifted(coming.aside, shape.depth)
    return pose, shape


# --------------------------------------------------------------------- Generals and rallies
def _attach(battle: LibertyBattle, question: Question, option: Attachment | None, label: str) -> Face:
    del question
    if option is None:
        return Face(label)
    leader = battle.generals[option.general]
    if option.unit is None:
        assert leader.attached_to is not None
        return Face("Leave", battle.units[leader.attached_to].name, general_id(option.general))
    joined = battle.units[option.unit].name
    return Face("Join", joined, general_id(option.general), option.unit)


def _beside(battle: LibertyBattle, question: Question, option: int, label: str) -> Face:
    (leader,) = about(battle, question)
    return Face(label, "goes to this unit", leader, option)


def _rally(battle: LibertyBattle, question: Question, option: Rallied, label: str) -> Face:
    match option:
        case ToRally(number):
            unit = battle.units[number]
            state = "routing" if unit.routing else unit.state.lower()
            return Face("Rally", f"{state}, {counted(unit.hits, 'hit')}", number)
        case Ride():
            return _ride(battle, option)
        case int():
            return Face("Run on", battle.units[option].name, option)
        case None:
            return Face(label)


def _ride(battle: LibertyBattle, option: Ride) -> Face:
    """A General's move (leaders.move.once)."""
    return Face("Ride", f"up to {general_rates().advance} in", general_id(option.general))


# --------------------------------------------------------------------- charges
def _charge(battle: LibertyBattle, question: Question, option: Charge | Ride | None, label: str) -> Face:
    match option:
        case None:
            return Face(label)
        case Ride():
            return _ride(battle, option)
        case Charge(number, target):
            unit, enemy = battle.units[number], battle.units[target]
            ways = charge_ways.ways_to(battle, unit, enemy)
            note = label.partition(": ")[2]
            # A unit that joins others shares the contact with them, so its place is not known yet.
            place = ways[0].end if ways and not question.about else None
            return Face(f"Charge {enemy.name}", note, number, target, place)


def _facing(battle: LibertyBattle, question: Question, option: Side, label: str) -> Face:
    del label
    unit, target = about(battle, question)
    assert isinstance(unit, int)
    assert isinstance(target, int)
    way = charge_ways.survey(scene_of(battle), unit, target, option)
    name = FACINGS[option].capitalize()
    return Face(name, battle.units[target].name, unit, target, None if way is None else way.end)


RESPONSES: Final = {
    Response.HOLD: ("Hold", "receive the charge standing"),
    Response.RETIRE: ("Retire", ""),
    Response.COUNTER: ("Counter-charge", "a CHARGE test, then both meet halfway"),
}


def _response(battle: LibertyBattle, question: Question, option: Response, label: str) -> Face:
    """What a charged unit does (charge.response.options)."""
    unit, *chargers = about(battle, question)
    if option is Response.FIRE:
        target = chargers[0] if len(chargers) == 1 else None
        return Face("Defensive fire", label.partition(": ")[2], unit, target)
    title, note = RESPONSES[option]
    if option is Response.RETIRE:
        note = f"{rates(_one(battle, question).arm).advance} in before the enemy moves"
    return Face(title, note, unit)


def _meet(battle: LibertyBattle, question: Question, option: int, label: str) -> Face:
    unit = _one(battle, question)
    way = next(iter(charge_ways.ways_to(battle, battle.units[option], unit, determined=True)), None)
    met = None if way is None else charge_ways.encounter(scene_of(battle), way)
    return Face(label, "halfway", unit.id, option, None if met is None else met.counter)


def _takes_hit(battle: LibertyBattle, question: Question, option: int, label: str) -> Face:
    """A charger that takes an odd hit of defensive fire (charge.response.fire.detail)."""
    del question
    return Face(label, "takes the odd hit", target=option if option >= 0 else None)


def _gets_base(battle: LibertyBattle, question: Question, option: int, label: str) -> Face:
    """A charger that gets the odd base of its target (charge.contact.split)."""
    (target,) = about(battle, question)
    return Face(label, "gets the odd base", option, target)


# --------------------------------------------------------------------- orders and moves
def _order(battle: LibertyBattle, question: Question, option: object, label: str) -> Face:
    match option:
        case Command(number, order):
            return Face(order.value.capitalize(), order_note(battle, battle.units[number], order), number)
        case Entry(number, order):
            unit = battle.units[number]
            place, shape = _entry(battle, unit, ways_on(battle, option)[0])
            return Face(f"Enter, {order.value.lower()}", "from its edge", number, place=place, shape=shape)
        case Ride():
            return _ride(battle, option)
        case _:
            return Face(label)


def order_note(battle: LibertyBattle, unit: Regiment, order: Order) -> str:
    """What an order does, in a few words: its distance, fire and test (orders.data)."""
    row = order_row(order)
    how = {
        Order.HOLD: "",
        Order.REFORM: "new formation or facing",
        Order.ADVANCE: "{} in",
        Order.RETIRE: "{} in back",
        Order.RUN: "{} in",
        Order.RETREAT: "{} in, turning about",
    }[order]
    if "{}" in how:
        how = how.format(f"{allowance(battle, unit, March(order)).total:g}")
    fire = "may fire" if row.shoot else "no fire"
    tested = f"tests with {count} dice" if (count := row.dice(unit.state)) else ""
    return ", ".join(part for part in (how, fire, tested) if part)


CLAIMS: Final = {
    Claim.NEITHER: "No bonus",
    Claim.ROAD: "Road",
    Claim.COLUMN: "March Column",
    Claim.BOTH: "Road and March Column",
}


def _claim(battle: LibertyBattle, question: Question, option: Claim, label: str) -> Face:
    note = "" if option is Claim.NEITHER else label
    return Face(CLAIMS[option], note, _one(battle, question).id)


def _cross(battle: LibertyBattle, question: Question, option: str | None, label: str) -> Face:
    title, _, note = label.partition(": ")
    return Face(title, note, _one(battle, question).id)


# --------------------------------------------------------------------- formations
def _limber(battle: LibertyBattle, question: Question, option: Formation | None, label: str) -> Face:
    unit = _one(battle, question)
    if option is None:
        return Face(label, subject=unit.id)
    return Face(label, subject=unit.id, place=unit.pose, shape=unit.profile.shape(unit.bases, option))


def _unlimber(battle: LibertyBattle, question: Question, option: int | None, label: str) -> Face:
    unit = _one(battle, question)
    if option is None:
        return Face(label, subject=unit.id)
    pose = standing(unit)
    shape = unit.profile.shape(unit.bases, Formation.UNLIMBERED_LINE)
    place = Pose(pose.x, pose.y, option)
    return Face("Unlimber", f"facing {option / DEGREE:g}°", unit.id, place=place, shape=shape)


def _horses(battle: LibertyBattle, question: Question, option: Riders, label: str) -> Face:
    """Cavalry in its other form, in line about its centre (movement.mount)."""
    unit = _one(battle, question)
    if option is Riders.STAY:
        return Face(label, subject=unit.id)
    shape = (
        unit.profile.shape(size_afoot(unit).mounted, Formation.LINE)
        if unit.dismounted
        else roster().dismounted.shape(unit.bases)
    )
    return Face(label, subject=unit.id, place=in_line(unit, shape).pose, shape=shape)


# --------------------------------------------------------------------- shooting, tests, points
def _shoot(battle: LibertyBattle, question: Question, option: Aim | None, label: str) -> Face:
    if option is None:
        return Face(label)
    unit, target = battle.units[option.unit], battle.units[option.target]
    facts = aim(battle, unit, target)
    assert facts is not None
    note = f"{dice(facts).whole} dice, {facts.range} in, {band(facts.weapon, facts.range)} range"
    return Face(f"Fire at {target.name}", note, unit.id, target.id)


def _test(battle: LibertyBattle, question: Question, option: DueTest, label: str) -> Face:
    return Face("Test morale", f"for {option.cause}", option.unit)


def _reroll(battle: LibertyBattle, question: Question, option: int | None, label: str) -> Face:
    """A die rolled again, or none; the numbers are faces of dice, not units (dice.reroll.sequence)."""
    unit = next(iter(about(battle, question)), None)
    if option is None:
        return Face("Keep the dice", subject=unit)
    return Face("Reroll", label.removeprefix("Reroll "), unit)


def _point(battle: LibertyBattle, question: Question, option: CommandPoint, label: str) -> Face:
    """A Command Point spent or kept, for a unit or for a General about to ride (cp.purpose)."""
    whom = next(iter(about(battle, question)), None)
    if option is CommandPoint.KEEP:
        return Face(label, subject=whom)
    action, _ = OFFERS[question.decision]
    left = battle.camps[question.seat].points.left
    return Face(action.value, f"1 of {counted(left, 'point')}", whom)


def _way_out(battle: LibertyBattle, question: Question, option: int, label: str) -> Face:
    """Which of equally good ways a unit runs or retires (rout.direction)."""
    title, _, note = label.partition(" to ")
    return Face(title, f"to {note}", _one(battle, question).id)


# --------------------------------------------------------------------- melees
def _melee(battle: LibertyBattle, question: Question, option: tuple[int, ...], label: str) -> Face:
    ours = next(unit for unit in option if battle.units[unit].side == question.seat)
    theirs = next(unit for unit in option if battle.units[unit].side != question.seat)
    title, _, note = label.partition(": ")
    return Face(title, note, ours, theirs)


def _opponent(battle: LibertyBattle, question: Question, option: int, label: str) -> Face:
    return Face(f"Fight {label}", "with this base", _one(battle, question).id, option)


def _odd_hit(battle: LibertyBattle, question: Question, option: int, label: str) -> Face:
    """An enemy that takes an odd hit (melee.multiple.hits)."""
    title, _, note = label.partition(": ")
    return Face(title, note, target=about(battle, question)[option])


def _follow(battle: LibertyBattle, question: Question, option: Follow, label: str) -> Face:
    if option.router is None:
        return Face("Break through", "on 4+", option.unit)
    return Face(f"Pursue {battle.units[option.router].name}", "", option.unit, option.router)


def _through(battle: LibertyBattle, question: Question, option: int | None, label: str) -> Face:
    unit = _one(battle, question)
    if option is None:
        return Face(label, subject=unit.id)
    ways = charge_ways.ways_to(battle, unit, battle.units[option], determined=True)
    return Face(label, "with determination", unit.id, option, ways[0].end if ways else None)


def _concede(battle: LibertyBattle, question: Question, option: object, label: str) -> Face:
    return Face(label)


FACES: Final[dict[str, Facer]] = {
    "deploy-brigade": _deployed,
    "arrival": _arrival,
    "attach": _attach,
    "general-place": _beside,
    "rally-give": _rally,
    "rally-sequence": _rally,
    "charge-declare": _charge,
    "charge-facing-tie": _facing,
    "charge-response": _response,
    "counter-charge-target": _meet,
    "defensive-fire-odd-hits": _takes_hit,
    "charge-contact-odd": _gets_base,
    "order-give": _order,
    "road-claim": _claim,
    "obstacle-cross": _cross,
    "limber": _limber,
    "rout-limber": _limber,
    "unlimber": _unlimber,
    "mount-dismount": _horses,
    "shoot": _shoot,
    "test-order": _test,
    "test-rerolls": _reroll,
    **dict.fromkeys(OFFERS, _point),
    "rout-tie": _way_out,
    "melee-next": _melee,
    "melee-base-opponent": _opponent,
    "melee-odd-hits": _odd_hit,
    "pursuit-order": _follow,
    "breakthrough-target": _through,
    "concede": _concede,
}
"""The function for the options of each decision."""
