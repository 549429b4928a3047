"""How a battle of liberty is drawn: units with strips and figures, Generals, the track, arcs and ranges."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.entries import Scenario
from sandtable.game.painting import (
    Area,
    Drawn,
    Face,
    Figure,
    Manner,
    Missing,
    Need,
    Notes,
    Overlay,
    Painter,
    Phase,
    Ring,
    SideView,
    Strip,
    Track,
    Wedge,
    concerned,
)
from sandtable.game.questions import Choose, Decision
from sandtable.systems.liberty import victory
from sandtable.systems.liberty.aim import Aim
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.charging import Charge
from sandtable.systems.liberty.command import general_of, is_in_command, is_supported
from sandtable.systems.liberty.general_ways import general_on
from sandtable.systems.liberty.generals import Attachment, Ride
from sandtable.systems.liberty.ordering import OFFERED, Command, standing
from sandtable.systems.liberty.orders import obstacles
from sandtable.systems.liberty.rallying import ToRally
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.roster import Scenario as LibertyScenario
from sandtable.systems.liberty.wording.leaders import token_id
from sandtable.table import body as bodies
from sandtable.table.body import Body
from sandtable.table.ground import Field
from sandtable.table.measure import DEGREE, INCH

MANNERS: Final = {
    "hill": Manner.HILL,
    "forest": Manner.WOOD,
    "orchard": Manner.ORCHARD,
    "brush": Manner.BRUSH,
    "marsh": Manner.MARSH,
    "stream": Manner.STREAM,
    "river": Manner.RIVER,
    "road": Manner.ROAD,
    "bridge": Manner.BRIDGE,
    "fence": Manner.FENCE,
    "wall": Manner.WALL,
    "hedge": Manner.HEDGE,
    "building": Manner.BUILDING,
    "redoubt": Manner.WORK,
    "rough": Manner.ROUGH,
}
PHASES: Final = (
    Phase("Command", ("a", "b", "c", "d", "e", "f")),
    Phase("Shooting", ("a", "b")),
    Phase("Melee", ("a",)),
)
LETTERS: Final = {
    Step.ATTACHING: "a",
    Step.RALLYING: "c",
    Step.ROUTING: "d",
    Step.CHARGING: "e",
    Step.ORDERS: "f",
    Step.SHOOTING: "a",
    Step.TESTS: "b",
    Step.MELEES: "a",
}
FRONT: Final = 45 * DEGREE


class LibertyPainter(Painter[LibertyBattle]):
    """The look of a battle of liberty."""

    def legend(self, field: Field) -> tuple[Drawn, ...]:
        """The kinds of terrain.table in the manners of a campaign map."""
        return tuple(
            Drawn(kind.kind, MANNERS.get(kind.kind, kind.drawn), kind.words) for kind in super().legend(field)
        )

    def sides(self, battle: LibertyBattle, scenario: Scenario) -> tuple[SideView, ...]:
        """Both armies with their victory points, Command Points and losses (cp.display)."""
        return tuple(
            SideView(
                side.name,
                side.commander,
                side.lists[0] if side.lists else side.id,
                _standing(battle, number),
            )
            for number, side in enumerate(scenario.sides)
        )

    def track(self, battle: LibertyBattle, scenario: Scenario) -> Track:
        """The three phases with their lettered steps (turn.phases)."""
        del scenario
        letter = LETTERS.get(battle.step, "")
        return Track(PHASES, battle.active, battle.phase, letter, battle.turn, battle.turn_limit)

    def sheet(self, battle: LibertyBattle, unit: Body, question: Decision[Any] | None) -> Notes:
        """A unit's brigade, its hits against its three values, what it wants, and its figures."""
        assert isinstance(unit, Regiment)
        wear = unit.wear
        marks = ((wear.worn, "worn"), (wear.shaken, "shaken"), (wear.broken, "broken"))
        return Notes(
            unit.brigade, Strip(unit.hits, marks), _need(battle, unit, question), _figures(battle, unit)
        )

    def areas(self, battle: LibertyBattle, scenario: Scenario) -> tuple[Area, ...]:
        """Objectives, each with the side that scores it and its points (victory.objectives)."""
        assert isinstance(scenario, LibertyScenario)
        sides = [side.id for side in scenario.sides]
        points = {goal.id: (sides.index(goal.side), goal.vp) for goal in scenario.objectives}
        return tuple(
            Area(area.id, area.kind, points[area.id][0], area.polygon, f"{points[area.id][1]} VP", area.words)
            for area in super().areas(battle, scenario)
        )

    def face(self, battle: LibertyBattle, question: Decision[Any], option: object, label: str) -> Face:
        """An option as the unit or General that would act and whom it would act upon."""
        match option:
            case Aim(unit, target) | Charge(unit, target):
                return Face(label, subject=unit, target=target)
            case Command(unit, order):
                return Face(order.value.capitalize(), _order_note(battle.units[unit], order), subject=unit)
            case ToRally(unit):
                return Face("Rally", subject=unit)
            case Ride(general):
                return Face("Ride", "up to 24 in", subject=token_id(general))
            case Attachment(general, unit):
                return Face(label, subject=token_id(general), target=unit)
            case _:
                return super().face(battle, question, option, label)

    def mover(self, battle: LibertyBattle, body: Body) -> int | str:
        """A unit by its number, a General by his token."""
        return body.id if isinstance(body, Regiment) else token_id(general_on(battle, body))

    def missing(self, battle: LibertyBattle, question: Decision[Any]) -> tuple[Missing, ...]:
        """The orders of step f that a unit may not be given, each with its rule (orders.by-type)."""
        if not isinstance(question, Choose) or question.decision != "order-give":
            return ()
        asked = {one.unit: battle.units[one.unit] for one in question.options if isinstance(one, Command)}
        return tuple(
            Missing(order.value.capitalize(), unit.id, barred[0].words, barred[0].rule)
            for unit in asked.values()
            for order in OFFERED
            if (barred := obstacles(order, standing(battle, unit)))
        )

    def overlays(self, battle: LibertyBattle, unit: Body) -> tuple[Overlay, ...]:
        """Its arc with the bands of its weapon, and the reach of its General's command."""
        assert isinstance(unit, Regiment)
        if unit.pose is None:
            return ()
        return (*_bands(unit), *_command(battle, unit))


def _order_note(unit: Regiment, order: Order) -> str:
    """How far an order lets a unit go, in a word or two."""
    row = rates(unit.arm)
    match order:
        case Order.HOLD:
            return "stands"
        case Order.REFORM:
            return "formation, facing"
        case Order.ADVANCE:
            return f"{row.advance} in"
        case Order.RETIRE:
            return f"{row.advance} in back"
        case Order.RUN:
            return f"{row.run} in"
        case _:
            return f"{row.run} in, turns" if row.run else ""


def _standing(battle: LibertyBattle, side: int) -> tuple[Figure, ...]:
    lost = sum(unit.broken for unit in battle.units if unit.side == side)
    return (
        Figure("VP", str(victory.points(battle, side).whole), rule="victory.level"),
        Figure("CP", str(battle.camps[side].points.left), rule="cp.display"),
        Figure("lost", f"{lost} of {victory.break_point(battle, side)}", rule="victory.break-point"),
    )


def _need(battle: LibertyBattle, unit: Regiment, question: Decision[Any] | None) -> Need:
    if question is not None and unit.id in concerned(question):
        return "asked"
    if unit.pose is None or unit.side != battle.active or battle.phase != "Command":
        return ""
    if unit.order is not None:
        return "done"
    return "unable" if unit.disorder or unit.routing or battle.is_engaged(unit.id) else "waiting"


def _figures(battle: LibertyBattle, unit: Regiment) -> tuple[Figure, ...]:
    profile, row = unit.profile, rates(unit.arm)
    ranges = f"{profile.short_max} / {profile.effective_max} / {profile.long_max} in"
    figures = [
        Figure("Advance", f"{row.advance} in", rule="movement.rates"),
        Figure("Run", f"{row.run} in" if row.run else "none", rule="movement.rates"),
        Figure(profile.weapon, f"{profile.shoot_to_hit}+", ranges, "weapons.ranges"),
        Figure("Melee", f"{profile.melee_to_hit}+", rule="melee.to-hit"),
    ]
    if unit.pose is not None:
        general = general_of(battle, unit)
        in_command = "yes" if is_in_command(battle, unit) else "no"
        figures.append(
            Figure("In command", in_command, general.name if general else "", "dice.reroll.in-command")
        )
        supported = "yes" if is_supported(battle, unit) else "no"
        figures.append(Figure("Supported", supported, rule="dice.reroll.supported"))
    return (*figures, *(Figure(special.value, "", rule="") for special in profile.special))


def _bands(unit: Regiment) -> tuple[Overlay, ...]:
    front = bodies.face(bodies.standing(unit), unit.shape, "front")
    left, right = front.at(-front.width / 2, 0), front.at(front.width / 2, 0)
    profile = unit.profile
    limits = (0, profile.short_max, profile.effective_max, profile.long_max)
    named = zip(("short", "effective", "long"), limits, limits[1:], strict=False)
    return tuple(
        Overlay(
            "range",
            (Wedge(left, right, FRONT, near * INCH, far * INCH),),
            f"{name} {far}",
            "weapons.ranges",
        )
        for name, near, far in named
        if far
    )


def _command(battle: LibertyBattle, unit: Regiment) -> tuple[Overlay, ...]:
    for number, general in enumerate(battle.generals):
        if general is general_of(battle, unit) and general.pose is not None:
            reach = unit.profile.command_range
            ring = Ring(token_id(number), reach * INCH)
            return (Overlay("command", (ring,), f"{general.name}, {reach} in", "command.range"),)
    return ()


PAINTER = LibertyPainter()
