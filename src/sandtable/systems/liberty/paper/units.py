"""The units of liberty on paper: their marks, their cards, and the effect of events on them.

A unit on paper is a `Regiment` without a place, so its state, values and arm are those of the table, and the
same events change it.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from sandtable.game.kit.roster_cards import RosterCard, Unsuited, figures
from sandtable.systems.liberty.battle import Camp, LibertyBattle, Regiment
from sandtable.systems.liberty.events import LibertyEvent
from sandtable.systems.liberty.profiles import Formation, Profile, Size, UnitType, legal_formations
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.veterans import MOST_MARKERS
from sandtable.table.space import INCH, Field, block

ACTING: Final = 0
WAITING: Final = 1
"""The seats of the acting player and of the other, as in the facts of a duel."""

UNIT: Final = 0
"""The number of the only unit of a battle on paper."""

A_BASE: Final = block(1, files=1, width=INCH, depth=INCH)


class Marks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The marks of a unit on a real table: its size, hits and markers, and what it is doing."""

    bases: Annotated[int, Meta(title="Bases", ge=1, le=6)] = 4
    hits: Annotated[int, Meta(title="Hits", ge=0, le=30)] = 0
    disorder: Annotated[int, Meta(title="Disorder markers", ge=0, le=MOST_MARKERS)] = 0
    under_fire: Annotated[int, Meta(title="Under-fire markers", ge=0, le=6)] = 0
    routing: Annotated[bool, Meta(title="ROUTING")] = False
    charging: Annotated[bool, Meta(title="Charging: in contact since the last Melee phase")] = False
    fired: Annotated[bool, Meta(title="Has given defensive fire this turn")] = False
    broke_through: Annotated[bool, Meta(title="Has broken through this turn")] = False
    general: Annotated[bool, Meta(title="General attached")] = False
    formation: Annotated[Formation, Meta(title="Formation")] = Formation.LINE
    dismounted: Annotated[bool, Meta(title="Dismounted")] = False
    broken: Annotated[bool, Meta(title="BROKEN, off the table")] = False


ON_A_UNIT: Final = (
    "hits",
    "disorder",
    "under_fire",
    "routing",
    "charging",
    "fired",
    "broke_through",
    "broken",
)
"""The marks that a `Regiment` has under the same names and that events change."""


# --------------------------------------------------------------------- cards
def card(profile: Profile) -> RosterCard:
    """A line of an army list as a roster card (troops.profile.fields)."""
    guns = profile.type is UnitType.ARTILLERY
    first = Formation.UNLIMBERED_LINE if guns else Formation.LINE
    return RosterCard(
        profile=profile.id,
        title=profile.unit,
        army=profile.army.capitalize(),
        figures=figures(
            {
                "Type": profile.type,
                "Quality": profile.quality,
                "WORN/SHAKEN/BROKEN": ", ".join(map(_worn, profile.sizes)),
                "Weapon": profile.weapon,
                "Ranges": f"{profile.short_max}/{profile.effective_max}/{profile.long_max} in",
                "Advance": f"{profile.advance} in",
                "Run": f"{profile.run} in" if profile.run else "",
                "Hits on": f"{profile.shoot_to_hit}+ shooting, {profile.melee_to_hit}+ in melee",
                "Special": ", ".join(profile.special),
            }
        ),
        marks={"bases": profile.default_bases, "formation": str(first)},
        most={
            "bases": max(size.bases for size in profile.sizes),
            "hits": max(size.auto_broken for size in profile.sizes),
        },
    )


def _worn(size: Size) -> str:
    """The values of a size (troops.sizes.meaning)."""
    wear = size.wear
    bases = "1 base" if size.bases == 1 else f"{size.bases} bases"
    return f"{wear.worn}/{wear.shaken}/{wear.broken} with {bases}"


# --------------------------------------------------------------------- units on paper
def regiment(profile_id: str, marks: Marks) -> Regiment:
    """A unit with its marks, without a place; raises Unsuited if such a unit cannot exist."""
    profile = roster().profile(profile_id)
    if marks.broken:
        raise Unsuited(f"{profile.unit} is BROKEN and takes no part; clear the mark if it stands after all")
    size = profile.size(marks.bases)
    if marks.dismounted and profile.type is not UnitType.CAVALRY:
        raise Unsuited(f"{profile.unit} has no horses to dismount from; only cavalry dismounts")
    afoot = roster().dismounted.size(marks.bases) if marks.dismounted else size
    allowed = (Formation.LINE,) if marks.dismounted else legal_formations(profile.type, size.bases)
    if marks.formation not in allowed:
        words = ", ".join(allowed)
        raise Unsuited(f"{profile.unit} cannot stand in {marks.formation}; allowed are {words}")
    shape = (
        roster().dismounted.shape(marks.bases)
        if marks.dismounted
        else profile.shape(marks.bases, marks.formation)
    )
    unit = structs.replace(
        _carrying(marks, ACTING),
        shape=shape,
        name=profile.unit,
        profile_id=profile_id,
        bases=afoot.bases,
        dismounted=marks.dismounted,
    )
    if unit.wear.breaks(marks.hits):
        raise Unsuited(f"{profile.unit} is BROKEN at {unit.wear.broken} hits and takes no part")
    return unit


def _carrying(marks: Marks, seat: int) -> Regiment:
    """A unit of a seat with these marks; its profile does not matter."""
    return Regiment(
        id=UNIT,
        side=seat,
        pose=None,
        shape=A_BASE,
        key="",
        name="",
        profile_id="",
        bases=marks.bases,
        formation=marks.formation,
        brigade="",
        **{name: getattr(marks, name) for name in ON_A_UNIT},
    )


def after(marks: Marks, *events: LibertyEvent, seat: int = ACTING) -> Marks:
    """The marks of a unit after these events; *seat* says whether it is its own player's turn."""
    battle = LibertyBattle(
        Field(0, 0),
        (_carrying(marks, seat),),
        scenario="",
        turn_limit=0,
        camps=(Camp("", "", "bottom"), Camp("", "", "top")),
        generals=(),
        active=ACTING,
    )
    for event in events:
        battle = event.apply(battle)
    return structs.replace(marks, **{name: getattr(battle.units[UNIT], name) for name in ON_A_UNIT})
