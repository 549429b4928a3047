"""Liberty beside a real table: what a card fills in, and marks that follow the battle on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.questions import do
from sandtable.game.drivers.play import Game
from sandtable.game.kit.roster_cards import Plain, Unsuited
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.actions import Buying, CommandPoint
from sandtable.systems.liberty.aim import shots
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, Step
from sandtable.systems.liberty.charges import Response
from sandtable.systems.liberty.melee_ground import fighter
from sandtable.systems.liberty.rallying import ToRally, rally_facts, rally_step
from sandtable.systems.liberty.system import SYSTEM
from sandtable.systems.liberty.trials import take_all
from sandtable.systems.liberty.volleys import shoot_step
from tests.systems.liberty import charge_parade
from tests.systems.liberty.charge_parade import FAIR, GOOD, NONE, POOR
from tests.systems.liberty.clash import blow, lines, play
from tests.systems.liberty.drill import at, drill
from tests.systems.liberty.parade import LIGHTS, MILITIA, REGULARS, SIX_POUNDERS, battle, unit
from tests.systems.on_paper import Seated, below, differing_facts, filled, on_paper

DRAGOONS = "british.light-dragoon-regiment"
FRESH = Seated(REGULARS, {})
MARKED = ("hits", "disorder", "under_fire", "routing", "charging", "fired", "broken")


def differing(before: LibertyBattle, after: LibertyBattle, number: int) -> dict[str, Plain]:
    """The marks of a unit on the table that a procedure changed."""
    old, new = before.units[number], after.units[number]
    return {name: getattr(new, name) for name in MARKED if getattr(old, name) != getattr(new, name)}


# ------------------------------------------------------------------ what a card fills in
def test_the_card_of_a_regiment_gives_its_values_by_its_bases() -> None:
    """troops.size-by-bases: a regiment of four bases is worn at 8, shaken at 16 and broken at 24."""
    facts = filled(SYSTEM, "volley", {"target": Seated(REGULARS, {"hits": 9})})
    assert facts["target.wear"] == "8/16/24"
    assert facts["target.hits"] == 9
    five = filled(SYSTEM, "volley", {"target": Seated(REGULARS, {"bases": 5})})
    assert five["target.wear"] == "10/20/30"


@pytest.mark.parametrize(
    ("marks", "bases", "state"),
    [
        ({}, 4, "STEADY"),
        ({"hits": 8}, 4, "WORN"),
        ({"hits": 16, "formation": "column"}, 2, "SHAKEN"),
        ({"formation": "march-column"}, 1, "STEADY"),
    ],
)
def test_a_shooter_shoots_with_its_front_rank_in_its_state(
    marks: dict[str, Plain], bases: int, state: str
) -> None:
    facts = filled(SYSTEM, "volley", {"shooter": Seated(REGULARS, marks)})
    assert (facts["fire.bases"], facts["fire.state"]) == (bases, state)


def test_special_rules_of_the_list_are_filled_in() -> None:
    facts = filled(SYSTEM, "volley", {"shooter": Seated("hessian.jagers", {})})
    assert (facts["fire.weapon"], facts["fire.marksmen"]) == ("Rifled Musket", True)
    guards = filled(SYSTEM, "morale", {"unit": Seated("british.guard-infantry", {})})
    assert (guards["nerve.stubborn"], guards["nerve.quality"]) == (True, "Elite")


def test_only_a_general_with_the_unit_says_that_it_is_in_command() -> None:
    """leaders.attach.command: where he stands alone the table decides, and paper is silent."""
    assert "nerve.in_command" not in filled(SYSTEM, "morale", {"unit": FRESH})
    led = filled(SYSTEM, "morale", {"unit": Seated(REGULARS, {"general": True})})
    assert led["nerve.in_command"] is True


def test_dismounted_dragoons_have_the_bases_and_values_of_men_on_foot(
    case: Callable[[str], dict[str, Any]],
) -> None:
    """movement.mount.rate: four bases in the saddle are three on foot, 4/8/12."""
    facts = filled(SYSTEM, "melee", {"attacker": Seated(DRAGOONS, {"dismounted": True})})
    assert (facts["attacker.bases"], facts["attacker.wear"]) == (3, "4/8/12")
    assert facts["attacker.arm"] == "Dismounted Cavalry"


@pytest.mark.parametrize(
    ("resolution", "party", "seated", "words"),
    [
        ("charge", "charger", Seated(SIX_POUNDERS, {}), "artillery cannot charge"),
        ("charge-test", "charger", Seated(REGULARS, {"hits": 16}), "SHAKEN unit cannot charge"),
        ("counter-charge", "unit", FRESH, "counter-charge"),
        ("volley", "shooter", Seated(SIX_POUNDERS, {"formation": "limbered-line"}), "limbered"),
        ("volley", "shooter", Seated(REGULARS, {"disorder": 1}), "DISORDERED"),
        ("volley", "target", Seated(REGULARS, {"hits": 24}), "BROKEN at 24 hits"),
        ("volley", "target", Seated(REGULARS, {"broken": True}), "takes no part"),
        ("volley", "target", Seated(LIGHTS, {"bases": 3}), "no size of 3 bases"),
        ("volley", "target", Seated(REGULARS, {"dismounted": True}), "no horses"),
        ("volley", "target", Seated(REGULARS, {"formation": "limbered-file"}), "cannot stand in"),
        ("rally", "unit", FRESH, "without hits"),
        ("order", "unit", Seated(REGULARS, {"disorder": 1}), "gets no order"),
    ],
)
def test_who_cannot_take_part_is_refused_in_a_sentence(
    resolution: str, party: str, seated: Seated, words: str
) -> None:
    with pytest.raises(Unsuited, match=words):
        filled(SYSTEM, resolution, {party: seated})


# ------------------------------------------------------------------ worked cases of the catalogue
def test_reinforced_units_have_four_to_six_hits_left_of_nine(case: Callable[[str], dict[str, Any]]) -> None:
    """orders.rally.ok.other, action.reinforce: 6 to 8 hits left of 9, or 4 to 6 with Reinforce!"""
    worn = {"unit": Seated(REGULARS, {"hits": 9})}
    plain, reinforced = case("lib-016")["hits_plain"], case("lib-016")["hits_reinforced"]
    for die in (1, 2, 3):
        rested = on_paper(SYSTEM, "rally", worn, faces=(4, 4, 1, die), drilled=False)
        assert rested.changes == {"unit": {"hits": plain[1] + 1 - die}}
        always, spent = str(Buying.ALWAYS), (CommandPoint.SPEND,)
        helped = on_paper(
            SYSTEM, "rally", worn, faces=(4, 1, 1, die), answers=spent, reinforce=always, drilled=False
        )
        assert helped.changes == {"unit": {"hits": reinforced[1] + 1 - die}}


# ------------------------------------------------------------------ as on the table
@pytest.mark.parametrize(
    ("hits", "to_hit", "saves", "test"),
    [
        (0, (1,) * 10, (), ()),
        (0, (6, 6) + (1,) * 8, (1, 1), (6, 1, 1, 1)),
        (0, (6, 6) + (1,) * 8, (1, 6), (1, 1, 1, 1)),
        (7, (6, 6) + (1,) * 8, (1, 1), (1, 1, 1)),
        (15, (6, 6) + (1,) * 8, (1, 1), (1, 1)),
        (23, (6, 6) + (1,) * 8, (1, 1), ()),
    ],
)
def test_a_volley_leaves_the_marks_that_it_leaves_on_the_table(
    hits: int, to_hit: tuple[int, ...], saves: tuple[int, ...], test: tuple[int, ...]
) -> None:
    shooter = replace(unit(0, 36, 10), may_shoot=True)
    target = unit(1, 36, 22, 180, side=1, hits=hits)
    scene = at(battle(shooter, target, unit(2, 5, 3), unit(3, 67, 45, 180, side=1)), Step.SHOOTING)
    chosen = shots(scene)[0]
    shot = drill(do(shoot_step, scene), (*to_hit, *saves), (chosen,))
    after = drill(do(take_all, shot.battle), test).battle
    parties = {"shooter": FRESH, "target": Seated(REGULARS, {"hits": hits})}
    paper = on_paper(SYSTEM, "volley", parties, faces=(*to_hit, *saves, *test), fire__range=12)
    assert paper.changes["target"] == _without_overkill(differing(scene, after, 1))
    assert paper.changes["shooter"] == {}


PASSES, FAILS = (6, 6, 1, 1), (1, 1, 1, 1)
"""The MORALE test of a STEADY unit after a lost melee: three successes are needed."""


@pytest.mark.parametrize(
    ("hits", "blows", "test"),
    [
        ((0, 0), (*blow(16, 5), *blow(12, 2)), FAILS),
        ((0, 0), (*blow(16, 5), *blow(12, 2)), PASSES),
        ((0, 6), (*blow(16, 5), *blow(12, 2)), (1, 1, 1, 2, 3)),
        ((0, 23), (*blow(16, 1), *blow(8, 5)), ()),
        ((9, 0), (*blow(14, 2), *blow(12, 2)), ()),
    ],
)
def test_a_round_of_melee_leaves_the_marks_that_it_leaves_on_the_table(
    hits: tuple[int, int], blows: tuple[int, ...], test: tuple[int, ...]
) -> None:
    """A rout move and the die of a breakthrough come after the round; its loser's test is part of it."""
    charger = unit(0, 36, 20, charging=1, hits=hits[0])
    scene = lines(charger, unit(1, 36, 20, 180, side=1, hits=hits[1]))
    after_it = (3,) if hits[1] == 23 else ()
    game, hand = play(scene, *blows, *test, *after_it)
    hand.assert_used()
    parties = {
        "attacker": Seated(REGULARS, {"hits": hits[0], "charging": True}),
        "defender": Seated(REGULARS, {"hits": hits[1]}),
    }
    loser = test[: {0: 4, 6: 3}.get(hits[1], 0)]
    paper = on_paper(SYSTEM, "melee", parties, faces=(*blows, *loser))
    for number, party in enumerate(("attacker", "defender")):
        assert paper.changes[party] == _without_overkill(differing(scene, game.battle, number))


def _without_overkill(changes: dict[str, Plain]) -> dict[str, Plain]:
    """A roster counts no hits beyond the one that breaks a unit."""
    return {**changes, "hits": min(int(str(changes["hits"])), 24)} if "hits" in changes else changes


@pytest.mark.parametrize(
    ("marks", "faces", "answers"),
    [
        ({"hits": 8}, (6, 1, 1, 3), (ToRally(0),)),
        ({"hits": 8}, (5, 1, 1), (ToRally(0),)),
        ({"hits": 8, "routing": True}, (6, 1, 1), ("stance",)),
        ({"hits": 8, "routing": True, "under_fire": 2}, (1, 1, 1, 2), ()),
        ({"hits": 23, "routing": True}, (1, 1, 1), ()),
    ],
)
def test_a_rally_leaves_the_marks_that_it_leaves_on_the_table(
    marks: dict[str, Any], faces: tuple[int, ...], answers: tuple[object, ...]
) -> None:
    rallying = replace(unit(0, 10, 20, profile=MILITIA), **marks)
    others = (unit(1, 60, 10), unit(2, 68, 10), unit(3, 36, 44, 180, side=1))
    scene = at(battle(rallying, *others), Step.RALLYING)
    chosen = tuple(() if one == "stance" else one for one in answers)
    after = drill(do(rally_step, scene), faces, chosen).battle
    paper = on_paper(SYSTEM, "rally", {"unit": Seated(MILITIA, marks)}, faces=faces)
    assert paper.changes["unit"] == differing(scene, after, 0)


VOLLEY = (4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 5, 1, 1)
"""Ten dice of defensive fire: three hits, one of them saved."""


@pytest.mark.parametrize(
    ("faces", "response"),
    [
        (NONE, None),
        (POOR, None),
        ((*GOOD, 1), Response.HOLD),
        ((*FAIR, *VOLLEY, 6, 1, 1, 1, 1), Response.FIRE),
        ((*FAIR, *VOLLEY, 1, 1, 1, 1), Response.FIRE),
    ],
)
def test_a_charge_leaves_the_marks_that_it_leaves_on_the_table(
    faces: tuple[int, ...], response: Response | None
) -> None:
    """The charger is under fire from before; its markers come off with the end of its activation."""
    scene = charge_parade.lines(9, charger={"under_fire": 1})
    answers = () if response is None else (response,)
    game = charge_parade.charge(scene, *faces, answers=answers)
    parties = {"charger": Seated(REGULARS, {"under_fire": 1}), "target": FRESH}
    answer = str(response or Response.HOLD)
    paper = on_paper(SYSTEM, "charge", parties, faces=faces, response=answer, way__distance=9, fire__range=9)
    for number, party in enumerate(("charger", "target")):
        assert paper.changes[party] == differing(scene, game.battle, number)


# ------------------------------------------------------------------ what paper alone decides
def test_disorder_is_one_marker_in_the_own_turn_and_two_in_the_enemys() -> None:
    """disorder.own-phase, disorder.enemy-phase: the seat of a MORALE test tells whose turn it is."""
    enemys = on_paper(SYSTEM, "morale", {"unit": FRESH}, faces=(1, 1, 1, 1))
    own = on_paper(SYSTEM, "morale", {"unit": FRESH}, faces=(1, 1, 1, 1), nerve__seat=0)
    assert (enemys.changes["unit"], own.changes["unit"]) == ({"disorder": 2}, {"disorder": 1})


def test_a_router_heeds_nothing_but_being_broken() -> None:
    """morale.routing, disorder.routing-ignores"""
    routing = {"unit": Seated(REGULARS, {"routing": True})}
    assert on_paper(SYSTEM, "morale", routing, faces=(1, 1, 1, 1)).changes["unit"] == {}


def test_a_general_falls_with_a_one_and_leaves_a_broken_unit() -> None:
    """leaders.killed, leaders.unit-lost"""
    led = Seated(REGULARS, {"general": True})
    paper = on_paper(
        SYSTEM, "melee", {"attacker": led, "defender": FRESH}, faces=(*blow(14, 2), *blow(12, 2), 1)
    )
    assert paper.changes["attacker"]["general"] is False
    broken = Seated(REGULARS, {"general": True, "hits": 23})
    volley = on_paper(SYSTEM, "volley", {"shooter": FRESH, "target": broken}, faces=((6,) + (1,) * 9 + (1,)))
    assert volley.changes["target"] == {"hits": 24, "under_fire": 1, "general": False, "broken": True}


def test_veterans_who_recover_can_be_ordered_without_markers() -> None:
    """special.veterans"""
    guards = {"unit": Seated("british.guard-infantry", {"disorder": 2})}
    assert on_paper(SYSTEM, "recovery", guards, faces=(4,)).changes["unit"] == {"disorder": 0}
    assert on_paper(SYSTEM, "recovery", guards, faces=(3,)).changes["unit"] == {}


# ------------------------------------------------------------------ in the middle of a battle
def carried(fought: LibertyBattle, one: Regiment) -> Seated:
    """A unit of a battle on paper, with all that it carries."""
    marks: dict[str, Plain] = {name: getattr(one, name) for name in MARKED}
    led = any(general.attached_to == one.id for general in fought.generals)
    return Seated(
        one.profile_id, {**marks, "bases": one.bases, "formation": str(one.formation), "general": led}
    )


def test_cards_fill_in_what_the_table_knows_throughout_a_battle() -> None:
    """Whatever befalls the units of a battle, a card with their marks says of them what the table says."""
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario("cowpens-1781"), Readings()), RandomHand(5))
    agents, seen, asked = (Militia(1), Militia(2)), 0, 0
    while game.question is not None:
        if asked % 8 == 0:
            seen += sum(compared(game.battle, one) for one in game.battle.units)
        game.answer(agents[game.question.seat].decide(game.position()))
        asked += 1
    assert seen > 200


def compared(fought: LibertyBattle, one: Regiment) -> bool:
    """Compare a card with the marks of a unit with the table; of those about to go nothing is said."""
    if one.pose is None or one.dismounted or one.wear.breaks(one.hits):
        return False
    on_card = carried(fought, one)
    facts = filled(SYSTEM, "melee", {"attacker": on_card})
    assert differing_facts(below("attacker", facts), fighter(fought, one)) == {}
    if one.hits or one.routing:
        rally = filled(SYSTEM, "rally", {"unit": on_card})
        assert differing_facts(rally, rally_facts(fought, one)) == {}
    return True
