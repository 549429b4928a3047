"""Free deployment: the sides place one command after the other in their zones, then the Commanders in Chief.

setup.deployment, setup.table
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from sandtable.dice import D6, Cup, Opposed, Ties, Winner
from sandtable.game.ask.faces import Face, Ghost
from sandtable.game.ask.questions import LONGEST_SHOWN, Decision, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.game.present.english import listed
from sandtable.systems.tricorn.battle import Officer, Step, TricornBattle
from sandtable.systems.tricorn.grounds import free_places, is_in_zone, may_stand, post_fault
from sandtable.systems.tricorn.nearness import is_in_radius, middle_of
from sandtable.systems.tricorn.setup_events import (
    CommandDeployed,
    Deployment,
    FirstToDeploy,
    Placement,
    Posting,
    drawn_up,
    put_down,
)
from sandtable.systems.tricorn.steps import begin
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.words import name, officer_name, place_name
from sandtable.table.space import FULL_TURN, Point, standing

RULE: Final = "setup.deployment"


# --------------------------------------------------------------------- the step
async def deploy_step(battle: TricornBattle) -> TricornBattle:
    """The side whose turn it is places a command; Commanders in Chief without one come last.

    setup.deployment, setup.first-turn
    """
    if battle.deploys_first is None:
        thrown = await Opposed(Cup(1, D6), Cup(1, D6), Ties.AGAIN, purpose="deployment")
        return await tell(battle, FirstToDeploy(1 if thrown is Winner.LEFT else 0))
    officer = next_to_place(battle)
    if officer is None:
        return await begin(battle, Step.CARD)
    asked = PlaceChief if officer.command is None else DeployCommand
    deployment = await asked(officer.side, battle=battle, officer=officer.id)
    after = next_to_place(drawn_up(battle, deployment), 1 - officer.side)
    return await tell(
        battle, CommandDeployed(officer.side, deployment, officer.side if after is None else after.side)
    )


def next_to_place(battle: TricornBattle, side: int | None = None) -> Officer | None:
    """The officer who is placed next with his command, of the side whose turn it is while it has any.

    Commands are placed alternately in the order of the scenario, then the Commanders in Chief without a
    command in the same order (setup.deployment). Commands that arrive later are not placed (setup.arrivals).
    """
    assert battle.deploys_first is not None
    turn = battle.active if side is None else side
    waiting = [one for one in battle.officers if _waits(battle, one)]
    leading = [one for one in waiting if one.command is not None]
    if leading:
        return min(leading, key=lambda one: (one.side != turn, one.id))
    return min(waiting, key=lambda one: (one.side != battle.deploys_first, one.id), default=None)


def _waits(battle: TricornBattle, officer: Officer) -> bool:
    """Has an officer still to be placed?"""
    if officer.is_here or officer.lost:
        return False
    return officer.command is None or battle.commands[officer.command].arrives == 0


def units_to_place(battle: TricornBattle, officer: Officer) -> tuple[int, ...]:
    """The units that are placed with an officer."""
    return () if officer.command is None else tuple(one.id for one in battle.units_of(officer.command))


# --------------------------------------------------------------------- the decision
class Deploy(Decision[Deployment], frozen=True, kw_only=True):
    """Place an officer, with his command if he has one; the answer is checked as a whole.

    setup.deployment
    """

    rule = RULE
    form = "Deploy"

    battle: TricornBattle
    officer: int

    def label(self, battle: TricornBattle, option: Deployment) -> str:
        """Where a deployment puts the officer and his units."""
        who, units = self._who(battle, option.officer), self._units(battle, option)
        return f"{who} with {units}" if units else who

    def face(self, battle: TricornBattle, option: Deployment) -> Face:
        """The command at its place; its General has no token yet."""
        drawn = drawn_up(battle, option)
        placed = [drawn.units[spot.unit] for spot in option.units]
        ghosts = tuple(Ghost(unit.id, standing(unit), unit.shape) for unit in placed)
        return Face(self._who(battle, option.officer), self._units(battle, option), ghosts=ghosts)

    def _who(self, battle: TricornBattle, posting: Posting) -> str:
        at = "" if posting.at is None else f" at {place_name(*posting.at)}"
        return f"{officer_name(battle, posting.officer)}{at}"

    def _units(self, battle: TricornBattle, option: Deployment) -> str:
        if not option.units:
            return ""
        spots = [(name(battle, one.unit), place_name(one.to.x, one.to.y)) for one in option.units]
        return listed(tuple(f"{unit} at {place}" for unit, place in spots))

    def judge(self, answer: object) -> Deployment | Refusal:
        if not isinstance(answer, Deployment):
            shown = ascii(answer)[:LONGEST_SHOWN]
            return Refusal(f"the answer must be a deployment of units and an officer, not {shown}", rule=RULE)
        return next(obstacles(self, answer), answer)

    def read(self, raw: object) -> object:
        try:
            return msgspec.convert(raw, Deployment)
        except (msgspec.ValidationError, ValueError) as fault:
            return Refusal(f"this is not a deployment: {fault}", rule=RULE)

    def sensible(self) -> tuple[object, ...]:
        """A few ordinary deployments: in the centre or on either flank of the zone, or behind the first
        line."""
        ways = _stand(self, BY_THE_BOOK) or _stand(self, ANYWHERE)
        assert ways, f"there is no room left in the zone of side {self.seat}"
        return ways

    def essence(self) -> object:
        return self.decision, self.seat, self.officer


class DeployCommand(Deploy, frozen=True, kw_only=True):
    """Place a command and its General (setup.deployment)."""

    decision: str = "setup.place-command"
    title = "Deploy a command"

    def words(self, battle: TricornBattle) -> str:
        return f"Where does the command of {officer_name(battle, self.officer)} begin?"


class PlaceChief(Deploy, frozen=True, kw_only=True):
    """Place a Commander in Chief without a command (setup.deployment)."""

    decision: str = "setup.place-cc"
    title = "Place the Commander in Chief"

    def words(self, battle: TricornBattle) -> str:
        return f"Where does {officer_name(battle, self.officer)} begin?"


# --------------------------------------------------------------------- the check
def obstacles(question: Deploy, deployment: Deployment) -> Iterator[Refusal]:
    """The objections to a deployment (setup.deployment)."""
    battle, officer = question.battle, question.battle.officers[question.officer]
    wanted = units_to_place(battle, officer)
    if (
        tuple(sorted(one.unit for one in deployment.units)) != wanted
        or deployment.officer.officer != officer.id
    ):
        named = ", ".join(battle.units[unit].name for unit in wanted) or "no units"
        yield Refusal(f"place {officer.name} once, and once each: {named}", rule=RULE)
        return
    before = battle
    for placement in deployment.units:
        fault = unit_fault(battle, placement)
        if fault is not None:
            yield fault
            return
        battle = put_down(battle, placement)
    fault = officer_fault(battle, deployment.officer)
    if fault is not None:
        yield fault
        return
    yield from _out_of_command(before, drawn_up(battle, Deployment(deployment.officer)), deployment)


def unit_fault(battle: TricornBattle, placement: Placement) -> Refusal | None:
    """What is wrong with where a unit is placed.

    setup.deployment, setup.table, terrain.garrison, terrain.redoubt
    """
    unit = battle.units[placement.unit]
    if placement.formation not in unit.profile.formations and placement.formation is not Formation.GARRISON:
        may = ", ".join(unit.profile.formations)
        return Refusal(f"{unit.name} may be in {may}, not {placement.formation}", rule=RULE)
    if not 0 <= placement.to.heading < FULL_TURN:
        return Refusal(f"headings run from 0 to {FULL_TURN - 1} tenths of a degree", rule=RULE)
    if (placement.formation is Formation.GARRISON) != bool(placement.garrison and unit.is_foot):
        words = "Foot names the place it holds if it is in garrison, and only then"
        return Refusal(words, rule="terrain.garrison")
    if placement.garrison:
        words = post_fault(battle, unit, placement)
        return Refusal(f"{unit.name} {words}", rule="terrain.garrison") if words else None
    return may_stand(battle, unit, placement)


def officer_fault(battle: TricornBattle, posting: Posting) -> Refusal | None:
    """What is wrong with where an officer is placed (setup.deployment, leaders.attach)."""
    officer = battle.officers[posting.officer]
    if (posting.at is None) == (posting.attached is None):
        return Refusal(f"{officer.name} must either stand at a point or be attached to a unit", rule=RULE)
    if posting.at is not None:
        if is_in_zone(battle, officer.side, Point(*posting.at)):
            return None
        return Refusal(f"{officer.name} would stand outside the zone of his side", rule=RULE)
    assert posting.attached is not None
    own = [
        unit.id for unit in battle.on_table(officer.side) if officer.chief or unit.command == officer.command
    ]
    if posting.attached not in own or battle.officer_with(posting.attached) is not None:
        words = f"{officer.name} can be attached only to a unit of his own that has no officer"
        return Refusal(words, rule="leaders.attach")
    return None


def _out_of_command(before: TricornBattle, after: TricornBattle, deployment: Deployment) -> Iterator[Refusal]:
    """Units outside their General's Command Radius although there was room within it (setup.deployment)."""
    officer = after.officers[deployment.officer.officer]
    for placement in deployment.units:
        unit = after.units[placement.unit]
        if is_in_radius(after, officer, unit) or placement.garrison:
            continue
        others = after.with_unit(before.units[unit.id])
        near = (put_down(others, at) for at in free_places(others, unit.id, placement.formation))
        if any(is_in_radius(there, officer, there.units[unit.id]) for there in near):
            words = f"{unit.name} must start within the {officer.rating.radius} in radius of {officer.name}"
            yield Refusal(words, rule=RULE, limit=officer.rating.radius)


# --------------------------------------------------------------------- ordinary ways
BY_THE_BOOK: Final = ((0.5, 0), (0.2, 0), (0.8, 0), (0.35, 1), (0.65, 1))
"""The part of the zone towards which a command is placed, and the line."""


ANYWHERE: Final = tuple((part / 10, line) for line in range(4) for part in range(11))
"""Where room is sought if none of the ordinary deployments fits."""


def _stand(question: Deploy, books: Sequence[tuple[float, int]]) -> tuple[Deployment, ...]:
    """The deployments to which there is no objection."""
    found = (by_the_book(question, share, back) for share, back in books)
    return tuple(dict.fromkeys(way for way in found if way is not None))


def by_the_book(question: Deploy, share: float, back: int) -> Deployment | None:
    """A command drawn up towards a part of its zone, each unit as near to the first as possible; None if a
    unit finds no place or stands out of command."""
    battle, officer = question.battle, question.battle.officers[question.officer]
    placed: list[Placement] = []
    for unit in units_to_place(battle, officer):
        formation = battle.units[unit].formation
        usual = Formation.LINE if formation is Formation.GARRISON else formation
        free = free_places(battle, unit, usual, share, back)
        placement = _nearest(free, placed[0]) if placed else next(iter(free), None)
        if placement is None:
            return None
        placed.append(placement)
        battle = put_down(battle, placement)
    found = Deployment(_by_his_units(battle, officer, share), tuple(placed))
    return None if any(True for _ in obstacles(question, found)) else found


def _nearest(free: Sequence[Placement], first: Placement) -> Placement | None:
    """The free place nearest to the first unit of a command."""
    return min(free, key=lambda one: math.hypot(one.to.x - first.to.x, one.to.y - first.to.y), default=None)


def _by_his_units(battle: TricornBattle, officer: Officer, share: float) -> Posting:
    """An officer in the middle of his units; a Commander in Chief in the middle of one of the army's."""
    own = [unit for unit in battle.on_table(officer.side) if officer.command in (None, unit.command)]
    if officer.command is None:
        own = [own[round(share * (len(own) - 1))]]
    middles = [middle_of(unit) for unit in own]
    x, y = (round(sum(values) / len(middles)) for values in zip(*middles, strict=True))
    return Posting(officer.id, (x, y))
