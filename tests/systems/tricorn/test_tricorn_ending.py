"""The end of a turn: Demoralized commands, broken armies, points, new Generals, and the next deck."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.systems.tricorn.battle import (
    RESHUFFLE,
    Camp,
    Command,
    Officer,
    Prize,
    Removal,
    Step,
    TricornBattle,
    TricornUnit,
)
from sandtable.systems.tricorn.command_events import CommandDemoralized, OfficerSucceeded, PrizeTaken
from sandtable.systems.tricorn.ending import Resolve, cards_of, end_step
from sandtable.systems.tricorn.events import TurnBegan
from sandtable.systems.tricorn.nearness import distance_to
from sandtable.systems.tricorn.officer_events import OfficerLost
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.steps import step_done
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.victory import army_of, look_at_prizes, outcome_by_breaking, points
from sandtable.table.space import Point
from tests.systems.tricorn.parade_ground import GUNS, battle, box, garrison, officer, play, unit
from tests.systems.tricorn.worked import figures

FIGHT_ON = (Resolve.GO_ON, Resolve.GO_ON)


def lost(one: TricornUnit) -> TricornUnit:
    """A unit that has been eliminated."""
    return replace(one, pose=None, removed=Removal.ELIMINATED)


def army(count: int, gone: int, *, first: int = 0, command: int = 0, side: int = 0) -> list[TricornUnit]:
    """So many units of a command, of which so many are lost."""
    units = [unit(first + n, 4 + 4 * n, 10 + 28 * side, command=command, side=side) for n in range(count)]
    return [lost(one) if n < gone else one for n, one in enumerate(units)]


def at_the_end(*units: TricornUnit, **state: Any) -> TricornBattle:
    """A battle at the end of a turn."""
    officers, commands = state.pop("officers", None), state.pop("commands", None)
    fought = battle(*units, officers=officers, commands=commands, step=Step.END)
    return replace(fought, **{"activation": None, **state})


# --------------------------------------------------------------------- demoralized, broken
def test_commands_that_lost_half_of_their_units_are_demoralized() -> None:
    """army-demoralized-three; army.demoralized, army.loss-count, turn.end.army-morale"""
    case = figures("army-demoralized-three")
    x, y = army(5, 2), army(4, 2, first=5, command=1)
    guns = unit(11, 60, 30, profile=GUNS, formation=Formation.ABANDONED, command=2)
    z = [*army(2, 1, first=9, command=2), guns]
    enemy = unit(12, 60, 40, 180, side=1, command=3)
    officers = tuple(officer(n, 70, 1 + n, side=int(n == 3), command=n) for n in range(4))
    commands = (Command("x", 0, 0, 5), Command("y", 0, 1, 4), Command("z", 0, 2, 3), Command("e", 1, 3, 1))
    fought = at_the_end(*x, *y, *z, enemy, officers=officers, commands=commands)
    done = play(end_step, fought, answers=FIGHT_ON)
    found = [command.demoralized for command in done.battle.commands]
    assert found[:3] == [case["x"], case["y"], case["z"]] == [False, True, True]
    again = replace(done.battle, step=Step.END)
    assert play(end_step, again, answers=FIGHT_ON).told(CommandDemoralized) == (), "it stays so"


def test_an_army_breaks_when_its_losses_reach_its_break_point() -> None:
    """army-break; army.break-point, leaders.casualty.cc, victory.break"""
    case = figures("army-break")
    units = [*army(13, 6), *army(2, 0, first=13, side=1, command=1)]
    camps = (Camp("a", "A", "bottom", (), 7, chief_lost=True), Camp("b", "B", "top", (), 7))
    fought = at_the_end(*units, camps=camps)
    assert army_of(fought, 0).printed == case["break_point"] == 7
    done = play(end_step, fought, answers=FIGHT_ON)
    assert done.battle.outcome is not None
    assert done.battle.outcome.winner == 1
    assert done.battle.outcome.rule == "victory.break"
    unbroken = at_the_end(*units, camps=(replace(camps[0], chief_lost=False), camps[1]))
    assert play(end_step, unbroken, answers=FIGHT_ON).battle.outcome is None


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [((4, 4), (3, 6), 0), ((3, 6), (4, 4), 1), ((3, 3), (4, 4), None)],
)
def test_of_two_broken_armies_the_one_less_worn_wins(
    first: tuple[int, int], second: tuple[int, int], winner: int | None
) -> None:
    """victory.break: losses over break point, 4/4 against 6/3 and the like; equal ratios are a draw"""
    units = [*army(8, first[1]), *army(8, second[1], first=8, side=1, command=1)]
    camps = (Camp("a", "A", "bottom", (), first[0]), Camp("b", "B", "top", (), second[0]))
    outcome = outcome_by_breaking(at_the_end(*units, camps=camps))
    assert outcome is not None
    assert outcome.winner == winner


def test_a_player_may_give_the_battle_up_at_the_end_of_a_turn() -> None:
    """game.concede, victory.break: it counts as a broken army"""
    fought = at_the_end(*army(4, 0), *army(4, 0, first=4, side=1, command=1))
    first = play(end_step, fought, answers=(Resolve.CONCEDE,)).battle.outcome
    assert first is not None
    assert first.winner == 1
    second = play(end_step, fought, answers=(Resolve.GO_ON, Resolve.CONCEDE)).battle.outcome
    assert second is not None
    assert second.winner == 0


# --------------------------------------------------------------------- points
def scored(start: int) -> TricornBattle:
    """The last turn of a battle: side 0 has lost two units and a General, side 1 one unit and its chief."""
    units = [*army(8, 2), *army(8, 1, first=8, side=1, command=1)]
    camps = (
        Camp("a", "A", "bottom", (), 7, points=start, generals_lost=1),
        Camp("b", "B", "top", (), 7, chief_lost=True),
    )
    prizes = (Prize("hill", "Hill", Point(3000, 2400), 3, holder=1), Prize("ford", "Ford", Point(0, 0), 2))
    return at_the_end(*units, camps=camps, prizes=prizes, turn=12)


def test_points_are_counted_when_the_last_turn_is_over() -> None:
    """victory.points: 2 a unit, 1 a General, 2 the chief, objectives held, points to begin with"""
    fought = scored(start=1)
    assert points(fought, 0).total == 1 + 2 + 2
    assert points(fought, 1).total == 2 * 2 + 1 + 3
    done = play(end_step, fought, answers=FIGHT_ON)
    assert done.battle.outcome is not None
    assert done.battle.outcome.winner == 1, "8 to 5: a lead of 3 wins"
    assert done.battle.outcome.rule == "victory.points"


def test_a_lead_of_less_than_three_points_is_a_draw() -> None:
    """victory.points, turn.end.order"""
    done = play(end_step, scored(start=2), answers=FIGHT_ON)
    assert done.battle.outcome is not None
    assert done.battle.outcome.winner is None
    earlier = replace(scored(start=2), turn=11)
    assert play(end_step, earlier, answers=FIGHT_ON).battle.outcome is None


# --------------------------------------------------------------------- objectives
def held_by(*units: TricornUnit, holder: int | None = None) -> int | None:
    """Who holds an objective at 30, 24 after an activation."""
    prize = Prize("hill", "Hill", Point(3000, 2400), 3, holder)
    pieces = (box("village", 28, 25, 32, 29, id="village"),)
    fought = battle(*units, prizes=(prize,), pieces=pieces, step=Step.MELEE)
    return play(step_done, fought).battle.prizes[0].holder


def test_the_side_that_alone_has_a_fit_unit_within_three_inches_holds_an_objective() -> None:
    """victory.objective: looked at after every activation"""
    near, far = unit(0, 30, 21), unit(0, 30, 20.9)
    foe = unit(1, 30, 27, 180, side=1)
    away = unit(1, 60, 40, 180, side=1)
    assert held_by(near, away) == 0
    assert held_by(far, away) is None
    assert held_by(near, foe, holder=1) == 1, "neither is alone: it stays as it was"
    assert held_by(far, away, holder=1) == 1
    assert held_by(replace(near, markers=2), away) == 0
    assert held_by(replace(near, markers=3), away) is None
    guns = unit(0, 30, 21, profile=GUNS, formation=Formation.ABANDONED)
    assert held_by(guns, away) is None


def test_a_garrison_of_a_piece_within_three_inches_holds_an_objective() -> None:
    """victory.objective"""
    village = box("village", 28, 25, 32, 29, id="village")
    assert held_by(garrison(0, village), unit(1, 60, 40, 180, side=1)) == 0


def test_an_objective_that_is_held_already_is_not_told_again() -> None:
    """victory.objective"""
    prize = Prize("hill", "Hill", Point(3000, 2400), 3, 0)
    fought = battle(unit(0, 30, 21), unit(1, 60, 40, 180, side=1), prizes=(prize,))
    assert play(look_at_prizes, fought).told(PrizeTaken) == ()


# --------------------------------------------------------------------- new Generals
def bereft(
    rating: Rating, *, chief: bool = False, units: tuple[TricornUnit, ...] | None = None
) -> TricornBattle:
    """The end of a turn in which the General of the first command was lost."""
    fallen = officer(0, command=0, rating=rating, chief=chief, lost=True)
    own = units or (unit(0, 20, 10), unit(1, 30, 10))
    other = unit(9, 30, 40, 180, side=1)
    numbered = tuple(replace(one, id=n) for n, one in enumerate((*own, other)))
    return at_the_end(*numbered, officers=(fallen, officer(1, 60, 40, side=1, command=1)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Rating.EXCELLENT, Rating.GOOD),
        (Rating.GOOD, Rating.AVERAGE),
        (Rating.AVERAGE, Rating.POOR),
        (Rating.POOR, Rating.POOR),
    ],
)
def test_a_lost_general_is_followed_by_one_a_rating_lower(before: Rating, after: Rating) -> None:
    """leaders.casualty.replace, end.replacement"""
    fought = bereft(before)
    done = play(end_step, fought, answers=(*FIGHT_ON, 1))
    assert done.asked[-1] == "end.replacement"
    new = done.battle.officers[0]
    assert new.rating is after
    assert not new.lost
    assert new.attached is None
    assert new.place is not None
    assert distance_to(fought.units[1], new.place) == pytest.approx(50), "he touches the unit"
    assert new.card in done.battle.deck.left, "with the old card"


def test_a_chief_who_led_units_is_followed_only_as_their_general() -> None:
    """leaders.casualty.replace, leaders.casualty.cc"""
    done = play(end_step, bereft(Rating.GOOD, chief=True), answers=(*FIGHT_ON, 0))
    assert not done.battle.officers[0].chief
    assert done.battle.chief(0) is None


def test_nobody_follows_where_no_unit_is_left_and_the_card_leaves_the_deck() -> None:
    """leaders.casualty.replace, cards.lost-general"""
    fought = bereft(Rating.GOOD, units=(lost(unit(0, 20, 10)),))
    done = play(end_step, fought, answers=FIGHT_ON)
    assert done.told(OfficerSucceeded) == ()
    assert "Officer 0" not in done.battle.deck.left


def test_the_successor_of_a_command_still_to_arrive_comes_on_with_it() -> None:
    """leaders.casualty.replace, setup.arrivals"""
    coming = replace(unit(0, 20, 0), pose=None, entry=None)
    done = play(end_step, bereft(Rating.GOOD, units=(coming,)), answers=FIGHT_ON)
    assert not done.battle.officers[0].lost
    assert not done.battle.officers[0].is_here


def test_the_loss_of_a_chief_counts_for_his_army_and_is_worth_two_points() -> None:
    """leaders.casualty.cc, victory.points"""
    staff = (officer(0, 20, 20, chief=True), officer(1, 60, 40, side=1, command=1))
    fought = battle(unit(0, 20, 10), unit(1, 30, 40, 180, side=1), officers=staff)
    after = OfficerLost(0).apply(fought)
    assert after.camps[0].chief_lost
    assert points(after, 1).total - points(fought, 1).total == 2
    general = OfficerLost(1).apply(fought)
    assert points(general, 0).total - points(fought, 0).total == 1


# --------------------------------------------------------------------- the next turn
def staffed(*staff: Officer, arrives: int = 0) -> TricornBattle:
    """A battle at the end of its second turn, with these officers; the first command arrives later."""
    commands = (Command("a", 0, 0, 1, arrives=arrives), Command("b", 1, 1, 1))
    units = (unit(0, 20, 10), unit(1, 30, 40, 180, side=1))
    return at_the_end(*units, officers=staff, commands=commands, turn=2)


def test_a_new_turn_begins_with_all_the_cards_and_nobody_has_been_active() -> None:
    """turn.end.reshuffle, turn.end.order, turn.once-each"""
    fought = staffed(officer(0, 20, 12, command=0), officer(1, 60, 40, side=1, command=1))
    fought = replace(fought, activated=(0, 1), declined=(1,), deck=fought.deck.after("Officer 0"))
    done = play(end_step, fought, answers=FIGHT_ON)
    (began,) = done.told(TurnBegan)
    assert began.turn == done.battle.turn == 3
    assert done.battle.deck.left == ("Officer 0", "Officer 1", RESHUFFLE, RESHUFFLE)
    assert done.battle.activated == done.battle.declined == ()
    assert done.battle.step is Step.CARD


def test_the_card_of_a_command_joins_the_deck_of_the_turn_in_which_it_arrives() -> None:
    """setup.arrivals, turn.end.order"""
    staff = (officer(0, command=0), officer(1, 60, 40, side=1, command=1))
    assert cards_of(staffed(*staff, arrives=4), 3) == ["Officer 1"]
    assert cards_of(staffed(*staff, arrives=3), 3) == ["Officer 0", "Officer 1"]


def test_a_lost_chief_without_a_command_leaves_the_deck_and_a_general_without_units_stays() -> None:
    """cards.lost-general, cards.no-units"""
    staff = (officer(0, 10, 10, command=0), officer(1, 60, 40, side=1, command=1))
    fought = staffed(*staff, officer(2, chief=True, lost=True), officer(3, 5, 5, chief=True))
    without_units = fought.with_unit(lost(fought.units[0]))
    assert cards_of(without_units, 3) == ["Officer 0", "Officer 1", "Officer 3"]
