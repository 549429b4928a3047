"""The units of eagle on paper: their marks, their cards, and changes to them.

The order of a unit is an `Order`, as everywhere in the rules; other changes apply the events of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, assert_never

from msgspec import Meta, Struct, structs

from sandtable.game.kit.roster_cards import RosterCard, Unsuited, figures
from sandtable.systems.eagle.battle import Camp, EagleBattle, EagleUnit
from sandtable.systems.eagle.disorder import MOST_BASES, MOST_LINES, Order
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.leader_risk import MOST_ACTIONS
from sandtable.systems.eagle.profiles import Profile, size_of
from sandtable.systems.eagle.records import Record, Role
from sandtable.systems.eagle.roster import roster
from sandtable.systems.eagle.shapes import (
    Layout,
    Ranks,
    column_ranks,
    fewer,
    layouts_of,
    multi_line_ranks,
    wedge_ranks,
)
from sandtable.systems.eagle.troops import Formation, Nation, TroopClass
from sandtable.table.space import INCH, Field, Pose, block

UNIT: Final = 0
"""The number of the only unit of a battle on paper."""

A_BASE: Final = block(1, files=1, width=INCH, depth=INCH)
HERE: Final = Pose(0, 0, 0)
"""The pose of a unit on paper, before and after any move."""


class Marks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a unit carries on a real table: bases, disorder, formation, last move, and its leader."""

    bases: Annotated[int, Meta(title="Bases", ge=0, le=MOST_BASES)] = 4
    lines: Annotated[int, Meta(title="Lines", ge=1, le=MOST_LINES)] = 1
    dp: Annotated[int, Meta(title="Disorder points", ge=0, le=7)] = 0
    shaken: Annotated[bool, Meta(title="Shaken")] = False
    routing: Annotated[bool, Meta(title="Routing")] = False
    formation: Annotated[Formation, Meta(title="Formation")] = Formation.LINE
    formed: Annotated[bool, Meta(title="Formed")] = True
    record: Annotated[Record, Meta(title="Last move")] = Record.STAND
    rode: Annotated[bool, Meta(title="Went an inch or more last turn")] = False
    rounds: Annotated[int, Meta(title="Rounds of this combat fought", ge=0, le=11)] = 0
    role: Annotated[Role, Meta(title="Comes to its next round by")] = Role.STAND
    charged_in: Annotated[bool, Meta(title="Charged into this combat")] = False
    inspired: Annotated[int, Meta(title="Inspired this turn", ge=0, le=6)] = 0
    leader: Annotated[int, Meta(title="Leader with it: actions he began with", ge=0, le=MOST_ACTIONS)] = 0
    actions: Annotated[int, Meta(title="Leader's actions now", ge=0, le=MOST_ACTIONS)] = 0
    crippled: Annotated[bool, Meta(title="Leader crippled")] = False
    eagle: Annotated[bool, Meta(title="Carries the Eagle")] = False
    removed: Annotated[bool, Meta(title="Destroyed, off the table")] = False

    @property
    def in_lines(self) -> int:
        """The lines in which it stands; one unless it is multi-line (formation.multi-line)."""
        return self.lines if self.formation is Formation.MULTI_LINE else 1

    @property
    def has_charged_in(self) -> bool:
        """Did it charge into its combat, now or in an earlier round? (melee.british.detail)"""
        return self.charged_in if self.rounds else self.role is Role.CHARGE

    @property
    def order(self) -> Order:
        """Its order."""
        return Order(bases=self.bases, lines=self.in_lines, dp=self.dp, shaken=self.shaken)


def card(profile: Profile) -> RosterCard:
    """A profile as a roster card (troops.classes, troops.grades, army.size)."""
    size = size_of(profile)
    return RosterCard(
        profile=profile.id,
        title=profile.name,
        army=profile.nation,
        figures=figures(
            {
                "Class": profile.troop_class,
                "Grade": profile.grade,
                "Bases": f"{profile.bases}, may be {size.least} to {size.most}",
                "Formation": f"{profile.formation} of {', '.join(map(str, profile.ranks))}",
                "Figures on a base": profile.troop_class.figures,
                "May": ", ".join(_rights(profile.troop_class)),
            }
        ),
        marks={
            "bases": profile.bases,
            "lines": profile.layout.lines,
            "formation": str(profile.formation),
            "formed": profile.troop_class.is_formed_kind,
        },
        most={"bases": size.most, "lines": MOST_LINES if profile.legion else 1},
    )


def _rights(troops: TroopClass) -> Iterator[str]:
    """What only this class of troops may do (troops.classes)."""
    if troops.may_shoot:
        yield "shoot"
    if troops.may_evade:
        yield "evade"
    if troops.may_counter_charge:
        yield "counter-charge"


# --------------------------------------------------------------------- units on paper
def listed(profile_id: str, marks: Marks) -> Profile:
    """The profile of a unit still in play; Unsuited if these marks are impossible for it."""
    profile = roster().profile(profile_id)
    if marks.removed or not marks.bases:
        raise Unsuited(f"{profile.name} is off the table and takes no part; clear the mark if it is not")
    try:
        structs.replace(marks.order)
    except ValueError as fault:
        raise Unsuited(f"{profile.name}: {fault}") from None
    layout_of(profile, marks)
    return profile


def layout_of(profile: Profile, marks: Marks) -> Layout:
    """How its bases stand; a line has as many ranks as in the profile (formation.kinds)."""
    found = [
        layout
        for layout in layouts_of(profile.troop_class, marks.bases, legion=profile.legion)
        if layout.formation is marks.formation and layout.lines == marks.in_lines
    ]
    if not found:
        how = f"{marks.formation} of {marks.lines} lines" if marks.in_lines > 1 else str(marks.formation)
        raise Unsuited(f"{profile.name} cannot stand in {how} with {marks.bases} bases (formation.kinds)")
    ranks = len(profile.ranks) if profile.formation is Formation.LINE else 1
    return next((layout for layout in found if len(layout.ranks) == ranks), found[0])


# --------------------------------------------------------------------- changes to marks
def ordered(marks: Marks, order: Order) -> Marks:
    """The marks of a unit with another order; one without bases is destroyed (troops.casualty)."""
    layout = _closed_up(marks, marks.bases - order.bases)
    left = structs.replace(
        marks,
        bases=order.bases,
        lines=order.lines if marks.formation is Formation.MULTI_LINE else marks.lines,
        dp=order.dp,
        shaken=order.shaken,
        formation=layout,
    )
    return structs.replace(left, removed=True) if order.is_destroyed else left


def _closed_up(marks: Marks, lost: int) -> Formation:
    """The formation of a unit that has lost bases: line, if it is too weak for its own."""
    ranks = _ranks(marks)
    if ranks is None or lost < 1 or lost >= marks.bases:
        return marks.formation
    layout = Layout(marks.formation, ranks)
    for _ in range(lost):
        layout = fewer(layout)
    return layout.formation


def _ranks(marks: Marks) -> Ranks | None:
    match marks.formation:
        case Formation.LINE:
            return (marks.bases,)
        case Formation.COLUMN:
            return column_ranks(marks.bases)
        case Formation.WEDGE:
            return wedge_ranks(marks.bases)
        case Formation.MULTI_LINE:
            return multi_line_ranks(marks.bases, marks.lines)
        case _:
            assert_never(marks.formation)


def after(marks: Marks, *events: EagleEvent) -> Marks:
    """The marks of a unit after these events."""
    camp = Camp("", "", Nation.ROMAN, "bottom")
    battle = EagleBattle(
        Field(0, 0), (_unit(marks),), scenario="", turn_limit=0, camps=(camp, camp), leaders=()
    )
    for event in events:
        battle = event.apply(battle)
    left = battle.units[UNIT]
    return structs.replace(
        marks,
        formed=left.formed,
        dp=left.dp,
        shaken=left.shaken,
        routing=left.routing,
        record=left.record or marks.record,
        role=left.role,
        removed=marks.removed or left.removed is not None,
    )


def _unit(marks: Marks) -> EagleUnit:
    """A unit with these marks and any profile."""
    return EagleUnit(
        id=UNIT,
        side=0,
        pose=HERE,
        shape=A_BASE,
        key="",
        name="",
        profile_id="",
        command="",
        legion="",
        eagle=marks.eagle,
        began=marks.bases,
        formation=marks.formation,
        ranks=(marks.bases,),
        formed=marks.formed,
        dp=marks.dp,
        shaken=marks.shaken,
        routing=marks.routing,
        record=marks.record,
        role=marks.role,
    )
