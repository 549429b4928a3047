"""A battle of coldsteel in progress, as a scenario file states it.

The fields of ``UnitEntry`` and ``Situation`` are what a file may contain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from sandtable.game.files import scenario_rows
from sandtable.game.files.typed_files import suggest
from sandtable.systems.coldsteel import roster
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link, Phase, Removal, Step
from sandtable.systems.coldsteel.steps import owner
from sandtable.systems.coldsteel.troops import Trait

Findings = Iterator[tuple[str, str]]
"""Keys in a scenario, with what is wrong there."""

STEPS: Final = tuple(step for step in Step if step.phase is not Phase.SETUP)
"""The steps in which a battle in progress may stand (turn.sequence)."""


class UnitEntry(roster.UnitEntry, frozen=True, kw_only=True):
    """A unit of a scenario, and what has happened to it.

    ``removed`` says how it left play. A unit that ``touches`` enemies is engaged with them as the charger,
    ``since`` the given turn, else since this one (charge.engagement-persists). ``card_spent`` says that its
    card is used up (cards.permanent). The other marks are those of `ColdSteelUnit`; ``fouled`` is for this
    turn.
    """

    removed: Removal | None = None
    since: Annotated[int, Meta(ge=1)] | None = None
    card_spent: bool = False
    failed: bool = False
    held_back: bool = False
    named: bool = False
    manoeuvred: bool = False
    muskets_now: bool = False
    guns_now: bool = False
    muskets_before: bool = False
    guns_before: bool = False
    rerolled: bool = False
    lucky_used: bool = False
    fouled: bool = False

    @property
    def is_gone(self) -> bool:
        """Has it left play? (turn.remove-at-once)"""
        return self.removed is not None


MARKS: Final = (
    "removed",
    "failed",
    "held_back",
    "named",
    "manoeuvred",
    "muskets_now",
    "guns_now",
    "muskets_before",
    "guns_before",
    "rerolled",
    "lucky_used",
)
"""The marks that a unit of a battle has under the same names."""

CARDS: Final = {
    "held_back": Trait.COWARDLY_OFFICER,
    "lucky_used": Trait.LUCKY_OFFICER,
    "fouled": Trait.DIRTY_MUSKETS,
}
"""The card without which a unit cannot have a mark (cards.deck)."""


class Situation(scenario_rows.Situation, frozen=True, kw_only=True):
    """The state of a battle: the turn, the step, Player 1, and the units that have fought in a Melee step.

    ``first`` is the id of a side, by default the first one (turn.sequence, turn.initiative.every-turn).
    """

    step: Step = Step.INITIATIVE
    first: str = ""
    fought: tuple[str, ...] = ()


class Scenario(roster.Scenario, frozen=True, kw_only=True):
    """A scenario of coldsteel that may begin in mid-battle."""

    units: tuple[UnitEntry, ...]
    situation: Situation | None = None


# --------------------------------------------------------------------- the battle
def begun(battle: ColdSteelBattle, scenario: roster.Scenario) -> ColdSteelBattle:
    """The battle in the scenario's situation (turn.sequence, charge.engagement-persists)."""
    if not isinstance(scenario, Scenario):
        return battle
    now = scenario.situation or Situation()
    numbers = {unit.id: number for number, unit in enumerate(scenario.units)}
    links = tuple(_links(scenario, now, numbers))
    battle = replace(
        battle,
        units=tuple(
            _charged(_marked(unit, entry, now.turn), links, now.turn)
            for unit, entry in zip(battle.units, scenario.units, strict=True)
        ),
        turn=now.turn,
        links=links,
    )
    return battle if scenario.situation is None else _at_step(battle, scenario, now, numbers)


def _links(scenario: Scenario, now: Situation, numbers: dict[str, int]) -> Iterator[Link]:
    """The engagements, each as its charger's entry gives it (charge.engagement-persists)."""
    for number, unit in enumerate(scenario.units):
        for other in unit.touches:
            yield Link(number, numbers[other], unit.since or now.turn)


def _marked(unit: ColdSteelUnit, entry: UnitEntry, turn: int) -> ColdSteelUnit:
    marks = {name: getattr(entry, name) for name in MARKS}
    return replace(unit, trait_spent=entry.card_spent, fouled=turn if entry.fouled else 0, **marks)


def _charged(unit: ColdSteelUnit, links: tuple[Link, ...], turn: int) -> ColdSteelUnit:
    """A unit with the marks that follow from its links (charge.charged-status, charge.defender-fire)."""
    mine = [link for link in links if unit.id in (link.charger, link.charged)]
    now = [link for link in mine if link.turn == turn]
    return replace(
        unit,
        charged=next((link.charged for link in now if link.charger == unit.id), None),
        charged_by=tuple(link.charger for link in now if link.charged == unit.id),
        was_engaged=any(link.turn < turn for link in mine),
    )


def _at_step(
    battle: ColdSteelBattle, scenario: Scenario, now: Situation, numbers: dict[str, int]
) -> ColdSteelBattle:
    sides = [side.id for side in scenario.sides]
    first = sides.index(now.first) if now.first else 0
    return replace(
        battle,
        first=first,
        step=now.step,
        phase=now.step.phase.value,
        active=owner(now.step, first, battle.readings),
        fought=tuple(numbers[unit] for unit in now.fought),
    )


# --------------------------------------------------------------------- what contradicts
def contradictions(scenario: scenario_rows.Scenario) -> Findings:
    """The contradictions in a scenario's situation."""
    if not isinstance(scenario, Scenario):
        return
    for place, unit in enumerate(scenario.units):
        yield from _unit(f"units[{place}]", unit, scenario)
    if scenario.situation is not None:
        yield from _situation(scenario, scenario.situation)


def _unit(key: str, unit: UnitEntry, scenario: Scenario) -> Findings:
    turn = scenario.situation.turn if scenario.situation else 1
    if unit.since is not None and not unit.touches:
        yield f"{key}.since", f"{unit.id} is in contact since turn {unit.since}, but touches nothing"
    if unit.since is not None and unit.since > turn:
        yield f"{key}.since", f"{unit.id} is in contact since turn {unit.since}, but it is turn {turn}"
    if unit.card_spent and unit.card is None:
        yield f"{key}.card_spent", f"{unit.id} has spent its card, but has none; name it under card"
    for name, card in CARDS.items():
        if getattr(unit, name) and unit.card is not card:
            words = f"{unit.id} is {name.replace('_', ' ')} by {card}, but its card is {unit.card or 'none'}"
            yield f"{key}.{name}", words
    if (unit.muskets_before or unit.guns_before) and turn == 1:
        yield key, f"{unit.id} was fired at in the turn before, but it is turn 1"


def _situation(scenario: Scenario, now: Situation) -> Findings:
    sides, units = [side.id for side in scenario.sides], [unit.id for unit in scenario.units]
    if now.step not in STEPS:
        words = f"a battle under way has left {now.step} behind; allowed are {', '.join(STEPS)}"
        yield "situation.step", words
    if now.first and now.first not in sides:
        yield "situation.first", f'there is no side "{now.first}"; {suggest(now.first, sides)}'
    if scenario.free:
        yield "situation", "a pick-up game begins with the choice of forces, and so not in the middle"
    if scenario.cards == "dealt":
        yield "cards", 'cards are dealt before the first turn; say "assigned", and the card of each unit'
    if now.fought and now.step is not Step.MELEE:
        yield "situation.fought", f"units fight in the step melee, not in {now.step}"
    for place, unit in enumerate(now.fought):
        if unit not in units:
            yield f"situation.fought[{place}]", f'there is no unit "{unit}"; {suggest(unit, units)}'
