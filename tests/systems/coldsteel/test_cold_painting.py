"""What a battle of coldsteel looks like on a screen, man by man."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.questions import Choose, do
from sandtable.game.battle.log import Happened
from sandtable.game.drivers.odds import odds
from sandtable.game.drivers.play import Game
from sandtable.game.present.bouts import Weigher
from sandtable.game.present.painting import Figure, Man, Men, Patch, Stroke, Wedge
from sandtable.game.present.picture import Picture, drawn, picture
from sandtable.game.present.view import OptionView
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel import events
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link, Step
from sandtable.systems.coldsteel.casualties import FigureFalls
from sandtable.systems.coldsteel.charge_ways import Charge
from sandtable.systems.coldsteel.charging import PickCharge
from sandtable.systems.coldsteel.deployment import ChooseEdge
from sandtable.systems.coldsteel.forces import ChooseForce
from sandtable.systems.coldsteel.losses import Wounds, take_losses
from sandtable.systems.coldsteel.melee_decisions import PickFoe
from sandtable.systems.coldsteel.melee_facts import Duel
from sandtable.systems.coldsteel.morale import LuckyTestDie
from sandtable.systems.coldsteel.movement_decisions import ChooseManoeuvre
from sandtable.systems.coldsteel.nearness import distance, is_touching
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.painting import PAINTER
from sandtable.systems.coldsteel.rates import allowance, pace_of
from sandtable.systems.coldsteel.shooting import VolleyFacts, volley_and_losses
from sandtable.systems.coldsteel.shooting_decisions import PickFace
from sandtable.systems.coldsteel.sight import sees_in_arc
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.systems.coldsteel.troops import Figure as Leader
from sandtable.systems.coldsteel.troops import Formation, Trait
from sandtable.table.space import Point, Pose, corners, standing
from tests.systems.coldsteel.parade_ground import (
    FULL,
    GUNS,
    HUSSARS,
    LANCERS,
    LIGHT,
    LINE,
    RIFLES,
    battle,
    box,
    garrison,
    house,
    play,
    unit,
)

PLACED = ("manoeuvre.formation-and-facing", "charge.pick-target-and-wheel", "building.leave")
"""Decisions after which a unit stands where the option showed it, before anything else happens to it."""


@cache
def mustered(id: str = "maida") -> ColdSteelBattle:
    """A scenario before its first turn."""
    return SYSTEM.muster(SYSTEM.scenario(id), Readings())


def figures(fought: ColdSteelBattle, one: ColdSteelUnit) -> dict[str, Figure]:
    """The figures on a unit's card."""
    return {figure.name: figure for figure in PAINTER.sheet(fought, one, None).figures}


def men(one: ColdSteelUnit) -> Men:
    """The men of a unit that has some."""
    found = PAINTER.men(battle(one), one)
    assert found is not None
    return found


def kinds(one: ColdSteelUnit) -> Counter[str]:
    """How many men of each kind a unit shows."""
    return Counter(man.kind for man in men(one).each)


def played(id: str, seed: int, answers: int = 160) -> Iterator[tuple[Game[Any], Picture, object]]:
    """A battle between militias at each of its questions, the picture of whoever is asked, and his answer."""
    scenario = SYSTEM.scenario(id)
    game = Game(SYSTEM, SYSTEM.muster(scenario, Readings()), RandomHand(seed))
    agents = Militia(seed), Militia(seed + 1)
    for step in range(answers):
        question = game.question
        if question is None:
            return
        answer = agents[question.seat].decide(game.position())
        yield game, picture(game, scenario, question.seat, step), answer
        game.answer(answer)


# --------------------------------------------------------------------- single models
def test_every_model_of_a_line_stands_on_its_own_place_with_its_command_in_front() -> None:
    """formation.footprint, leaders.one-each"""
    line = unit(0, 10, 10, command=FULL)
    shown = men(line)
    assert (shown.width, shown.depth, len(shown.each)) == (75, 75, 24)
    assert kinds(line) == Counter(soldier=20, officer=1, standard=1, sergeant=1, musician=1)
    leading = [man for man in shown.each if man.kind != "soldier"]
    assert {man.y for man in leading} == {0}
    assert max(abs(man.x) for man in leading) < 150  # the four in the middle of twelve files
    assert len({(man.x, man.y) for man in shown.each}) == 24


@pytest.mark.parametrize("formation", [one for one in Formation if one is not Formation.GARRISON])
def test_in_every_formation_the_men_stand_where_the_shape_has_its_models(formation: Formation) -> None:
    """formation.line, formation.column, formation.attack-column, formation.square, formation.skirmish"""
    one = unit(0, 20, 20, formation=formation, profile=LIGHT, command=FULL)
    assert {man[:3] for man in men(one).each} == {(base.x, base.y, base.turn) for base in one.shape.bases}


def test_a_model_that_falls_is_gone_and_the_others_are_still_there() -> None:
    """casualties.one-wound, casualties.six-choice, formation.shrink"""
    struck = unit(0, 10, 10, command=FULL)
    after = play(take_losses, battle(struck), Wounds(0, 5, 1), answers=(Leader.SERGEANT,)).battle
    assert kinds(after.units[0]) == Counter(soldier=16, officer=1, standard=1, musician=1)


def test_a_unit_that_is_gone_shows_nobody() -> None:
    """turn.remove-at-once"""
    after = play(take_losses, battle(unit(0, 10, 10), unit(1, 30, 30, side=1)), Wounds(0, 24)).battle
    assert PAINTER.men(after, after.units[0]) is None


def test_a_battery_has_its_crew_beside_the_gun_and_loses_it_man_by_man() -> None:
    """formation.artillery"""
    guns = unit(0, 10, 10, profile=GUNS, command=(Leader.OFFICER,))
    assert kinds(guns) == Counter(gunner=7, officer=1)
    assert all(abs(man.x) > 75 for man in men(guns).each)  # nobody stands on the barrel
    assert kinds(replace(guns, models=3)) == Counter(gunner=2, officer=1)


@pytest.mark.parametrize(("walls", "models"), [((20, 20, 26, 23), 24), ((20, 20, 25, 24), 13)])
def test_a_garrison_mans_the_walls_of_its_building(walls: tuple[int, int, int, int], models: int) -> None:
    """formation.garrison"""
    home = house(*walls)
    held = garrison(0, home, models=models)
    whole = shapely.Polygon(corners(Pose(0, 0), held.shape)).buffer(1)
    squares = [_square(man) for man in men(held).each]
    assert len(squares) == models
    assert all(whole.contains(square) for square in squares)
    assert shapely.union_all(squares).area == pytest.approx(models * 75 * 75, rel=0.02)  # none on another
    assert {man.turn for man in men(held).each} == {0, 900, 1800, 2700}


def _square(man: Man) -> shapely.Polygon:
    """The place of a man of infantry, by his front and turn."""
    ring = [(-37.5, 0), (37.5, 0), (37.5, -75), (-37.5, -75)]
    angle = math.radians(man.turn / 10)
    return shapely.Polygon(
        (
            man.x + x * math.cos(angle) + y * math.sin(angle),
            man.y + y * math.cos(angle) - x * math.sin(angle),
        )
        for x, y in ring
    )


def test_the_picture_has_as_many_men_as_there_are_models_all_battle_long() -> None:
    """casualties.one-wound"""
    fell = 0
    for game, seen, _ in played("maida", 3, answers=200):
        for one, body in zip(game.battle.units, seen.bodies, strict=True):
            shown = 0 if body.men is None else len(body.men.each)
            assert shown == (0 if one.removed else one.models)
            fell = max(fell, one.profile.models - one.models)
    assert fell > 3


# --------------------------------------------------------------------- options
@pytest.mark.parametrize(("id", "seed"), [("quatre-bras", 2), ("hougoumont", 3), ("pick-up", 4)])
def test_whatever_is_offered_names_bodies_that_are_there(id: str, seed: int) -> None:
    for _, seen, _ in played(id, seed):
        prompt = seen.prompt
        assert prompt is not None
        bodies = {body.id for body in seen.bodies}
        assert {*prompt.about, *_named(prompt.options)} <= bodies, prompt.decision
        assert all(option.title for option in prompt.options), prompt.decision
        assert (prompt.move is None) == bool(prompt.options), prompt.decision


def _named(options: tuple[OptionView, ...]) -> Iterator[int | str]:
    for option in options:
        yield from (who for who in (option.subject, option.target) if who is not None)


def test_a_unit_comes_to_stand_where_the_option_showed_it() -> None:
    """formation.reform-anchor, charge.contact, building.leave"""
    awaited: OptionView | None = None
    settled = 0
    for game, seen, answer in played("quatre-bras", 2, answers=300):
        if awaited is not None:
            assert isinstance(awaited.subject, int)
            assert game.battle.units[awaited.subject].pose == awaited.place, awaited.label
            settled += 1
        question, awaited = game.question, None
        assert seen.prompt is not None
        if isinstance(question, Choose) and question.decision in PLACED and answer in question.options:
            awaited = seen.prompt.options[question.options.index(answer)]
    assert settled


def test_a_charge_is_offered_on_its_target_and_shown_touching_it() -> None:
    """charge.path, charge.contact"""
    fought = battle(unit(0, 20, 20, formation=Formation.ATTACK_COLUMN), unit(1, 20, 26, 180, side=1))
    question = PickCharge(0, (Charge(1, 0), Charge(1, 10)), unit=0)
    straight, wheeled = (question.face(fought, option) for option in question.options)
    assert (straight.subject, straight.target, straight.title) == (0, 1, "Charge Unit 1")
    assert wheeled.title == "Charge Unit 1, 10° right"
    for face in (straight, wheeled):
        assert face.place is not None
        assert is_touching(replace(fought.units[0], pose=face.place), fought.units[1])


def test_a_unit_that_may_not_charge_is_told_why() -> None:
    """charge.who, charge.distance"""
    guns, foot = unit(0, 10, 20, profile=GUNS), unit(1, 30, 20)
    fought = battle(guns, foot, unit(2, 30, 36, 180, side=1))
    said = {}
    for number in (0, 1):
        options: tuple[Any, ...] = ()
        question = ChooseManoeuvre(0, options, unit=number)
        (said[number],) = question.missing(fought)
    assert (said[0].words, said[0].rule) == ("artillery never charges", "artillery.melee")
    assert said[1].words.startswith("Unit 2: it is 16 in away; its charge can go")


def test_nothing_is_both_offered_and_missing_and_every_reason_is_a_rule() -> None:
    known, told = set(SYSTEM.rulebook().ids), 0
    for _, seen, _ in played("quatre-bras", 6, answers=200):
        assert seen.prompt is not None
        offered = {(option.title, option.subject) for option in seen.prompt.options}
        for one in seen.prompt.missing:
            assert (one.title, one.subject) not in offered
            assert one.rule in known
            told += 1
    assert told


# --------------------------------------------------------------------- the track and the armies
@pytest.mark.parametrize("step", list(Step))
def test_every_step_has_its_place_on_the_track(step: Step) -> None:
    seen = PAINTER.track(replace(mustered(), step=step), SYSTEM.scenario("maida"))
    assert [phase.name for phase in seen.phases].count(seen.phase) == 1
    assert seen.shared


def test_the_track_has_the_eight_steps_of_a_turn_with_their_players() -> None:
    """turn.sequence, turn.printed-order-rules"""
    seen = PAINTER.track(mustered(), SYSTEM.scenario("maida"))
    assert [phase.name for phase in seen.phases] == [
        "Initiative",
        "P1 Morale",
        "P1 Manoeuvres",
        "P2 Shooting",
        "P2 Morale",
        "P2 Manoeuvres",
        "P1 Shooting",
        "Melee",
    ]
    other = SYSTEM.rulebook().choose({Reading.SHOOTING_ORDER.value: 1})
    swapped = PAINTER.track(replace(mustered(), readings=other), SYSTEM.scenario("maida"))
    assert [phase.name for phase in swapped.phases if "Shooting" in phase.name] == [
        "P1 Shooting",
        "P2 Shooting",
    ]


def test_an_army_shows_its_points_and_what_it_has_lost_of_what_breaks_it() -> None:
    """victory.points, victory.break"""
    allied, french = PAINTER.sides(mustered("hougoumont"), SYSTEM.scenario("hougoumont"))
    assert [figure.value for figure in allied.figures] == ["10", "0 of 5"]  # two blocks and the orchard; nine
    assert [figure.value for figure in french.figures] == ["0", "0 of 6"]  # more than half of ten
    assert (allied.flag, french.flag) == ("british", "french")


# --------------------------------------------------------------------- the card of a unit
def test_the_strip_is_marked_where_a_unit_falls_below_half() -> None:
    """morale.half-means: exactly half is not below it"""
    strip = PAINTER.sheet(battle(unit(0, 9, 9)), unit(0, 9, 9, models=17, files=12), None).strip
    assert strip is not None
    assert (strip.filled, strip.marks) == (7, ((13, "below half"), (24, "destroyed")))


def test_a_card_tells_dice_ranges_and_rates() -> None:
    """shooting.dice, shooting.band-1, movement.rate.infantry, leaders.musician, melee.table"""
    line = unit(0, 20, 20, command=FULL)
    card = figures(battle(line), line)
    assert (card["Fire"].value, card["Fire"].note) == ("24 dice", "to 6 in 4+, to 12 in 5+, to 18 in 6+")
    assert (card["Models"].value, card["Melee"].value) == ("24 of 24", "24 dice")
    assert card["Morale"].value == "2D6 +2"
    home = house(30, 30, 36, 33)
    held = garrison(1, home, models=20)
    inside = figures(battle(line, held, pieces=(home,)), held)
    assert (inside["Fire"].value, inside["Move"].value) == ("5 dice", "none")  # a face of four
    column = unit(0, 50, 20, formation=Formation.COLUMN)
    assert figures(battle(column), column)["Fire"].note == "no model of a column shoots"


def test_a_card_tells_of_those_who_fell_and_of_a_trait_that_died_with_its_man() -> None:
    """leaders.alive-only, cards.person-alive"""
    led = unit(0, 20, 20, command=(Leader.STANDARD,), trait=Trait.LUCKY_OFFICER)
    card = figures(battle(led), led)
    assert card["Command"].value == "Standard Bearer"
    assert card["Command"].note == "fallen: Officer, Sergeant and Musician"
    assert (card["Card"].value, card["Card"].note) == ("Lucky Officer", "the man it is named after is dead")


def test_every_figure_on_every_card_and_every_reason_cites_a_rule_that_there_is() -> None:
    known = set(SYSTEM.rulebook().ids)
    for id in SYSTEM.scenarios():
        fought = mustered(id)
        for one in fought.units:
            assert {figure.rule for figure in figures(fought, one).values()} <= known
            assert {overlay.rule for overlay in PAINTER.overlays(fought, one)} <= known


def test_a_unit_is_marked_by_its_test_and_by_fire_but_not_by_what_is_drawn() -> None:
    """morale.status, morale.fired-means"""
    shaken = unit(0, 20, 20, failed=True, muskets_now=True, guns_now=True)
    seen = drawn(SYSTEM, battle(shaken, unit(1, 40, 40, side=1)), SYSTEM.scenario("maida"))
    assert seen.bodies[0].card.markers == (("failed", 1), ("under fire", 2))
    assert seen.bodies[1].card.markers == ()


def test_units_want_their_part_in_the_step_of_their_side() -> None:
    """turn.unit-order, morale.status, movement.engaged"""
    units = (unit(0, 10, 10), unit(1, 30, 10, named=True), unit(2, 50, 10, failed=True))
    fought = battle(*units, unit(3, 30, 40, 180, side=1))
    wants = [PAINTER.sheet(fought, one, None).need for one in fought.units]
    assert wants == ["waiting", "done", "unable", ""]


# --------------------------------------------------------------------- the ground
def test_an_objective_is_drawn_as_far_as_it_is_held_from_and_a_building_as_it_is() -> None:
    """victory.objective"""
    areas = {area.id: area for area in PAINTER.areas(mustered("hougoumont"), SYSTEM.scenario("hougoumont"))}
    orchard = shapely.Polygon(areas["orchard"].polygon)
    assert orchard.area == pytest.approx(math.pi * 300**2, rel=0.01)
    block = areas["chateau-south-block"]
    assert (shapely.Polygon(block.polygon).area, block.side, block.label) == (
        600 * 300,
        0,
        "chateau, south block, 4 VP",
    )


def test_zones_are_shown_while_units_are_placed() -> None:
    """setup.deploy, setup.table-size"""
    placing = replace(mustered("pick-up"), step=Step.DEPLOYMENT)
    zones = [one for one in PAINTER.areas(placing, SYSTEM.scenario("pick-up")) if one.kind == "zone"]
    assert [shapely.Polygon(zone.polygon).area for zone in zones] == [7200 * 1200, 7200 * 1200]
    assert not [one for one in PAINTER.areas(mustered(), SYSTEM.scenario("maida")) if one.kind == "zone"]


def test_ground_that_stands_for_several_kinds_is_drawn_as_what_it_is_called() -> None:
    """terrain.types"""
    manners = {
        id: {one.kind: one.drawn.value for one in PAINTER.legend(mustered(id).field)}
        for id in SYSTEM.scenarios()
    }
    assert manners["hougoumont"]["orchard or tall crops"] == "orchard"
    assert manners["quatre-bras"]["orchard or tall crops"] == "field"
    assert manners["hougoumont"]["wall, hedge or fence"] == "wall"
    assert "open" not in {manner for drawn in manners.values() for manner in drawn.values()}


# --------------------------------------------------------------------- overlays
def test_three_bands_lie_before_a_line_and_four_before_guns() -> None:
    """shooting.band-1, shooting.band-2, shooting.band-3, artillery.band-4"""
    line, guns = unit(0, 20, 20), unit(1, 40, 20, profile=GUNS)
    fought = battle(line, guns)
    for one, limits in ((line, [(0, 6), (6, 12), (12, 18)]), (guns, [(0, 12), (12, 24), (24, 36), (36, 48)])):
        bands = [overlay for overlay in PAINTER.overlays(fought, one) if overlay.kind == "range"]
        wedges = [band.shapes[0] for band in bands]
        found = [(wedge.near // 100, wedge.far // 100) for wedge in wedges if isinstance(wedge, Wedge)]
        assert found == limits


def test_a_square_has_four_arcs_skirmishers_one_all_round_and_cavalry_none() -> None:
    """geometry.all-round, shooting.who"""
    square = unit(0, 10, 20, formation=Formation.SQUARE)
    rifles = unit(1, 30, 20, profile=RIFLES, formation=Formation.SKIRMISH)
    horse = unit(2, 50, 20, profile=HUSSARS)
    fought = battle(square, rifles, horse)
    arcs = [
        [shape for one in PAINTER.overlays(fought, each) if one.kind == "arc" for shape in one.shapes]
        for each in fought.units
    ]
    assert [len(shapes) for shapes in arcs] == [4, 1, 0]
    assert isinstance(arcs[1][0], Patch)


def test_sight_is_drawn_to_who_is_seen_and_to_what_hides_the_others() -> None:
    """geometry.los, geometry.los-blockers"""
    for id in ("hougoumont", "quatre-bras"):
        fought = mustered(id)
        for one in fought.on_table(1):
            for line in PAINTER.overlays(fought, one):
                if line.kind != "sight":
                    continue
                (stroke,) = line.shapes
                assert isinstance(stroke, Stroke)
                assert isinstance(stroke.whom, int)
                assert bool(sees_in_arc(fought, one, (stroke.whom,))) is not line.barred
                assert line.barred == ("is hidden: " in line.label)


def test_enemy_cavalry_that_shakes_a_unit_is_pointed_out() -> None:
    """morale.mod.cavalry: within 12 in"""
    line = unit(0, 20, 10)
    for far, label in ((12, "enemy cavalry within 12 in"), (13, "no enemy cavalry within 12 in")):
        fought = battle(line, unit(1, 20, 10 + far, 180, side=1, profile=HUSSARS))
        (near,) = [one for one in PAINTER.overlays(fought, line) if one.kind == "support"]
        assert (near.label, len(near.shapes)) == (label, 2 if far == 12 else 1)


def test_who_could_fire_or_charge_is_a_threat() -> None:
    """shooting.one-target, charge.reachable-only"""
    line = unit(0, 20, 20)
    fought = battle(line, unit(1, 20, 28, 180, side=1), unit(2, 60, 40, 180, side=1, profile=HUSSARS))
    threats = [one.label for one in PAINTER.overlays(fought, line) if one.kind == "threat"]
    assert threats == ["Unit 1 could fire: 24 dice, 5+, 8 in", "Unit 1 could charge: 8 in"]


def test_a_unit_off_the_table_has_nothing_drawn_about_it() -> None:
    late = next(one for one in mustered().units if one.name == "20th Foot")
    assert late.pose is None
    assert (PAINTER.overlays(mustered(), late), PAINTER.bouts(mustered(), late)) == ((), ())


# --------------------------------------------------------------------- bouts
def test_a_bout_promises_what_the_resolution_does_and_tells_the_answer_too() -> None:
    """shooting.sequence"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 36, 180, side=1))
    volleys = {one.by: one for one in PAINTER.bouts(fought, fought.units[0]) if one.resolution.id == "volley"}
    assert set(volleys) == {0, 1}
    facts = volleys[0].facts
    assert isinstance(facts, VolleyFacts)
    assert facts.fire.distance == pytest.approx(distance(fought, 0, 1) / 100)
    seen = Weigher(SYSTEM).weigh(volleys[0])
    assert seen.expected == pytest.approx(24 / 6)  # 16 in is Band 3: sixes
    chances = odds(do(volley_and_losses, facts))
    assert seen.expected == pytest.approx(float(chances.map(lambda end: end.fallen.models).mean()))


def test_a_charge_is_weighed_with_the_fire_that_meets_it_and_the_melee() -> None:
    """charge.defender-fire, geometry.engaged-zero, melee.charge.attacker-dice"""
    charger = unit(0, 20, 20, formation=Formation.COLUMN, models=12)
    fought = battle(charger, unit(1, 20, 27, 180, side=1, models=12))
    fire, melee = [one for one in PAINTER.bouts(fought, charger) if one.title.startswith("Charge")]
    assert (fire.by, fire.against, melee.by, melee.against) == (1, 0, 0, 1)
    assert isinstance(fire.facts, VolleyFacts)
    assert fire.facts.fire.distance == 0
    assert isinstance(melee.facts, Duel)
    assert (melee.facts.attacker.models, melee.facts.continued) == (12, False)


def test_a_melee_under_way_is_weighed_from_the_side_that_charged() -> None:
    """melee.continued.who"""
    one, other = unit(0, 20, 20, models=6), unit(1, 20, 20, 180, side=1, models=6)
    fought = battle(one, other, links=(Link(1, 0, 1),), turn=2)
    (melee,) = [bout for bout in PAINTER.bouts(fought, one) if bout.resolution.id == "melee"]
    assert (melee.by, melee.against) == (1, 0)
    assert isinstance(melee.facts, Duel)
    assert melee.facts.continued


# --------------------------------------------------------------------- the log
def test_a_move_is_told_by_its_length_and_direction() -> None:
    before = battle(unit(0, 20, 20))
    moved = events.UnitMoved(0, Pose(2000, 2650))
    assert moved.sentence(before, before) == "Unit 0 moves 6.5 in north"
    turned = events.UnitFormed(0, Formation.LINE, 12, before.units[0].shape, Pose(2000, 2000, 900))
    assert turned.sentence(before, before) == "Unit 0 turns, facing east"


def test_every_event_of_a_battle_is_told() -> None:
    told = 0
    for game, _, _ in played("hougoumont", 3):
        last = game
    now = last.checkpoints[0].battle
    for entry in last.log:
        if isinstance(entry, Happened):
            before, now = now, entry.event.apply(now)
            assert entry.event.sentence(before, now)
            told += 1
    assert told > 50


def test_a_wood_that_hides_an_enemy_is_named() -> None:
    """geometry.los-woods"""
    wood = box("wood", 15, 22, 25, 30)
    fought = battle(unit(0, 20, 20), unit(1, 20, 34, 180, side=1), pieces=(wood,))
    (line,) = [one for one in PAINTER.overlays(fought, fought.units[0]) if one.kind == "sight"]
    assert line.label == "Unit 1 is hidden: the wood is in the way"


def test_a_card_tells_bands_of_guns_rough_moves_and_none_of_what_changes_nothing() -> None:
    """artillery.procedure, movement.mod.stack: the last band of guns has no limit"""
    profiles = GUNS, LINE, LANCERS
    guns, line, lancers = (unit(n, 10 + 20 * n, 10, profile=one) for n, one in enumerate(profiles))
    fought = battle(guns, line, lancers)
    fire = figures(fought, guns)["Fire"].note.split(", ")
    assert [words.split(" ")[0] for words in fire] == ["to"] * (len(fire) - 1) + ["beyond"]
    moves = {one.id: figures(fought, one)["Move"] for one in fought.units}
    for one in (line, lancers):
        rough = allowance(pace_of(fought, one, rough=True)).whole
        far = allowance(pace_of(fought, one)).whole
        assert (f"rough {rough} in" in moves[one.id].note) is (rough != far)
    charge = allowance(pace_of(fought, lancers, charging=True)).whole
    assert f"charge {charge} in" in moves[lancers.id].note
    assert "charge" not in moves[guns.id].note
    assert figures(fought, lancers)["Fire"].value == "none"


def test_what_lies_within_a_distance_of_a_unit_is_an_outline_around_its_corners() -> None:
    """geometry.distance: every point of it is as far from the footprint"""
    line = unit(0, 36, 20, 30)
    (near,) = [one for one in PAINTER.overlays(battle(line), line) if one.kind == "support"]
    (patch,) = near.shapes
    assert isinstance(patch, Patch)
    footprint = shapely.Polygon([(one.x, one.y) for one in corners(standing(line), line.shape)])
    away = [footprint.distance(shapely.Point(one.x, one.y)) for one in patch.polygon]
    assert away == pytest.approx([1200.0] * len(away), abs=2)


def test_a_threat_is_an_arrow_from_who_threatens() -> None:
    """shooting.one-target, charge.reachable-only"""
    line, lancers = unit(0, 36, 20), unit(1, 36, 34, 180, side=1, profile=LANCERS)
    (charge,) = [one for one in PAINTER.overlays(battle(line, lancers), line) if one.kind == "threat"]
    (stroke,) = charge.shapes
    assert isinstance(stroke, Stroke)
    assert (stroke.arrow, stroke.whom, stroke.points[0]) == (True, 1, Point(3600, 3400))


def test_the_crew_of_a_gun_stands_on_both_sides_of_it_within_its_base() -> None:
    """formation.footprint"""
    guns = unit(0, 20, 20, profile=GUNS)
    shown, shape = men(guns), guns.shape
    aside = (shape.width - shown.width) // 2
    assert {man.x for man in shown.each} == {-aside, aside}
    assert all(-shape.depth <= man.y - shown.depth <= man.y <= 0 for man in shown.each)


@pytest.mark.parametrize(("formation", "turn"), [(Formation.SKIRMISH, "pivot"), (Formation.LINE, "wheel")])
def test_a_charge_is_named_by_the_turn_that_it_begins_with(formation: Formation, turn: str) -> None:
    """charge.path: skirmishers pivot, formed units wheel"""
    one = unit(0, 36, 20, profile=LIGHT, formation=formation)
    fought = battle(one, unit(1, 42, 26, 180, side=1))
    labels = PickCharge(0, (Charge(1, 30), Charge(1, -30)), unit=0).prompt(fought).labels
    assert all(turn in label for label in labels)


def test_whom_a_question_is_about() -> None:
    """A face of a square is chosen by one unit against another; a force is chosen for nobody yet."""
    assert PickFoe(0, (1,), unit=0).parties() == (0,)
    assert PickFace(0, ("front", "left"), unit=0, target=1).parties() == (0, 1)
    assert LuckyTestDie(0, (1, None), unit=0, purpose="morale test", faces=(1, 3)).parties() == (0,)
    assert FigureFalls(0, tuple(Leader), unit=-1, more=1).parties() == ()
    assert ChooseForce(0, ("lancers",), number=3, of=8).parties() == ()
    assert ChooseEdge(0, ("bottom", "top")).parties() == ()
