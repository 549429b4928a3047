"""The units of coldsteel on paper: their marks, their cards, and the effects of events on them.

A unit on paper is a `ColdSteelUnit` without a pose; the events of the table change it.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from sandtable.game.kit.roster_cards import RosterCard, Unsuited, figures
from sandtable.systems.coldsteel.battle import Camp, ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.casualties import MOST_MODELS
from sandtable.systems.coldsteel.events import ColdSteelEvent
from sandtable.systems.coldsteel.morale import Stance
from sandtable.systems.coldsteel.profiles import Profile
from sandtable.systems.coldsteel.roster import roster
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.table.space import INCH, Field, block

UNIT: Final = 0
"""The number of the only unit of a battle on paper."""

A_BASE: Final = block(1, files=1, width=INCH, depth=INCH)
THIS_TURN: Final = 1


class Marks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The marks of a unit on a real table: its men, its card, fire received, and its state."""

    models: Annotated[int, Meta(title="Models", ge=0, le=MOST_MODELS)] = 24
    officer: Annotated[bool, Meta(title="Officer")] = False
    standard: Annotated[bool, Meta(title="Standard")] = False
    sergeant: Annotated[bool, Meta(title="Sergeant")] = False
    musician: Annotated[bool, Meta(title="Musician")] = False
    formation: Annotated[Formation, Meta(title="Formation")] = Formation.LINE
    formed: Annotated[int, Meta(title="Models before losses in this formation", ge=0, le=MOST_MODELS)] = 0
    card: Annotated[Trait | None, Meta(title="Trait card")] = None
    failed: Annotated[bool, Meta(title="Failed its latest morale test")] = False
    held_back: Annotated[bool, Meta(title="Held back by its Cowardly Officer")] = False
    engaged: Annotated[Stance, Meta(title="Engaged")] = Stance.FREE
    muskets_now: Annotated[bool, Meta(title="Fired at by small arms this turn")] = False
    guns_now: Annotated[bool, Meta(title="Fired at by artillery this turn")] = False
    muskets_before: Annotated[bool, Meta(title="Fired at by small arms last turn")] = False
    guns_before: Annotated[bool, Meta(title="Fired at by artillery last turn")] = False
    manoeuvred: Annotated[bool, Meta(title="Manoeuvred in its latest step")] = False
    fouled: Annotated[bool, Meta(title="Muskets fouled")] = False
    rerolled: Annotated[bool, Meta(title="Officer's re-roll used this turn")] = False
    lucky_used: Annotated[bool, Meta(title="Lucky Officer's die used this turn")] = False
    removed: Annotated[bool, Meta(title="Off the table")] = False

    @property
    def command(self) -> tuple[Figure, ...]:
        """Its living command figures (leaders.alive-only)."""
        return tuple(figure for figure in Figure if getattr(self, figure.value))


ON_A_UNIT: Final = (
    "models",
    "formation",
    "failed",
    "held_back",
    "muskets_now",
    "guns_now",
    "muskets_before",
    "guns_before",
    "manoeuvred",
    "rerolled",
    "lucky_used",
)
"""The marks that a unit on the table has under the same names."""


def card(profile: Profile) -> RosterCard:
    """A line of the roster as a card (troops.one-class)."""
    return RosterCard(
        profile=profile.id,
        title=profile.name,
        army=profile.arm.capitalize(),
        figures=figures(
            {
                "Class": profile.troop_class.capitalize(),
                "Models": profile.models,
                "Command": ", ".join(profile.command),
                "Formations": ", ".join(profile.formations),
                "Such as": profile.example,
            }
        ),
        marks={
            "models": profile.models,
            **{figure.value: True for figure in profile.command},
            "formation": str(profile.formations[0]),
            "card": str(profile.card_if_assigned or "none"),
        },
        most={"models": profile.models, "formed": profile.models},
    )


# --------------------------------------------------------------------- units on paper
def listed(profile_id: str, marks: Marks) -> ColdSteelUnit:
    """A unit in play with its marks; Unsuited if they are impossible."""
    profile = roster().profile(profile_id)
    if marks.removed or not marks.models:
        raise Unsuited(f"{profile.name} is off the table and takes no part; clear the mark if it is not")
    if marks.formation not in profile.formations and marks.formation is not Formation.GARRISON:
        can = ", ".join(profile.formations)
        raise Unsuited(f"{profile.name} does not stand in {marks.formation}; it may be in {can}")
    if len(marks.command) > marks.models:
        raise Unsuited(
            f"{profile.name} has {marks.models} models, fewer than its {len(marks.command)} command figures;"
            " these are counted among its models"
        )
    if 0 < marks.formed < marks.models:
        raise Unsuited(
            f"{profile.name} has {marks.models} models, but formed up with {marks.formed}; none are brought"
            " back, so clear the mark of those before its losses or correct its models"
        )
    return _unit(profile_id, marks)


def _unit(profile_id: str, marks: Marks) -> ColdSteelUnit:
    return ColdSteelUnit(
        id=UNIT,
        side=0,
        pose=None,
        shape=A_BASE,
        key="",
        name="",
        profile_id=profile_id,
        brigade="",
        files=_files(profile_id, marks),
        command=marks.command,
        trait=marks.card,
        fouled=THIS_TURN if marks.fouled else 0,
        **{name: getattr(marks, name) for name in ON_A_UNIT},
    )


def _files(profile_id: str, marks: Marks) -> int:
    """Its files, from the models it formed up with, or those it has now.

    formation.footprint, formation.shrink
    """
    models = marks.formed or marks.models
    return files_of(roster().profile(profile_id).arm, marks.formation, models) if profile_id and models else 1


def alone(unit: ColdSteelUnit) -> ColdSteelBattle:
    """A battle with only this unit."""
    camp = Camp("", "", "bottom")
    return ColdSteelBattle(
        Field(0, 0), (unit,), scenario="", turn_limit=0, camps=(camp, camp), turn=THIS_TURN
    )


IN_RANKS: Final = (Formation.LINE, Formation.ATTACK_COLUMN, Formation.SKIRMISH)
"""The formations that shoot by ranks, and so by their files when formed (formation.shrink)."""


def _formed(marks: Marks, left: int) -> int:
    """The models it formed up with, to be recorded once it has lost some (formation.shrink)."""
    if marks.formation not in IN_RANKS or not 0 < left < marks.models:
        return marks.formed
    return marks.formed or marks.models


def after(marks: Marks, *events: ColdSteelEvent) -> Marks:
    """The marks of a unit after some events; a removed unit is not engaged."""
    battle = alone(_unit("", marks))
    for event in events:
        battle = event.apply(battle)
    left = battle.units[UNIT]
    kept = structs.replace(
        marks,
        **{name: getattr(left, name) for name in ON_A_UNIT},
        **{figure.value: figure in left.command for figure in Figure},
        fouled=left.fouled > 0,
        removed=marks.removed or left.removed is not None,
        formed=_formed(marks, left.models),
    )
    return structs.replace(kept, engaged=Stance.FREE) if kept.removed else kept
