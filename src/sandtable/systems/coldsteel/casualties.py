"""Casualties: which models a number of wounds removes, and which command figures the sixes among them kill.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.systems.coldsteel.policies import decide_steadily
>>> struck = Struck(ordinary=20, command=tuple(Figure), wounds=6, sixes=1)
>>> [(fallen.ordinary, *fallen.command) for fallen in odds(do(fall, struck), decide_steadily)]
[(5, <Figure.MUSICIAN: 'musician'>)]
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do
from sandtable.game.rules.tally import Tally
from sandtable.systems.coldsteel.troops import Figure

if TYPE_CHECKING:
    from sandtable.systems.coldsteel.battle import ColdSteelBattle

MOST_MODELS: Final = 30

LEAST_MISSED: Final = (Figure.MUSICIAN, Figure.SERGEANT, Figure.STANDARD, Figure.OFFICER)
"""The command figures in the order in which an owner is offered them to remove."""

Command = Annotated[tuple[Figure, ...], Meta(description="its living command figures", max_length=4)]


class Ranks(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The models of a unit, and the command figures among them."""

    models: Annotated[int, Meta(description="its models, command figures included", ge=1, le=MOST_MODELS)] = (
        24
    )
    command: Command = ()

    def __post_init__(self) -> None:
        refuse_twins(self.command)
        if len(self.command) > self.models:
            raise ValueError(
                f"{len(self.command)} command figures are named, but the unit has {self.models} models;"
                " command figures are counted among its models"
            )

    @property
    def ordinary(self) -> int:
        """Its models that are not command figures."""
        return self.models - len(self.command)


@lru_cache(maxsize=256)
def refuse_twins(command: tuple[Figure, ...]) -> None:
    """Refuse two command figures of the same kind (leaders.one-each)."""
    for figure in Figure:
        if command.count(figure) > 1:
            raise ValueError(f"a unit has at most one {figure}, not {command.count(figure)}")


# ----------------------------------------------------------------------- facts
class Struck(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit hit by one volley or one strike step: its models, the wounds, and the sixes among them."""

    seat: Annotated[int, Meta(description="the seat that owns the unit", ge=0, le=1)] = 1
    ordinary: Annotated[
        int, Meta(description="its models that are no command figures", ge=0, le=MOST_MODELS)
    ] = 20
    command: Command = ()
    wounds: Annotated[int, Meta(description="wounds scored against it", ge=0, le=60)] = 6
    sixes: Annotated[int, Meta(description="natural sixes that scored among them", ge=0, le=60)] = 0
    beyond: Annotated[bool, Meta(description="reading: the man a six kills is lost besides the wound")] = (
        False
    )
    unit: int = -1

    def __post_init__(self) -> None:
        refuse_twins(self.command)
        if self.sixes > self.wounds:
            raise ValueError(f"{self.sixes} sixes cannot be among {self.wounds} wounds; each six is a wound")

    @property
    def models(self) -> int:
        """All its models."""
        return self.ordinary + len(self.command)


class Fallen(Struct, frozen=True, cache_hash=True):
    """The models that a unit lost: the number of ordinary ones, and the command figures."""

    ordinary: int = 0
    command: tuple[Figure, ...] = ()

    @property
    def models(self) -> int:
        """The number of models in all."""
        return self.ordinary + len(self.command)


# --------------------------------------------------------------------- tallies
def models_lost(struck: Struck) -> Tally:
    """The number of models removed: one for each wound, up to all of them.

    By the other reading of casualties.six-within a command figure killed by a six is an additional loss.

    casualties.one-wound, melee.excess
    """
    tally = Tally.of(struck.wounds, "wounds, a model for each", "casualties.one-wound")
    if struck.beyond:
        killed = command_killed(struck).whole
        tally = tally.plus(killed, "command figures killed besides the wounds", "casualties.six-within")
    return tally.at_most(struck.models, "wounds beyond the last model are lost", "melee.excess")


def command_killed(struck: Struck) -> Tally:
    """The number of command figures killed by sixes: one each, up to all of them.

    casualties.six, casualties.six-within
    """
    tally = Tally.of(struck.sixes, "natural sixes that scored", "casualties.six")
    return tally.at_most(len(struck.command), "command figures alive", "casualties.six-within")


# ----------------------------------------------------------------------- falling
class FigureFalls(Choose[Figure], frozen=True, kw_only=True):
    """Choose the command figure that falls, of ``more`` that fall (casualties.six-choice)."""

    decision: str = "casualties.command-model"
    rule = "casualties.six-choice"
    title = "Which figure falls?"
    kind = Kind.ORDER

    unit: int
    more: int

    def parties(self) -> tuple[int, ...]:
        return (self.unit,) if self.unit >= 0 else ()

    def words(self, battle: ColdSteelBattle) -> str:
        who = battle.units[self.unit].name
        if self.more > 1:
            return f"{who} loses {self.more} command figures: which of them falls first?"
        return f"{who} loses a command figure: which of them falls?"

    def label(self, battle: ColdSteelBattle, option: Figure) -> str:
        del battle
        return option.called

    def face(self, battle: ColdSteelBattle, option: Figure) -> Face:
        """The figure, and what its unit loses with it (leaders.alive-only)."""
        del battle
        return Face(option.called, LOST_WITH[option], next(iter(self.parties()), None))


LOST_WITH: Final = {
    Figure.OFFICER: "its morale, and its test again",
    Figure.STANDARD: "its morale",
    Figure.SERGEANT: "its short retreats",
    Figure.MUSICIAN: "its quick step",
}
"""What a unit loses with each of its command figures (leaders.alive-only)."""


async def fall(struck: Struck) -> Fallen:
    """Remove models: sixes take command figures, other wounds ordinary models first.

    casualties.order, casualties.six-within, casualties.rank-and-file-first
    """
    lost = models_lost(struck).whole
    if lost == struck.models:
        return fallen_of(struck.ordinary, struck.command)
    by_sixes = command_killed(struck).whole
    ordinary = min(struck.ordinary, lost - by_sixes)
    return fallen_of(ordinary, await given_up(struck, lost - ordinary))


async def given_up(struck: Struck, count: int) -> tuple[Figure, ...]:
    """Ask the owner for a number of command figures, one by one (casualties.six-choice)."""
    living = tuple(figure for figure in LEAST_MISSED if figure in struck.command)
    gone: list[Figure] = []
    while len(gone) < count < len(living):
        left = tuple(figure for figure in living if figure not in gone)
        gone.append(left[await do(which_one, struck.seat, left, struck.unit, count - len(gone))])
    return tuple(gone) if count < len(living) else living


async def which_one(seat: int, living: tuple[Figure, ...], unit: int, more: int) -> int:
    """Ask the owner which living figure to remove; the answer is its index.

    The options begin with the least useful figure. Any option reaches the aim, so a policy for computed odds
    takes the first unless it says otherwise (casualties.six-choice).
    """
    figure = await FigureFalls(seat, living, aims=(0,), unit=unit, more=more)
    return living.index(figure)


@lru_cache(maxsize=4096)
def fallen_of(ordinary: int, command: tuple[Figure, ...]) -> Fallen:
    """The value for these losses; the cache saves building the same few values again in computed odds."""
    return Fallen(ordinary, command)


# ----------------------------------------------------------------------- figures and headings
def casualty_tallies(struck: Struck) -> Mapping[str, Tally]:
    """The figures of losses, for the log."""
    return {"models lost": models_lost(struck), "command figures killed by sixes": command_killed(struck)}


def casualty_summary(struck: Struck, fallen: Fallen) -> tuple[str, ...]:
    """The losses, as headings."""
    return losses_in_words(fallen, struck.models)


def losses_in_words(fallen: Fallen, models: int, name: str = "the unit") -> tuple[str, ...]:
    """The losses of a unit as headings for a table of odds."""
    if fallen.models >= models:
        return (f"{name} is destroyed",)
    men = tuple(f"{name} loses its {figure}" for figure in Figure if figure in fallen.command)
    return (f"{name} has losses" if fallen.models else f"{name} has no loss", *men)
