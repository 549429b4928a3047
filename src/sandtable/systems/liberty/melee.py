"""Melee: the dice of each unit, and the losses of one round of blows and saves.

The facts are in `melee_facts.py`, the results of a round in `melee_results.py`, pursuit and breakthrough in
`pursuit.py`.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.systems.liberty.melee_facts import Duel, as_melee
>>> melee = as_melee(Duel(attacker=Fighter(charging=True), defender=Fighter(general=Leading.ATTACHED)))
>>> [dice(side.units[0], (Arm.INFANTRY,)).total for side in melee.sides]
[16, 14]
>>> odds(do(blows, melee, 0), exact=True).map(sum).mean()
Fraction(20, 3)
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sandtable.dice import Count, Natural, RerollFailures, Throw, Unsaved
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do
from sandtable.game.present.english import counted
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty.actions import Buyer, Paid, buy
from sandtable.systems.liberty.book import table
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.melee_facts import (
    Contact,
    Edge,
    Engaged,
    Fighter,
    Leading,
    Melee,
    Side,
)
from sandtable.systems.liberty.shooting import ARM_RULES, Arm, combat_dice
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.testing import Quality
from sandtable.systems.liberty.words import name

if TYPE_CHECKING:
    from sandtable.systems.liberty.battle import LibertyBattle

ELITE_DICE = 2
GENERAL_DICE = 2
LEADING_DICE = 4
LEAST_PER_BASE = 0.5

INFANTRY, MOUNTED = Arm.INFANTRY, Arm.MOUNTED
FLANK, REAR = Edge.FLANK, Edge.REAR
WORN, SHAKEN = State.WORN, State.SHAKEN
# These names save the look-up of an enumeration's member, which costs as much as a call, in every round.


# ---------------------------------------------------------------------- tables
class _ToHit(Struct, frozen=True, forbid_unknown_fields=True):
    quality: Quality
    to_hit: int


class _Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    condition: str
    mod: float


@cache
def _table_dice(arm: Arm) -> tuple[float, float]:
    """The dice of a base in contact and of a supporting base; limbered guns have half a die and no support.

    combatdice.table, combatdice.limbered
    """
    row = combat_dice(arm)
    return (float(row.melee_direct), row.melee_support) if row else (LEAST_PER_BASE, 0)


@cache
def _quality_to_hit(quality: Quality) -> int:
    return next(row.to_hit for row in table("melee.to-hit", _ToHit) if row.quality is quality)


@cache
def _modifiers() -> dict[str, float]:
    return {row.condition: row.mod for row in table("melee.dice.data", _Modifier)}


# --------------------------------------------------------------------- tallies
def in_the_open(arm: Arm, contact: Contact) -> bool:
    """Is this part of the melee in the open: no DIFFICULT terrain, and infantry without shelter?

    terrain.open.melee
    """
    shelter = contact.enemy_defends or contact.enemy_fortified
    return not contact.difficult and not (contact.sheltered if arm is Arm.INFANTRY else shelter)


CIRCUMSTANCES = (
    ("charging", "melee.dice.charging"),
    ("against rear", "melee.dice.rear"),
    ("against flank", "melee.dice.flank"),
    ("cavalry against infantry in the open", "melee.dice.cavalry"),
    ("enemy defends obstacle", "melee.dice.obstacle"),
    ("enemy uphill", "melee.dice.uphill"),
    ("disordered", "melee.dice.disordered"),
    ("worn", "melee.dice.worn"),
    ("infantry against cavalry in the open", "melee.dice.infantry-v-cavalry"),
    ("shaken", "melee.dice.shaken"),
)
"""Every circumstance that changes the dice per base, in the order of the sheet, and its rule."""

Circumstances = tuple[bool, ...]
"""Which of them hold, in the same order."""


def circumstances_of(fighter: Fighter, contact: Contact, foe: Arm) -> Circumstances:
    """The circumstances that hold for the bases of a unit against one enemy.

    Cavalry means mounted cavalry and infantry the Infantry type alone (melee.dice.types); a unit charges only
    in its first Melee phase after contact (melee.dice.charging.first); uphill is a fact of the ground
    (terrain.uphill).
    """
    arm, edge, state = fighter.arm, contact.edge, fighter.wear.state(fighter.hits)
    rides = arm is MOUNTED and foe is INFANTRY and in_the_open(arm, contact)
    ridden_down = arm is INFANTRY and foe is MOUNTED and in_the_open(arm, contact)
    return (
        fighter.charging,
        edge is REAR,
        edge is FLANK,
        rides,
        contact.enemy_defends,
        contact.enemy_uphill,
        fighter.disordered,
        state is WORN,
        ridden_down,
        state is SHAKEN,
    )


@lru_cache(maxsize=4096)
def per_base(arm: Arm, circumstances: Circumstances) -> Tally:
    """The dice of one base in contact with an enemy: by type, modified, at least half a die.

    melee.dice, melee.dice.combine, melee.dice.minimum; limbered guns are never modified
    """
    tally = Tally.of(_table_dice(arm)[0], f"{arm} in direct contact, per base", ARM_RULES[arm])
    if arm is Arm.LIMBERED:
        return tally
    for holds, (words, rule) in zip(circumstances, CIRCUMSTANCES, strict=True):
        if holds:
            tally = tally.plus(_modifiers()[words], words, rule)
    return tally.at_least(LEAST_PER_BASE, "never less than half a die per base", "melee.dice.minimum")


Fought = tuple[int, Edge, Circumstances]
"""Bases that fight one enemy: their number, the edge they fight, and the circumstances of each."""


def dice(unit: Engaged, foes: tuple[Arm, ...]) -> Tally:
    """How many dice a unit rolls against the enemies it touches (melee.dice.per-base)."""
    fighter, opponents, direct = unit.fighter, unit.opponents, 0
    fought: list[Fought] = []
    for opponent in opponents:
        contact = opponent.contact
        if contact.bases:
            direct += contact.bases
            holding = circumstances_of(fighter, contact, foes[opponent.enemy])
            fought.append((contact.bases, contact.edge, holding))
    supporting = fighter.bases - direct if opponents else 0
    return _dice(fighter.arm, tuple(fought), supporting, fighter.elite, fighter.general)


@lru_cache(maxsize=4096)
def _dice(
    arm: Arm,
    fought: tuple[Fought, ...],
    supporting: int,
    elite: bool,  # noqa: FBT001 - remembered by position
    general: Leading,
) -> Tally:
    """Bases in contact, then support, rounded up once, then Elite, then General.

    melee.dice.order, melee.dice.round, melee.supporting.after, combatdice.general; a unit with no base in
    contact has no extra dice either (special.elite.name). Its arguments are only what it depends on, so that
    melees share kept results.
    """
    tally = _support(arm, supporting, _in_contact(arm, fought))
    tally = tally.rounded_up("part dice count whole", "melee.dice.round")
    if not tally.total:
        return tally
    if elite:
        tally = tally.plus(ELITE_DICE, "Elite (special rule)", "special.elite")
    match general:
        case Leading.NONE:
            return tally
        case Leading.ATTACHED:
            return tally.plus(GENERAL_DICE, "General attached", "leaders.melee.dice")
        case Leading.LEADS_THE_FIGHT:
            return tally.plus(LEADING_DICE, "Lead The Fight!", "action.lead-the-fight")
        case _:
            assert_never(general)


def _in_contact(arm: Arm, fought: tuple[Fought, ...]) -> Tally:
    """The dice of all bases in contact, each with the modifiers of the enemy it fights."""
    if not fought:
        return Tally.of(0, "no base in direct contact", "melee.direct")
    (bases, _, holding), *rest = fought
    tally = per_base(arm, holding).times(bases, "bases in direct contact", "melee.dice.combine")
    for bases, edge, holding in rest:
        each = per_base(arm, holding).total
        words = f"{bases} bases against the {edge} of another enemy, {each:g} each"
        tally = tally.plus(bases * each, words, "melee.dice.per-base")
    return tally


def _support(arm: Arm, bases: int, tally: Tally) -> Tally:
    """The dice of bases not in contact, which no modifier changes; none for a unit that touches no enemy."""
    each = _table_dice(arm)[1]
    return tally.plus(bases * each, f"{bases} supporting bases, {each:g} each", "melee.supporting.after")


@lru_cache(maxsize=1024)
def to_hit(quality: Quality) -> Tally:
    """The number a die must show (melee.to-hit)."""
    return Tally.of(_quality_to_hit(quality), f"{quality} to hit in melee", "melee.to-hit", sign="+")


@cache
def save() -> Tally:
    """The number a save must show in melee, fortified or not (saves.melee)."""
    return Tally.of(6, "save against melee", "saves.melee", sign="+")


# --------------------------------------------------------------- Lead The Fight!
async def led(unit: Engaged, buyer: Buyer) -> Paid[Engaged]:
    """A unit after its player decided whether its General leads: four dice instead of two.

    The decision comes after the dice are counted and before they are rolled (action.lead-the-fight).
    """
    if unit.fighter.general is not Leading.ATTACHED:
        return Paid(unit)
    spent = await buy(Action.LEAD_THE_FIGHT, buyer, aims=())
    if not spent:
        return Paid(unit)
    return Paid(replace(unit, fighter=replace(unit.fighter, general=Leading.LEADS_THE_FIGHT)), spent)


# ---------------------------------------------------------------------- throws
def to_hit_roll(unit: Engaged, foes: tuple[Arm, ...]) -> Throw[int]:
    """The roll to hit; Tough Fighters always reroll every miss, since it can only help.

    dice.to-hit.natural, special.tough-fighters, special.optional-dice
    """
    fighter = unit.fighter
    return _to_hit_roll(dice(unit, foes).whole, to_hit(fighter.quality).whole, fighter.tough_fighters)


@lru_cache(maxsize=1024)
def _to_hit_roll(dice: int, need: int, again: bool) -> Throw[int]:  # noqa: FBT001 - remembered by position
    pool = Count(dice, at_least=need, natural=Natural.BOTH, purpose="to hit in melee")
    return RerollFailures(pool) if again else pool


async def strike(side: Side, foes: tuple[Arm, ...]) -> int:
    """The hits of all units of a side together, before saves (melee.multiple.group)."""
    hits = 0
    for unit in side.units:
        hits += await to_hit_roll(unit, foes)
    return hits


async def exchange(melee: Melee) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The hits that every unit of both sides loses in a round; both strike at the same time (melee.when)."""
    theirs = await do(blows, melee, 0)
    ours = await do(blows, melee, 1)
    return ours, theirs


async def blows(melee: Melee, striker: int) -> tuple[int, ...]:
    """The loss of each enemy unit to a side's blows: hits shared out evenly, saved by each unit.

    melee.sequence, melee.multiple.hits, saves.roll, saves.natural
    """
    target = melee.sides[1 - striker]
    hits = await do(strike, melee.sides[striker], melee.arms(1 - striker))
    shares: tuple[int, ...] = (hits,)
    if len(target.units) > 1:
        shares = await shared_out(target, hits, melee.sides[striker].seat)
    lost = []
    for share in shares:
        lost.append(await _saves(share))
    return tuple(lost)


@lru_cache(maxsize=1024)
def _saves(hits: int) -> Unsaved:
    """A save for each hit (saves.roll, saves.natural)."""
    return Unsaved(hits, save=save().whole, purpose="saves in melee")


async def shared_out(target: Side, hits: int, seat: int) -> tuple[int, ...]:
    """Hits spread evenly over all units of a side; the scoring player places the odd ones.

    melee.multiple.hits
    """
    even, odd = divmod(hits, len(target.units))
    shares = [even] * len(target.units)
    for left in range(odd, 0, -1):
        shares[await do(odd_hit, target, tuple(shares), left, seat)] += 1
    return tuple(shares)


class OddHitInMelee(Choose[int], frozen=True, kw_only=True):
    """Choose the enemy that takes the next odd hit of ``left``, by its place (melee.multiple.hits).

    ``shares`` are the hits that each enemy has of this round, ``numbers`` the numbers of the enemies.
    """

    decision: str = "melee-odd-hits"
    rule = "melee.multiple.hits"
    title = "Which unit takes the odd hit?"
    kind = Kind.ORDER

    shares: tuple[int, ...]
    left: int
    numbers: tuple[int, ...]

    def parties(self) -> tuple[int, ...]:
        return tuple(number for number in self.numbers if number >= 0)

    def words(self, battle: LibertyBattle) -> str:
        del battle
        return f"{self.left} hits are left over: which enemy takes the next one?"

    def label(self, battle: LibertyBattle, option: int) -> str:
        return f"{name(battle, self.numbers[option])}: {self._note(battle, option)}"

    def face(self, battle: LibertyBattle, option: int) -> Face:
        enemy = self.numbers[option]
        return Face(name(battle, enemy), self._note(battle, option), target=enemy)

    def _note(self, battle: LibertyBattle, option: int) -> str:
        hits = battle.units[self.numbers[option]].hits
        return f"has {counted(hits, 'hit')}, takes {self.shares[option]} more so far"


async def odd_hit(target: Side, shares: tuple[int, ...], left: int, seat: int) -> int:
    """The unit that takes one odd hit.

    The unit nearest to its next worse state is listed first. Every option reaches the aim, so both policies
    of computed odds take the first.
    """
    options = tuple(
        sorted(range(len(shares)), key=lambda place: _to_next(target.units[place], shares[place]))
    )
    numbers = tuple(unit.fighter.nerve.unit for unit in target.units)
    return await OddHitInMelee(seat, options, shares=shares, left=left, numbers=numbers, aims=(0,))


def _to_next(unit: Engaged, share: int) -> int:
    """How many more hits put a unit into its next worse state."""
    wear, hits = unit.fighter.wear, unit.fighter.hits + share
    return min((value - hits for value in (wear.worn, wear.shaken, wear.broken) if value > hits), default=99)
