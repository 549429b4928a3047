"""A scenario file that begins in the middle of a battle.

The fields of ``UnitEntry``, ``LeaderEntry``, ``Side`` and ``Situation`` list what a file may say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.files import scenario_rows
from sandtable.game.files.typed_files import BadFile, suggest
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle import roster
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader, Step
from sandtable.systems.eagle.charge_events import ChargeDeclared
from sandtable.systems.eagle.charge_ways import way_to
from sandtable.systems.eagle.contact import contacts_of
from sandtable.systems.eagle.disorder import Order
from sandtable.systems.eagle.engagements import Answer, Contact, Reply
from sandtable.systems.eagle.muster import muster
from sandtable.systems.eagle.records import Control, Record, Removal, Role
from sandtable.systems.eagle.steps import owner
from sandtable.systems.eagle.troops import Formation
from sandtable.systems.eagle.turn_events import StepBegan
from sandtable.table.space import Point, centre

Findings = Iterator[tuple[str, str]]
"""Keys in a scenario, each with what is wrong there."""

Count = Annotated[int, Meta(ge=0, le=100)]

CHARGES: Final = (Step.SECOND_CHARGES, Step.FIRST_ANSWERS, Step.SECOND_ANSWERS, Step.CHARGE_MOVES)
"""The steps in which charges have been declared (turn.charge.declare)."""

STEPS: Final = tuple(step for step in Step if step is not Step.DEPLOYMENT)
"""The steps in which a battle under way may be (turn.phases)."""


class UnitEntry(roster.UnitEntry, frozen=True, kw_only=True):
    """A unit of a scenario, and what has happened to it.

    ``removed`` says how it left play. ``dp`` are its disorder points; with enough of them it is shaken
    (morale.threshold). A unit that ``touches`` enemies has come up to them, in the turn ``since``, or by a
    charge in this turn if that is not given (charge.contact). ``quarry`` is the unit it pursues, ``guide``
    the one it moves with, ``looting`` the ground it loots. The rest are states and recent moves, as in
    `EagleUnit`.
    """

    removed: Removal | None = None
    dp: Count = 0
    shaken: bool = False
    routing: bool = False
    formed: bool | None = None
    since: Annotated[int, Meta(ge=1)] | None = None
    last: Record = Record.STAND
    record: Record | None = None
    control: Control | None = None
    guide: str = ""
    pursuing: bool = False
    quarry: str = ""
    caught: bool = False
    looting: str = ""
    steadied: bool = False
    inspired: Count = 0
    taken: bool = False
    moved: bool = False
    reformed: bool = False
    rode: bool = False
    rode_before: bool = False
    crossed: bool = False

    @property
    def is_gone(self) -> bool:
        """Has it left play? (troops.casualty)"""
        return self.removed is not None

    @property
    def order(self) -> Order:
        """Its order (morale.threshold)."""
        lines = len(self.ranks) if self.formation is Formation.MULTI_LINE else 1
        return Order(bases=sum(self.ranks), lines=lines, dp=self.dp, shaken=self.shaken)


MARKS: Final = (
    "removed",
    "dp",
    "routing",
    "last",
    "record",
    "control",
    "pursuing",
    "caught",
    "looting",
    "steadied",
    "inspired",
    "taken",
    "moved",
    "reformed",
    "rode",
    "rode_before",
    "crossed",
)
"""The fields that a unit entry shares with the unit of a battle."""


class LeaderEntry(roster.LeaderEntry, frozen=True, kw_only=True):
    """A leader of a scenario, and what has happened to him.

    ``left`` are the actions he has not spent this turn; ``lost``: he fell in the turn ``lost_in``, or in this
    one, with the unit ``fell_with`` or at a point (leaders.replacement.place). The rest are marks as in
    `Leader`.
    """

    lost: bool = False
    lost_in: Annotated[int, Meta(ge=1)] | None = None
    fell_with: str = ""
    fell_at: scenario_rows.Spot | None = None
    left: Count | None = None
    crippled: bool = False
    steadied: bool = False
    inspired: Count = 0
    rode: bool = False

    @property
    def is_gone(self) -> bool:
        """Is he lost?"""
        return self.lost


class Side(roster.Side, frozen=True, kw_only=True):
    """An army of a scenario, and whether it has lost its camp (army.camp)."""

    baggage_lost: bool = False


class Declared(Struct, frozen=True, forbid_unknown_fields=True):
    """A declared charge: the unit and its target."""

    unit: str
    target: str


class Replied(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer of a charged unit, and the charger that it counter-charges."""

    unit: str
    answer: Answer
    against: str = ""


class Situation(scenario_rows.Situation, frozen=True, kw_only=True):
    """The state of a battle: the turn, the step, the holder of the initiative, and the active side.

    turn.phases, turn.initiative.use; ``holder`` and ``active`` are ids of sides; their defaults are the first
    side and the owner of the step. ``charges`` were declared, each along the straightest way, and ``replies``
    given to them (turn.charge.declare, charge.order).
    """

    step: Step = Step.INITIATIVE
    holder: str = ""
    active: str = ""
    charges: tuple[Declared, ...] = ()
    replies: tuple[Replied, ...] = ()


class Scenario(roster.Scenario, frozen=True, kw_only=True):
    """A scenario of eagle that may begin in the middle of a battle."""

    sides: tuple[Side, ...] = tuple(
        Side(id=one.id, name=one.name, edge=one.edge, nation=one.nation) for one in roster.SIDES
    )
    units: tuple[UnitEntry, ...]
    leaders: tuple[LeaderEntry, ...] = ()
    situation: Situation | None = None


# --------------------------------------------------------------------- the battle
def begun(battle: EagleBattle, scenario: roster.Scenario) -> EagleBattle:
    """The battle under way that the scenario describes (turn.phases, charge.contact)."""
    if not isinstance(scenario, Scenario):
        return battle
    now = scenario.situation or Situation()
    numbers = {unit.id: number for number, unit in enumerate(scenario.units)}
    own, other = (
        replace(camp, baggage_lost=side.baggage_lost)
        for camp, side in zip(battle.camps, scenario.sides, strict=True)
    )
    battle = replace(
        battle,
        turn=now.turn,
        units=tuple(
            _marked(unit, entry, numbers) for unit, entry in zip(battle.units, scenario.units, strict=True)
        ),
        leaders=tuple(
            _leader(leader, entry, battle, now.turn)
            for leader, entry in zip(battle.leaders, scenario.leaders, strict=True)
        ),
        camps=(own, other),
    )
    battle = _in_contact(battle, scenario, numbers)
    return battle if scenario.situation is None else _at_step(battle, scenario, now)


def _marked(unit: EagleUnit, entry: UnitEntry, numbers: dict[str, int]) -> EagleUnit:
    marks = {name: getattr(entry, name) for name in MARKS}
    return replace(
        unit,
        shaken=entry.order.is_shaken,
        formed=unit.formed if entry.formed is None else entry.formed,
        guide=numbers[entry.guide] if entry.guide else None,
        quarry=numbers[entry.quarry] if entry.quarry else None,
        **marks,
    )


def _leader(leader: Leader, entry: LeaderEntry, battle: EagleBattle, turn: int) -> Leader:
    unit = next((one for one in battle.units if entry.fell_with and one.key == entry.fell_with), None)
    spot = None if unit is None or unit.pose is None else centre(unit.pose, unit.shape)
    if entry.fell_at is not None:
        (spot,) = scenario_rows.outline((entry.fell_at,))
    return replace(
        leader,
        left=leader.actions if entry.left is None else entry.left,
        crippled=entry.crippled,
        steadied=entry.steadied,
        inspired=entry.inspired,
        rode=entry.rode,
        lost_in=(entry.lost_in or turn) if entry.lost else 0,
        fell_with=None if unit is None else unit.id,
        fell_at=None if spot is None else Point(float(round(spot.x)), float(round(spot.y))),
        post_lost=entry.lost,
    )


def _in_contact(battle: EagleBattle, scenario: Scenario, numbers: dict[str, int]) -> EagleBattle:
    """The battle with the contacts that units state, and their consequences (charge.contact, melee.round)."""
    contacts: list[Contact] = []
    for number, unit in enumerate(scenario.units):
        foes = tuple(numbers[other] for other in unit.touches)
        met = contacts_of(battle, number, foes, unit.touches_at, None)
        contacts += [replace(one, turn=unit.since or battle.turn) for one in met]
    battle = replace(battle, contacts=tuple(contacts))
    return replace(battle, units=tuple(_met(unit, contacts, battle.turn) for unit in battle.units))


def _met(unit: EagleUnit, contacts: list[Contact], turn: int) -> EagleUnit:
    """A unit in contact: a striker of this turn charges, an older contact has fought in each turn since."""
    mine = [one for one in contacts if one.joins(unit.id)]
    struck = [one for one in mine if one.striker == unit.id]
    older = [one for one in mine if one.turn < turn]
    return replace(
        unit,
        role=Role.CHARGE if any(one.turn == turn for one in struck) else unit.role,
        rounds=max((turn - one.turn for one in older), default=0),
        fought=tuple(one.other(unit.id) for one in older),
        charged_in=any(one in older for one in struck),
    )


def _at_step(battle: EagleBattle, scenario: Scenario, now: Situation) -> EagleBattle:
    sides = [side.id for side in scenario.sides]
    battle = replace(battle, holder=sides.index(now.holder) if now.holder else 0)
    battle = replace(battle, active=battle.holder)
    side = sides.index(now.active) if now.active else owner(battle, now.step)
    moved = {unit.id: unit.moved for unit in battle.units}
    battle = StepBegan(now.step, side).apply(battle)
    battle = replace(battle, units=tuple(replace(unit, moved=moved[unit.id]) for unit in battle.units))
    return _with_charges(battle, scenario, now)


def _with_charges(battle: EagleBattle, scenario: Scenario, now: Situation) -> EagleBattle:
    """The battle with the charges and replies of this phase (turn.charge.declare, charge.order)."""
    numbers = {unit.id: number for number, unit in enumerate(scenario.units)}
    for place, one in enumerate(now.charges):
        unit, target = numbers[one.unit], numbers[one.target]
        way = way_to(battle, battle.units[unit], target)
        if way is None:
            words = f"{one.unit} charges {one.target}, but has no way to from where it stands"
            raise BadFile(scenario.id, f"situation.charges[{place}]", words)
        battle = ChargeDeclared(unit, target, way.side, way.heading).apply(battle)
    replies = tuple(
        Reply(numbers[one.unit], one.answer, numbers[one.against] if one.against else None)
        for one in now.replies
    )
    return replace(battle, replies=replies)


# --------------------------------------------------------------------- what contradicts
def contradictions(scenario: scenario_rows.Scenario) -> Findings:
    """The statements of a scenario about a battle under way that contradict each other."""
    if not isinstance(scenario, Scenario):
        return
    found = tuple(_misfits(scenario))
    yield from found
    if found or scenario.situation is None:
        return
    try:
        begun(muster(scenario, Readings()), scenario)
    except BadFile as fault:
        yield fault.problem.key, fault.problem.words


def _misfits(scenario: Scenario) -> Findings:
    for place, unit in enumerate(scenario.units):
        yield from _order(f"units[{place}]", unit, scenario)
        yield from _company(f"units[{place}]", unit, scenario)
    for place, leader in enumerate(scenario.leaders):
        yield from _actions(f"leaders[{place}]", leader, scenario)
    if scenario.situation is not None:
        yield from _situation(scenario, scenario.situation)


def _order(key: str, unit: UnitEntry, scenario: Scenario) -> Findings:
    """Too many points for a unit, and formed troops that cannot be formed (morale.threshold)."""
    try:
        assert unit.order is not None
    except ValueError as fault:
        yield f"{key}.dp", f"{unit.id}: {fault}"
    profile = roster.roster().for_scenario(scenario).profile(unit.profile)
    if unit.formed and not profile.troop_class.is_formed_kind:
        yield f"{key}.formed", f"{unit.id} is {profile.troop_class}, which is never formed"
    turn = scenario.situation.turn if scenario.situation else 1
    if unit.since is not None and not unit.touches:
        yield f"{key}.since", f"{unit.id} is in contact since turn {unit.since}, but touches nothing"
    if unit.since is not None and unit.since > turn:
        yield f"{key}.since", f"{unit.id} is in contact since turn {unit.since}, but it is turn {turn}"
    if unit.routing and unit.touches:
        yield f"{key}.touches", f"{unit.id} is routing, and so has come up to nobody"


def _company(key: str, unit: UnitEntry, scenario: Scenario) -> Findings:
    """Pursuers without a quarry, caught units that do not rout, unknown guides and ground."""
    units, ground = [one.id for one in scenario.units], [piece.id for piece in scenario.field().pieces]
    for name, other in (("quarry", unit.quarry), ("guide", unit.guide)):
        if other and other not in units:
            yield f"{key}.{name}", f'there is no unit "{other}"; {suggest(other, units)}'
    if unit.quarry and not unit.pursuing:
        yield f"{key}.quarry", f"{unit.id} has a quarry, and so is pursuing"
    if unit.caught and not unit.routing:
        yield f"{key}.caught", f"{unit.id} is caught in its rout, but is not routing"
    if unit.looting and unit.looting not in ground:
        yield f"{key}.looting", f'there is no ground "{unit.looting}"; {suggest(unit.looting, ground)}'


def _actions(key: str, leader: LeaderEntry, scenario: Scenario) -> Findings:
    """More actions than a leader has, and losses without a turn or a place (leaders.replacement.place)."""
    actions = roster.roster().leader(leader.profile).actions
    if leader.left is not None and leader.left > actions:
        yield f"{key}.left", f"{leader.id} has {leader.left} actions left, but {leader.profile} has {actions}"
    if leader.lost_in is not None and not leader.lost:
        yield f"{key}.lost_in", f"{leader.id} fell in turn {leader.lost_in}, but is not lost"
    placed = [unit.id for unit in scenario.units if unit.pose() is not None]
    if leader.lost and leader.fell_at is None and leader.fell_with not in placed:
        words = f"{leader.id} is lost; say where, by a unit in fell_with or a point in fell_at"
        yield f"{key}.fell_with", f"{words}; {suggest(leader.fell_with, placed)}"


def _situation(scenario: Scenario, now: Situation) -> Findings:
    sides = [side.id for side in scenario.sides]
    if now.step not in STEPS:
        words = f"a battle under way has left {now.step} behind; allowed are {', '.join(STEPS)}"
        yield "situation.step", words
    for key, side in (("holder", now.holder), ("active", now.active)):
        if side and side not in sides:
            yield f"situation.{key}", f'there is no side "{side}"; {suggest(side, sides)}'
    yield from _charges(scenario, now)
    if scenario.free:
        yield (
            "situation",
            "in a free battle the players place their armies, so it does not begin in the middle",
        )


def _charges(scenario: Scenario, now: Situation) -> Findings:
    """Charges and replies in another phase, of unknown units, or replies of units not charged."""
    units = {unit.id: unit.side for unit in scenario.units}
    rows = [(f"charges[{place}]", (one.unit, one.target)) for place, one in enumerate(now.charges)]
    rows += [(f"replies[{place}]", (one.unit, one.against)) for place, one in enumerate(now.replies)]
    for key, named in rows:
        for unit in named:
            if unit and unit not in units:
                yield f"situation.{key}", f'there is no unit "{unit}"; {suggest(unit, units)}'
        if units.get(named[0], "") == units.get(named[1], "-"):
            yield f"situation.{key}", f"{named[0]} and {named[1]} are of one side"
    if rows and now.step not in CHARGES:
        yield f"situation.{rows[0][0]}", f"charges are declared from second charges on, not in {now.step}"
    charged = [one.target for one in now.charges]
    for place, reply in enumerate(now.replies):
        if reply.unit not in charged:
            yield f"situation.replies[{place}]", f"{reply.unit} replies to a charge, but none is at it"
