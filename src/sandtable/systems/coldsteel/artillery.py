"""Artillery: two dice added to hit by range, then casualty dice, at a unit or the building it holds.

>>> from sandtable.game.drivers.odds import odds
>>> canister = Shot(distance=12)
>>> need(canister).total, wound_dice(canister).total
(4, 4)
>>> odds(do(shot, canister), exact=True).map(lambda fired: fired.wounds).mean()
Fraction(77, 6)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.dice import D6, AtLeast, Cup, Faces, Single, SumWith
from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.rules.tally import Tally
from sandtable.systems.coldsteel import cards
from sandtable.systems.coldsteel.book import values
from sandtable.systems.coldsteel.casualties import Fallen, fall, losses_in_words
from sandtable.systems.coldsteel.dice import HIGHEST_FACE, lowered
from sandtable.systems.coldsteel.luck import LuckyFace
from sandtable.systems.coldsteel.shooting import Target, against_garrison, is_within, struck_by
from sandtable.systems.coldsteel.troops import Trait

TO_HIT: Final = Cup(2, D6)
OUTER_LIMIT: Final = 48
"""Where Band 4 ends by the other reading, in inches (artillery.no-maximum)."""

AVERAGE_FACE: Final = 4
"""The lowest face above the average of a die."""


class GunBand(Struct, frozen=True, forbid_unknown_fields=True):
    """A range band of guns: its limit in inches, the total that hits, and the casualty dice."""

    band: int
    max_inches: int
    need: int
    wound_dice: int

    @property
    def rule(self) -> str:
        """The id of its rule."""
        return BANDS[self.band - 1]


BANDS: Final = ("artillery.band-1", "artillery.band-2", "artillery.band-3", "artillery.band-4")
"""The rules of the four bands."""


# ----------------------------------------------------------------------- facts
class Shot(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a battery's shot: its card, its state, the distance and the kind of target.

    The number of crew left does not matter (artillery.one-roll), nor do the target's formation, cover and
    type (artillery.no-formation-effect).
    """

    card: cards.Holds = None
    limbered: Annotated[bool, Meta(description="it is limbered")] = False
    manoeuvred: Annotated[bool, Meta(description="it manoeuvred in its latest Manoeuvres step")] = False
    distance: Annotated[float, Meta(description="range in inches, edge to edge", ge=0, le=120)] = 12.0
    at_building: Annotated[bool, Meta(description="the target is a building and the unit in it")] = False
    luck_spent: Annotated[bool, Meta(description="its Lucky Officer is dead or has had his throw")] = False
    ends_at_48: Annotated[bool, Meta(description="reading: Band 4 ends at 48 in")] = False
    houses_by_bands: Annotated[
        bool, Meta(description="reading: buildings are shot at with the guns' own table unchanged")
    ] = False
    seat: Annotated[int, Meta(description="the seat that owns it", ge=0, le=1)] = 0
    unit: int = -1


class CannonadeFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A shot and its target."""

    shot: Shot = Shot()
    target: Target = Target()


# ---------------------------------------------------------------------- tables
@cache
def bands() -> tuple[GunBand, ...]:
    """The four range bands; the stray cell in their heading means nothing (artillery.stray-cell)."""
    return tuple(values(rule, GunBand) for rule in BANDS)


def band(facts: Shot) -> GunBand | None:
    """The band of a shot; the last has no limit, or 48 in by the other reading.

    artillery.no-maximum, artillery.procedure
    """
    if facts.ends_at_48 and not is_within(facts.distance, OUTER_LIMIT):
        return None
    *inner, last = bands()
    return next((one for one in inner if is_within(facts.distance, one.max_inches)), last)


def is_sheltered(facts: Shot) -> bool:
    """Do walls limit the shot to Band 1 and a total of 5? (shooting.building-target, artillery.building)"""
    return facts.at_building and not facts.houses_by_bands


# --------------------------------------------------------------------- tallies
@lru_cache(maxsize=4096)
def need(facts: Shot) -> Tally:
    """The total of two dice that hits: that of the band, less what a card adds; no throw misses by itself.

    At a building it is 5, or that of the band by the other reading.

    artillery.band-1, artillery.band-2, artillery.band-3, artillery.band-4, artillery.hit-modifiers,
    artillery.building
    """
    found = band(facts) or bands()[-1]
    printed = Tally.of(found.need, f"Band {found.band}", found.rule, sign="+")
    if is_sheltered(facts):
        printed = Tally.of(against_garrison().need, "at a building", "artillery.building", sign="+")
    return lowered(printed, cards.on_the_die(facts.card, cards.SHOOTING))


@lru_cache(maxsize=4096)
def wound_dice(facts: Shot) -> Tally:
    """The number of casualty dice of a hit; nothing changes it.

    artillery.casualties, artillery.no-formation-effect, artillery.hit-modifiers
    """
    found = band(facts) or bands()[-1]
    return Tally.of(found.wound_dice, f"dice of casualties in Band {found.band}", found.rule)


# -------------------------------------------------------------------- legality
def objections(facts: Shot) -> tuple[Refusal, ...]:
    """Why a battery may not take a shot.

    artillery.when, artillery.unlimbered, artillery.no-maximum, artillery.building, cards.wet-powder,
    cards.wet-scope
    """
    found, far = band(facts), f"the target is {facts.distance:g} in away"
    beyond = found is None or found.band > 1
    barred = (
        (facts.limbered, "limbered guns cannot shoot", "artillery.unlimbered"),
        (facts.manoeuvred, "guns that manoeuvred may not shoot", "artillery.when"),
        (found is None, f"{far}; Band 4 ends at {OUTER_LIMIT} in", "artillery.no-maximum"),
        (
            facts.card is Trait.WET_POWDER and beyond,
            f"{far}; Wet Powder reaches Band 1 only, {bands()[0].max_inches} in",
            "cards.wet-powder",
        ),
        (is_sheltered(facts) and beyond, f"{far}; a building is hit in Band 1 only", "artillery.building"),
    )
    return tuple(Refusal(words, rule=rule) for holds, words, rule in barred if holds)


def can_shoot(facts: Shot) -> bool:
    """May the shot be taken?"""
    return not objections(facts)


@lru_cache(maxsize=1024)
def reach(facts: Shot) -> int:
    """The longest range of a shot in inches, whatever the distance in its facts; 0 if it may not be taken.

    Only the limit of each band is tried: a shot that is legal in one band is legal in every nearer one.
    """
    limits = (*(one.max_inches for one in bands()), OUTER_LIMIT)
    return max((limit for limit in limits if can_shoot(replace(facts, distance=limit))), default=0)


# ---------------------------------------------------------------------- throws
class Added(Struct, frozen=True, cache_hash=True):
    """A total of dice, and whether one of them was a lucky re-roll; it is compared by its total."""

    total: int
    sixes: int = 0
    lucky: bool = False

    def __ge__(self, aim: int) -> bool:
        return self.total >= aim


class Cannonade(Struct, frozen=True, cache_hash=True):
    """The result of a shot: hit or not, wounds, the sixes among their dice, Lucky Officer used or not."""

    hit: bool
    wounds: int = 0
    sixes: int = 0
    lucky: bool = False


async def shot(facts: Shot) -> Cannonade:
    """Throw two dice to hit, then the casualty dice; an illegal shot does nothing.

    artillery.procedure, artillery.casualties, artillery.one-roll, dice.sum, casualties.six-natural
    """
    if not can_shoot(facts):
        return Cannonade(hit=False)
    lucky = facts.card is Trait.LUCKY_OFFICER and not facts.luck_spent
    if lucky:
        aimed = await do(lucky_aim, facts)
        hit, lucky = aimed >= need(facts).whole, not aimed.lucky
        spent = aimed.lucky
    else:
        hit, spent = await AtLeast(TO_HIT, need(facts).whole, purpose="artillery to hit"), False
    if not hit:
        return Cannonade(hit=False, lucky=spent)
    wounds = await do(casualties, facts, lucky)
    return Cannonade(hit=True, wounds=wounds.total, sixes=wounds.sixes, lucky=spent or wounds.lucky)


async def lucky_aim(facts: Shot) -> Added:
    """The total to hit of a battery whose Lucky Officer may re-roll one of the two dice.

    cards.lucky-scope, dice.reroll
    """
    faces = await Faces(TO_HIT.count, purpose="artillery to hit")
    aim = need(facts).whole
    if sum(faces) >= aim:
        return Added(sum(faces))
    pick = await lucky_die(facts, "artillery to hit", faces, aim)
    if pick is None:
        return Added(sum(faces))
    again = await Single(D6, purpose="artillery to hit: the lucky die")
    return Added(sum(faces) - pick + again, lucky=True)


async def casualties(facts: Shot, lucky: bool) -> Added:  # noqa: FBT001 - given by position to do()
    """The total of the casualty dice, and the sixes among them (artillery.casualties, dice.sum)."""
    count = wound_dice(facts).whole
    if not lucky:
        total, sixes = await SumWith((Cup(count, D6),), HIGHEST_FACE, purpose="artillery casualties")
        return Added(total, sixes)
    faces = await Faces(count, purpose="artillery casualties")
    total, sixes = sum(faces), faces.count(HIGHEST_FACE)
    pick = await lucky_die(facts, "artillery casualties", faces, total - faces[0] + AVERAGE_FACE)
    if pick is None:
        return Added(total, sixes)
    again = await Single(D6, purpose="artillery casualties: the lucky die")
    sixes += (again == HIGHEST_FACE) - (pick == HIGHEST_FACE)
    return Added(total - pick + again, sixes, lucky=True)


def lucky_die(facts: Shot, purpose: str, faces: tuple[int, ...], aim: int) -> LuckyFace:
    """Ask which die to re-roll, by its face; None keeps them, and comes first if they reach *aim*.

    cards.lucky-officer, cards.lucky-scope
    """
    shown = tuple(dict.fromkeys(faces))
    options = (*shown, None) if sum(faces) < aim else (None, *shown)
    return LuckyFace(facts.seat, options, aims=(aim,), unit=facts.unit, purpose=purpose, faces=faces)


async def cannonade(facts: CannonadeFacts) -> Fallen:
    """A shot, and the models that its target loses, garrison or not.

    artillery.casualties, artillery.building, casualties.order
    """
    fired = await do(shot, facts.shot)
    return await do(fall, struck_by(fired.wounds, fired.sixes, facts.target))


# ----------------------------------------------------------------------- figures and headings
def shot_tallies(facts: Shot) -> Mapping[str, Tally]:
    """The figures of a shot, for the log."""
    return {"to hit on 2D6": need(facts), "dice of casualties": wound_dice(facts)}


def cannonade_tallies(facts: CannonadeFacts) -> Mapping[str, Tally]:
    """The figures of a shot at a unit, for the log."""
    return shot_tallies(facts.shot)


def cannonade_summary(facts: CannonadeFacts, fallen: Fallen) -> tuple[str, ...]:
    """What the target lost."""
    barred = tuple(f"it may not shoot: {refusal.words}" for refusal in objections(facts.shot))
    return (*barred, *losses_in_words(fallen, facts.target.models, "the target"))
