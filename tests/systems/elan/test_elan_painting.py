"""What a battle of elan looks like on a screen, in inches and on hexes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
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
from sandtable.game.present.painting import Figure, Patch, Ring, Stroke
from sandtable.game.present.picture import Picture, drawn, picture
from sandtable.game.present.view import OptionView
from sandtable.systems.elan.aim import fire_facts
from sandtable.systems.elan.attaching import STAY, ChooseAttachment
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Engagement, Step
from sandtable.systems.elan.charge_decisions import ChooseReaction, DeclareCharge
from sandtable.systems.elan.events import Deed, UnitMoved
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.leader_decisions import PlaceDisplaced, PlaceSuccessor
from sandtable.systems.elan.melee_facts import Duel, Slope
from sandtable.systems.elan.movement_decisions import Go
from sandtable.systems.elan.painting import PAINTER
from sandtable.systems.elan.painting.surfaces import surface_of
from sandtable.systems.elan.plan_decisions import PlanHexRide
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.shooting import VolleyFacts, volley_and_test
from sandtable.systems.elan.system import SYSTEM
from sandtable.table.space import Pose, centre, corners, standing
from tests.systems.elan import bivouac

SCALES = ("large", "small", "hex")
PLACED = ("move.kind", "move.formation", "move.garrison-exit", "arrivals.place", "charge.evade-face")
"""Decisions after which a unit stands where the option showed it, before anything else happens to it."""


@cache
def mustered(scale: str = "large", id: str = "quatre-bras") -> ElanBattle:
    """A scenario before its first turn."""
    return SYSTEM.muster(SYSTEM.scenario(id), chosen(scale))


def chosen(scale: str, *, free: bool = False) -> Any:
    """The options of a battle."""
    return SYSTEM.rulebook().choose({"scale": SCALES.index(scale), "deployment": int(free)})


def unit(battle: ElanBattle, name: str) -> ElanUnit:
    """The unit of that name."""
    return next(unit for unit in battle.units if unit.name == name)


def figures(battle: ElanBattle, one: ElanUnit) -> dict[str, Figure]:
    """The figures on a unit's card."""
    return {figure.name: figure for figure in PAINTER.sheet(battle, one, None).figures}


def played(
    scale: str, seed: int, *, id: str = "quatre-bras", answers: int = 350, free: bool = False
) -> Iterator[tuple[Game[Any], Picture, object]]:
    """A battle between militias at each of its questions, the picture of whoever is asked, and his answer."""
    scenario = SYSTEM.scenario(id)
    game = Game(SYSTEM, SYSTEM.muster(scenario, chosen(scale, free=free)), RandomHand(seed))
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
    ("scale", "id", "seed"),
    [("large", "quatre-bras", 1), ("small", "alma", 2), ("hex", "swiepwald", 3), ("hex", "quatre-bras", 4)],
)
def test_whatever_is_offered_names_bodies_and_tokens_that_are_there(scale: str, id: str, seed: int) -> None:
    for _, seen, _ in played(scale, seed, id=id):
        prompt = seen.prompt
        assert prompt is not None
        bodies, tokens = {body.id for body in seen.bodies}, {token.id for token in seen.tokens}
        for who in (*prompt.about, *_named(prompt.options)):
            assert who in bodies or who in tokens, f"{prompt.decision} names {who!r}"
        assert all(option.title for option in prompt.options), prompt.decision
        planned = [one for one in (prompt.move, prompt.steps, prompt.spot) if one is not None]
        assert len(planned) == (0 if prompt.options else 1), prompt.decision
        for plan in (prompt.move, prompt.steps):
            assert plan is None or plan.mover in bodies or plan.mover in tokens


def _named(options: tuple[OptionView, ...]) -> Iterator[int | str]:
    for option in options:
        yield from (who for who in (option.subject, option.target) if who is not None)


@pytest.mark.parametrize(("scale", "seed"), [("large", 5), ("hex", 6)])
def test_a_unit_comes_to_stand_where_the_option_showed_it(scale: str, seed: int) -> None:
    awaited: tuple[int, OptionView] | None = None
    settled = 0
    for game, seen, answer in played(scale, seed, answers=500):
        if awaited is not None:
            start, option = awaited
            assert option.place in _poses(game, start, option.subject), option.label
            settled += 1
        question, awaited = game.question, None
        assert seen.prompt is not None
        if isinstance(question, Choose) and question.decision in PLACED:
            option = seen.prompt.options[question.options.index(answer)]
            awaited = (len(game.log), option) if option.place is not None else None
    assert settled


def _poses(game: Game[Any], start: int, number: object) -> list[object]:
    """Where a unit stood when the log was so long, and everywhere since."""
    battle, poses = game.checkpoints[0].battle, list[object]()
    assert isinstance(number, int)
    for at, entry in enumerate(game.log):
        if at == start:
            poses.append(battle.units[number].pose)
        if isinstance(entry, Happened):
            battle = entry.event.apply(battle)
            if at >= start:
                poses.append(battle.units[number].pose)
    return poses


@pytest.mark.parametrize("scale", ["small", "hex"])
def test_a_brigade_to_be_drawn_up_is_shown_unit_by_unit_where_it_would_stand(scale: str) -> None:
    """setup.deploy"""
    game, seen, answer = next(played(scale, 3, answers=1, free=True))
    assert seen.prompt is not None
    assert seen.track.phase == "Deployment"
    assert {area.id for area in seen.areas if area.kind == "zone"} == {"zone-0", "zone-1"}
    option = next(one for one in seen.prompt.options if one.answer == answer)
    game.answer(answer)
    placed = {ghost.who: ghost.pose for ghost in option.ghosts}
    tokens = {token.id: token.pose for token in SYSTEM.tokens(game.battle)}
    assert len(placed) >= 2
    for who, pose in placed.items():
        assert pose == (game.battle.units[who].pose if isinstance(who, int) else tokens[who])


def test_a_commander_who_rides_is_himself_though_another_shares_his_hex() -> None:
    """move.commander: who rides is told by the question and not by where he stands"""
    for game, seen, answer in played("hex", 4):
        assert seen.prompt is not None
        if isinstance(answer, Go) and answer.who == "commander":
            rider = answer.number
            game.answer(answer)
            question = game.question
            assert isinstance(question, PlanHexRide)
            assert question.mover() == f"commander-{rider}"
            return
    raise AssertionError("nobody rode")


@pytest.mark.parametrize(("scale", "gap"), [("large", 600), ("hex", 1040)])
def test_a_charge_is_offered_on_its_target_and_shown_in_contact(scale: str, gap: int) -> None:
    """charge.declare, geometry.contact"""
    battle, line, guns = facing(scale, gap)
    question = DeclareCharge(line.side, (guns.id, None), charger=line.id)
    charge, none = (question.face(battle, option) for option in (guns.id, None))
    assert (charge.subject, charge.target, charge.title) == (line.id, guns.id, "Charge Dutch battery")
    assert charge.place is not None
    there = battle.with_unit(replace(line, pose=charge.place))
    assert ground_of(there).gap(line.id, guns.id) == (1 if scale == "hex" else pytest.approx(0, abs=1))
    assert (none.subject, none.target, none.title) == (line.id, None, "No charge")


# --------------------------------------------------------------------- the track and the armies
@pytest.mark.parametrize("step", list(Step))
def test_every_step_has_its_place_on_the_track(step: Step) -> None:
    seen = PAINTER.track(replace(mustered(), step=step), SYSTEM.scenario("quatre-bras"))
    phase = next(phase for phase in seen.phases if phase.name == seen.phase)
    assert seen.step in ("", *phase.steps)
    assert seen.shared


def test_the_track_has_the_ten_phases_of_a_turn() -> None:
    """turn.sequence"""
    names = [phase.name.lower() for phase in PAINTER.track(mustered(), SYSTEM.scenario("quatre-bras")).phases]
    rows = SYSTEM.rulebook()["turn.sequence"].rows
    assert names == [str(row["phase"]).removesuffix("-turn") for row in rows]


def test_an_army_shows_its_points_and_what_it_has_lost_of_what_has_it_test() -> None:
    """victory.points, army.break-point"""
    french, allies = PAINTER.sides(mustered(), SYSTEM.scenario("quatre-bras"))
    assert (french.commander, allies.commander) == ("Ney", "Wellington")
    assert [figure.value for figure in french.figures] == ["0", "0 of 7"]  # more than half of twelve units
    assert [figure.value for figure in allies.figures] == ["8", "0 of 7"]  # thirteen; all three objectives


# --------------------------------------------------------------------- the card of a unit
def test_the_strip_has_its_marks_at_the_thirds_of_the_strength() -> None:
    """troops.one-third, troops.spent"""
    line = replace(unit(mustered(), "61st Line"), lost=5)
    strip = PAINTER.sheet(mustered(), line, None).strip
    assert strip is not None
    whole = line.profile.strength
    assert strip.filled == 5
    assert [at for at, _ in strip.marks] == [whole // 3, 2 * whole // 3, whole]


@pytest.mark.parametrize(
    ("scale", "move", "command"),
    [("large", "12 in", "of 12 in"), ("small", "8 in", "of 8 in"), ("hex", "3 hexes", "of 2 hexes")],
)
def test_a_card_is_written_in_the_figures_of_its_set(scale: str, move: str, command: str) -> None:
    """scale.sets, movement.rates, command.range"""
    battle = mustered(scale)
    card = figures(battle, unit(battle, "61st Line"))
    assert card["Move"].value == move
    assert card["In command"].value == "yes"
    assert card["In command"].note.startswith("Bachelu, ")
    assert card["In command"].note.endswith(command)


def test_every_figure_on_every_card_cites_a_rule_that_there_is() -> None:
    known = set(SYSTEM.rulebook().ids)
    for scale in SCALES:
        for id in SYSTEM.scenarios():
            battle = mustered(scale, id)
            for one in battle.units:
                assert {figure.rule for figure in figures(battle, one).values()} <= known


# --------------------------------------------------------------------- the ground
@pytest.mark.parametrize("scale", SCALES)
def test_an_objective_is_drawn_as_far_as_it_is_held_from(scale: str) -> None:
    """victory.hold: within 6 (4) [1 hex]"""
    battle = mustered(scale)
    areas = PAINTER.areas(battle, SYSTEM.scenario("quatre-bras"))
    assert [area.label for area in areas] == ["Quatre Bras, 4 VP", "Gemioncourt, 2 VP", "Bossu wood, 2 VP"]
    drawn = shapely.Polygon(areas[0].polygon)
    point = battle.prizes[0].point
    expected = {
        "large": math.pi * 600**2,
        "small": math.pi * 400**2,
        "hex": 7 * 600**2 * math.sqrt(3) / 2,
    }[scale]
    assert drawn.area == pytest.approx(expected, rel=0.01)
    assert drawn.contains(shapely.Point(point))


@pytest.mark.parametrize("scale", SCALES)
def test_the_names_of_ground_lie_on_it(scale: str) -> None:
    battle, scenario = mustered(scale), SYSTEM.scenario("quatre-bras")
    names = {name.label: name.place for name in PAINTER.names(battle, scenario)}
    bossu = next(piece for piece in battle.field.pieces if piece.id == "bossu")
    assert shapely.Polygon(bossu.polygon).contains(shapely.Point(names["Bossu wood"]))


def test_every_kind_of_ground_is_drawn_in_a_manner_of_its_own() -> None:
    """terrain.types: nothing but what is open is drawn as open"""
    for id in SYSTEM.scenarios():
        drawn = PAINTER.legend(mustered("large", id).field)
        assert {one.kind for one in drawn if one.drawn == "open"} == set()


# --------------------------------------------------------------------- hexes
def test_a_battle_on_hexes_has_its_grid_in_the_picture_and_one_in_inches_has_none() -> None:
    scenario = SYSTEM.scenario("quatre-bras")
    seen = {scale: drawn(SYSTEM, mustered(scale), scenario) for scale in SCALES}
    assert seen["large"].grid is seen["small"].grid is None
    grid = seen["hex"].grid
    assert grid is not None
    assert (grid.columns, grid.rows, grid.size, grid.corners) == (18, 14, 600, "north-south")
    assert {cell.kind for cell in grid.cells} == {"wood", "light-wood", "built-up"}
    assert {side.kind for side in grid.sides} == {"stream"}
    assert any(side.is_open for side in grid.sides)  # the bridge
    assert {link.kind for link in grid.links} == {"road"}


def test_bodies_on_hexes_stand_in_the_middle_of_their_hexes() -> None:
    """hex.grid"""
    battle = mustered("hex")
    laid = SYSTEM.hex_field(battle)
    assert laid is not None
    for one in (*battle.on_table(0), *battle.on_table(1)):
        middle = centre(standing(one), one.shape)
        hex_ = laid.grid.under(middle)
        assert hex_ is not None
        assert math.dist(laid.grid.centre(hex_), middle) <= 1


# --------------------------------------------------------------------- overlays
def test_the_arc_of_fire_holds_whoever_may_be_fired_at_and_no_one_else() -> None:
    """geometry.fire-arc, shooting.band: the patch of the arc against the questions of the rules"""
    for scale in SCALES:
        battle = mustered(scale)
        guns = unit(battle, "Foy's battery")
        ground = ground_of(battle)
        far = battle.figures.span(24 if scale == "large" else 16 if scale == "small" else 4)
        (patch,) = surface_of(battle).arc(battle, guns, far)
        assert isinstance(patch, Patch)
        arc = shapely.Polygon(patch.polygon)
        for enemy in battle.enemies_of(guns.side):
            other = shapely.Polygon(corners(standing(enemy), enemy.shape))
            inside = ground.is_in_arc(guns.id, enemy.id) and ground.fire_range(guns.id, enemy.id) <= far
            shared = arc.intersection(other).area
            assert (shared > 0) == inside or shared < 1


def test_bands_lie_in_one_another_the_nearest_last() -> None:
    battle = mustered()
    bands = [one for one in PAINTER.overlays(battle, unit(battle, "Foy's battery")) if one.kind == "range"]
    areas = [shapely.Polygon(one.shapes[0].polygon) for one in bands if isinstance(one.shapes[0], Patch)]
    assert [one.label.split()[0] for one in bands] == ["long", "effective", "close"]
    assert all(wide.buffer(1).contains(near) for wide, near in pairwise(areas))


def test_sight_is_drawn_to_who_is_seen_and_to_what_hides_the_others() -> None:
    """geometry.los, hex.sight"""
    for scale in ("large", "hex"):
        battle = mustered(scale)
        ground, guns = ground_of(battle), unit(battle, "Foy's battery")
        lines = [one for one in PAINTER.overlays(battle, guns) if one.kind == "sight"]
        for line in lines:
            (stroke,) = line.shapes
            assert isinstance(stroke, Stroke)
            assert isinstance(stroke.whom, int)
            assert ground.sees(guns.id, stroke.whom) is not line.barred
            assert line.barred == ("is hidden: " in line.label)
        whom = {one.shapes[0].whom for one in lines if isinstance(one.shapes[0], Stroke)}
        enemies = battle.enemies_of(guns.side)
        assert whom == {enemy.id for enemy in enemies if ground.is_in_arc(guns.id, enemy.id)}


def test_command_lies_about_the_commander_and_about_his_unit_while_he_is_with_it() -> None:
    """command.range"""
    battle = mustered()
    line = unit(battle, "61st Line")
    (free,) = [one for one in PAINTER.overlays(battle, line) if one.kind == "command"]
    assert isinstance(free.shapes[0], Patch)
    assert shapely.Polygon(free.shapes[0].polygon).area == pytest.approx(math.pi * 1200**2, rel=0.01)
    number = battle.brigades[line.brigade].commander
    with_unit = replace(battle.leaders[number], pose=None, attached_to=line.id)
    leaders = tuple(with_unit if at == number else one for at, one in enumerate(battle.leaders))
    (bound,) = [
        one for one in PAINTER.overlays(replace(battle, leaders=leaders), line) if one.kind == "command"
    ]
    assert bound.shapes[0] == Ring(line.id, 1200)


def test_a_unit_off_the_table_has_nothing_drawn_about_it() -> None:
    gone = unit(mustered(), "Guiton's cuirassiers")
    assert gone.pose is None
    assert PAINTER.overlays(mustered(), gone) == ()
    assert PAINTER.bouts(mustered(), gone) == ()


# --------------------------------------------------------------------- bouts
def facing(scale: str, gap: int) -> tuple[ElanBattle, ElanUnit, ElanUnit]:
    """The 61st Line before the Dutch battery, so far off, in the open, nobody else near."""
    battle = mustered(scale)
    guns, line = unit(battle, "Dutch battery"), unit(battle, "61st Line")
    ahead = standing(guns)
    stands = replace(line, pose=Pose(ahead.x, ahead.y - gap, 0))
    others = tuple(one if one.id in (guns.id, line.id) else replace(one, pose=None) for one in battle.units)
    battle = replace(battle, units=others).with_unit(stands)
    return battle, stands, guns


@pytest.mark.parametrize(("scale", "gap"), [("large", 600), ("hex", 1040)])
def test_a_bout_promises_what_the_resolution_does_and_tells_the_answer_too(scale: str, gap: int) -> None:
    battle, line, guns = facing(scale, gap)
    bouts = PAINTER.bouts(battle, line)
    volleys = {one.by: one for one in bouts if one.resolution.id == "volley"}
    assert guns.id in volleys
    facts = volleys[guns.id].facts
    assert isinstance(facts, VolleyFacts)
    assert facts.fire == fire_facts(battle, guns.id, line.id)
    seen = Weigher(SYSTEM).weigh(volleys[guns.id])
    chances = odds(do(volley_and_test, facts))
    assert seen.expected == pytest.approx(float(chances.map(lambda end: end.hits).mean()))


@pytest.mark.parametrize(("scale", "gap"), [("large", 600), ("hex", 1040)])
def test_a_charge_is_weighed_by_each_reaction_and_with_the_melee_after_it(scale: str, gap: int) -> None:
    """charge.reactions: deployed foot artillery stands and fires"""
    battle, line, guns = facing(scale, gap)
    mine = [one for one in PAINTER.bouts(battle, line) if one.by == line.id]
    assert [one.resolution.id for one in mine if one.resolution.id != "volley"] == ["charge", "melee"]
    duel = mine[-1].facts
    assert isinstance(duel, Duel)
    assert (duel.attacker.unit, duel.defender.unit, duel.edge) == (line.id, guns.id, Edge.FRONT)
    assert duel.slope is Slope.LEVEL


def test_a_melee_under_way_is_weighed_from_the_side_that_charged() -> None:
    battle, line, guns = facing("large", 100)
    pair = (min(line.id, guns.id), max(line.id, guns.id))
    battle = replace(battle, engagements=(Engagement(pair=pair, charging=(line.id,)),))
    (melee,) = [one for one in PAINTER.bouts(battle, guns) if one.resolution.id == "melee"]
    assert (melee.by, melee.against) == (line.id, guns.id)


# --------------------------------------------------------------------- what is missing, what is told
def test_nothing_is_both_offered_and_missing() -> None:
    known, told = set(SYSTEM.rulebook().ids), 0
    for scale in ("large", "hex"):
        for _, seen, _ in played(scale, 12, answers=300):
            assert seen.prompt is not None
            offered = {(option.title, option.subject) for option in seen.prompt.options}
            for one in seen.prompt.missing:
                assert (one.title, one.subject) not in offered
                assert one.words
                assert one.rule in known
                told += 1
    assert told


def test_a_move_is_told_by_its_length_and_direction() -> None:
    for scale, words in (
        ("large", "The 61st Line moves 6 in north"),
        ("hex", "The 61st Line moves 1 hex north"),
    ):
        battle = mustered(scale)
        line = unit(battle, "61st Line")
        there = standing(line).shifted(0, 600)
        moved = UnitMoved(line.id, there, Deed.MOVED)
        assert moved.sentence(battle, moved.apply(battle)) == words


def test_every_question_has_a_short_title() -> None:
    for scale in ("small", "hex"):
        for _, seen, _ in played(scale, 13, answers=200):
            assert seen.prompt is not None
            assert 0 < len(seen.prompt.title) <= 30


def test_whom_a_question_is_about() -> None:
    """A charge is answered by one unit against another; a successor has no token yet."""
    near = bivouac.unit(1, 20, 40, 180, side=1)
    scene = InchGround(bivouac.battle(bivouac.unit(0, 20, 20), near)).scene
    assert ChooseReaction(0, (Reaction.STAND,), target=1, charger=0).parties() == (1, 0)
    assert DeclareCharge(0, (1, None), charger=0).parties() == (0,)
    assert ChooseAttachment(0, (STAY,), leader=0).parties() == ("commander-0",)
    assert PlaceDisplaced(1, near, 100, (), 0, (), scene, leader=1).parties() == ("commander-1",)
    assert PlaceSuccessor(1, near, 100, (), 0, (), scene, leader=1).parties() == ()
