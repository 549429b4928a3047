"""Situations: what a file in mid-battle leaves out is filled in, and what contradicts itself is named."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.files.scenario import LeaderEntry, Scenario, UnitEntry
from sandtable.game.files.scenario_rows import Arrival, Situation
from sandtable.game.files.situation import flush, misfits, settled
from sandtable.table.space import Pose, Shape, Side, block

BLOCK = block(2, files=2, width=200, depth=200)
"""Four inches wide, two deep."""


class Gone(UnitEntry, frozen=True, kw_only=True):
    """A unit that may have left."""

    left: bool = False

    @property
    def is_gone(self) -> bool:
        """As the file says."""
        return self.left


class Lost(LeaderEntry, frozen=True, kw_only=True):
    """A leader that may be lost."""

    lost: bool = False

    @property
    def is_gone(self) -> bool:
        """As the file says."""
        return self.lost


def unit(
    id: str,
    side: str = "b",
    *,
    x: float | None = None,
    y: float | None = None,
    facing: float = 0,
    touches: tuple[str, ...] = (),
    touches_at: Side = "front",
    left: bool = False,
) -> Gone:
    """A unit of a side."""
    return Gone(
        id=id,
        side=side,
        profile="block",
        x=x,
        y=y,
        facing=facing,
        touches=touches,
        touches_at=touches_at,
        left=left,
    )


FOE = unit("foe", "a", x=20, y=20, facing=90)


def known(unit: UnitEntry) -> Shape:
    """Every unit is a block."""
    del unit
    return BLOCK


def wrong(*units: UnitEntry, turn: int = 0, arrives: int = 0, leaders: tuple[Lost, ...] = ()) -> list[str]:
    """The keys of everything that contradicts itself."""
    scenario = Scenario(units=units, leaders=leaders, turn_limit=6)
    scenario = replace(scenario, situation=Situation(turn=turn) if turn else None)
    scenario = replace(scenario, arrivals=(Arrival(turn=arrives, unit="own"),) if arrives else ())
    return [key for key, _ in misfits(scenario, known)]


@pytest.mark.parametrize(
    ("edge", "pose"),
    [
        ("front", Pose(2000, 2000, 2700)),
        ("rear", Pose(1800, 2000, 900)),
        ("right", Pose(1900, 1800, 0)),
        ("left", Pose(1900, 2200, 1800)),
    ],
)
def test_a_unit_is_laid_with_its_front_on_the_middle_of_an_edge(edge: Side, pose: Pose) -> None:
    """The enemy looks east, so that his right is in the south."""
    assert flush(Pose(2000, 2000, 900), BLOCK, edge) == pose


def test_a_unit_without_a_place_stands_against_the_enemy_it_touches() -> None:
    own = unit("own", touches=("foe",), touches_at="rear")
    laid = settled(Scenario(units=(own, FOE)), known).units
    assert laid[0].pose() == Pose(1800, 2000, 900)
    assert laid[1].pose() == FOE.pose()


def test_units_are_laid_one_against_another_in_whatever_order_they_are_listed() -> None:
    last = unit("last", "a", touches=("own",), touches_at="rear")
    own = unit("own", touches=("foe",), touches_at="rear")
    laid = settled(Scenario(units=(last, own, FOE)), known).units
    assert [each.pose() for each in laid] == [
        Pose(1600, 2000, 900),
        Pose(1800, 2000, 900),
        Pose(2000, 2000, 900),
    ]


def test_a_unit_with_a_place_or_without_an_enemy_stays_as_it_is() -> None:
    placed = unit("own", x=3, y=4, touches=("foe",))
    alone, strayed = unit("alone"), unit("strayed", touches=("nothing",))
    units = (placed, alone, strayed, FOE)
    assert [each.pose() for each in settled(Scenario(units=units), known).units] == [
        Pose(300, 400),
        None,
        None,
        FOE.pose(),
    ]


def test_a_unit_cannot_be_laid_against_one_whose_shape_is_not_known() -> None:
    units = (unit("own", touches=("foe",)), FOE)
    assert settled(Scenario(units=units), lambda unit: None).units[0].pose() is None


def test_names_and_the_first_player_follow_from_the_ids() -> None:
    leaders = (LeaderEntry(id="duke", side="a"), LeaderEntry(id="earl", side="b", name="The Earl"))
    whole = settled(Scenario(id="toy", units=(FOE,), leaders=leaders), known)
    assert whole.name == "toy"
    assert whole.first_player == "a"
    assert whole.units[0].name == "foe"
    assert [leader.name for leader in whole.leaders] == ["duke", "The Earl"]
    assert [side.name for side in whole.sides] == ["A", "B"]
    named = settled(Scenario(id="toy", name="Toys", first_player="b", units=(FOE,)), known)
    assert (named.name, named.first_player) == ("Toys", "b")
    assert settled(Scenario(units=(), sides=()), known).first_player == ""


def test_a_battle_cannot_have_come_farther_than_it_lasts() -> None:
    assert wrong(FOE, turn=6) == []
    assert wrong(FOE, turn=7) == ["situation.turn"]


def test_what_came_on_before_must_have_a_place() -> None:
    assert wrong(FOE, arrives=1) == []
    assert wrong(FOE, turn=3, arrives=3) == []
    assert wrong(FOE, turn=3, arrives=2) == ["arrivals[0].turn"]


def test_what_is_gone_stands_nowhere_and_touches_nothing() -> None:
    assert wrong(FOE, unit("own", left=True)) == []
    assert wrong(FOE, unit("own", left=True, x=2, y=3)) == ["units[1]"]
    assert wrong(unit("own", x=20, y=20, facing=270, touches=("foe",)), FOE) == []
    assert wrong(FOE, unit("own", left=True, touches=("foe",)))[0] == "units[1].touches"


def test_a_leader_who_is_lost_is_with_nothing_and_nowhere() -> None:
    here = Lost(id="duke", side="b", x=1, y=2)
    with_foe = Lost(id="duke", side="b", attached_to="foe")
    nowhere = Lost(id="duke", side="b")
    assert wrong(FOE, leaders=(here, with_foe, nowhere)) == []
    lost = tuple(replace(each, lost=True) for each in (here, with_foe, nowhere))
    assert wrong(FOE, leaders=lost) == ["leaders[0]", "leaders[1]"]


def test_only_an_enemy_can_be_in_contact() -> None:
    friend = unit("friend", x=20, y=40)
    own = unit("own", x=20, y=20, facing=270, touches=("foe", "friend", "nothing"))
    assert wrong(own, FOE, friend) == ["units[0].touches[1]", "units[0].touches[2]"]


@pytest.mark.parametrize(("x", "apart"), [(20, False), (20.02, False), (20.03, True), (19.5, False)])
def test_units_in_contact_stand_no_farther_apart_than_two_hundredths(x: float, *, apart: bool) -> None:
    own = unit("own", x=x, y=20, facing=270, touches=("foe",))
    assert wrong(own, FOE) == (["units[0].touches[0]"] if apart else [])


def test_units_in_contact_need_a_place_on_the_table() -> None:
    own, lying = unit("own", touches=("foe",)), unit("foe", "a")
    placed = unit("own", x=20, y=20, facing=270, touches=("foe",))
    assert wrong(own, FOE) == ["units[0].touches[0]"]
    assert wrong(placed, lying) == ["units[0].touches[0]"]


def test_contact_is_not_measured_between_units_whose_shape_is_not_known() -> None:
    own = unit("own", x=30, y=20, touches=("foe",))
    assert list(misfits(Scenario(units=(own, FOE)), lambda unit: None)) == []
    half_known = {"own": BLOCK, "foe": None}
    assert list(misfits(Scenario(units=(own, FOE)), lambda unit: half_known[unit.id])) == []
