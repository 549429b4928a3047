"""The decisions of the melee step: which melee is next, who leads it, and who supports it."""

from __future__ import annotations

from sandtable.game.ask.faces import Face, Stake
from sandtable.game.ask.questions import Choose, Kind
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.melee import value
from sandtable.systems.tricorn.melee_facts import Side
from sandtable.systems.tricorn.melee_ground import Aid, opponents
from sandtable.systems.tricorn.stakes import duel, melee_stake
from sandtable.systems.tricorn.words import name


class PickFight(Choose[int], frozen=True, kw_only=True):
    """Choose the enemy that is fought next (melee.order)."""

    decision: str = "melee.choose-fight"
    rule = "melee.order"
    title = "Which melee next?"
    kind = Kind.ORDER

    def words(self, battle: TricornBattle) -> str:
        del battle
        return "Which enemy is fought next?"

    def label(self, battle: TricornBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: TricornBattle, option: int) -> Face:
        """An enemy, its first possible opponent, and the Combat Values of both."""
        unit = opponents(battle)[option][0]
        return Face(f"Fight {name(battle, option)}", values_words(battle, unit, option), unit, option)

    def stakes(self, battle: TricornBattle, option: int) -> tuple[Stake, ...]:
        """The melee of each possible primary with the enemy."""
        title = f"with {name(battle, option)}"
        units = opponents(battle)[option]
        return tuple(
            melee_stake(battle, unit, option, f"Melee of {name(battle, unit)} {title}") for unit in units
        )


class PickPrimary(Choose[int], frozen=True, kw_only=True):
    """Choose the unit that leads a melee against an enemy (melee.primary)."""

    decision: str = "melee.choose-primary"
    rule = "melee.primary"
    title = "Which unit leads the melee?"

    enemy: int

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: TricornBattle) -> str:
        return f"Which unit is primary against {name(battle, self.enemy)}?"

    def label(self, battle: TricornBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: TricornBattle, option: int) -> Face:
        note = values_words(battle, option, self.enemy)
        return Face(f"{name(battle, option)} leads", note, option, self.enemy)

    def stakes(self, battle: TricornBattle, option: int) -> tuple[Stake, ...]:
        title = f"Melee of {name(battle, option)} with {name(battle, self.enemy)}"
        return (melee_stake(battle, option, self.enemy, title),)


def values_words(battle: TricornBattle, unit: int, enemy: int) -> str:
    """The Combat Values of both primaries of a melee (melee.simultaneous)."""
    facts = duel(battle, unit, enemy)
    return f"Combat Value {value(facts, Side.ONE).whole} against {value(facts, Side.OTHER).whole}"


class GiveSupport(Choose[Aid], frozen=True, kw_only=True):
    """Choose whether a unit that could help in two melees helps in this one (melee.support-once)."""

    decision: str = "melee.support"
    rule = "melee.support-once"
    title = "Support this melee?"
    kind = Kind.OFFER

    unit: int
    primary: int
    enemy: int

    def parties(self) -> tuple[int, ...]:
        return self.unit, self.primary, self.enemy

    def words(self, battle: TricornBattle) -> str:
        against = name(battle, self.enemy)
        return f"Does {name(battle, self.unit)} support {name(battle, self.primary)} against {against}?"

    def face(self, battle: TricornBattle, option: Aid) -> Face:
        if option is Aid.SAVE:
            return Face("Save its support", "for another melee", self.unit)
        title = f"Support {name(battle, self.primary)}"
        return Face(title, f"against {name(battle, self.enemy)}", self.unit, self.enemy)

    def stakes(self, battle: TricornBattle, option: Aid) -> tuple[Stake, ...]:
        """The melee with the support or without it."""
        saved = (self.unit,) if option is Aid.SAVE else ()
        title = f"Melee of {name(battle, self.primary)} with {name(battle, self.enemy)}"
        return (melee_stake(battle, self.primary, self.enemy, title, saved),)
