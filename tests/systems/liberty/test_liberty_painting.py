"""How battles of liberty are drawn and offered: nothing points at what is not there, every figure is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.faces import Stake
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose, do
from sandtable.game.battle.log import Happened
from sandtable.game.drivers.odds import odds
from sandtable.game.drivers.play import Game
from sandtable.game.present.bouts import Weigher
from sandtable.game.present.painting import Figure, Ring, Stroke, Wedge
from sandtable.game.present.picture import Picture, picture
from sandtable.game.present.view import OptionView, prompt_view
from sandtable.game.rules.rulebook import Readings
from sandtable.game.story.chronicle import Chronicler
from sandtable.systems.liberty.actions import Buyer, Buying, offer
from sandtable.systems.liberty.aim import Aim
from sandtable.systems.liberty.arrivals import ChooseArrival
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, Step
from sandtable.systems.liberty.charge_decisions import Charge, DeclareCharge
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.forms_decisions import Limber, MountOrDismount, Unlimber
from sandtable.systems.liberty.painting import PAINTER
from sandtable.systems.liberty.painting.sheets import rule_of
from sandtable.systems.liberty.painting.track import LETTERS
from sandtable.systems.liberty.policies import decide_cautiously
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.shooting_decisions import Shoot
from sandtable.systems.liberty.sight import blocked_words
from sandtable.systems.liberty.system import SYSTEM
from sandtable.systems.liberty.testing import DiceTest, on_the_table, which_die
from sandtable.systems.liberty.turn import Concede, Resolve
from sandtable.systems.liberty.words import moved
from sandtable.table.sight import Blocked
from sandtable.table.space import INCH, Pose, corners, standing
from tests.systems.liberty import parade
from tests.systems.liberty.free_battles import free_battle, random_armies

SETTLED = (Limber, Unlimber, MountOrDismount, ChooseArrival)
"""Decisions after which a unit stands where the option showed it, before anything else happens to it."""


@cache
def mustered(id: str = "cowpens-1781") -> LibertyBattle:
    """A scenario before its first turn."""
    return SYSTEM.muster(SYSTEM.scenario(id), Readings())


def unit(battle: LibertyBattle, name: str) -> Regiment:
    """The unit of that name."""
    return next(unit for unit in battle.units if unit.name == name)


def figures(battle: LibertyBattle, one: Regiment) -> dict[str, Figure]:
    """The figures on a unit's card."""
    return {figure.name: figure for figure in PAINTER.sheet(battle, one, None).figures}


def played(id: str, seed: int, answers: int = 400) -> Iterator[tuple[Game[Any], Picture, object]]:
    """A battle between militias at each of its questions, the picture of whoever is asked, and his answer."""
    scenario = SYSTEM.scenario(id) if id else free_battle(random_armies(seed))
    game = Game(SYSTEM, SYSTEM.muster(scenario, Readings()), RandomHand(seed))
    agents = Militia(seed), Militia(seed + 1)
    for step in range(answers):
        question = game.question
        if question is None:
            return
        answer = agents[question.seat].decide(game.position())
        yield game, picture(game, scenario, question.seat, step), answer
        game.answer(answer)


# --------------------------------------------------------------------- options
@pytest.mark.parametrize(
    ("id", "seed"), [("cowpens-1781", 1), ("guilford-1781", 2), ("trenton-1776", 3), ("", 4)]
)
def test_whatever_is_offered_names_bodies_and_tokens_that_are_there(id: str, seed: int) -> None:
    for game, seen, _ in played(id, seed):
        assert seen.prompt is not None
        bodies, tokens = {body.id for body in seen.bodies}, {token.id for token in seen.tokens}
        where = seen.prompt.decision
        for who in (*seen.prompt.about, *_named(seen.prompt.options)):
            assert who in bodies or who in tokens, f"{where} names {who!r}"
        for option in seen.prompt.options:
            assert option.title, where
            if option.target is not None and isinstance(option.subject, int) and where != "attach":
                sides = {game.battle.units[who].side for who in (option.subject, option.target)}
                assert len(sides) == 2 or where == "charge-contact-odd", f"{where}: acts upon a friend"


def _named(options: tuple[OptionView, ...]) -> Iterator[int | str]:
    for option in options:
        yield from (who for who in (option.subject, option.target) if who is not None)
        # Those who are about to be placed are on no table yet, Generals no tokens.
        yield from (ghost.who for ghost in option.ghosts if isinstance(ghost.who, int))


@pytest.mark.parametrize(("id", "seed"), [("cowpens-1781", 5), ("guilford-1781", 6), ("cowpens-1781", 7)])
def test_a_unit_comes_to_stand_where_the_option_showed_it(id: str, seed: int) -> None:
    expected: tuple[int, OptionView] | None = None
    settled = 0
    for game, seen, answer in played(id, seed, answers=600):
        if expected is not None:
            start, option = expected
            assert option.place in _poses(game, start, option.subject), option.label
            settled += 1
        question, expected = game.question, None
        assert seen.prompt is not None
        if type(question) in SETTLED and isinstance(question, Choose):
            option = seen.prompt.options[question.options.index(answer)]
            expected = (len(game.log), option) if option.place is not None else None
    assert settled


def _poses(game: Game[Any], start: int, number: object) -> list[object]:
    """Where a unit stood when the log was so long, and everywhere since."""
    battle, poses = game.checkpoints[0].battle, list[object]()
    for at, entry in enumerate(game.log):
        if at == start and isinstance(number, int):
            poses.append(battle.units[number].pose)
        if isinstance(entry, Happened):
            battle = entry.event.apply(battle)
            if at >= start and isinstance(number, int):
                poses.append(battle.units[number].pose)
    return poses


def test_a_point_spent_on_a_general_is_about_his_token() -> None:
    battle = mustered()
    question = offer(Action.DOUBLE_TIME, Buyer(1, -1 - 3, Buying.ASKED), aims=(1,))
    assert question.parties() == ("general-3",)
    keep, spend = (question.face(battle, option) for option in question.options)
    assert (keep.subject, spend.subject) == ("general-3", "general-3")
    assert spend.title == "Double Time!"


def test_a_reroll_is_about_the_unit_that_tests_and_not_about_its_dice() -> None:
    test = DiceTest(dice=3, faces=(0, 0, 0, 1, 1, 2), rerolls=2, aims=(2,), seat=0, unit=4)
    question = which_die(test, on_the_table((2, 1, 0), 2))
    assert question.parties() == (4,)
    faces = [question.face(mustered(), option) for option in question.options]
    assert {face.subject for face in faces} == {4}
    assert {face.target for face in faces} == {None}


def test_a_brigade_to_be_deployed_is_shown_unit_by_unit_where_it_would_stand() -> None:
    game, seen, answer = next(
        one
        for one in played("", 4, answers=5)
        if one[1].prompt and one[1].prompt.decision == "deploy-brigade"
    )
    assert seen.prompt is not None
    assert seen.track.phase == "Set-up"
    assert {area.kind for area in seen.areas} == {"zone"}
    option = next(one for one in seen.prompt.options if one.answer == answer)
    game.answer(answer)
    placed = {ghost.who: ghost.pose for ghost in option.ghosts}
    assert len(placed) >= 2
    for who, pose in placed.items():
        if isinstance(who, int):
            assert game.battle.units[who].pose == pose
        else:
            assert game.battle.generals[int(who.removeprefix("general-"))].pose == pose


# --------------------------------------------------------------------- the track and the armies
@pytest.mark.parametrize("step", list(Step))
def test_every_step_has_its_place_on_the_track(step: Step) -> None:
    seen = PAINTER.track(replace(mustered(), step=step), SYSTEM.scenario("cowpens-1781"))
    phase = next(phase for phase in seen.phases if phase.name == seen.phase)
    assert seen.step in ("", *phase.steps)
    assert step in LETTERS


def test_an_army_shows_its_points_and_what_it_has_lost_of_what_would_break_it() -> None:
    british = PAINTER.sides(mustered(), SYSTEM.scenario("cowpens-1781"))[1]
    assert british.flag == "british"
    assert [figure.name for figure in british.figures] == ["VP", "CP", "lost"]
    assert british.figures[2].value == "0 of 4"  # more than half of seven units


# --------------------------------------------------------------------- the card of a unit
def test_under_fire_markers_come_off_the_rates_on_the_card() -> None:
    battle = mustered()
    legion = replace(unit(battle, "Legion infantry"), under_fire=1)
    card = figures(battle.with_unit(legion), legion)
    assert (card["Advance"].value, card["Run"].value) == ("7 in", "11 in")
    assert card["Advance"].note == "8, −1 under-fire markers"
    assert card["Smoothbore Musket"].note == "7 / 14 / 28 in"


def test_the_card_says_whose_command_a_unit_is_in_and_how_far_he_is() -> None:
    card = figures(mustered(), unit(mustered(), "Legion infantry"))
    # The unit stands at (35, 9) and is 2 in deep; Tarleton's front edge is at y = 6.8.
    assert (card["In command"].value, card["In command"].note) == ("yes", "Tarleton, 0.2 of 12 in")


def test_the_card_counts_the_friends_that_support_a_unit() -> None:
    battle = mustered()
    legion = unit(battle, "Legion infantry")
    here = shapely.Polygon(corners(standing(legion), legion.shape))
    near = [
        friend
        for friend in battle.on_table(1)
        if friend.id != legion.id
        and here.distance(shapely.Polygon(corners(standing(friend), friend.shape))) <= 12 * INCH
    ]
    assert figures(battle, legion)["Supported"] == Figure(
        "Supported", "yes", f"by {len(near)} within 12 in", "dice.reroll.supported"
    )


def test_every_special_rule_leads_to_its_text() -> None:
    book = SYSTEM.rulebook()
    for special in SpecialRule:
        assert book[rule_of(special)].text


def test_every_figure_on_every_card_cites_a_rule_that_there_is() -> None:
    known = set(SYSTEM.rulebook().ids)
    for id in SYSTEM.scenarios():
        battle = mustered(id)
        for one in battle.units:
            assert {figure.rule for figure in figures(battle, one).values()} <= known


# --------------------------------------------------------------------- what is missing
def _missing(id: str, decision: str, seed: int) -> Picture:
    pictures = (seen for _, seen, _ in played(id, seed) if seen.prompt is not None)
    return next(seen for seen in pictures if seen.prompt is not None and seen.prompt.decision == decision)


def test_a_charge_that_is_too_long_is_told_with_its_length_and_the_longest() -> None:
    seen = _missing("cowpens-1781", "charge-declare", 1)
    assert seen.prompt is not None
    # The light infantry at y = 8.5 faces the militia at y = 28.
    told = next(one for one in seen.prompt.missing if one.title == "Charge South Carolina militia 2")
    assert told.words == "it is 19.5 in away; the charge can go 18 in at most"
    assert told.rule == "charge.range.potential"


@pytest.mark.parametrize(("decision", "seed"), [("order-give", 1), ("shoot", 1), ("charge-declare", 1)])
def test_nothing_is_both_offered_and_missing(decision: str, seed: int) -> None:
    known = set(SYSTEM.rulebook().ids)
    told = 0
    for _, seen, _ in played("cowpens-1781", seed, answers=250):
        assert seen.prompt is not None
        if seen.prompt.decision == decision:
            offered = {(option.title, option.subject) for option in seen.prompt.options}
            for one in seen.prompt.missing:
                assert (one.title, one.subject) not in offered
                assert one.words
                assert one.rule in known
                told += 1
    assert told


# --------------------------------------------------------------------- overlays
def test_the_arc_opens_from_the_front_corners_and_the_bands_follow_one_another() -> None:
    battle = mustered()
    legion = unit(battle, "Legion infantry")
    drawn = PAINTER.overlays(battle, legion)
    (arc,) = [one.shapes[0] for one in drawn if one.kind == "arc"]
    assert isinstance(arc, Wedge)
    left, right, *_ = corners(standing(legion), legion.shape)
    assert (arc.left, arc.right, arc.angle) == (left, right, 450)
    bands = [one.shapes[0] for one in drawn if one.kind == "range"]
    assert [(band.near, band.far) for band in bands if isinstance(band, Wedge)] == [
        (0, 700),
        (700, 1400),
        (1400, 2800),
    ]


def test_sight_is_drawn_to_who_is_seen_and_to_what_hides_the_others() -> None:
    battle = mustered()
    lines = [one for one in PAINTER.overlays(battle, unit(battle, "7th Fusiliers")) if one.kind == "sight"]
    seen = {one.label.partition(",")[0] for one in lines if not one.barred}
    assert "Riflemen" in " ".join(seen)
    hidden = [one for one in lines if one.barred]
    assert all("is hidden: " in one.label for one in hidden)
    assert all(isinstance(one.shapes[0], Stroke) for one in lines)


def test_a_threat_is_drawn_for_every_enemy_that_could_fire_or_charge() -> None:
    battle = mustered()
    riflemen = unit(battle, "Riflemen, left")
    labels = [one.label for one in PAINTER.overlays(battle, riflemen) if one.kind == "threat"]
    assert any(label.startswith("7th Fusiliers could charge: 12.5 in") for label in labels)
    assert any(label.startswith("7th Fusiliers could fire: ") for label in labels)


def test_command_is_a_ring_about_the_general_and_none_while_he_is_with_another_unit() -> None:
    battle = mustered()
    legion = unit(battle, "Legion infantry")
    (ring,) = [one for one in PAINTER.overlays(battle, legion) if one.kind == "command"]
    assert ring.shapes[0] == Ring("general-3", 12 * INCH)
    away = replace(battle.generals[3], attached_to=unit(battle, "7th Fusiliers").id)
    generals = (*battle.generals[:3], away, *battle.generals[4:])
    (line,) = [
        one for one in PAINTER.overlays(replace(battle, generals=generals), legion) if one.kind == "command"
    ]
    assert line.label == "not in command: Tarleton is with 7th Fusiliers"
    assert not [shape for shape in line.shapes if isinstance(shape, Ring)]


def test_a_unit_off_the_table_has_nothing_drawn_about_it() -> None:
    gone = replace(unit(mustered(), "Legion infantry"), pose=None)
    battle = mustered().with_unit(gone)
    assert PAINTER.overlays(battle, gone) == ()
    assert PAINTER.bouts(battle, gone) == ()


# --------------------------------------------------------------------- bouts
def test_a_bout_promises_what_the_resolution_does_and_tells_the_answer_too() -> None:
    battle = mustered()
    fusiliers, riflemen = unit(battle, "7th Fusiliers"), unit(battle, "Riflemen, left")
    bouts = [
        one
        for one in PAINTER.bouts(battle, fusiliers)
        if {one.by, one.against} == {fusiliers.id, riflemen.id} and one.resolution.id == "volley"
    ]
    assert [one.by for one in bouts] == [fusiliers.id, riflemen.id]
    weigher = Weigher(SYSTEM)
    for one in bouts:
        resolution = next(each for each in SYSTEM.resolutions() if each.id == "volley")
        chances = odds(do(resolution.procedure, one.facts), decide_cautiously)
        seen = weigher.weigh(one)
        breaks = sum(chance for outcome, chance in chances.items() if outcome.result.value == "BROKEN")
        told = {row.words: row.chance for row in seen.outcomes}
        assert told.get("the target breaks", 0.0) == pytest.approx(breaks)
        assert seen.expected == pytest.approx(
            sum(outcome.lost * chance for outcome, chance in chances.items())
        )
        assert sum(row.chance for row in seen.parts) == pytest.approx(1)
        assert {row.words: row.chance for row in seen.parts}.get("broken", 0.0) == pytest.approx(breaks)
        assert {tally.name: tally.shown for tally in seen.tallies}["save"] == "5+"


@pytest.mark.parametrize("id", ["charge", "melee"])
def test_a_charge_and_a_fight_are_told_apart_without_a_rest(id: str) -> None:
    resolution = next(one for one in SYSTEM.resolutions() if one.id == id)
    seen = Weigher(SYSTEM).weigh(Stake(0, 1, "", resolution, resolution.facts()))
    assert sum(row.chance for row in seen.parts) == pytest.approx(1)


def test_a_charge_is_weighed_in_the_steps_in_which_it_may_still_come() -> None:
    fusiliers = unit(mustered(), "7th Fusiliers")
    for step, may in ((Step.CHARGING, True), (Step.ORDERS, False), (Step.SHOOTING, False)):
        battle = replace(mustered(), step=step, active=1)
        charges = [
            one
            for one in PAINTER.bouts(battle, fusiliers)
            if (one.resolution.id, one.by) == ("charge", fusiliers.id)
        ]
        assert bool(charges) is may


# --------------------------------------------------------------------- stakes
def test_a_volley_a_charge_and_a_melee_say_what_hangs_on_them() -> None:
    battle = replace(mustered(), step=Step.CHARGING, active=1)
    fusiliers, riflemen = unit(battle, "7th Fusiliers"), unit(battle, "Riflemen, left")
    shots = Shoot(1, (Aim(fusiliers.id, riflemen.id), None))
    assert [one.resolution.id for one in shots.stakes(battle, shots.options[0])] == ["volley"]
    assert shots.stakes(battle, None) == ()
    charges = DeclareCharge(1, (Charge(fusiliers.id, riflemen.id), None))
    assert [one.resolution.id for one in charges.stakes(battle, charges.options[0])] == ["charge", "melee"]


def test_whatever_hangs_on_an_option_can_be_weighed() -> None:
    """Every stake of a battle is of two units, and its chances add up to one."""
    weigher, found = Weigher(SYSTEM), dict[str, set[str]]()
    for id, seed in (("cowpens-1781", 1), ("guilford-1781", 2)):
        for game, _, answer in played(id, seed, answers=700):
            question = game.question
            assert question is not None
            for one in question.stakes(game.battle, answer) if isinstance(question, Choose) else ():
                seen = weigher.weigh(one)
                assert seen.outcomes
                assert sum(row.chance for row in seen.parts) == pytest.approx(1 if seen.parts else 0)
                found.setdefault(question.decision, set()).add(one.resolution.id)
    assert found["shoot"] == {"volley"}
    assert found["charge-declare"] == {"charge", "melee"}
    assert "melee" in found["charge-response"]
    assert found["melee-next"] == {"melee"}


# --------------------------------------------------------------------- titles and moves
def test_a_question_has_a_title_that_a_heading_has_room_for() -> None:
    titles = {
        seen.prompt.decision: seen.prompt.title
        for game, seen, _ in played("cowpens-1781", 3, answers=300)
        if seen.prompt is not None
    }
    assert titles["double-time"] == "Double Time?"
    assert titles["order-give"] == "Give a unit its order"
    assert max(map(len, titles.values())) <= 40


def test_a_move_is_called_by_its_order_and_how_far_it_may_go() -> None:
    prompts = [seen.prompt for _, seen, _ in played("cowpens-1781", 3, answers=120) if seen.prompt]
    moves = [one for one in prompts if one.decision == "move-path" and one.move is not None]
    assert moves
    for one in moves:
        assert one.move is not None
        assert one.title == f"{one.move.name}, {one.move.allowance / INCH:g} in"
        assert one.move.name in ("Advance", "Run", "Retire", "Retreat")


@pytest.mark.parametrize(
    ("to", "words"),
    [
        (Pose(1000, 1660, 0), "moves 6.6 in ahead"),
        (Pose(1300, 1300, 450), "moves 4.2 in ahead and to its right and turns 45° to its right"),
        (Pose(600, 1000, 0), "moves 4 in to its left"),
        (Pose(1000, 800, 1800), "moves 2 in back and faces about"),
        (Pose(1000, 1000, 3300), "turns 30° to its left"),
        (Pose(1000, 1000, 50), "turns 5° to its right"),
        (Pose(1000, 1000, 49), "stays where it is"),
        (Pose(1000, 1000, 1751), "faces about"),
        (Pose(1000, 1000, 1750), "turns 175° to its right"),
        (Pose(1200, 1500, 0), "moves 5.4 in ahead"),
        (Pose(1201, 1500, 0), "moves 5.4 in ahead and to its right"),
        (Pose(1500, 1200, 0), "moves 5.4 in to its right"),
        (Pose(500, 800, 0), "moves 5.4 in to its left"),
        (Pose(700, 700, 0), "moves 4.2 in back and to its left"),
        (Pose(1000, 1000, 0), "stays where it is"),
    ],
)
def test_a_move_is_told_in_inches_and_as_the_mover_sees_it(to: Pose, words: str) -> None:
    assert moved(Pose(1000, 1000, 0), to) == words


def test_the_log_of_a_battle_has_no_coordinates_and_no_rules_in_its_words() -> None:
    scenario = SYSTEM.scenario("cowpens-1781")
    *_, (game, _, _) = played("cowpens-1781", 3, answers=200)
    told = Chronicler(game, scenario, "all")
    told.take(game)
    lines = [line for entry in told.entries for line in (entry.title, *entry.words, entry.result)]
    assert any(" in ahead" in line for line in lines)
    assert not [line for line in lines if re.search(r"\(\d[\d.]*, \d|\[[a-z]", line)]


def test_giving_a_battle_up_is_a_grave_option_and_fighting_on_is_none() -> None:
    question = Concede(0, tuple(Resolve), grave=(Resolve.CONCEDE,))
    options = prompt_view(SYSTEM, mustered(), question).options
    assert {option.answer: option.grave for option in options} == {
        one: one is Resolve.CONCEDE for one in Resolve
    }


def test_a_line_of_sight_or_threat_says_who_is_at_its_other_end() -> None:
    battle = mustered()
    riflemen = unit(battle, "Riflemen, left")
    enemies = {one.id for one in battle.on_table(1 - riflemen.side)}
    lines = [
        (drawn.label, shape)
        for drawn in PAINTER.overlays(battle, riflemen)
        if drawn.kind in ("sight", "threat")
        for shape in drawn.shapes
        if isinstance(shape, Stroke)
    ]
    assert lines
    for label, line in lines:
        assert line.whom in enemies
        assert battle.units[line.whom].name in label


def test_a_move_names_who_moves() -> None:
    moving = [
        (game, seen)
        for game, seen, _ in played("cowpens-1781", 3, answers=120)
        if seen.prompt and seen.prompt.move
    ]
    assert moving
    for game, seen in moving:
        assert isinstance(game.question, PlanMove) or seen.prompt is not None
        assert seen.prompt is not None
        assert seen.prompt.move is not None
        known = {*(body.id for body in seen.bodies), *(token.id for token in seen.tokens)}
        assert seen.prompt.move.mover in known


@pytest.mark.parametrize(
    ("by", "which", "words"),
    [
        ("body", 1, "Unit 1 is in the way"),
        ("ground", 0, "the forest is in the way"),
        ("higher ground", 0, "the forest is higher"),
        ("arc", None, "it is not in the front arc"),
        ("reach", None, "it is too far away to be seen"),
    ],
)
def test_what_hides_a_target_is_told(by: Any, which: int | None, words: str) -> None:
    """shooting.los.compute"""
    wood = parade.ground("forest", (20, 12), (52, 12), (52, 16), (20, 16))
    fought = parade.battle(parade.unit(0, 36, 10), parade.unit(1, 36, 20, 180, side=1), pieces=(wood,))
    assert blocked_words(fought, Blocked(by, which)) == words


def test_the_markers_of_a_unit_are_counted_on_its_card() -> None:
    """A marker of which it has none is not shown."""
    fought = parade.battle(
        parade.unit(0, 36, 10, hits=3, under_fire=2), parade.unit(1, 36, 20, 180, side=1, disorder=1)
    )
    cards = [SYSTEM.card(fought, one).markers for one in fought.units]
    assert cards == [(("hits", 3), ("under fire", 2)), (("disorder", 1),)]


def test_a_reroll_without_a_unit_is_about_none() -> None:
    """On paper a test has no unit."""
    test = DiceTest(dice=3, faces=(0, 0, 0, 1, 1, 2), rerolls=2, aims=(2,), seat=0)
    assert which_die(test, on_the_table((2, 1, 0), 2)).parties() == ()
