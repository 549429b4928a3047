"""The units of tricorn on paper: their marks, their cards, and their state after events.

A unit on paper is a `TricornUnit` without a place; it is changed by the same events as on the table.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from sandtable.dice.deck import Deck
from sandtable.game.kit.roster_cards import RosterCard, Unsuited, figures
from sandtable.systems.tricorn.battle import Camp, TricornBattle, TricornUnit
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.disorder import LAST_ROW
from sandtable.systems.tricorn.events import TricornEvent
from sandtable.systems.tricorn.profiles import Profile
from sandtable.systems.tricorn.roster import roster
from sandtable.systems.tricorn.troops import Category, Formation, limbered_value
from sandtable.table.space import INCH, Field, block

UNIT: Final = 0
"""The number of the only unit of a battle on paper."""

A_BASE: Final = block(1, files=1, width=INCH, depth=INCH)
MOST_MARKERS: Final = 12


class Marks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The marks of a unit at a real table: Disorder Markers, its officer, and its history."""

    markers: Annotated[int, Meta(title="Disorder Markers", ge=0, le=MOST_MARKERS)] = 0
    permanent: Annotated[int, Meta(title="Permanent ones among them", ge=0, le=MOST_MARKERS)] = 0
    formation: Annotated[Formation, Meta(title="Formation")] = Formation.LINE
    attached: Annotated[Attached, Meta(title="Officer attached")] = Attached.NOBODY
    moved: Annotated[bool, Meta(title="Moved or removed Disorder in this activation")] = False
    demoralized: Annotated[bool, Meta(title="Command Demoralized")] = False
    forced_march: Annotated[bool, Meta(title="Forced Marched")] = False
    removed: Annotated[bool, Meta(title="Lost, off the table")] = False


ON_A_UNIT: Final = ("markers", "permanent", "formation")
"""The marks that a unit on the table has under the same names."""


def card(profile: Profile) -> RosterCard:
    """A line of the roster as a card (troops.combat-values, troops.quality, formation.limbered)."""
    reach = profile.weapon.reach
    return RosterCard(
        profile=profile.id,
        title=profile.name,
        army=profile.category.capitalize(),
        figures=figures(
            {
                "Type": profile.type,
                "Quality": profile.quality,
                "Combat Value": profile.value,
                "Limbered": limbered_value() if profile.category is Category.ARTILLERY else "",
                "Morale Value": profile.quality.morale,
                "Weapon": profile.weapon,
                "Range": f"{reach.short}/{reach.long} in" if reach.long else f"{reach.short} in",
                "Such as": profile.example,
            }
        ),
        marks={"formation": str(profile.formations[0])},
        most={"markers": LAST_ROW, "permanent": LAST_ROW},
    )


# --------------------------------------------------------------------- units on paper
def listed(profile_id: str, marks: Marks) -> TricornUnit:
    """A unit in play with these marks; Unsuited if no such unit is possible."""
    profile = roster().profile(profile_id)
    if marks.removed:
        raise Unsuited(f"{profile.name} is lost and takes no part; clear the mark if it is not")
    if marks.markers >= LAST_ROW:
        raise Unsuited(f"{profile.name} has {marks.markers} Disorder Markers and is eliminated at {LAST_ROW}")
    if marks.permanent > marks.markers:
        raise Unsuited(f"{profile.name} has {marks.markers} markers; no more of them can be permanent")
    is_guns = profile.category is Category.ARTILLERY
    can = (*profile.formations, Formation.ABANDONED) if is_guns else profile.formations
    if marks.formation not in can:
        raise Unsuited(f"{profile.name} does not stand {marks.formation}; it may be {', '.join(can)}")
    return _unit(profile_id, marks)


def _unit(profile_id: str, marks: Marks) -> TricornUnit:
    return TricornUnit(
        id=UNIT,
        side=0,
        pose=None,
        shape=A_BASE,
        key="",
        name="",
        profile_id=profile_id,
        command=0,
        **{name: getattr(marks, name) for name in ON_A_UNIT},
    )


def after(marks: Marks, *events: TricornEvent) -> Marks:
    """The marks of a unit after these events; a lost or abandoned unit has no officer.

    leaders.fate.detail
    """
    camp = Camp("", "", "bottom", (), 0)
    battle = TricornBattle(
        Field(0, 0),
        (_unit("", marks),),
        scenario="",
        turn_limit=0,
        camps=(camp, camp),
        commands=(),
        officers=(),
        deck=Deck.of(()),
    )
    for event in events:
        battle = event.apply(battle)
    left = battle.units[UNIT]
    kept = structs.replace(
        marks,
        **{name: getattr(left, name) for name in ON_A_UNIT},
        moved=marks.moved or left.moved or left.rallied,
        removed=marks.removed or left.removed is not None,
    )
    is_gone = kept.removed or kept.formation is Formation.ABANDONED
    return structs.replace(kept, attached=Attached.NOBODY) if is_gone else kept
