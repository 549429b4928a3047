"""The units of elan on paper: their marks, their cards, and what events do to the marks."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from sandtable.game.kit.roster_cards import RosterCard, Unsuited, figures
from sandtable.systems.elan.battle import Camp, ElanBattle, ElanUnit
from sandtable.systems.elan.elan_tests import MOST_LEADERSHIP
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.profiles import Profile
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.shooting import MOST_BASES
from sandtable.systems.elan.troops import Arm, Formation, Weapon, Worn
from sandtable.systems.elan.weapons import name_of
from sandtable.table.space import INCH, Field, block

UNIT: Final = 0
"""The number of the only unit in a battle on paper."""

A_BASE: Final = block(1, files=1, width=INCH, depth=INCH)


class Attached(StrEnum):
    """The commander with a unit, by his leadership (leaders.leadership)."""

    PLUS_0 = "+0"
    PLUS_1 = "+1"
    PLUS_2 = "+2"

    @property
    def leadership(self) -> int:
        """What he adds to tests."""
        return int(self.value)


def attached(leadership: int) -> Attached:
    """A commander of this leadership."""
    assert 0 <= leadership <= MOST_LEADERSHIP
    return Attached(f"+{leadership}")


class Marks(Struct, Worn, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The marks of a unit at a real table: its size, losses, markers and formation."""

    bases: Annotated[int, Meta(title="Bases", ge=1, le=MOST_BASES)] = 6
    lost: Annotated[int, Meta(title="Strength points lost", ge=0, le=24)] = 0
    disordered: Annotated[bool, Meta(title="Disordered")] = False
    halted: Annotated[bool, Meta(title="Halt")] = False
    retreating: Annotated[bool, Meta(title="In retreat")] = False
    hit: Annotated[bool, Meta(title="Hit by fire this turn")] = False
    in_contact: Annotated[bool, Meta(title="In contact")] = False
    formation: Annotated[Formation, Meta(title="Formation")] = Formation.LINE
    commander: Annotated[Attached | None, Meta(title="Commander with it")] = None
    removed: Annotated[bool, Meta(title="Routed or destroyed, off the table")] = False

    @property
    def leadership(self) -> int | None:
        """What its commander adds to tests; None without one."""
        return None if self.commander is None else self.commander.leadership


ON_A_UNIT: Final = ("lost", "disordered", "halted", "retreating", "hit", "formation")
"""The marks that are fields of a unit on the table, under the same names."""


def card(profile: Profile) -> RosterCard:
    """A roster entry as a card (setup.profile)."""
    first = Formation.DEPLOYED if profile.arm is Arm.ARTILLERY else profile.formations[0]
    return RosterCard(
        profile=profile.id,
        title=profile.name,
        army=profile.arm.capitalize(),
        figures=figures(
            {
                "Arm": f"{profile.grade} {profile.arm}",
                "Class": f"{profile.cls}, élan {profile.cls.morale}+ on 2D6",
                "Weapon": "" if profile.weapon is Weapon.NONE else name_of(profile.weapon),
                "Strength": f"{profile.strength} points on {profile.bases} bases",
                "Traits": f"{profile.firing_trait:+d} in fire, {profile.melee_trait:+d} in melee",
                "Fire dice": _dice(profile.fire_dice),
                "Melee dice": _dice(profile.cc_dice),
                "Note": profile.note,
            }
        ),
        marks={"bases": profile.bases, "formation": str(first)},
        most={"bases": profile.bases, "lost": profile.strength},
    )


def _dice(dice: dict[Formation, int]) -> str:
    return ", ".join(f"{count} in {formation}" for formation, count in dice.items() if count)


# --------------------------------------------------------------------- units on paper
def listed(profile_id: str, marks: Marks) -> Profile:
    """The profile of a unit still in play; raises Unsuited if these marks are impossible."""
    profile = roster().profile(profile_id)
    if marks.removed:
        raise Unsuited(f"{profile.name} is off the table and takes no part; clear the mark if it is not")
    if marks.lost >= marks.strength:
        raise Unsuited(f"{profile.name} has lost all of its {marks.strength} points and is destroyed")
    if marks.formation not in profile.formations:
        can = ", ".join(profile.formations)
        raise Unsuited(f"{profile.name} does not form {marks.formation}; it can be in {can}")
    return profile


def after(marks: Marks, *events: ElanEvent) -> Marks:
    """The marks of a unit after these events; a unit removed or moved back is in contact with no enemy."""
    unit = ElanUnit(
        id=UNIT,
        side=0,
        pose=None,
        shape=A_BASE,
        key="",
        name="",
        profile_id="",
        brigade=0,
        **{name: getattr(marks, name) for name in ON_A_UNIT},
    )
    camp = Camp(id="", name="", role="", edge="bottom", commander=0)
    battle = ElanBattle(
        Field(0, 0),
        (unit,),
        scenario="",
        turn_limit=0,
        scale=Scale.LARGE,
        corners="north-south",
        camps=(camp, camp),
        brigades=(),
        leaders=(),
    )
    for event in events:
        battle = event.apply(battle)
    left = battle.units[UNIT]
    kept = structs.replace(marks, **{name: getattr(left, name) for name in ON_A_UNIT})
    kept = structs.replace(kept, lost=min(kept.lost, marks.strength), removed=left.removed is not None)
    return structs.replace(kept, in_contact=False) if kept.removed or kept.retreating else kept
