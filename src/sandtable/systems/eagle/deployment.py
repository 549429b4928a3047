"""Free deployment: Legions may be divided, then units are placed in the zones, and leaders last.

army.deployment, troops.legion
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from sandtable.dice import D6, Cup, Opposed, Ties, Winner
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import LONGEST_SHOWN, Choose, Decision, RandomIndex, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader, Step
from sandtable.systems.eagle.book import least_of, most_of
from sandtable.systems.eagle.grounds import free_places, is_in_zone, misplaced
from sandtable.systems.eagle.setup_events import (
    FirstToDeploy,
    LeaderDeployed,
    LegionDivided,
    Placement,
    Posting,
    UnitDeployed,
    divided,
)
from sandtable.systems.eagle.shapes import Layout, is_layout, layouts_of, shape_of
from sandtable.systems.eagle.steps import begin
from sandtable.systems.eagle.words import drawn_up, leader_name, name, place_name
from sandtable.table.space import FULL_TURN, INCH, Point, centre, standing

RULE: Final = "army.deployment"


# --------------------------------------------------------------------- the step
async def deploy_step(battle: EagleBattle) -> EagleBattle:
    """The active side divides a Legion or places a unit; leaders are placed when all units stand.

    army.deployment: a defender places his whole army first; otherwise the loser of a throw places the first
    unit
    """
    if battle.deploys_first is None:
        thrown = await Opposed(Cup(1, D6), Cup(1, D6), Ties.AGAIN, purpose="deployment")
        return await tell(battle, FirstToDeploy(1 if thrown is Winner.LEFT else 0))
    side = next_side(battle)
    if side is None:
        return await begin(battle, Step.INITIATIVE)
    whole = next((unit for unit in waiting(battle, side) if _may_be_divided(battle, unit)), None)
    if whole is not None:
        chosen = await DivideLegion(side, divisions(whole), unit=whole.id)
        return await tell(battle, LegionDivided(whole.id, chosen.sizes, chosen.bearer))
    units = tuple(unit.id for unit in waiting(battle, side))
    if units:
        placed = await PlaceUnit(side, battle=battle, waiting=units)
        return await tell(battle, UnitDeployed(placed, after(battle, side)))
    leader = unplaced(battle, side)[0]
    posted = await PlaceLeader(side, battle=battle, leader=leader.id)
    return await tell(battle, LeaderDeployed(posted, after(battle, side)))


def waiting(battle: EagleBattle, side: int) -> tuple[EagleUnit, ...]:
    """The units of a side that are still to be placed."""
    return tuple(
        unit for unit in battle.units if unit.side == side and unit.pose is None and unit.removed is None
    )


def unplaced(battle: EagleBattle, side: int) -> tuple[Leader, ...]:
    """The leaders of a side that are still to be placed."""
    return tuple(leader for leader in battle.leaders if leader.side == side and not leader.is_present)


def has_defender(battle: EagleBattle) -> bool:
    """Does the scenario name a defender, who places his whole army first? (army.deployment)"""
    return any(camp.role == "defender" for camp in battle.camps)


def next_side(battle: EagleBattle) -> int | None:
    """The side that places next: units before leaders, and a defender all of his before the other side.

    army.deployment; none when all are placed
    """
    assert battle.deploys_first is not None
    first = battle.deploys_first
    if has_defender(battle):
        order = (first, 1 - first)
        return next((side for side in order if waiting(battle, side) or unplaced(battle, side)), None)
    order = (battle.active, 1 - battle.active)
    for left in (waiting, unplaced):
        found = next((side for side in order if left(battle, side)), None)
        if found is not None:
            return found
    return None


def after(battle: EagleBattle, side: int) -> int:
    """The side that places next, once a side has placed something (army.deployment)."""
    return side if has_defender(battle) else 1 - side


# --------------------------------------------------------------------- Legions
class Division(NamedTuple):
    """A way to divide a Legion: the bases of each part, and the part that carries the Eagle (-1: none)."""

    sizes: tuple[int, ...]
    bearer: int = 0


class DivideLegion(Choose[Division], frozen=True, kw_only=True):
    """Choose whether a Legion stands as one unit or several (troops.legion)."""

    decision: str = "decision.deploy"
    rule = "troops.legion"
    title = "Divide the Legion?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"How is {name(battle, self.unit)} divided?"

    def label(self, battle: EagleBattle, option: Division) -> str:
        del battle
        return divided(option.sizes, option.bearer)

    def face(self, battle: EagleBattle, option: Division) -> Face:
        del battle
        if len(option.sizes) == 1:
            return Face("One unit", f"of {option.sizes[0]} bases", self.unit)
        title = " + ".join(map(str, option.sizes))
        eagle = "no Eagle" if option.bearer < 0 else f"Eagle in the {option.sizes[option.bearer]}"
        return Face(title, eagle, self.unit)


def _may_be_divided(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Is it a Legion large enough to split, and not yet decided by its owner? (troops.legion)"""
    return unit.is_legion and unit.id not in battle.divided and unit.bases >= 2 * least_of("troops.legion")


def divisions(unit: EagleUnit) -> tuple[Division, ...]:
    """Every way to divide a Legion into units of 3 bases or more, with the Eagle in a part of each size.

    troops.legion
    """
    found: list[Division] = []
    for sizes in _parts(unit.bases, min(unit.bases, most_of("troops.legion"))):
        bearers = [sizes.index(size) for size in dict.fromkeys(sizes)] if unit.eagle else [-1]
        found += (Division(sizes, bearer) for bearer in bearers)
    return tuple(found)


def _parts(bases: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number of bases as parts of at least 3, the largest first."""
    least = least_of("troops.legion")
    if bases <= largest:
        yield (bases,)
    for part in range(min(bases - least, largest), least - 1, -1):
        for rest in _parts(bases - part, part):
            yield (part, *rest)


# --------------------------------------------------------------------- placing a unit
class PlaceUnit(Decision[Placement], frozen=True, kw_only=True):
    """Place one of the waiting units: the answer is a placement, judged by one check (army.deployment)."""

    decision: str = "decision.deploy"
    rule = RULE
    title = "Place a unit"

    battle: EagleBattle
    waiting: tuple[int, ...]

    def judge(self, answer: object) -> Placement | Refusal:
        if not isinstance(answer, Placement):
            shown = ascii(answer)[:LONGEST_SHOWN]
            return Refusal(f"the answer must be the placement of a unit, not {shown}", rule=RULE)
        return unit_fault(self, answer) or answer

    def read(self, raw: object) -> object:
        try:
            return msgspec.convert(raw, Placement)
        except (msgspec.ValidationError, ValueError) as fault:
            return Refusal(f"this is not a placement of a unit: {fault}", rule=RULE)

    def sensible(self) -> tuple[object, ...]:
        """A few ordinary places for each waiting unit."""
        found = tuple(placed for unit in self.waiting for placed in ordinary(self.battle, unit))
        assert found, f"there is no room left in the zone of side {self.seat}"
        return found

    def any_answer(self, draw: RandomIndex) -> object:
        """A random waiting unit and one of its places; another unit if that one has no room."""
        found = ordinary(self.battle, self.waiting[draw(len(self.waiting))]) or self.sensible()
        return found[draw(len(found))]

    def essence(self) -> object:
        """The waiting units; the units already placed are part of the battle."""
        return self.decision, self.seat, self.waiting

    def waiting_units(self) -> tuple[int, ...]:
        return self.waiting

    def words(self, battle: EagleBattle) -> str:
        del battle
        return "Which unit is placed next, and where?"

    def label(self, battle: EagleBattle, option: Placement) -> str:
        return f"{name(battle, option.unit)} in {drawn_up(option.layout)} at {place_name(option.to)}"

    def face(self, battle: EagleBattle, option: Placement) -> Face:
        """A unit where it would stand; it is not on the map yet, so the face carries its outline."""
        unit = battle.units[option.unit]
        shape = shape_of(unit.troop_class, option.formation, option.ranks)
        note = f"{drawn_up(option.layout)}, front at {option.to.x / INCH:g}, {option.to.y / INCH:g}"
        return Face(unit.name, note, unit.id, place=option.to, shape=shape)


def unit_fault(question: PlaceUnit, placed: Placement) -> Refusal | None:
    """The objection to a placement: a unit that does not wait, an impossible formation, or the place.

    army.deployment, formation.line, formation.column, formation.wedge, formation.multi-line
    """
    battle = question.battle
    if placed.unit not in question.waiting:
        named = ", ".join(battle.units[unit].name for unit in question.waiting)
        return Refusal(f"unit {placed.unit} is not waiting to be placed; these are: {named}", rule=RULE)
    unit = battle.units[placed.unit]
    if placed.layout.bases != unit.bases or not is_layout(
        placed.layout, unit.troop_class, legion=unit.is_legion
    ):
        words = (
            f"{unit.name} with its {unit.bases} bases cannot stand in {placed.formation} of {placed.ranks}"
        )
        return Refusal(words, rule=f"formation.{placed.formation}")
    if not 0 <= placed.to.heading < FULL_TURN:
        return Refusal(f"headings run from 0 to {FULL_TURN - 1} tenths of a degree", rule=RULE)
    return misplaced(battle, unit, placed)


BY_THE_BOOK: Final = ((0.5, 0), (0.15, 0), (0.85, 0), (0.5, 1))
"""The part of the zone's breadth at which a unit is placed, and its line."""


def ordinary(battle: EagleBattle, number: int) -> tuple[Placement, ...]:
    """Ordinary places for a unit as listed, facing the enemy; if there are none, any place left."""
    unit = battle.units[number]
    found = [
        next(iter(free_places(battle, unit, unit.layout, share, back)), None) for share, back in BY_THE_BOOK
    ]
    placed = tuple(dict.fromkeys(one for one in found if one is not None))
    return placed or tuple(_squeezed(battle, unit))


def _squeezed(battle: EagleBattle, unit: EagleUnit) -> Iterator[Placement]:
    """A place in any formation, close to others, for a unit without an ordinary one."""
    for layout in (unit.layout, *layouts_of(unit.troop_class, unit.bases, legion=unit.is_legion)):
        place = next(iter(free_places(battle, unit, Layout(*layout), close=True)), None)
        if place is not None:
            yield place
            return


# --------------------------------------------------------------------- placing a leader
class PlaceLeader(Decision[Posting], frozen=True, kw_only=True):
    """Place a leader, alone in the zone or with a unit (army.deployment, command.attach)."""

    decision: str = "decision.deploy"
    rule = RULE

    battle: EagleBattle
    leader: int

    def judge(self, answer: object) -> Posting | Refusal:
        if not isinstance(answer, Posting):
            shown = ascii(answer)[:LONGEST_SHOWN]
            return Refusal(f"the answer must be the place of a leader, not {shown}", rule=RULE)
        return leader_fault(self, answer) or answer

    def read(self, raw: object) -> object:
        try:
            return msgspec.convert(raw, Posting)
        except (msgspec.ValidationError, ValueError) as fault:
            return Refusal(f"this is not a place of a leader: {fault}", rule=RULE)

    def sensible(self) -> tuple[object, ...]:
        """With each unit of his army, or in the middle of the zone."""
        own = self.battle.on_table(self.seat)
        middle = own[len(own) // 2]
        x, y = centre(standing(middle), middle.shape)
        alone = Posting(self.leader, (round(x), round(y)))
        return (*(Posting(self.leader, attached=unit.id) for unit in own), alone)

    def essence(self) -> object:
        """The leader who is placed; the rest is part of the battle."""
        return self.decision, self.seat, self.leader

    def heading(self, battle: EagleBattle) -> str:
        return f"Place {leader_name(battle, self.leader)}"

    def words(self, battle: EagleBattle) -> str:
        return f"Where does {leader_name(battle, self.leader)} begin?"

    def label(self, battle: EagleBattle, option: Posting) -> str:
        if option.attached is not None:
            return f"with {name(battle, option.attached)}"
        assert option.at is not None
        return f"alone at {place_name(Point(*option.at))}"

    def face(self, battle: EagleBattle, option: Posting) -> Face:
        """A leader with a unit, or alone (command.attach)."""
        leader = leader_name(battle, option.leader)
        if option.attached is not None:
            return Face(f"With {name(battle, option.attached)}", leader, target=option.attached)
        assert option.at is not None
        x, y = option.at
        return Face("Alone", f"{leader} at {x / INCH:g}, {y / INCH:g}")


def leader_fault(question: PlaceLeader, posting: Posting) -> Refusal | None:
    """The objection to where a leader is placed (army.deployment, command.attach)."""
    battle, leader = question.battle, question.battle.leaders[question.leader]
    if posting.leader != question.leader:
        return Refusal(f"{leader.name} is to be placed now", rule=RULE)
    if (posting.at is None) == (posting.attached is None):
        return Refusal(f"{leader.name} must either stand at a point or be with a unit", rule=RULE)
    if posting.at is not None:
        if is_in_zone(battle, leader.side, Point(*posting.at)):
            return None
        return Refusal(f"{leader.name} would stand outside the zone of his side", rule=RULE)
    own = [unit.id for unit in battle.on_table(leader.side)]
    if posting.attached not in own:
        return Refusal(f"{leader.name} can be only with a unit of his own side", rule="command.attach")
    return None
