"""Profiles: the units of the army lists with their figures, their sizes and their formations.

>>> formation_shape(Formation.LINE, 4, front=200, depth=200).width
800
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Annotated, Final, Literal, assert_never

from msgspec import Meta, Struct

from sandtable.game.files.profiles import NotOnRoster
from sandtable.game.files.scenario_rows import Length
from sandtable.systems.liberty.book import table
from sandtable.systems.liberty.states import State, Wear
from sandtable.systems.liberty.testing import Quality
from sandtable.table.space import Shape, block, inches

Inches = Annotated[int, Meta(ge=0, le=100)]
Dice = Annotated[float, Meta(ge=0, le=10, multiple_of=0.5)]
Score = Annotated[int, Meta(ge=1, le=6)]
Hits = Annotated[int, Meta(ge=1)]
Bases = Annotated[int, Meta(ge=1, le=12)]
MoveDie = Literal["none", "D3", "D6"]


class UnitType(StrEnum):
    """The four types of unit in the army lists (troops.sizes)."""

    INFANTRY = "Infantry"
    CAVALRY = "Cavalry"
    SKIRMISHERS = "Skirmishers"
    ARTILLERY = "Artillery"


class Formation(StrEnum):
    """The formations that the sheet's text names (formation.lost, formation.legal).

    A formation is only a shape, except for the bonus of a March Column and its bar on charging
    (formation.effects).
    """

    LINE = "line"
    COLUMN = "column"
    MARCH_COLUMN = "march-column"
    UNLIMBERED_LINE = "unlimbered-line"
    LIMBERED_LINE = "limbered-line"
    LIMBERED_FILE = "limbered-file"


class SpecialRule(StrEnum):
    """The special rules a unit may have (special.brave and those after it, army.grenadiers-detached).

    No list gives Impetuous, Poorly Trained and Steady; they are for scenarios (special.unlisted).
    """

    BRAVE = "Brave"
    DRILLED = "Drilled"
    ELITE = "Elite"
    GRENADIERS_DETACHED = "Grenadiers Detached"
    IMPETUOUS = "Impetuous"
    INDEPENDENT = "Independent"
    MARKSMEN = "Marksmen"
    NATIVES = "Natives"
    POORLY_TRAINED = "Poorly Trained"
    RELIABLE = "Reliable"
    SCOUTS = "Scouts"
    STALWART = "Stalwart"
    STEADY = "Steady"
    STUBBORN = "Stubborn"
    TOUGH_FIGHTERS = "Tough Fighters"
    UNRELIABLE = "Unreliable"
    VETERANS = "Veterans"


UNLISTED: Final = (SpecialRule.IMPETUOUS, SpecialRule.POORLY_TRAINED, SpecialRule.STEADY)
"""The special rules that only a scenario gives (special.unlisted)."""


# --------------------------------------------------------------------- formations
LEAST_IN_COLUMN: Final = 3


def formation_shape(formation: Formation, bases: int, *, front: int, depth: int) -> Shape:
    """The bases of a unit laid out in a formation.

    Lines are one rank (formation.line, formation.skirmish, formation.artillery), a column is two bases wide
    with an odd last base centred behind (formation.column), a march column and limbered guns in file are one
    base wide (formation.march-column, formation.artillery). The rectangle around all bases is the footprint
    (formation.footprint).
    """
    match formation:
        case Formation.LINE | Formation.UNLIMBERED_LINE | Formation.LIMBERED_LINE:
            files_abreast = bases
        case Formation.COLUMN:
            files_abreast = 2
        case Formation.MARCH_COLUMN | Formation.LIMBERED_FILE:
            files_abreast = 1
        case _:
            assert_never(formation)
    return block(bases, files=files_abreast, width=front, depth=depth)


@cache
def _shape_on(front_in: float, depth_in: float, bases: int, formation: Formation) -> Shape:
    """Bases of a size in inches laid out in a formation; kept, as there are few sizes."""
    return formation_shape(formation, bases, front=inches(front_in), depth=inches(depth_in))


class _Legal(Struct, frozen=True, forbid_unknown_fields=True):
    unit: Literal["Infantry", "Mounted Cavalry", "Dismounted Cavalry", "Skirmishers", "Artillery"]
    formations: tuple[Formation, ...]


@cache
def legal_formations(type: UnitType, bases: int) -> tuple[Formation, ...]:
    """The formations open to a unit that is not dismounted; a column needs three bases (formation.legal)."""
    name = "Mounted Cavalry" if type is UnitType.CAVALRY else type.value
    listed = next(row.formations for row in table("formation.legal", _Legal) if row.unit == name)
    return tuple(one for one in listed if one is not Formation.COLUMN or bases >= LEAST_IN_COLUMN)


# --------------------------------------------------------------------- profiles
class DiceByState(Struct, frozen=True, rename="upper", forbid_unknown_fields=True):
    """The dice of a test in each state (states.dice)."""

    steady: int
    worn: int
    shaken: int

    def of(self, state: State) -> int:
        """The dice in one state."""
        return {State.STEADY: self.steady, State.WORN: self.worn, State.SHAKEN: self.shaken}[state]


class Size(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of bases that a unit may have, with the whole unit's values and dice."""

    bases: Bases
    worn: Hits
    shaken: Hits
    auto_broken: Hits
    shoot_dice_effective: int
    melee_dice_all_direct: int

    @property
    def wear(self) -> Wear:
        """Its WORN/SHAKEN/AUTO BROKEN values (troops.sizes.meaning)."""
        return Wear(self.worn, self.shaken, self.auto_broken)


class Profile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of an army list with every figure that follows from it (troops.profile.fields).

    army.list.continental, army.list.british, army.list.hessian
    """

    id: str
    army: str
    unit: str
    quality: Quality
    type: UnitType
    default_bases: Bases
    sizes: Annotated[tuple[Size, ...], Meta(min_length=1)]
    base_front_in: Length
    base_depth_in: Length
    advance: Inches
    run: Inches
    charge_die: MoveDie
    rout_die: MoveDie
    weapon: str
    short_max: Inches
    effective_max: Inches
    long_max: Inches
    explode: Literal["none", "D2", "D3", "D3+1"]
    canister_max: Inches
    shoot_per_base: Dice
    melee_direct_per_base: Dice
    melee_support_per_base: Dice
    shoot_to_hit: Score
    melee_to_hit: Score
    save_shooting: Score
    save_melee: Score
    order_dice: DiceByState
    morale_dice: DiceByState
    six_counts: Annotated[int, Meta(ge=1, le=2)]
    command_range: Inches
    special: tuple[SpecialRule, ...]
    can_dismount: bool = False

    @property
    def sizes_in_words(self) -> str:
        """The numbers of bases it may have."""
        return "allowed are " + ", ".join(str(size.bases) for size in self.sizes)

    def has(self, special: SpecialRule) -> bool:
        """Does the unit have this special rule?"""
        return special in self.special

    def size(self, bases: int) -> Size:
        """The values for a number of bases (troops.sizes, troops.size-by-bases)."""
        for size in self.sizes:
            if size.bases == bases:
                return size
        raise NotOnRoster(f"{self.unit} has no size of {bases} bases; {self.sizes_in_words}")

    def shape(self, bases: int, formation: Formation) -> Shape:
        """The unit in a formation, mounted or with its guns, on its own bases (troops.base-orientation)."""
        return _shape_on(self.base_front_in, self.base_depth_in, bases, formation)


class Limbered(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What replaces the figures of a battery while it is limbered (combatdice.limbered)."""

    id: str
    army: str
    unit: str
    type: UnitType
    advance: Inches
    run: Inches
    charge_die: MoveDie
    rout_die: MoveDie
    base_front_in: Length
    base_depth_in: Length
    formations: tuple[Formation, ...]
    shoot_per_base: Dice
    melee_direct_per_base: Dice
    melee_support_per_base: Dice
    melee_modified: bool
    note: str


class DismountedSize(Struct, frozen=True, forbid_unknown_fields=True):
    """The bases and values on foot of a unit with a number of mounted bases (movement.mount.rate)."""

    mounted: Bases
    bases: Bases
    worn: Hits
    shaken: Hits
    auto_broken: Hits

    @property
    def wear(self) -> Wear:
        """Its WORN/SHAKEN/AUTO BROKEN values (troops.sizes.meaning)."""
        return Wear(self.worn, self.shaken, self.auto_broken)


class Dismounted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What replaces the figures of cavalry while it is dismounted (combatdice.cavalry-dismounted)."""

    id: str
    army: str
    unit: str
    type: UnitType
    sizes: tuple[DismountedSize, ...]
    base_front_in: Length
    base_depth_in: Length
    advance: Inches
    run: Inches
    charge_die: MoveDie
    rout_die: MoveDie
    formations: tuple[Formation, ...]
    shoot_per_base: Dice
    melee_direct_per_base: Dice
    melee_support_per_base: Dice
    note: str

    def size(self, mounted: int) -> DismountedSize:
        """The size on foot of a unit with so many mounted bases."""
        for size in self.sizes:
            if size.mounted == mounted:
                return size
        listed = ", ".join(str(size.mounted) for size in self.sizes)
        raise NotOnRoster(f"cavalry of {mounted} bases cannot dismount; allowed are {listed}")

    def has_size(self, mounted: int) -> bool:
        """Can a unit with so many mounted bases dismount?"""
        return any(size.mounted == mounted for size in self.sizes)

    def shape(self, mounted: int) -> Shape:
        """The unit on foot, always in line (formation.skirmish)."""
        front, depth = inches(self.base_front_in), inches(self.base_depth_in)
        return formation_shape(Formation.LINE, self.size(mounted).bases, front=front, depth=depth)


class General(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A General, who is not a unit (leaders.number, movement.generals, leaders.melee.dice)."""

    id: str
    army: str
    unit: str
    type: Literal["General"]
    base_front_in: Length
    base_depth_in: Length
    advance: Inches
    run: Inches
    command_range: Inches
    melee_bonus_dice: int
    melee_bonus_dice_lead_the_fight: int
    killed_on: Score
    note: str

    def shape(self) -> Shape:
        """His one base (troops.sizes.generals)."""
        return _shape_on(self.base_front_in, self.base_depth_in, 1, Formation.LINE)
