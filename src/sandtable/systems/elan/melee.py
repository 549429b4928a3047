"""Melee: the dice of each unit, what it needs to hit, and one round of blows.

The facts are in `melee_facts.py`; the results of a round are in `melee_results.py`.

>>> from sandtable.systems.elan.melee_facts import Duel, as_melee
>>> horse = Fighter(arm=Arm.CAVALRY, quality=Quality.B, weight=Weight.HEAVY, bases=4)
>>> melee = as_melee(Duel(attacker=horse))
>>> [to_hit(melee, side, 0, 0).total for side in (0, 1)]
[2, 5]
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from sandtable.dice import Throw
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, do
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan import dice as rolls
from sandtable.systems.elan import flanks
from sandtable.systems.elan.dice import Together, UntilScored
from sandtable.systems.elan.drill import ON_FOOT
from sandtable.systems.elan.melee_facts import Contact, Engaged, Fighter, Melee
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Arm, Formation, Quality, Weight
from sandtable.systems.elan.weapons import is_smoothbore
from sandtable.systems.elan.words import begun, counted, names, told

if TYPE_CHECKING:
    from sandtable.systems.elan.battle import ElanBattle

Both = tuple[tuple[int, ...], tuple[int, ...]]
"""A number for every unit of both sides."""


# ------------------------------------------------------------------------ dice
def melee_dice(arm: Arm, formation: Formation, bases: int) -> int:
    """A unit's dice in close combat by the table, at least one.

    melee.dice, melee.min-die; a cavalry garrison has the dice of dismounted cavalry (formation.dismount)
    """
    if arm is Arm.CAVALRY and formation in ON_FOOT:
        formation = Formation.DISMOUNTED
    found = rolls.dice_of("melee.dice", (arm,), formation)
    if found is None:
        raise ValueError(f"melee.dice has no row for {arm} in {formation}")
    return max(found.of(bases), 1)


@lru_cache(maxsize=4096)
def dice(fighter: Fighter) -> Tally:
    """How many dice a unit has against all its enemies together (melee.dice)."""
    count = melee_dice(fighter.arm, fighter.formation, fighter.bases)
    return Tally.of(count, f"{fighter.bases} bases, {fighter.arm} {fighter.formation}", "melee.dice")


# ---------------------------------------------------------------------- to hit
def cover_of(contact: Contact) -> Cover:
    """The cover of an enemy; none if he charged into this contact (terrain.cover-applies)."""
    return Cover.NONE if contact.enemy_charging else contact.enemy_cover


def is_smoothbore_armed(fighter: Fighter) -> bool:
    """Is it infantry armed with smoothbores? (troops.smoothbore-armed)"""
    return fighter.fights_as is Arm.INFANTRY and is_smoothbore(fighter.weapon)


DEEP = (Formation.COLUMN, Formation.DOUBLE_LINE)
SPREAD = (Formation.LINE, Formation.DOUBLE_LINE)


def _cavalry_starts(fighter: Fighter, enemy: Fighter, contact: Contact) -> tuple[rolls.Row, ...]:
    """The rows of the list for cavalry (melee.halt)."""
    horse = fighter.fights_as is Arm.CAVALRY
    square = horse and enemy.formation is Formation.SQUARE
    hindered = horse and (contact.broken_ground or not contact.charging)
    rides_down = horse and is_smoothbore_armed(enemy) and enemy.formation in SPREAD
    return (
        (square, "cavalry against a square", "melee.start.cavalry-vs-square"),
        (hindered, "cavalry at the halt or in bad ground", "melee.start.cavalry-terrain-or-halt"),
        (rides_down, "cavalry against smoothbores in line", "melee.start.cavalry-vs-smoothbore-line"),
    )


def _infantry_starts(fighter: Fighter, enemy: Fighter, contact: Contact) -> tuple[rolls.Row, ...]:
    """The rows of the list for infantry (melee.square-vs-cavalry, melee.cavalry-vs-column)."""
    foot, cover = fighter.fights_as is Arm.INFANTRY, cover_of(contact)
    works = foot and cover is Cover.FORTIFIED_HEAVY
    thick = foot and cover in (Cover.HEAVY, Cover.FORTIFIED_LIGHT)
    thin = foot and (cover is Cover.LIGHT or contact.enemy_uphill)
    square = fighter.formation is Formation.SQUARE and enemy.fights_as is Arm.INFANTRY
    ridden_at = is_smoothbore_armed(fighter) and enemy.fights_as is Arm.CAVALRY
    line, deep = fighter.formation is Formation.LINE, fighter.formation in DEEP
    return (
        (works, "infantry against fortified heavy cover", "melee.start.infantry-vs-fortified-heavy"),
        (square, "a square against infantry", "melee.start.square-vs-infantry"),
        (thick, f"infantry against {cover} cover", "melee.start.infantry-vs-heavy"),
        (ridden_at and line, "smoothbores in line against cavalry", "melee.start.smoothbore-line-vs-cavalry"),
        (ridden_at and deep, "smoothbores against cavalry", "melee.start.smoothbore-column-vs-cavalry"),
        (thin, "infantry into light cover or uphill", "melee.start.infantry-vs-light-or-uphill"),
    )


def is_taken(melee: Melee, unit: Engaged) -> bool:
    """Is a unit engaged in flank or rear by any enemy? If so, it counts against all of them.

    melee.multiple-start
    """
    return unit.fighter.formation.has_flanks and any(
        flanks.counts(melee.scale, opponent.contact.edge) for opponent in unit.opponents
    )


@lru_cache(maxsize=4096)
def start(melee: Melee, side: int, place: int, nth: int) -> Tally:
    """The starting number of a unit against the *nth* enemy in contact with it.

    A row describes the unit that rolls and its opponent (melee.whose-row, dice.first-row,
    melee.multiple-start).
    """
    unit = melee.sides[side].units[place]
    fighter, opponent = unit.fighter, unit.opponents[nth]
    enemy, contact = melee.sides[1 - side].units[opponent.enemy].fighter, opponent.contact
    helpless = fighter.formation in (Formation.MARCH_COLUMN, Formation.LIMBERED)
    weak = fighter.formation.is_loose or fighter.arm is Arm.ARTILLERY
    rows = (
        (helpless, f"fighting {fighter.formation}", "melee.start.march-column-or-limbered"),
        (is_taken(melee, unit), "engaged in flank or rear", flanks.row(melee.scale)),
        (weak, "skirmishers or artillery", "melee.start.skirmisher-or-artillery"),
        *_cavalry_starts(fighter, enemy, contact),
        *_infantry_starts(fighter, enemy, contact),
    )
    return rolls.start(rows, "melee.start.none")


WEIGHTS = tuple(Weight)


def weight_advantage(fighter: Fighter, enemy: Fighter) -> int:
    """1 for cavalry heavier than its enemy, else 0; infantry and artillery count as light.

    melee.weight, troops.light-for-weight, troops.weight-classes
    """
    if fighter.fights_as is not Arm.CAVALRY:
        return 0
    other = enemy.weight if enemy.fights_as is Arm.CAVALRY else Weight.LIGHT
    return int(WEIGHTS.index(fighter.weight) > WEIGHTS.index(other))


def melee_modifier(quality: Quality, trait: int) -> int:
    """The melee modifier: that of the class plus the unit's trait, between -2 and +2.

    troops.melee-modifier
    """
    return max(-2, min(2, quality.melee + trait))


def _modifiers(fighter: Fighter, enemy: Fighter) -> tuple[rolls.Modifier, ...]:
    """The modifiers of the unit that rolls, in the order of the list."""
    own = melee_modifier(fighter.quality, fighter.trait)
    return (
        (own, f"class {fighter.quality}{' and its trait' * bool(fighter.trait)}", "melee.mod.quality"),
        (weight_advantage(fighter, enemy), f"{fighter.weight} cavalry is heavier", "melee.mod.weight"),
        (-int(fighter.disordered), "disordered", "melee.mod.disorder"),
        (-int(fighter.losses), f"{int(fighter.losses)}/3 lost", "melee.mod.losses"),
    )


@lru_cache(maxsize=4096)
def to_hit(melee: Melee, side: int, place: int, nth: int) -> Tally:
    """The final number of a unit against the *nth* enemy in contact with it.

    melee.mod.quality, melee.mod.weight, melee.mod.disorder, melee.mod.losses; weight is compared with each
    enemy separately (melee.weight)
    """
    unit = melee.sides[side].units[place]
    enemy = melee.sides[1 - side].units[unit.opponents[nth].enemy].fighter
    return rolls.to_hit(start(melee, side, place, nth), _modifiers(unit.fighter, enemy))


# ---------------------------------------------------------------- dividing dice
async def divided(melee: Melee, side: int, place: int) -> tuple[int, ...]:
    """A unit's dice for each enemy in contact: an even split, spare dice as its owner chooses.

    melee.multiple-split, melee.multiple-rest
    """
    unit = melee.sides[side].units[place]
    enemies = len(unit.opponents)
    if not enemies:
        return ()
    even, spare = divmod(dice(unit.fighter).whole, enemies)
    favoured = await spare_dice(melee, side, place, spare) if spare else ()
    return tuple(even + (nth in favoured) for nth in range(enemies))


class SpareDice(Choose[tuple[int, ...]], frozen=True, kw_only=True):
    """Choose the enemies, by their places in ``enemies``, that get a spare die each (melee.multiple-rest).

    On paper units have negative numbers.
    """

    decision: str = "melee.rest-dice"
    rule = "melee.multiple-rest"
    title = "Which enemy gets the spare dice?"

    unit: int
    enemies: tuple[int, ...]
    spare: int

    def parties(self) -> tuple[int, ...]:
        return (self.unit,) if self.unit >= 0 else ()

    def words(self, battle: ElanBattle) -> str:
        has = f"has {counted(self.spare, 'die')} to spare"
        return f"{told(battle, self.unit, has)}: against which enemies?"

    def label(self, battle: ElanBattle, option: tuple[int, ...]) -> str:
        return begun(self._names(battle, option))

    def face(self, battle: ElanBattle, option: tuple[int, ...]) -> Face:
        target = self.enemies[option[0]] if len(option) == 1 else -1
        title = f"Against {self._names(battle, option)}"
        subject = next(iter(self.parties()), None)
        return Face(title, "one more die", subject, target if target >= 0 else None)

    def _names(self, battle: ElanBattle, option: tuple[int, ...]) -> str:
        return names(battle, tuple(self.enemies[nth] for nth in option))


def spare_dice(melee: Melee, side: int, place: int, spare: int) -> SpareDice:
    """Ask which enemies in contact get a spare die, one each, before rolling (melee.multiple-rest)."""
    unit, others = melee.sides[side].units[place], melee.sides[1 - side].units
    options = tuple(combinations(range(len(unit.opponents)), spare))
    numbers = tuple(others[opponent.enemy].fighter.unit for opponent in unit.opponents)
    seat = melee.sides[side].seat
    return SpareDice(seat, options, unit=unit.fighter.unit, enemies=numbers, spare=spare)


# ---------------------------------------------------------------------- throws
async def melee_round(melee: Melee) -> Both:
    """The hits that each unit of both sides takes in a round; all roll at the same time.

    melee.round, melee.sequence; a round without hits is a draw like any other (melee.draw)
    """
    return _by_side(melee, await blows(melee, await _split(melee)))


async def telling_round(melee: Melee) -> Both:
    """The hits of the next round in which a unit is hit.

    Drawn rounds without hits change nothing (melee.draw-how), so a melee fought to its end skips them;
    otherwise its odds would be an endless sum.
    """
    return _by_side(melee, await until_scored(blows(melee, await _split(melee))))


async def _split(melee: Melee) -> Split:
    """How each unit divides its dice among its enemies (melee.multiple-split)."""
    split: list[tuple[tuple[int, ...], ...]] = []
    for side in (0, 1):
        places = range(len(melee.sides[side].units))
        split.append(tuple([await do(divided, melee, side, place) for place in places]))
    return split[0], split[1]


def _by_side(melee: Melee, taken: tuple[int, ...]) -> Both:
    first = len(melee.sides[0].units)
    return taken[:first], taken[first:]


Split = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
"""The dice of every unit of both sides against each of its enemies."""


def _purpose(melee: Melee, side: int, place: int, nth: int) -> str:
    """The label of a roll: which unit rolls."""
    whose = f"melee, {'second' if side else 'first'} side"
    units = melee.sides[side].units
    if len(units) == 1 and len(units[0].opponents) == 1:
        return whose
    return f"{whose}, unit {place + 1} against enemy {units[place].opponents[nth].enemy + 1}"


@lru_cache(maxsize=4096)
def blows(melee: Melee, split: Split) -> Together:
    """The rolls of a round, each of one unit against one enemy (dice.separate-rolls, melee.round)."""
    first, second = (len(side.units) for side in melee.sides)
    throws: list[Throw[int]] = []
    against: list[int] = []
    for side in (0, 1):
        for place, unit in enumerate(melee.sides[side].units):
            for nth, opponent in enumerate(unit.opponents):
                need = to_hit(melee, side, place, nth).whole
                throws.append(rolls.hits(split[side][place][nth], need, _purpose(melee, side, place, nth)))
                against.append(opponent.enemy + (0 if side else first))
    return Together(tuple(throws), tuple(against), first + second, purpose="round of melee")


@lru_cache(maxsize=4096)
def until_scored(round_: Together) -> UntilScored:
    """The same rolls, repeated until at least one scores."""
    return UntilScored(round_.rolls, round_.against, round_.targets, purpose=round_.purpose)
