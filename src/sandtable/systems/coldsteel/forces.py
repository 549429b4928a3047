"""Choosing forces for a pick-up game: in secret, unit by unit, then shown together (setup.forces).

>>> from sandtable.systems.coldsteel.troops import Arm
>>> sorted({roster().profile(id).arm.value for id in open_profiles(("foot-battery", "horse-battery"))})
['cavalry', 'infantry']
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from sandtable.dice import Hand, numbered
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, tell
from sandtable.game.present.english import counted, listed
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Step
from sandtable.systems.coldsteel.profiles import Profile
from sandtable.systems.coldsteel.roster import roster
from sandtable.systems.coldsteel.setup_events import UNKNOWN, ForceChosen, ForcesShown, Picks, with_pick
from sandtable.systems.coldsteel.steps import begin
from sandtable.systems.coldsteel.troops import Arm, Figure, TroopClass

AT_MOST: Final[tuple[tuple[Callable[[Profile], bool], int], ...]] = (
    (lambda profile: profile.arm is Arm.ARTILLERY, 2),
    (lambda profile: profile.arm is Arm.CAVALRY, 3),
    (lambda profile: profile.troop_class is TroopClass.ELITE, 2),
)
"""The most units of artillery, of cavalry and of Elite troops that a side may have (setup.forces)."""


class ChooseForce(Choose[str], frozen=True, kw_only=True):
    """Choose the profile of the next unit, in secret: ``number`` of ``of`` (setup.forces)."""

    decision: str = "setup.choose-forces"
    rule = "setup.forces"
    title = "Choose a unit"

    number: int
    of: int

    def parties(self) -> tuple[int, ...]:
        return ()

    def words(self, battle: ColdSteelBattle) -> str:
        del battle
        return f"Choose unit {self.number} of {self.of}, in secret"

    def label(self, battle: ColdSteelBattle, option: str) -> str:
        """A profile with its models and command figures."""
        del battle
        profile = roster().profile(option)
        men = [figure.called for figure in Figure if figure in profile.command]
        led = f", with {listed(men)}" if men else ""
        return f"{profile.name}: {counted(profile.models, 'model')}{led}"

    def face(self, battle: ColdSteelBattle, option: str) -> Face:
        """A profile with its class and models."""
        del battle
        profile = roster().profile(option)
        return Face(profile.name, f"{profile.troop_class}, {counted(profile.models, 'model')}")


# --------------------------------------------------------------------- the step
async def forces_step(battle: ColdSteelBattle) -> ColdSteelBattle:
    """One side chooses its next unit in secret; when both are complete they are shown together.

    setup.forces
    """
    side = next_to_choose(battle)
    if side is None:
        battle = await tell(battle, ForcesShown(battle.picks))
        return await begin(battle, Step.CARDS if battle.card_mode == "dealt" else Step.EDGES)
    mine = battle.picks[side]
    chosen = await ChooseForce(side, open_profiles(mine), number=len(mine) + 1, of=size_of(battle, side))
    return await tell(battle, ForceChosen(side, chosen))


def next_to_choose(battle: ColdSteelBattle) -> int | None:
    """The side that has units left to choose, the first side first; None if both are done."""
    return next((side for side in (0, 1) if len(battle.picks[side]) < size_of(battle, side)), None)


def size_of(battle: ColdSteelBattle, side: int) -> int:
    """The number of units of a side."""
    return sum(unit.side == side for unit in battle.units)


def open_profiles(mine: tuple[str, ...]) -> tuple[str, ...]:
    """The profiles that a side may add to those it has; there is no points limit (setup.forces)."""
    have = [roster().profile(id) for id in mine]
    full = [kind for kind, most in AT_MOST if sum(kind(profile) for profile in have) >= most]
    return tuple(one.id for one in roster().profiles if not any(kind(one) for kind in full))


# --------------------------------------------------------------------- what is hidden
def hidden(picks: Picks, seat: int | None) -> Picks:
    """The picks as a seat knows them: its own, and only the number of the other side's (setup.forces)."""
    seen = tuple(mine if side == seat else (UNKNOWN,) * len(mine) for side, mine in enumerate(picks))
    return seen[0], seen[1]


def imagined(battle: ColdSteelBattle, hand: Hand) -> ColdSteelBattle:
    """The battle with a possible force in place of the unknown one (setup.forces)."""
    picks: Picks = ((), ())
    for side, known in enumerate(battle.picks):
        for profile in known:
            options = open_profiles(picks[side])
            if profile == UNKNOWN:
                (face,) = hand.cast(numbered(len(options)), 1, "a force imagined")
                profile = options[face - 1]
            picks = with_pick(picks, side, profile)
    return replace(battle, picks=picks)
