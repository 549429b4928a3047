"""Events of officers and commands outside combat: declining, staying, appearing, succeeding."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.events import TricornEvent, with_command, with_officer
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.words import name, officer_name, side_name
from sandtable.table.space import Point


class CardSpent(TricornEvent, frozen=True):
    """A card that was turned has no effect: its General has been active, or is lost.

    cards.spent, cards.lost-general
    """

    officer: int
    rule: str

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It counts as drawn, and the next card is turned."""
        return battle

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        why = "is lost" if self.rule == "cards.lost-general" else "has already been active"
        return f"{officer_name(after, self.officer)} {why}: the card has no effect"


class MoveDeclined(TricornEvent, frozen=True):
    """The active General declined to move (turn.passed-move)."""

    rules = ("turn.passed-move",)

    officer: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The General has not moved in this turn (cards.cc.transfer.timing)."""
        return replace(battle, declined=tuple(dict.fromkeys((*battle.declined, self.officer))))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{officer_name(after, self.officer)} declines to move"


class MeleesBarred(TricornEvent, frozen=True):
    """The units of a Poor General who failed his roll start no melee in this turn (command.poor.no-melee)."""

    rules = ("command.poor.no-melee",)

    command: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The ban lasts until the turn is over."""
        command = replace(battle.commands[self.command], no_melee=battle.turn)
        return with_command(battle, self.command, command)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        general = officer_name(after, after.commands[self.command].officer)
        return f"The units of {general} may start no melee this turn"


class OfficerStayed(TricornEvent, frozen=True):
    """The active officer stayed where he was (leaders.move)."""

    rules = ("leaders.move",)

    officer: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """He moves no more in this activation."""
        assert battle.activation is not None
        return replace(battle, activation=replace(battle.activation, officer_moved=True))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{officer_name(after, self.officer)} stays where he is"


class OfficerAppeared(TricornEvent, frozen=True):
    """A General came on with the first unit of his command, touching it (setup.arrivals)."""

    rules = ("setup.arrivals",)

    officer: int
    place: Point

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """He stands by himself; this does not count as his move."""
        officer = replace(battle.officers[self.officer], place=self.place, entry=None)
        return with_officer(battle, officer)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{officer_name(after, self.officer)} enters the table with his command"


class OfficerSucceeded(TricornEvent, frozen=True):
    """Another officer took over a command whose General was lost (leaders.casualty.replace).

    ``unit`` is the one beside which he appears; None if the whole command is still to arrive.
    """

    rules = ("leaders.casualty.replace",)

    officer: int
    name: str
    rating: Rating
    unit: int | None
    place: Point | None

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The successor keeps the old card and is not a Commander in Chief.

        leaders.casualty.replace, cards.lost-general
        """
        lost = battle.officers[self.officer]
        entry = None if self.place is not None else lost.entry
        return with_officer(
            battle,
            replace(
                lost,
                name=self.name,
                rating=self.rating,
                chief=False,
                place=self.place,
                attached=None,
                entry=entry,
                lost=False,
            ),
        )

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        words = f"A {self.rating} officer takes over the command of {after.officers[self.officer].card}"
        return words if self.unit is None else f"{words}, beside {name(after, self.unit)}"


class CommandDemoralized(TricornEvent, frozen=True):
    """A command lost half of the units it began with, or more (army.demoralized)."""

    rules = ("army.demoralized",)

    command: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It stays so for the rest of the battle."""
        return with_command(battle, self.command, replace(battle.commands[self.command], demoralized=True))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        general = officer_name(after, after.commands[self.command].officer)
        return f"The command of {general} is Demoralized"


class PrizeTaken(TricornEvent, frozen=True):
    """A side has come to hold an objective (victory.objective)."""

    rules = ("victory.objective",)

    prize: int
    side: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The side holds it until only the other side has a unit there."""
        prizes = battle.prizes
        taken = replace(prizes[self.prize], holder=self.side)
        return replace(battle, prizes=(*prizes[: self.prize], taken, *prizes[self.prize + 1 :]))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{side_name(after, self.side)} holds {after.prizes[self.prize].name}"
