"""What a battle of eagle looks like on a screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.deployment import Put
from sandtable.game.ask.questions import Choose, do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.log import Happened
from sandtable.game.drivers.odds import odds
from sandtable.game.drivers.play import Game
from sandtable.game.present.bouts import Weigher
from sandtable.game.present.painting import Figure, Manner, Ring, Stroke, Wedge
from sandtable.game.present.picture import Picture, drawn, picture
from sandtable.game.present.view import OptionView, prompt_view
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle import events
from sandtable.systems.eagle.after_decisions import FollowWhom, PursueWhom
from sandtable.systems.eagle.answering import CounterOrStand, answers
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Step
from sandtable.systems.eagle.charging import DeclareCharge
from sandtable.systems.eagle.deployment import PlaceLeader, PlaceUnit, waiting
from sandtable.systems.eagle.engagements import Answer, Charge
from sandtable.systems.eagle.flight import Run
from sandtable.systems.eagle.manoeuvre_decisions import NOBODY, Next, PickNext
from sandtable.systems.eagle.melee_facts import Duel
from sandtable.systems.eagle.painting import PAINTER
from sandtable.systems.eagle.records import Control, Flight, Removal, Role
from sandtable.systems.eagle.results import duel
from sandtable.systems.eagle.setup_events import Placement, Posting
from sandtable.systems.eagle.shooting import ShootingFacts
from sandtable.systems.eagle.supports import Backing, CountSupport
from sandtable.systems.eagle.system import SYSTEM
from sandtable.systems.eagle.troops import Formation
from sandtable.table.space import Point, Pose, corners
from tests.systems.eagle.arena import (
    ARCHERS,
    LEGION,
    SKIRMISHERS,
    WARBAND,
    battle,
    box,
    leader,
    touching,
    unit,
)

SCENARIOS = ("river-43", "boudica-61", "graupius-83")


def mustered(id: str = "river-43") -> EagleBattle:
    """A scenario as its armies stand before the first turn."""
    return SYSTEM.muster(SYSTEM.scenario(id), Readings())


def figures(fought: EagleBattle, one: EagleUnit) -> dict[str, Figure]:
    """The figures of a unit's card by their names."""
    return {figure.name: figure for figure in PAINTER.sheet(fought, one, None).figures}


def played(
    id: str, seed: int, answers: int = 150, **chosen: int
) -> Iterator[tuple[Game[Any], Picture, object]]:
    """A battle between militias at each of its questions, the picture of whoever is asked, and his answer."""
    scenario = SYSTEM.scenario(id)
    game = Game(SYSTEM, SYSTEM.muster(scenario, Readings(tuple(chosen.items()))), RandomHand(seed))
    agents = Militia(seed), Militia(seed + 1)
    for step in range(answers):
        question = game.question
        if question is None:
            return
        answer = agents[question.seat].decide(game.position())
        yield game, picture(game, scenario, question.seat, step), answer
        game.answer(answer)


# --------------------------------------------------------------------- decisions
@pytest.mark.parametrize(("id", "seed"), [("river-43", 3), ("boudica-61", 1), ("graupius-83", 2)])
def test_whatever_is_offered_names_bodies_and_tokens_that_are_there(id: str, seed: int) -> None:
    for game, seen, _ in played(id, seed):
        assert seen.prompt is not None
        assert seen.prompt.title
        there = {body.id for body in seen.bodies} | {token.id for token in seen.tokens}
        assert set(_named(seen.prompt.options)) <= there, game.question
        assert set(seen.prompt.about) <= there
        assert all(option.title for option in seen.prompt.options)


def _named(options: tuple[OptionView, ...]) -> Iterator[int | str]:
    for option in options:
        yield from (who for who in (option.subject, option.target) if who is not None)


def test_a_charge_is_offered_on_its_target_and_shown_touching_it() -> None:
    """charge.contact"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 23, 180, side=1, profile=WARBAND), step=Step.FIRST_CHARGES)
    question = DeclareCharge(0, (None, 1), unit=0)
    seen = prompt_view(SYSTEM, fought, question)
    hold, charge = seen.options
    assert (hold.title, hold.target) == ("Do not charge", None)
    assert (charge.title, charge.note, charge.subject, charge.target) == ("Charge Unit 1", "3 in", 0, 1)
    assert charge.place == Pose(2000, 2300)


def test_a_unit_that_may_not_charge_somebody_near_is_told_why() -> None:
    """charge.range, charge.path"""
    enemies = unit(1, 20, 23, 180, side=1), unit(2, 27, 25, 180, side=1), unit(3, 28, 20, 180, side=1)
    fought = battle(unit(0, 20, 20), *enemies, step=Step.FIRST_CHARGES)
    question = DeclareCharge(0, (None, 1), unit=0)
    told = {one.title: one.rule for one in question.missing(fought)}
    assert told == {"Charge Unit 2": "charge.range", "Charge Unit 3": "charge.path"}


def test_who_cannot_act_is_told_by_whose_will() -> None:
    """control.halt, movement.engaged, turn.activation"""
    units = (
        unit(0, 10, 20),
        unit(1, 20, 20, control=Control.HALTED),
        unit(2, 30, 20),
        unit(3, 30, 20, 180, side=1),
    )
    fought = battle(*units, contacts=(touching(2, 3),))
    question = PickNext(0, (Next(unit=0), NOBODY))
    assert {one.subject: one.rule for one in question.missing(fought)} == {
        1: "control.halt",
        2: "movement.engaged",
    }


def test_nothing_is_both_offered_and_missing_and_every_reason_is_a_rule() -> None:
    known = {rule.id for rule in SYSTEM.rulebook().rules}
    for _, seen, _ in played("boudica-61", 4):
        assert seen.prompt is not None
        offered = {(option.title, option.subject) for option in seen.prompt.options}
        for one in seen.prompt.missing:
            assert (one.title, one.subject) not in offered
            assert one.rule in known


# --------------------------------------------------------------------- deployment
def test_a_unit_is_put_down_where_it_is_pointed_to_in_any_of_its_formations() -> None:
    """army.deployment, formation.multi-line"""
    scenario = SYSTEM.scenario("graupius-83")
    game, seen, _ = next(
        one for one in played("graupius-83", 1, deployment=1) if isinstance(one[0].question, PlaceUnit)
    )
    question = game.question
    assert isinstance(question, PlaceUnit)
    assert seen.prompt is not None
    array = seen.prompt.array
    assert array is not None
    assert array.single
    assert {one.who for one in array.recruits} == set(question.waiting)
    assert {area.id for area in PAINTER.areas(game.battle, scenario)} >= {"zone-0", "zone-1"}
    warband = next(one for one in array.recruits if one.name == "First warband")
    wedge = [stand.name for stand in warband.stands].index("wedge")
    assert isinstance(warband.who, int)
    said = PAINTER.arrayed(game.battle, question, (Put(warband.who, wedge, (3600, 3600), 1800),))
    assert said.legal
    assert isinstance(said.answer, Placement)
    assert said.answer.formation is Formation.WEDGE
    assert not isinstance(question.judge(said.answer), Refusal)
    (post,) = said.posts
    assert post.put.at == (3600, 3600)
    off = PAINTER.arrayed(game.battle, question, (Put(warband.who, wedge, (3600, 500), 1800),))
    assert (off.legal, off.answer, off.rule) == (False, None, "army.deployment")
    assert "zone" in off.words


def test_every_ordinary_way_to_place_a_unit_stands() -> None:
    """army.deployment"""
    fought = replace(_undeployed(mustered("boudica-61")), deploys_first=0)
    question = PlaceUnit(0, battle=fought, waiting=tuple(one.id for one in waiting(fought, 0))[:5])
    array = PAINTER.array(fought, question)
    assert array is not None
    for way in array.ways:
        said = PAINTER.arrayed(fought, question, way.puts)
        assert said.legal
        assert said.posts[0].put == way.puts[0]


def _undeployed(fought: EagleBattle) -> EagleBattle:
    units = tuple(replace(one, pose=None) for one in fought.units)
    return replace(fought, units=units, step=Step.DEPLOYMENT)


def test_a_leader_put_upon_a_unit_is_with_it_and_stands_alone_anywhere_else() -> None:
    """command.attach"""
    fought = battle(unit(0, 20, 5), leaders=(leader(0),), step=Step.DEPLOYMENT)
    question = PlaceLeader(0, battle=fought, leader=0)
    array = PAINTER.array(fought, question)
    assert array is not None
    assert [way.title for way in array.ways] == ["With Unit 0", "Alone"]
    on_it = PAINTER.arrayed(fought, question, (Put("leader-0", 0, (2100, 480), 0),))
    assert on_it.answer == Posting(0, attached=0)
    assert on_it.posts[0].put.at == (2000, 450)  # the middle of the front rank, an inch deep
    alone = PAINTER.arrayed(fought, question, (Put("leader-0", 0, (3000, 400), 0),))
    assert alone.answer == Posting(0, at=(3000, 400))
    for way in array.ways:
        assert PAINTER.arrayed(fought, question, way.puts).legal
    astray = PAINTER.arrayed(fought, question, (Put("leader-0", 0, (3000, 3000), 0),))
    assert (astray.legal, astray.rule) == (False, "army.deployment")


# --------------------------------------------------------------------- track, armies, cards
@pytest.mark.parametrize("step", list(Step))
def test_every_step_has_its_place_on_the_track(step: Step) -> None:
    """turn.phases"""
    seen = PAINTER.track(replace(mustered(), step=step), SYSTEM.scenario("river-43"))
    phase = next(phase for phase in seen.phases if phase.name == seen.phase)
    assert seen.step in (*phase.steps, "")
    assert bool(seen.step) == bool(phase.steps)
    assert (seen.shared, seen.last_turn) == (True, 12)


def test_an_army_shows_what_it_has_lost_of_what_breaks_it() -> None:
    """victory.value, victory.break"""
    fought = mustered("boudica-61")
    legion = next(one for one in fought.units if one.name == "Legio XIV Gemina")
    fought = fought.with_unit(replace(legion, pose=None, removed=Removal.DESTROYED))
    romans, britons = PAINTER.sides(fought, SYSTEM.scenario("boudica-61"))
    assert (romans.commander, romans.flag, britons.commander) == ("Suetonius Paulinus", "romans", "Boudica")
    lost = {figure.name: figure.value for figure in romans.figures}["lost"]
    # A great Legion counts 3, vexillation, four cohorts and two alae 2 each, two lights 1 each, General 2,
    # leader 1: 22 in all, and half of it breaks the army.
    assert lost == "3 of 11"


def test_the_strip_counts_lost_bases_and_the_card_disorder_against_what_shakes() -> None:
    """troops.casualty, morale.threshold"""
    cohort = unit(0, 20, 20, dp=3, began=6)
    legion = unit(1, 40, 20, profile=LEGION, formation=Formation.MULTI_LINE, ranks=(4, 3, 3))
    fought = battle(cohort, legion)
    strip = PAINTER.sheet(fought, cohort, None).strip
    assert strip is not None
    assert (strip.filled, strip.marks) == (2, ((6, "destroyed"),))
    assert PAINTER.sheet(fought, cohort, None).signs == (("disorder", 3),)
    assert [figures(fought, one)["Disorder"].value for one in (cohort, legion)] == ["3 of 5", "0 of 7"]


def test_a_card_tells_bases_control_and_the_leader_who_is_near() -> None:
    """troops.bases, turn.command.who-tests"""
    fought = battle(unit(0, 20, 20), unit(1, 60, 20), leaders=(leader(0, attached=0),))
    near, far = (figures(fought, one) for one in fought.units)
    assert near["Bases"].value == "4 of 4"
    assert near["Leader"].note == "with it, 2 actions"
    assert (near["Control"].value, far["Control"].value) == ("needs no test", "test")
    assert far["Leader"].note.startswith("37 in off")  # from the marker to the nearest base: 40 in less 3


def test_every_figure_on_every_card_cites_a_rule_that_there_is() -> None:
    known = {rule.id for rule in SYSTEM.rulebook().rules}
    for id in SCENARIOS:
        fought = mustered(id)
        for one in fought.units:
            assert {figure.rule for figure in PAINTER.sheet(fought, one, None).figures} <= known


def test_units_want_their_activity_in_the_manoeuvres_of_their_side() -> None:
    """turn.activation"""
    fought = battle(unit(0, 10, 20), unit(1, 20, 20, taken=True), unit(2, 30, 20, control=Control.WAITS))
    assert [PAINTER.sheet(fought, one, None).need for one in fought.units] == ["waiting", "done", "unable"]


# --------------------------------------------------------------------- ground
def test_every_kind_of_ground_is_drawn_in_a_manner_of_its_own() -> None:
    """terrain.types"""
    for id in SCENARIOS:
        shown = PAINTER.legend(mustered(id).field)
        assert shown
        assert all(one.drawn is not Manner.OPEN for one in shown)
        assert len({one.drawn for one in shown}) == len(shown)


def test_the_camp_and_the_hill_are_marked() -> None:
    """army.camp, army.scenario"""
    fought = mustered("graupius-83")
    areas = {area.id: area for area in PAINTER.areas(fought, SYSTEM.scenario("graupius-83"))}
    assert set(areas) == {"camp-0", "hill-held"}
    assert areas["hill-held"].side == 1  # eight warbands stand on it as the battle begins
    assert areas["camp-0"].words == "The camp of the Romans: safe"


# --------------------------------------------------------------------- overlays
def test_the_arc_opens_from_the_tip_of_a_wedge_and_from_the_whole_front_of_a_line() -> None:
    """formation.arcs, formation.wedge"""
    line = unit(0, 20, 20, profile=WARBAND, formation=Formation.LINE, ranks=(4, 4))
    wedge = unit(1, 40, 20, profile=WARBAND, formation=Formation.WEDGE, ranks=(1, 2, 3, 2))
    fought = battle(line, wedge)
    arcs = [PAINTER.overlays(fought, who)[0] for who in (line, wedge)]
    assert [one.kind for one in arcs] == ["arc", "arc"]
    (wide,), (narrow,) = (one.shapes for one in arcs)
    assert isinstance(wide, Wedge)
    assert isinstance(narrow, Wedge)
    base = line.troop_class.frontage
    assert wide.right.x - wide.left.x == 4 * base
    assert narrow.right.x - narrow.left.x == base


def test_sight_is_drawn_to_who_is_seen_and_to_what_hides_the_others() -> None:
    """shooting.sight"""
    units = unit(0, 20, 20), unit(1, 16, 30, 180, side=1), unit(2, 24, 34, 180, side=1)
    fought = battle(*units, pieces=(box("wood", 20, 26, 30, 31),))
    seen, hidden = [one for one in PAINTER.overlays(fought, fought.units[0]) if one.kind == "sight"]
    assert (seen.label, seen.barred) == ("Unit 1, 10 in", False)
    assert hidden.barred
    assert hidden.label == "Unit 2 is hidden: the wood is in the way"


def test_who_could_shoot_or_charge_is_a_threat() -> None:
    """shooting.target, charge.range"""
    archers = unit(1, 20, 24, 180, side=1, profile=SKIRMISHERS)
    warband = unit(2, 12, 23, 180, side=1, profile=WARBAND)
    far = unit(3, 60, 40, 180, side=1, profile=WARBAND)
    fought = battle(unit(0, 16, 20), archers, warband, far)
    told = [one for one in PAINTER.overlays(fought, fought.units[0]) if one.kind == "threat"]
    assert {(one.rule, _whom(one.shapes[0])) for one in told} == {("shooting.target", 1), ("charge.range", 2)}


def _whom(shape: object) -> int | str | None:
    assert isinstance(shape, Stroke)
    return shape.whom


def test_command_lies_about_the_leader_or_about_the_unit_he_is_with() -> None:
    """turn.command.who-tests"""
    fought = battle(unit(0, 20, 20), unit(1, 26, 20), leaders=(leader(0, attached=1),))
    (about,) = [one for one in PAINTER.overlays(fought, fought.units[0]) if one.kind == "command"]
    assert about.shapes[0] == Ring(1, 400)
    assert about.label.startswith("needs no control test")
    alone = battle(unit(0, 20, 20), leaders=(leader(0, 40, 20),))
    (about,) = [one for one in PAINTER.overlays(alone, alone.units[0]) if one.kind == "command"]
    assert about.shapes[0] == Ring("leader-0", 400)
    assert about.label.startswith("has to take a control test")


def test_a_unit_off_the_table_has_nothing_drawn_about_it() -> None:
    fought = battle(unit(0, 20, 20), unit(1, 20, 23, 180, side=1))
    gone = replace(fought.units[0], pose=None, removed=Removal.LEFT)
    fought = fought.with_unit(gone)
    assert PAINTER.overlays(fought, gone) == ()
    assert PAINTER.bouts(fought, gone) == ()


# --------------------------------------------------------------------- bouts
def test_a_charge_is_weighed_as_the_combat_in_which_it_would_end() -> None:
    """charge.contact, melee.role"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 23, 180, side=1, profile=WARBAND))
    told = {one.title: one for one in PAINTER.bouts(fought, fought.units[0])}
    stands = told["Charge Unit 1: it stands"]
    assert isinstance(stands.facts, Duel)
    assert (stands.facts.first.role, stands.facts.second.role) == (Role.CHARGE, Role.STAND)
    assert stands.facts.first.touching == 4
    meets = told["Charge Unit 1: it counter-charges"]
    assert isinstance(meets.facts, Duel)
    assert meets.facts.second.role is Role.CHARGE
    back = told["Unit 1 charges: it stands"]
    assert (back.by, back.against) == (1, 0)
    seen = Weigher(SYSTEM).weigh(stands)
    chances = odds(do(duel, stands.facts))
    assert seen.expected == pytest.approx(float(chances.map(lambda fought: fought.difference).mean()))


def test_shooting_is_weighed_turned_to_the_target_and_a_light_target_may_evade() -> None:
    """shooting.turn, charge.response.evade"""
    archers = unit(0, 20, 20, 90, profile=ARCHERS)
    fought = battle(archers, unit(1, 20, 23, 180, side=1, profile=SKIRMISHERS))
    told = {(one.resolution.id, one.by): one for one in PAINTER.bouts(fought, archers)}
    shot = told["shooting", 0].facts
    assert isinstance(shot, ShootingFacts)
    assert shot.shooting.bases == 4
    assert ("flight", 1) in told


def test_a_combat_under_way_is_weighed_with_the_pursuit_of_either() -> None:
    """melee.contact, after.pursue.detail"""
    one, other = unit(0, 20, 20), unit(1, 20, 20, 180, side=1, profile=WARBAND)
    fought = battle(one, other, contacts=(touching(1, 0),))
    told = [(bout.resolution.id, bout.by) for bout in PAINTER.bouts(fought, one)]
    assert told == [("melee", 0), ("pursuit", 0), ("pursuit", 1)]


@pytest.mark.parametrize("id", SCENARIOS)
def test_every_bout_of_a_battle_can_be_weighed(id: str) -> None:
    known = {one.id for one in SYSTEM.resolutions()}
    weigher = Weigher(SYSTEM)
    for number, (game, _, _) in enumerate(played(id, 5, 120)):
        if number % 40 == 39:
            for one in game.battle.units:
                for bout in PAINTER.bouts(game.battle, one):
                    assert bout.resolution.id in known
                    assert weigher.weigh(bout).outcomes


# --------------------------------------------------------------------- stakes
def test_what_hangs_on_an_option_is_a_resolution_of_units_on_the_table() -> None:
    told = set[str]()
    for game, _, _ in played("boudica-61", 1, 400):
        question, battle = game.question, game.battle
        if not isinstance(question, Choose):
            continue
        for stake in (one for option in question.options for one in question.stakes(battle, option)):
            assert isinstance(stake.facts, stake.resolution.facts)
            assert all(battle.units[unit].pose is not None for unit in (stake.by, stake.against))
            told.add(stake.resolution.id)
    assert {"control", "shooting", "melee"} <= told


def test_a_charge_stakes_the_combat_and_the_answers_to_it() -> None:
    """turn.charge.declare, charge.response.counter"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 23, 180, side=1, profile=WARBAND), step=Step.FIRST_CHARGES)
    question = DeclareCharge(0, (None, 1), unit=0)
    assert question.stakes(fought, None) == ()
    stands, counters = question.stakes(fought, 1)
    assert (stands.title, counters.title) == ("Charge Unit 1: it stands", "Charge Unit 1: it counter-charges")
    assert isinstance(stands.facts, Duel)
    assert isinstance(counters.facts, Duel)
    assert (stands.facts.second.role, counters.facts.second.role) == (Role.STAND, Role.CHARGE)
    declared = replace(fought, charges=(Charge(0, 1, "front", 0),))
    answer = CounterOrStand(1, answers(declared, declared.units[1]), unit=1)
    told = {said.answer: answer.stakes(declared, said) for said in answer.options}
    assert [stake.facts for stake in told[Answer.STAND]] == [stands.facts]
    assert [stake.facts for stake in told[Answer.COUNTER]] == [counters.facts]


def test_a_support_is_staked_with_and_without_it() -> None:
    """melee.supported"""
    fought = battle(
        unit(0, 20, 20), unit(1, 20, 20, 180, side=1), unit(2, 20, 18), contacts=(touching(1, 0),)
    )
    question = CountSupport(0, (Backing(2, 0), None), combat=0, duel=Duel())
    (backed,), (alone,) = (question.stakes(fought, option) for option in question.options)
    assert (backed.by, backed.against) == (0, 1)
    assert isinstance(backed.facts, Duel)
    assert (backed.facts.first.supported, alone.facts) == (True, Duel())


def test_a_pursuit_stakes_the_dice_of_the_pursuer() -> None:
    """after.pursue.detail"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 30, side=1, routing=True), unit(2, 26, 30, side=1))
    (stake,) = PursueWhom(0, (1, 2), unit=0).stakes(fought, 1)
    assert (stake.by, stake.against, stake.facts) == (0, 1, Run(flight=Flight.PURSUE))
    assert FollowWhom(0, (1, 2), unit=0).stakes(fought, 2) == ()


# --------------------------------------------------------------------- the log
def test_a_move_is_told_by_its_length_and_direction() -> None:
    before = battle(unit(0, 20, 20))
    one = before.units[0]
    moved = events.UnitMoved(0, Pose(2000, 2650), one.last, one.formation, one.ranks, one.shape)
    assert moved.sentence(before, before) == "Unit 0 moves 6.5 in north"
    turned = events.UnitShifted(0, Pose(2000, 1900, 1800), "shooting.turn")
    assert turned.sentence(before, before) == "Unit 0 turns to face south"
    followed = events.UnitShifted(0, Pose(2000, 2300), "charge.support.follow")
    assert followed.sentence(before, before) == "Unit 0 moves up 3 in north"
    column = replace(moved, to=Pose(2000, 2000), formation=Formation.COLUMN, ranks=(2, 2))
    assert column.sentence(before, before) == "Unit 0 forms column, 2 wide"


def test_every_event_of_a_battle_is_told() -> None:
    told = 0
    for game, _, _ in played("boudica-61", 3):
        last = game
    now = last.checkpoints[0].battle
    for entry in last.log:
        if isinstance(entry, Happened):
            before, now = now, entry.event.apply(now)
            assert entry.event.sentence(before, now)
            told += 1
    assert told > 100


def test_the_picture_of_a_scenario_has_every_base_of_every_unit() -> None:
    """troops.bases"""
    fought = mustered("boudica-61")
    seen = drawn(SYSTEM, fought, SYSTEM.scenario("boudica-61"))
    legion = next(body for body in seen.bodies if body.card.name == "Legio XIV Gemina")
    assert [base.rank for base in legion.bases] == [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
    outline = corners(Pose(3300, 1550), fought.units[legion.id].shape)
    assert Point(3000, 1550) in outline
