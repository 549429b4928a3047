"""The facts of a combat: the units that fight, their sides, and the readings of doubtful rules.

A form or a command line makes a `Duel` of two units; the table makes a `Clash` of two sides.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle.disorder import MOST_BASES, Order
from sandtable.systems.eagle.options import Reading, is_other
from sandtable.systems.eagle.records import Role
from sandtable.systems.eagle.troops import Formation, Grade, Nation, TroopClass


# ------------------------------------------------------------------ readings
class AsRead(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The readings of the doubtful rules of combat; the default is the first of each."""

    heavy_adds: Annotated[bool, Meta(description="reading: charging HI have +2 on top of their +1")] = False
    lines_once: Annotated[bool, Meta(description="reading: rear lines of a Legion give +1 in all")] = False
    from_one_unit: Annotated[
        bool, Meta(description="reading: charge bonus and DPs come from the unit with the best bonus")
    ] = False
    only_chargers_tire: Annotated[
        bool, Meta(description="reading: only Britons who charged in have -1 from round 2")
    ] = False
    shaken_and_dp: Annotated[bool, Meta(description="reading: shaken units lose dice for DPs too")] = False
    hit_each_leader: Annotated[
        bool, Meta(description="reading: an automatic hit for each unit with a leader")
    ] = False
    shaken_before: Annotated[
        bool, Meta(description="reading: shaken is judged as the unit stood when the dice were rolled")
    ] = False
    from_third_round: Annotated[
        bool, Meta(description="reading: losers retire only from their third round on")
    ] = False
    one_base_an_event: Annotated[
        bool, Meta(description="reading: one event costs a shaken unit one base at most")
    ] = False


@lru_cache(maxsize=256)
def as_read(readings: Readings) -> AsRead:
    """The readings of the combat rules in a battle."""
    return AsRead(
        heavy_adds=is_other(readings, Reading.HEAVY_CHARGE),
        lines_once=is_other(readings, Reading.REAR_LINES),
        from_one_unit=is_other(readings, Reading.SEVERAL_UNITS),
        only_chargers_tire=is_other(readings, Reading.TIRING_BRITONS),
        shaken_and_dp=is_other(readings, Reading.SHAKEN_DICE),
        hit_each_leader=is_other(readings, Reading.SEVERAL_LEADERS),
        shaken_before=is_other(readings, Reading.SHAKEN_WHEN),
        from_third_round=is_other(readings, Reading.SECOND_ROUND),
        one_base_an_event=is_other(readings, Reading.FURTHER_DISORDER),
    )


PRINTED = AsRead()
"""The first reading of every rule."""


# ------------------------------------------------------------------- a fighter
class Fighter(Order, frozen=True, cache_hash=True, kw_only=True):
    """A unit in combat, as it stands when the dice are rolled.

    ``opponents`` are the enemy units that it touches, by their places on their side; empty means all of them
    (melee.contact).
    """

    troop_class: Annotated[TroopClass, Meta(description="class of the unit")] = TroopClass.MI
    grade: Annotated[Grade, Meta(description="its grade")] = Grade.C
    nation: Annotated[Nation, Meta(description="its nation")] = Nation.ROMAN
    formation: Annotated[Formation, Meta(description="its formation")] = Formation.LINE
    formed: Annotated[bool, Meta(description="it is formed; LI, LC and CH never are")] = True
    role: Annotated[Role, Meta(description="how it comes to fight this round")] = Role.STAND
    round: Annotated[int, Meta(description="its round of this combat", ge=1, le=12)] = 1
    touching: Annotated[
        int, Meta(description="bases that touch an enemy of this combat", ge=1, le=MOST_BASES)
    ] = 4
    wedge_front: Annotated[int, Meta(description="in wedge: bases of its first two ranks", ge=1, le=3)] = 3
    wedge_behind: Annotated[
        int, Meta(description="in wedge: touching bases behind its second rank", ge=0, le=7)
    ] = 0
    third_rank: Annotated[bool, Meta(description="in wedge: it has a third rank")] = False
    faced: Annotated[bool, Meta(description="an enemy touches its front")] = True
    flank: Annotated[bool, Meta(description="it was charged in the flank")] = False
    rear: Annotated[bool, Meta(description="it was charged in the rear")] = False
    below: Annotated[bool, Meta(description="its enemies have advantage of ground")] = False
    supported: Annotated[bool, Meta(description="a unit behind it is counted as its support")] = False
    inspired: Annotated[int, Meta(description="inspire actions spent on it this turn", ge=0, le=6)] = 0
    leader: Annotated[bool, Meta(description="a leader is attached who is not crippled")] = False
    charged_in: Annotated[bool, Meta(description="it charged into this combat, now or earlier")] = False
    opponents: tuple[int, ...] = ()

    @property
    def is_formed(self) -> bool:
        """Is it formed? Troops unformed by nature never are (formation.unformed, troops.classes)."""
        return self.formed and self.troop_class.is_formed_kind

    @property
    def is_wedge(self) -> bool:
        """Does it strike as a wedge? An unformed one does not (melee.wedge.unformed)."""
        return self.formation is Formation.WEDGE and self.is_formed

    @property
    def is_multi_line(self) -> bool:
        """Does it fight as a formed Legion in several lines? (formation.multi-line, formation.unformed)"""
        return self.formation is Formation.MULTI_LINE and self.is_formed and self.lines > 1

    @property
    def is_formed_infantry(self) -> bool:
        """Is it formed HI or MI? (result.conditions)"""
        return self.is_formed and self.troop_class.is_infantry

    @property
    def is_british_warrior(self) -> bool:
        """Is it a British warband or British chariots, no light troops? (troops.warband, army.nations)"""
        return self.nation is Nation.BRITISH and self.troop_class in (TroopClass.MI, TroopClass.CH)

    @property
    def came_on(self) -> bool:
        """Did it come into this round by a charge or a pursuit? (result.conditions)"""
        return self.role in (Role.CHARGE, Role.PURSUE)

    @property
    def order(self) -> Order:
        """Its order alone."""
        return Order(bases=self.bases, lines=self.lines, dp=self.dp, shaken=self.shaken)


def behind(supporter: Fighter, supported: Fighter) -> Fighter:
    """A counted supporter reading the result: its own troops and order, the rest from the unit it supports.

    result.supporters.move
    """
    return replace(supporter, role=supported.role, round=supported.round)


# -------------------------------------------------------------------- supports
FOOT = (TroopClass.HI, TroopClass.MI)
MAY_SUPPORT: dict[TroopClass, tuple[TroopClass, ...]] = {
    TroopClass.HI: FOOT,
    TroopClass.MI: FOOT,
    TroopClass.LI: (),
    TroopClass.CAV: (TroopClass.CAV, TroopClass.LC, TroopClass.CH),
    TroopClass.LC: (TroopClass.LC, TroopClass.CH),
    TroopClass.CH: (),
}
"""The classes that each may support (melee.supported, melee.supported.light, melee.supported.detail)."""


class Backer(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit directly behind another, which might support it."""

    troop_class: TroopClass = TroopClass.MI
    formed: bool = True
    formation: Formation = Formation.LINE
    shaken: bool = False


def may_back(backer: Backer, fighter: Fighter) -> bool:
    """May a unit directly behind another, itself free of enemies, support it?

    melee.supported, melee.supported.light, melee.supported.detail: the supporter is formed, unless it is LC,
    neither shaken nor in column, and of a class that may; unformed HI, MI and CAV get no support
    """
    formed = (backer.formed and backer.troop_class.is_formed_kind) or backer.troop_class is TroopClass.LC
    fit = formed and not backer.shaken and backer.formation is not Formation.COLUMN
    return fit and fighter.troop_class in MAY_SUPPORT[backer.troop_class] and can_count_support(fighter)


def can_count_support(fighter: Fighter) -> bool:
    """May it be supported? Of unformed units only CH and LC (melee.supported.detail, formation.unformed)."""
    return fighter.is_formed or fighter.troop_class in (TroopClass.LC, TroopClass.CH)


# ------------------------------------------------------------ sides and combats
class Side(Struct, frozen=True, cache_hash=True):
    """The engaged units of one side of a combat, and the place of the lead unit among them."""

    fighters: tuple[Fighter, ...]
    lead: int = 0


class Clash(Struct, frozen=True, cache_hash=True):
    """A combat of two sides, each with one pool of dice (turn.combat.component)."""

    first: Side
    second: Side
    read: AsRead = PRINTED


class Duel(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A combat of one unit against one."""

    first: Fighter = Fighter()
    second: Fighter = Fighter()
    read: AsRead = PRINTED

    @property
    def clash(self) -> Clash:
        """The duel as a combat of two sides."""
        return Clash(Side((self.first,)), Side((self.second,)), self.read)


def opponents_of(fighter: Fighter, foes: Side) -> tuple[Fighter, ...]:
    """The enemy units that a unit touches (melee.contact)."""
    if not fighter.opponents:
        return foes.fighters
    return tuple(foes.fighters[place] for place in fighter.opponents)
