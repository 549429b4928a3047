"""Mustering: the armies of a scenario at the start of the battle."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sandtable.dice.deck import Deck
from sandtable.game.battle.by_identity import the_same
from sandtable.game.files.scenario import StandingEntry
from sandtable.game.files.scenario_rows import EDGES, outline
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn.battle import (
    RESHUFFLE,
    Camp,
    Command,
    Officer,
    Prize,
    Step,
    TricornBattle,
    TricornUnit,
)
from sandtable.systems.tricorn.book import share_of, values
from sandtable.systems.tricorn.options import Variant
from sandtable.systems.tricorn.order_of_battle import standing
from sandtable.systems.tricorn.profiles import Profile
from sandtable.systems.tricorn.roster import LeaderEntry, Scenario, Side, UnitEntry, roster
from sandtable.systems.tricorn.strongholds import Stronghold, stronghold_of
from sandtable.systems.tricorn.troops import Category, Formation
from sandtable.table.space import TABLE_SIDES, Point, Shape, TableSide, inches


class _Cards(Struct, frozen=True):
    cards: int


def muster(scenario: Scenario, readings: Readings) -> TricornBattle:
    """The battle before its first card, or before its armies are placed (setup.printed, setup.first-turn)."""
    free = bool(readings.of(Variant.DEPLOYMENT)) and not scenario.is_under_way
    step = Step.DEPLOYMENT if free else Step.CARD
    commands = tuple(_commands(scenario))
    officers = tuple(_officers(scenario, free=free))
    left, right = (_camp(scenario, side) for side in scenario.sides)
    return TricornBattle(
        field=scenario.field(),
        units=tuple(
            unit_of(scenario, number, entry, free=free) for number, entry in enumerate(scenario.units)
        ),
        turn=1,
        active=0,
        phase=step.phase.value,
        scenario=scenario.id,
        turn_limit=scenario.turn_limit,
        camps=(left, right),
        commands=commands,
        officers=officers,
        deck=first_deck(officers, commands),
        readings=the_same(readings),
        step=step,
        strongholds=the_same(tuple(_strongholds(scenario))),
        prizes=tuple(_prizes(scenario)),
        deploys_first=_side(scenario, scenario.first_deploy) if scenario.first_deploy else None,
    )


def first_deck(officers: tuple[Officer, ...], commands: tuple[Command, ...]) -> Deck:
    """The deck of the first turn: a card for each officer present, and the Re-Shuffle Cards.

    cards.deck, cards.reshuffle.count, setup.arrivals
    """
    here = [one.card for one in officers if one.command is None or commands[one.command].arrives <= 1]
    return deck_of(here)


def deck_of(cards: list[str]) -> Deck:
    """A shuffled deck of these Command Cards and the Re-Shuffle Cards (cards.deck, cards.shuffle)."""
    return Deck.of([*cards, *[RESHUFFLE] * values("cards.reshuffle.count", _Cards).cards])


def _camp(scenario: Scenario, side: Side) -> Camp:
    """A side; without a printed break point it breaks at half its units, rounded up (army.break-point)."""
    count = sum(unit.side == side.id for unit in scenario.units)
    half = -int(-count * share_of("army.break-point") // 1)
    point = half if side.break_point is None else side.break_point
    return Camp(side.id, side.name, _edge(side.edge), outline(side.zone), point, side.start_points)


def _commands(scenario: Scenario) -> Iterator[Command]:
    """The commands, in the order of the scenario (command.organisation)."""
    leaders = [leader.id for leader in scenario.leaders]
    for command in scenario.brigades:
        began = sum(unit.brigade == command.id for unit in scenario.units)
        yield Command(
            key=command.id,
            side=_side(scenario, command.side),
            officer=leaders.index(command.commander),
            began=began,
            arrives=scenario.arrival_of(command.id),
        )


def _officers(scenario: Scenario, *, free: bool) -> Iterator[Officer]:
    """The officers; one whose command arrives later enters with it (setup.arrivals, leaders.attach)."""
    commands = [command.id for command in scenario.brigades]
    units = {unit.id: number for number, unit in enumerate(scenario.units)}
    for number, leader in enumerate(scenario.leaders):
        point = Point(float(inches(leader.x or 0)), float(inches(leader.y or 0)))
        arrives = bool(leader.brigade) and scenario.arrival_of(leader.brigade) > 0
        here = not arrives and not free and not leader.lost
        attached = units[leader.attached_to] if leader.attached_to and here else None
        yield Officer(
            id=number,
            side=_side(scenario, leader.side),
            name=leader.name,
            card=leader.name,
            rating=leader.rating,
            command=_command_of(leader, commands),
            chief=leader.chief,
            place=point if here and attached is None else None,
            attached=attached,
            entry=point if arrives else None,
            lost=leader.lost,
        )


def _command_of(leader: LeaderEntry, commands: list[str]) -> int | None:
    return commands.index(leader.brigade) if leader.brigade else None


def unit_of(scenario: Scenario, number: int, entry: UnitEntry, *, free: bool = False) -> TricornUnit:
    """A unit where the scenario places it; one that is placed or arrives later has no place yet.

    setup.printed, setup.data, setup.arrivals
    """
    known = roster().for_scenario(scenario)
    profile = known.profile(entry.profile)
    arrives = scenario.arrives(entry)
    stands = None if arrives or free else next(standing("", entry, scenario, known), None)
    guns = profile.category is Category.ARTILLERY
    emplaced = entry.pose() if stands is not None and guns and entry.garrison else None
    formation = Formation.UNLIMBERED if guns and entry.garrison else entry.formation
    fallback = Formation.LINE if formation is Formation.GARRISON else formation
    commands = [command.id for command in scenario.brigades]
    return TricornUnit(
        id=number,
        side=_side(scenario, entry.side),
        pose=None if stands is None else stands.pose,
        shape=_shape(scenario, entry, stands, profile) or profile.shape(fallback),
        key=entry.id,
        name=entry.name,
        profile_id=roster().id_in_battle(profile),
        command=commands.index(entry.brigade),
        formation=formation if stands is not None else fallback,
        garrison=entry.garrison if stands is not None else "",
        emplaced=emplaced,
        forced_until=scenario.turn_limit if entry.forced_marched else 0,
        entry=entry.pose() if arrives else None,
    )


def _shape(
    scenario: Scenario, entry: UnitEntry, stands: StandingEntry | None, profile: Profile
) -> Shape | None:
    """The footprint of a unit on the table; guns in a redoubt have its outline (terrain.redoubt)."""
    if stands is None:
        return None
    held, guns = scenario.stronghold(entry.garrison), entry.pose()
    if held is None or guns is None or profile.category is not Category.ARTILLERY:
        return stands.shape
    return held.emplaced(stands.pose.heading, guns, profile.shape(Formation.UNLIMBERED))


def _strongholds(scenario: Scenario) -> Iterator[Stronghold]:
    """The villages, strong points and redoubts (terrain.garrison)."""
    for ground in scenario.terrain:
        place = stronghold_of(ground.piece(), ground.name)
        if place is not None:
            yield place


def _prizes(scenario: Scenario) -> Iterator[Prize]:
    """The objectives and their first holders (victory.objective)."""
    for one in scenario.objectives:
        point = Point(float(inches(one.x)), float(inches(one.y)))
        holder = _side(scenario, one.holder) if one.holder else None
        yield Prize(one.id, one.name, point, one.points, holder)


def _side(scenario: Scenario, id: str) -> int:
    return next(place for place, side in enumerate(scenario.sides) if side.id == id)


def _edge(edge: str) -> TableSide:
    return next(side for side in TABLE_SIDES if side == EDGES[edge])
