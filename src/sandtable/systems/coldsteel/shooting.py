"""Shooting with small arms: the dice of a volley, what they need by range, and its cost to the target.

`Fire` holds all facts of a volley that the rules use; `aim.py` makes them from a battle.

>>> from sandtable.game.drivers.odds import odds
>>> line = Fire(models=24, distance=6)
>>> dice(line).total, need(line).total
(24, 4)
>>> odds(do(volley, line), exact=True).map(lambda shot: shot.hits).mean()
Fraction(12, 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Annotated, Final, assert_never

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.rules.tally import Tally
from sandtable.systems.coldsteel import cards, precision
from sandtable.systems.coldsteel.book import modifier, values
from sandtable.systems.coldsteel.casualties import (
    MOST_MODELS,
    Fallen,
    Ranks,
    Struck,
    fall,
    losses_in_words,
)
from sandtable.systems.coldsteel.dice import DirtyVolley, Modifier, Scoring, can_succeed, needed, score
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.systems.coldsteel.troops import Arm, Formation, Trait, TroopClass, allowed
from sandtable.table.space import INCH

FACES: Final = 4
RANKS_THAT_SHOOT: Final = 2


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """A range band: its limit in inches, and what a die needs up to it."""

    band: int
    max_inches: int
    need: int

    @property
    def rule(self) -> str:
        """The id of its rule."""
        return BANDS[self.band - 1]


BANDS: Final = ("shooting.band-1", "shooting.band-2", "shooting.band-3")
"""The rules of the three bands."""


# ----------------------------------------------------------------------- facts
class Fire(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a volley of small arms: the shooter, its formation, the distance and the target's kind."""

    troops: Annotated[TroopClass, Meta(description="class of the shooting unit")] = TroopClass.LINE
    formation: Annotated[Formation, Meta(description="its formation")] = Formation.LINE
    models: Annotated[int, Meta(description="its models, command figures included", ge=1, le=MOST_MODELS)] = (
        24
    )
    files: Annotated[
        Annotated[int, Meta(ge=1, le=MOST_MODELS)] | None,
        Meta(description="its files, if it formed up with more models; none: as its models form up"),
    ] = None
    card: cards.Holds = None
    distance: Annotated[float, Meta(description="range in inches, edge to edge", ge=0, le=60)] = 6.0
    at_garrison: Annotated[bool, Meta(description="the target is inside a building")] = False
    fouled: Annotated[bool, Meta(description="its muskets are fouled since last turn")] = False
    luck_spent: Annotated[bool, Meta(description="its Lucky Officer is dead or has had his throw")] = False
    garrison_is_silent: Annotated[bool, Meta(description="reading: a garrison never shoots")] = False
    seat: Annotated[int, Meta(description="the seat that owns it", ge=0, le=1)] = 0
    unit: int = -1

    def __post_init__(self) -> None:
        if self.troops.arm is Arm.ARTILLERY:
            raise ValueError("artillery does not shoot with small arms; ask for the shot of a battery")
        refuse_formation(self.troops, self.formation)

    @property
    def width(self) -> int:
        """The files it formed with; unless given they follow from formation and models.

        formation.line, formation.attack-column, formation.skirmish, formation.shrink
        """
        return self.files or files_of(self.troops.arm, self.formation, self.models)


@lru_cache(maxsize=64)
def refuse_formation(troops: TroopClass, formation: Formation) -> None:
    """Refuse a formation that a class of troops may not use (formation.allowed)."""
    if formation not in allowed(troops):
        told = ", ".join(allowed(troops))
        raise ValueError(f"{troops} troops never stand in {formation}; they may be in {told}")


class Target(Ranks, frozen=True, cache_hash=True, kw_only=True):
    """The target: its models and command figures, and the seat that owns it."""

    seat: Annotated[int, Meta(description="the seat that owns it", ge=0, le=1)] = 1
    six_kills_besides: Annotated[
        bool, Meta(description="reading: the man a six kills is lost besides the wound")
    ] = False


class VolleyFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A volley and its target."""

    fire: Fire = Fire()
    target: Target = Target()

    def __post_init__(self) -> None:
        refuse_files(self.fire)


def refuse_files(fire: Fire) -> None:
    """Refuse files that no unit of this many models, before or after losses, forms up with.

    formation.line, formation.attack-column, formation.shrink
    """
    least, most = (files_of(fire.troops.arm, fire.formation, models) for models in (fire.models, MOST_MODELS))
    if fire.files is not None and not least <= fire.files <= most:
        raise ValueError(
            f"a unit in {fire.formation} with {fire.models} models has {least} files, or up to {most} if it"
            f" formed up with more models, not {fire.files}; leave its files out and they follow"
        )


# ---------------------------------------------------------------------- tables
@cache
def bands() -> tuple[Band, ...]:
    """The three bands of range (shooting.band-1, shooting.band-2, shooting.band-3)."""
    return tuple(values(rule, Band) for rule in BANDS)


@cache
def against_garrison() -> Band:
    """What is needed against a garrison, and the range limit (shooting.building-target)."""
    return values("shooting.building-target", Band)


def is_within(distance: float, limit: float) -> bool:
    """Is a distance in inches within a limit, the limit included? (geometry.inclusive)"""
    return precision.is_within(distance * INCH, limit)


def band(distance: float) -> Band | None:
    """The band of a distance; None beyond the last (shooting.one-band)."""
    return next((one for one in bands() if is_within(distance, one.max_inches)), None)


# --------------------------------------------------------------------- tallies
@lru_cache(maxsize=4096)
def dice(fire: Fire) -> Tally:
    """The dice of a volley: one for each model of the front two ranks, or of one face.

    Cavalry never shoots (shooting.who).

    shooting.dice, shooting.facing-means, shooting.command-shoot
    """
    if fire.troops.arm is Arm.CAVALRY:
        return Tally.of(0, "cavalry never shoots", "shooting.who")
    match fire.formation:
        case Formation.COLUMN:
            return Tally.of(0, "no model of a column shoots", "shooting.column-none")
        case Formation.SQUARE:
            return _one_face(fire, "shooting.square-dice")
        case Formation.GARRISON:
            if fire.garrison_is_silent:
                return Tally.of(0, "a garrison never shoots", "shooting.garrison-may")
            return _one_face(fire, "shooting.garrison-may")
        case Formation.LINE | Formation.ATTACK_COLUMN | Formation.SKIRMISH:
            front = RANKS_THAT_SHOOT * fire.width
            tally = Tally.of(fire.models, "models that face the target", "shooting.dice")
            return tally.at_most(front, "models of the front two ranks", "formation.front-two-ranks")
        case _:
            assert_never(fire.formation)


def _one_face(fire: Fire, rule: str) -> Tally:
    """The models of one face, rounded up (dice.rounding)."""
    tally = Tally.of(fire.models, "models", "shooting.dice").times(1 / FACES, "one face of four", rule)
    return tally.rounded_up("part of a model counts whole", "dice.rounding")


@lru_cache(maxsize=4096)
def need(fire: Fire) -> Tally:
    """The number each die needs: by band, or 5 at a building, less what training and card add.

    shooting.band-1, shooting.band-2, shooting.band-3, shooting.building-target, shooting.building-modifiers
    """
    found = against_garrison() if fire.at_garrison else band(fire.distance) or bands()[-1]
    rule = "shooting.building-target" if fire.at_garrison else found.rule
    words = "at a unit in a building" if fire.at_garrison else f"Band {found.band}"
    return needed(Tally.of(found.need, words, rule, sign="+"), _modifiers(fire))


def _modifiers(fire: Fire) -> tuple[Modifier, ...]:
    """What training and card add to every die (troops.light.shoot, troops.elite.shoot, cards.marksmen)."""
    trained = {TroopClass.LIGHT: "Light Infantry", TroopClass.ELITE: "Elite Infantry"}.get(fire.troops)
    rule = f"troops.{fire.troops}.shoot"
    training = ((modifier(rule), trained, rule),) if trained else ()
    return (*training, *cards.on_the_die(fire.card, cards.SHOOTING))


# -------------------------------------------------------------------- legality
def objections(fire: Fire) -> tuple[Refusal, ...]:
    """Why a volley may not be fired: the unit cannot shoot, the target is too far, or no die could hit.

    shooting.who, shooting.formations, shooting.impossible, cards.wet-powder, cards.wet-scope,
    cards.dirty-muskets
    """
    found, far = band(fire.distance), f"the target is {fire.distance:g} in away"
    near = found is not None and found.band == 1
    wet = fire.card is Trait.WET_POWDER
    furthest = bands()[-1].max_inches
    barred = (
        (not dice(fire).total, dice(fire).steps[0].words, dice(fire).steps[0].rule),
        (fire.fouled, "its muskets are fouled and may not shoot this turn", "cards.dirty-muskets"),
        (found is None, f"{far}; small arms reach {furthest} in", "shooting.band-3"),
        (wet and not near, f"{far}; Wet Powder reaches Band 1 only, 6 in", "cards.wet-powder"),
        (fire.at_garrison and not near, f"{far}; a garrison is hit up to 6 in", "shooting.building-target"),
        (not can_succeed(need(fire)), f"{need(fire).shown} cannot be thrown on a die", "shooting.impossible"),
    )
    return tuple(Refusal(words, rule=rule) for holds, words, rule in barred if holds)


def can_shoot(fire: Fire) -> bool:
    """May the volley be fired?"""
    return not objections(fire)


@lru_cache(maxsize=4096)
def reach(fire: Fire) -> int:
    """The longest range of a volley in inches, whatever the distance in its facts; 0 if it may not be fired.

    Only the limit of each band is tried: a volley that is legal in one band is legal in every nearer one
    (shooting.impossible).
    """
    limits = (one.max_inches for one in bands())
    return max((limit for limit in limits if can_shoot(replace(fire, distance=limit))), default=0)


# ---------------------------------------------------------------------- throws
def is_lucky(fire: Fire) -> bool:
    """May its Lucky Officer still re-roll a die this turn? (cards.lucky-officer, cards.lucky-scope)"""
    return fire.card is Trait.LUCKY_OFFICER and not fire.luck_spent


class Volley(Struct, frozen=True, cache_hash=True):
    """The result of a volley: its hits, the sixes among them, and the effect on the shooter.

    ``fouled`` says that Dirty Muskets may not shoot next turn, ``lucky`` that the Lucky Officer re-rolled a
    die.
    """

    hits: int
    sixes: int
    fouled: bool = False
    lucky: bool = False


class Volleyed(Struct, frozen=True, cache_hash=True):
    """The losses from a volley, and whether Dirty Muskets are fouled."""

    fallen: Fallen
    fouled: bool = False


async def volley(fire: Fire) -> Volley:
    """Throw all dice, ask for a lucky re-roll, count hits and sixes; an illegal volley does nothing.

    shooting.sequence, shooting.wound, shooting.impossible, cards.dirty-muskets, cards.dirty-scope
    """
    if not can_shoot(fire):
        return volley_of(0, 0)
    count, least = dice(fire).whole, need(fire).whole
    if fire.card is Trait.DIRTY_MUSKETS:
        hits, sixes, ones = await DirtyVolley(dice=count, at_least=least, purpose="to hit")
        return volley_of(hits, sixes, fouled=ones > 0)
    shot = await score(Scoring(dice=count, need=least, lucky=is_lucky(fire), seat=fire.seat, unit=fire.unit))
    return volley_of(shot.hits, shot.sixes, lucky=shot.lucky)


@lru_cache(maxsize=4096)
def volley_of(hits: int, sixes: int, *, fouled: bool = False, lucky: bool = False) -> Volley:
    """The value for this result; the cache saves building the same few values again in computed odds."""
    return Volley(hits, sixes, fouled, lucky)


async def volley_and_losses(facts: VolleyFacts) -> Volleyed:
    """A volley, and the models that its target loses (shooting.sequence, casualties.order)."""
    shot = await do(volley, facts.fire)
    return Volleyed(await do(fall, struck_by(shot.hits, shot.sixes, facts.target)), shot.fouled)


@lru_cache(maxsize=4096)
def struck_by(wounds: int, sixes: int, target: Target) -> Struck:
    """A target with the wounds and sixes scored against it, at most one for each model and figure.

    casualties.six-within, melee.excess
    """
    return Struck(
        seat=target.seat,
        ordinary=target.ordinary,
        command=target.command,
        wounds=min(wounds, target.models),
        sixes=min(sixes, len(target.command)),
        beyond=target.six_kills_besides,
    )


# ----------------------------------------------------------------------- figures and headings
def volley_tallies(facts: VolleyFacts) -> Mapping[str, Tally]:
    """The figures of a volley at a unit, for the log."""
    return fire_tallies(facts.fire)


def fire_tallies(fire: Fire) -> Mapping[str, Tally]:
    """The dice of a volley and what they need."""
    return {"dice": dice(fire), "to hit": need(fire)}


def volley_summary(facts: VolleyFacts, outcome: Volleyed) -> tuple[str, ...]:
    """The target's losses, and fouled muskets, as headings."""
    barred = tuple(f"it may not shoot: {refusal.words}" for refusal in objections(facts.fire))
    fouled = ("the muskets are fouled",) if outcome.fouled else ()
    return (*barred, *losses_in_words(outcome.fallen, facts.target.models, "the target"), *fouled)
