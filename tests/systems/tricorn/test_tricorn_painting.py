"""What a battle of tricorn looks like on a screen, its command deck beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
import shapely
from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.deployment import Put
from sandtable.game.ask.faces import Stake
from sandtable.game.ask.questions import Choose
from sandtable.game.drivers.play import Game
from sandtable.game.present.bouts import Weigher
from sandtable.game.present.painting import Figure, Patch, Stroke, Wedge
from sandtable.game.present.picture import Picture, drawn, picture
from sandtable.game.present.view import OptionView
from sandtable.game.rules.rulebook import Readings
from sandtable.game.story.chronicle import Chronicler
from sandtable.systems.tricorn import movement_events
from sandtable.systems.tricorn.activation import Bid, PassOrRoll, TransferCard
from sandtable.systems.tricorn.battle import RESHUFFLE, Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.choices import Action, ActionKind
from sandtable.systems.tricorn.deployment import Deploy
from sandtable.systems.tricorn.melee_decisions import GiveSupport, PickFight, PickPrimary
from sandtable.systems.tricorn.melee_ground import Aid
from sandtable.systems.tricorn.movement_decisions import ChooseAction
from sandtable.systems.tricorn.moving import actions
from sandtable.systems.tricorn.nearness import is_touching
from sandtable.systems.tricorn.painting import PAINTER
from sandtable.systems.tricorn.painting.arraying import stands
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.setup_events import Deployment
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.movement import Advance
from sandtable.table.space import INCH, Pose
from tests.systems.tricorn.parade_ground import (
    GUNS,
    HORSE,
    battery_in,
    battle,
    box,
    garrison,
    officer,
    unit,
)

NEARBY = (officer(0, 18, 17, command=0), officer(1, 22, 28, side=1, command=1))
"""Generals who have all of a small battle in their Command Radius."""
FREE = {"deployment": 1}
PLACED = ("move.formation", "move.garrison")
"""Decisions after which a unit stands where the option showed it, before anything else happens to it."""


@cache
def mustered(id: str = "fontenoy-1745") -> TricornBattle:
    """A scenario before its first card."""
    return SYSTEM.muster(SYSTEM.scenario(id), Readings())


def figures(fought: TricornBattle, one: TricornUnit) -> dict[str, Figure]:
    """The figures on a unit's card."""
    return {figure.name: figure for figure in PAINTER.sheet(fought, one, None).figures}


def played(
    id: str, seed: int, answers: int = 120, options: dict[str, int] | None = None
) -> Iterator[tuple[Game[Any], Picture, object]]:
    """A battle between militias at each of its questions, the picture of whoever is asked, and his answer."""
    scenario = SYSTEM.scenario(id)
    readings = SYSTEM.rulebook().choose(options or {})
    game = Game(SYSTEM, SYSTEM.muster(scenario, readings), RandomHand(seed))
    agents = Militia(seed), Militia(seed + 1)
    for step in range(answers):
        question = game.question
        if question is None:
            return
        answer = agents[question.seat].decide(game.position())
        yield game, picture(game, scenario, question.seat, step), answer
        game.answer(answer)


# --------------------------------------------------------------------- the deck
def test_a_fresh_deck_shows_every_officers_card_and_two_that_reshuffle() -> None:
    """cards.deck, cards.reshuffle.count"""
    seen = PAINTER.deck(mustered())
    assert seen is not None
    assert seen.turned == ()
    left = {card.card: (card.count, card.side) for card in seen.left}
    assert len(left) == 11  # ten officers at Fontenoy
    assert left[RESHUFFLE] == (2, None)
    assert left["Ligonier"] == (1, 0)
    assert left["Maurice de Saxe"] == (1, 1)


def test_what_is_left_comes_by_name_so_that_nothing_tells_the_next_card() -> None:
    """cards.shuffle, setup.information"""
    deck = mustered().deck
    others = replace(mustered(), deck=replace(deck, left=tuple(sorted(deck.left))))
    for game, seen, _ in played("fontenoy-1745", 5, answers=60):
        assert seen.deck is not None
        names = [card.card for card in seen.deck.left]
        assert names == sorted(names, key=lambda name: (name == RESHUFFLE, name))
        counted = Counter({card.card: card.count for card in seen.deck.left})
        assert counted == Counter(game.battle.deck.left)
        assert [card.card for card in seen.deck.turned] == list(game.battle.deck.drawn)
    assert PAINTER.deck(others) == PAINTER.deck(mustered())


def test_a_card_tells_what_its_officer_rolls_and_whether_it_still_means_anything() -> None:
    """turn.initiative.roll, cards.spent, cards.lost-general, turn.passed-move"""
    staff = (
        officer(0, 1, 1, command=0, rating=Rating.POOR),
        officer(1, 71, 47, side=1, command=1),
        officer(2, 3, 3, chief=True, rating=Rating.EXCELLENT),
    )
    fought = battle(unit(0, 10, 10), unit(1, 10, 40, 180, side=1), officers=staff, activation=None)
    told = {card.card: card.note for card in _deck(fought).left}
    assert told["Officer 0"].endswith("3+")
    assert told["Officer 2"] == "Commander in Chief, excellent"
    active = {card.card: card.note for card in _deck(replace(fought, activated=(0,))).left}
    assert active["Officer 0"] == "has been active: it has no effect"
    fallen = replace(fought, officers=(replace(staff[0], lost=True), *staff[1:]))
    assert _deck(fallen).left[0].note == "lost: it has no effect"
    after = replace(fought, deck=fought.deck.after("Officer 0"), declined=(0,), activated=(0,))
    assert [(card.card, card.note) for card in _deck(after).turned] == [("Officer 0", "declined to move")]


def _deck(fought: TricornBattle) -> Any:
    seen = PAINTER.deck(fought)
    assert seen is not None
    return seen


# --------------------------------------------------------------------- options
@pytest.mark.parametrize(
    ("id", "seed", "options"),
    [("blenheim-1704", 3, {}), ("fontenoy-1745", 4, FREE), ("rossbach-1757", 5, {})],
)
def test_whatever_is_offered_names_bodies_and_officers_that_are_there(
    id: str, seed: int, options: dict[str, int]
) -> None:
    for _, seen, _ in played(id, seed, options=options):
        prompt = seen.prompt
        assert prompt is not None
        assert prompt.title
        there = {body.id for body in seen.bodies} | {token.id for token in seen.tokens}
        assert {*prompt.about, *_named(prompt.options)} <= there, prompt.decision
        assert all(option.title for option in prompt.options), prompt.decision
        planned = prompt.move is not None or prompt.spot is not None
        assert planned or prompt.options, prompt.decision


def _named(options: tuple[OptionView, ...]) -> Iterator[int | str]:
    for option in options:
        yield from (who for who in (option.subject, option.target) if who is not None)


def test_a_unit_comes_to_stand_where_the_option_showed_it() -> None:
    """formation.change, terrain.garrison"""
    awaited: OptionView | None = None
    settled = 0
    for game, seen, answer in played("blenheim-1704", 3, answers=250):
        if awaited is not None:
            assert isinstance(awaited.subject, int)
            assert game.battle.units[awaited.subject].pose == awaited.place, awaited.label
            settled += 1
        question, awaited = game.question, None
        assert seen.prompt is not None
        if isinstance(question, Choose) and question.decision in PLACED and answer is not None:
            awaited = seen.prompt.options[question.options.index(answer)]
    assert settled


def test_an_attack_is_offered_on_its_target_and_shown_touching_it() -> None:
    """movement.contact"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 24, 180, side=1))
    question = ChooseAction(0, tuple(actions(fought, fought.units[0])), unit=0)
    shown = question.face(fought, Action(ActionKind.ATTACK, 1))
    assert (shown.title, shown.subject, shown.target) == ("Attack Unit 1", 0, 1)
    assert shown.note == "4 in, front"
    assert shown.place is not None
    assert is_touching(replace(fought.units[0], pose=shown.place), fought.units[1])


def test_foot_that_would_close_with_disordered_horse_is_told_what_it_must_roll() -> None:
    """movement.muskets-v-mounted.test"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 23, 180, side=1, profile=HORSE, markers=2))
    question = ChooseAction(0, tuple(actions(fought, fought.units[0])), unit=0)
    assert question.face(fought, Action(ActionKind.ATTACK, 1)).note.endswith("14 or less on 1D20 to close")


def test_a_melee_is_offered_with_the_combat_values_of_both() -> None:
    """melee.order, melee.primary, melee.support-once"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 20, 180, side=1), unit(2, 23, 20), step=Step.MELEE)
    chosen = PickFight(0, (1,)).face(fought, 1)
    assert (chosen.title, chosen.subject, chosen.target) == ("Fight Unit 1", 0, 1)
    assert chosen.note == "Combat Value 4 against 3"  # Unit 2 overlaps
    led = PickPrimary(0, (0, 2), enemy=1).face(fought, 0)
    assert (led.subject, led.target) == (0, 1)
    aid = GiveSupport(0, tuple(Aid), unit=2, primary=0, enemy=1)
    assert [aid.face(fought, one).title for one in Aid] == ["Support Unit 0", "Save its support"]


def test_the_general_who_was_set_in_motion_rolls_and_not_the_commander_in_chief() -> None:
    """cards.cc.transfer.roll"""
    staff = (
        officer(0, 1, 1, command=0, rating=Rating.GOOD),
        officer(1, 71, 47, side=1, command=1),
        officer(2, 3, 3, chief=True, rating=Rating.EXCELLENT),
    )
    fought = battle(unit(0, 10, 10), unit(1, 10, 40, 180, side=1), officers=staff, activation=None)
    fought = replace(fought, deck=fought.deck.after("Officer 2"), step=Step.CARD)
    transfer = TransferCard(0, (None, 0), officer=2, token="officer-2").face(fought, 0)
    assert (transfer.title, transfer.subject) == ("Officer 0 acts", "officer-0")
    rolled = PassOrRoll(0, tuple(Bid), officer=0, token="officer-0").face(fought, Bid.ROLL)
    assert rolled.subject == "officer-0"
    assert rolled.note == f"{Rating.GOOD.initiative}+ for a Full Move, else half"


def test_a_unit_that_may_not_attack_or_rally_is_told_why() -> None:
    """movement.contact.who, rally.conditions, turn.removal.distance"""
    guns = unit(0, 10, 20, profile=GUNS, markers=1)
    fought = battle(guns, unit(1, 10, 22.5, 180, side=1))
    question = ChooseAction(0, tuple(actions(fought, guns)), unit=0)
    told = {one.title: one for one in question.missing(fought)}
    assert told["Attack"].rule == "movement.contact.who"
    assert told["Remove Disorder"].rule.startswith(("turn.removal.", "rally."))


def test_nothing_is_both_offered_and_missing_and_every_reason_is_a_rule() -> None:
    known, told = set(SYSTEM.rulebook().ids), 0
    for _, seen, _ in played("fontenoy-1745", 6, answers=150):
        assert seen.prompt is not None
        offered = {(option.title, option.subject) for option in seen.prompt.options}
        for one in seen.prompt.missing:
            assert (one.title, one.subject) not in offered
            assert one.rule in known
            told += 1
    assert told


# --------------------------------------------------------------------- deployment
def test_a_command_is_drawn_up_where_its_pieces_are_put_down() -> None:
    """setup.deployment"""
    game, question = _deploying()
    shown = PAINTER.array(game.battle, question)
    assert shown is not None
    titles = [way.title for way in shown.ways]
    assert len(set(titles)) == len(titles) >= 3
    for way in shown.ways:
        tried = PAINTER.arrayed(game.battle, question, way.puts)
        assert tried.legal, tried.words
        assert isinstance(tried.answer, Deployment)
        assert [post.put for post in tried.posts] == list(way.puts)
    game.answer(tried.answer)
    stood = {one.id: one.pose for one in game.battle.units}
    assert all(stood[post.put.who] == post.pose for post in tried.posts if isinstance(post.put.who, int))


def test_a_piece_put_outside_its_zone_is_refused_by_name() -> None:
    """setup.deployment, setup.table"""
    game, question = _deploying()
    shown = PAINTER.array(game.battle, question)
    assert shown is not None
    first, *others = shown.ways[0].puts
    away = Put(first.who, first.stand, (3600, 2000), first.heading)
    tried = PAINTER.arrayed(game.battle, question, (away, *others))
    assert not tried.legal
    assert tried.answer is None
    assert game.battle.units[first.who].name in tried.words
    assert tried.posts[0].words


def _deploying() -> tuple[Game[Any], Deploy]:
    """A battle at the first command that is placed."""
    scenario = SYSTEM.scenario("fontenoy-1745")
    readings = SYSTEM.rulebook().choose(FREE)
    game = Game(SYSTEM, SYSTEM.muster(scenario, readings), RandomHand(seed=1))
    assert isinstance(game.question, Deploy)
    seen = picture(game, scenario, game.question.seat, 0)
    assert seen.track.phase == "Deployment"
    assert {area.id for area in seen.areas if area.kind == "zone"} == {"zone-0", "zone-1"}
    return game, game.question


# --------------------------------------------------------------------- the track and the armies
@pytest.mark.parametrize("step", list(Step))
def test_every_step_has_its_place_on_the_track(step: Step) -> None:
    seen = PAINTER.track(replace(mustered(), step=step), SYSTEM.scenario("fontenoy-1745"))
    assert [phase.name for phase in seen.phases].count(seen.phase) == 1
    now = next(phase for phase in seen.phases if phase.name == seen.phase)
    assert seen.step in now.steps if now.steps else seen.step == ""


def test_an_army_shows_its_points_and_what_it_has_lost_of_what_breaks_it() -> None:
    """victory.points, army.break-point"""
    allies, french = PAINTER.sides(mustered(), SYSTEM.scenario("fontenoy-1745"))
    assert [figure.value for figure in allies.figures] == ["5", "0 of 7"]
    assert [figure.value for figure in french.figures] == ["8", "0 of 6"]  # 3, 2 and 3 for what they hold
    assert (allies.commander, french.commander) == ("Duke of Cumberland", "Maurice de Saxe")


def test_objectives_are_drawn_with_their_holders() -> None:
    """victory.objective"""
    areas = {area.id: area for area in PAINTER.areas(mustered(), SYSTEM.scenario("fontenoy-1745"))}
    assert areas["fontenoy"].side == 1
    assert areas["fontenoy"].label == "Fontenoy, 3 VP"
    assert set(areas) == {"fontenoy", "redoubt-of-eu", "french-camp-road"}


def test_all_ground_of_all_scenarios_is_in_the_legend() -> None:
    """terrain.types"""
    for id in SYSTEM.scenarios():
        seen = drawn(SYSTEM, mustered(id), SYSTEM.scenario(id))
        assert {piece.kind for piece in seen.field.pieces} == {one.kind for one in seen.ground}


# --------------------------------------------------------------------- the card of a unit
def test_a_card_tells_value_disorder_reach_rate_and_morale() -> None:
    """troops.combat-values, weapons.ranges, movement.rates, morale.test, command.radius.measure"""
    line = unit(0, 5, 5, markers=1)
    card = figures(battle(line, unit(1, 10, 40, 180, side=1)), line)
    assert (card["Combat Value"].value, card["Disorder"].value) == ("3/3", "1 marker")
    assert (card["Muskets"].value, card["Move"].value) == ("4 in", "6 in")
    assert (card["Morale"].value, card["In command"].value) == ("13 on 1D20", "yes")
    column = unit(0, 5, 5, formation=Formation.COLUMN)
    assert figures(battle(column), column)["Muskets"].value == "none"


def test_the_strip_shows_disorder_and_what_it_leads_to() -> None:
    """morale.table, disorder.max"""
    strip = PAINTER.sheet(battle(unit(0, 9, 9)), unit(0, 9, 9, markers=2), None).strip
    assert strip is not None
    assert (strip.filled, strip.words, [at for at, _ in strip.marks]) == (2, "disorder", [1, 2, 3, 4])


def test_every_figure_and_overlay_of_every_unit_cites_a_rule_that_there_is() -> None:
    known = set(SYSTEM.rulebook().ids)
    for id in SYSTEM.scenarios():
        fought = mustered(id)
        for one in fought.units:
            assert {figure.rule for figure in figures(fought, one).values()} <= known
        for one in fought.units[::5]:
            assert {overlay.rule for overlay in PAINTER.overlays(fought, one)} <= known


# --------------------------------------------------------------------- overlays
def test_guns_show_short_and_long_range_before_their_front_and_a_garrison_all_round() -> None:
    """geometry.arc, weapons.ranges, geometry.garrison-point, terrain.redoubt"""
    guns = unit(0, 20, 20, profile=GUNS)
    ranges = [one for one in PAINTER.overlays(battle(guns), guns) if one.kind == "range"]
    wedges = [shape for one in ranges for shape in one.shapes]
    reach = guns.profile.weapon.reach
    assert all(isinstance(one, Wedge) for one in wedges)
    assert [one.far for one in wedges if isinstance(one, Wedge)] == [reach.short * INCH, reach.long * INCH]
    village = box("village", 30, 30, 34, 34)
    held = garrison(0, village)
    (arc,) = (one for one in PAINTER.overlays(battle(held, pieces=(village,)), held) if one.kind == "arc")
    (patch,) = arc.shapes
    assert isinstance(patch, Patch)
    assert shapely.Polygon(patch.polygon).contains(shapely.box(3000, 3000, 3400, 3400))
    redoubt = box("redoubt", 30, 30, 33, 33)
    emplaced = battery_in(0, redoubt, 31.5, 32)
    (arc,) = (
        one for one in PAINTER.overlays(battle(emplaced, pieces=(redoubt,)), emplaced) if one.kind == "arc"
    )
    (wedge,) = arc.shapes
    assert isinstance(wedge, Wedge)
    assert wedge.left.y == 3200  # the guns' own front, not the outline's


def test_a_zone_of_control_reaches_four_inches_ahead_and_tells_whom_it_holds() -> None:
    """movement.zoc, movement.zoc.effect"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 23, 180, side=1))
    (zone,) = (one for one in PAINTER.overlays(fought, fought.units[0]) if one.kind == "support")
    assert zone.label == "Zone of Control: holds Unit 1"
    (patch,) = zone.shapes
    assert isinstance(patch, Patch)
    assert max(point.y for point in patch.polygon) == pytest.approx(2400, abs=1)


def test_an_enemy_threatens_whom_he_could_attack_when_his_card_comes() -> None:
    """movement.contact: it is the other side's activation, and he threatens nevertheless"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 25, 180, side=1), officers=NEARBY)
    threats = [one for one in PAINTER.overlays(fought, fought.units[0]) if one.kind == "threat"]
    labels = [one.label for one in threats]
    assert labels == ["Unit 1 could attack: 5 in, front"]
    (line,) = threats[0].shapes
    assert isinstance(line, Stroke)
    assert (line.whom, line.arrow) == (1, True)


# --------------------------------------------------------------------- bouts
def test_what_two_lines_could_do_to_each_other_is_told_both_ways() -> None:
    """shooting.simultaneous, turn.firing.who, movement.contact"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 23, 180, side=1), officers=NEARBY)
    told = [(one.by, one.against, one.title) for one in PAINTER.bouts(fought, fought.units[0])]
    assert told == [
        (0, 1, "Fire at Unit 1"),
        (1, 0, "Unit 1 fires back"),
        (0, 1, "Attack Unit 1: the melee"),
        (1, 0, "Unit 1 attacks: the melee"),
    ]


def test_fire_at_each_of_two_enemies_equally_near_is_told() -> None:
    """shooting.target"""
    foes = unit(1, 18.4, 23, 180, side=1), unit(2, 21.6, 23, 180, side=1)
    fought = battle(unit(0, 20, 20), *foes, officers=NEARBY)
    told = [one.title for one in PAINTER.bouts(fought, fought.units[0])]
    assert {"Fire at Unit 1", "Fire at Unit 2"} <= set(told)


def test_the_chances_of_a_bout_are_those_of_the_rule() -> None:
    """combat.hit: a Combat Value of 3 hits with 1, 2 and 3 of six"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 23, 180, side=1))
    fire = next(iter(PAINTER.bouts(fought, fought.units[0])))
    assert _chance(fire, "no marker is gained") == pytest.approx(1 / 2)


def test_foot_against_horse_is_told_whether_it_closes() -> None:
    """movement.muskets-v-mounted.test, movement.muskets-v-mounted.break-off"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 23, 180, side=1, profile=HORSE, markers=2))
    told = [one.resolution.id for one in PAINTER.bouts(fought, fought.units[0]) if one.by == 0]
    assert told == ["volley", "foot-charge", "melee"]


def _chance(bout: Stake, words: str) -> float:
    weighed = Weigher(SYSTEM).weigh(bout)
    return sum(one.chance for one in weighed.outcomes if words in one.words)


# --------------------------------------------------------------------- the log
def test_a_move_is_told_by_its_length_and_direction() -> None:
    fought = battle(unit(0, 20, 20), unit(1, 20, 40, 180, side=1))
    shape = fought.units[0].shape
    moved = movement_events.UnitMoved(0, (Advance(400),), Pose(2000, 2400, 0), shape, Formation.LINE)
    assert moved.sentence(fought, moved.apply(fought)) == "Unit 0 moves 4 in north"
    back = movement_events.UnitBrokeOff(0, Pose(2000, 1800, 0))
    assert back.sentence(fought, back.apply(fought)) == "Unit 0 breaks off and goes back 2 in south"


def test_a_picture_goes_over_the_wire_and_holds_the_deck() -> None:
    seen = drawn(SYSTEM, mustered(), SYSTEM.scenario("fontenoy-1745"))
    plain = msgspec.json.decode(msgspec.json.encode(seen))
    assert plain["deck"]["turned"] == []
    assert sum(card["count"] for card in plain["deck"]["left"]) == 12


def test_a_card_and_what_it_means_are_one_entry_of_the_log() -> None:
    """turn.draw, cards.reshuffle.first"""
    *_, (game, _, _) = played("fontenoy-1745", 5, answers=60)
    chronicler = Chronicler(game, SYSTEM.scenario("fontenoy-1745"), "all")
    chronicler.take(game)
    turned = [entry for entry in chronicler.entries if any(row.card for row in entry.dice)]
    assert {RESHUFFLE, "Ligonier"} <= {row.card for entry in turned for row in entry.dice}
    for entry in turned:
        assert [row.faces for row in entry.dice if row.card] == [()]
        assert "is turned" in " ".join((entry.title, *entry.words, entry.result))


def test_foot_may_begin_in_a_place_of_its_zone_and_horse_may_not() -> None:
    """terrain.garrison, terrain.redoubt: guns only in a redoubt"""
    fought = SYSTEM.muster(SYSTEM.scenario("blenheim-1704"), SYSTEM.rulebook().choose(FREE))
    foot = next(one for one in fought.units if one.is_foot and one.side == 1)
    horse = next(one for one in fought.units if one.is_mounted and one.side == 1)
    guns = next(one for one in fought.units if one.is_artillery and one.side == 1)
    held = {one.id: [is_held for _, is_held in stands(fought, one)] for one in (foot, horse, guns)}
    assert stands(fought, foot)[-1] == (Formation.GARRISON, True)
    assert held[foot.id].count(True) == 1
    assert True not in held[horse.id]
    assert True not in held[guns.id]
