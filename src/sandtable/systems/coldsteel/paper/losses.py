"""The effects of an outcome on the marks of a unit; a resulting move is given in words only.

Outcomes are applied by the same events as on the table. Only a morale test reports a Lucky Officer's re-roll;
elsewhere the player marks it by hand.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec import structs

from sandtable.systems.coldsteel import artillery, shooting
from sandtable.systems.coldsteel.artillery import CannonadeFacts
from sandtable.systems.coldsteel.battle import Removal
from sandtable.systems.coldsteel.cards import DealFacts
from sandtable.systems.coldsteel.casualties import Fallen, Struck
from sandtable.systems.coldsteel.events import (
    ColdSteelEvent,
    LuckyRerollUsed,
    ModelsLost,
    MoraleTested,
    MusketsFouled,
    UnitHeldBack,
    UnitShot,
    UnitsRemoved,
)
from sandtable.systems.coldsteel.melee import Fought
from sandtable.systems.coldsteel.melee_facts import Duel
from sandtable.systems.coldsteel.morale import MoraleFacts, Result, Second, Settled, Stance
from sandtable.systems.coldsteel.morale_events import SoldiersMutinied
from sandtable.systems.coldsteel.paper.units import A_BASE, UNIT, Marks, after
from sandtable.systems.coldsteel.shooting import Volleyed, VolleyFacts
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.table.space import Pose

Told = tuple[ColdSteelEvent, ...]

NOWHERE: Final = Pose(0, 0, 0)


def _gone(how: Removal) -> UnitsRemoved:
    return UnitsRemoved((UNIT,), how)


# --------------------------------------------------------------------- losses
def _fell(marks: Marks, fallen: Fallen) -> Told:
    """Lost models; a unit without models is removed (casualties.one-wound, turn.remove-at-once)."""
    if not fallen.models:
        return ()
    left = max(marks.models - fallen.models, 0)
    lost = ModelsLost(UNIT, fallen.ordinary, fallen.command, left, A_BASE, NOWHERE)
    return (lost,) if left else (lost, _gone(Removal.DESTROYED))


def fell(facts: Struck, fallen: Fallen, marks: Marks) -> Marks:
    """A unit after its losses."""
    del facts
    return after(marks, *_fell(marks, fallen))


# --------------------------------------------------------------------- fire
def shot(facts: VolleyFacts, outcome: Volleyed, marks: Marks) -> Marks:
    """The shooter; Dirty Muskets may be fouled (cards.dirty-scope)."""
    del facts
    return after(marks, MusketsFouled(UNIT)) if outcome.fouled else marks


def shot_at(facts: VolleyFacts, outcome: Volleyed, marks: Marks) -> Marks:
    """The target, marked hit or not, less its lost models (morale.fired-means)."""
    if not shooting.can_shoot(facts.fire):
        return marks
    fired = UnitShot(UNIT, UNIT, dice=0, hits=0, artillery=False)
    return after(marks, fired, *_fell(marks, outcome.fallen))


def bombarded(facts: CannonadeFacts, fallen: Fallen, marks: Marks) -> Marks:
    """The target of guns, marked hit or not, less its losses (morale.fired-means, artillery.casualties)."""
    if not artillery.can_shoot(facts.shot):
        return marks
    fired = UnitShot(UNIT, UNIT, dice=0, hits=0, artillery=True)
    return after(marks, fired, *_fell(marks, fallen))


# --------------------------------------------------------------------- morale
def tested(facts: MoraleFacts, outcome: Settled, marks: Marks) -> Marks:
    """A unit after its morale test (morale.status, leaders.officer-reroll, cards.lucky-scope)."""
    again = outcome.again is Second.BOTH
    taken: Told = (MoraleTested(UNIT, outcome.total, outcome.passed, rerolled=again),)
    lucky: Told = (LuckyRerollUsed(UNIT),) if outcome.again is Second.ONE else ()
    left = after(marks, *taken, *lucky)
    match outcome.result:
        case Result.PASSES:
            return left
        case Result.HELD_BACK:
            return after(left, UnitHeldBack(UNIT))
        case Result.ROUTS:
            return after(left, *_mutiny(facts), _gone(Removal.ROUTED))
        case Result.OVERRUN:
            return after(left, _gone(Removal.OVERRUN))
        case Result.RETREATS:
            return _fell_back(left)
        case _:
            assert_never(outcome.result)


def _mutiny(facts: MoraleFacts) -> Told:
    """Flogged Soldiers murder their Officer before they rout (cards.flogged-soldiers)."""
    if facts.card is not Trait.FLOGGED_SOLDIERS:
        return ()
    return (SoldiersMutinied(UNIT, facts.has(Figure.OFFICER)),)


def _fell_back(marks: Marks) -> Marks:
    """A retreat ends all engagements; a garrison comes out in column.

    charge.engagement-persists, building.retreat
    """
    outside = Formation.COLUMN if marks.formation is Formation.GARRISON else marks.formation
    formed = marks.formed if outside is marks.formation else 0
    return structs.replace(marks, engaged=Stance.FREE, formation=outside, formed=formed)


# --------------------------------------------------------------------- melee and cards
def attacked(facts: Duel, outcome: Fought, marks: Marks) -> Marks:
    """The attacker after a round of melee."""
    is_alone = outcome.defender.models >= facts.defender.models
    return _fought(outcome.attacker, marks, is_alone=is_alone)


def defended(facts: Duel, outcome: Fought, marks: Marks) -> Marks:
    """The defender after a round of melee."""
    is_alone = outcome.attacker.models >= facts.attacker.models
    return _fought(outcome.defender, marks, is_alone=is_alone)


def _fought(fallen: Fallen, marks: Marks, *, is_alone: bool) -> Marks:
    """A unit after its losses; with no enemy left it is no longer engaged (charge.engagement-persists)."""
    left = after(marks, *_fell(marks, fallen))
    return structs.replace(left, engaged=Stance.FREE) if is_alone else left


def dealt(facts: DealFacts, trait: Trait | None, marks: Marks) -> Marks:
    """The card that a unit was dealt (cards.one-per-unit)."""
    del facts
    return structs.replace(marks, card=trait)
