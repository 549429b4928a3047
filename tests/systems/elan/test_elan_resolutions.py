"""The resolutions as a whole: their odds add up, are played by, and rest on rules of the rulebook."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import NoPolicy
from sandtable.game.drivers.run import ProcedureRun
from sandtable.game.rules.resolution import Resolution
from sandtable.systems.elan import activation, charges, elan_tests, melee, shooting
from sandtable.systems.elan.army_morale import ArmyFacts
from sandtable.systems.elan.book import rulebook
from sandtable.systems.elan.charges import Charger, HomeFacts
from sandtable.systems.elan.elan_tests import ElanTest
from sandtable.systems.elan.initiative import Rivals
from sandtable.systems.elan.leader_casualties import Bereft, Exposed
from sandtable.systems.elan.melee import SpareDice
from sandtable.systems.elan.melee_facts import Engaged, Fighter, Melee, Opponent, Side
from sandtable.systems.elan.morale import MoraleFacts
from sandtable.systems.elan.policies import POLICIES, decide_plainly
from sandtable.systems.elan.resolutions import FIGURES, RESOLUTIONS
from sandtable.systems.elan.shooting import Fire
from sandtable.systems.elan.shooting_decisions import PickTarget
from sandtable.systems.elan.troops import Formation, Quality
from tests.conformance.chances import check_agreement, check_odds, check_words, play
from tests.conformance.facts import from_wire, some_facts

BOUNDS = (
    (activation.BrigadeFacts, "commander", 0, 2),
    (activation.BrigadeFacts, "superior", 0, 2),
    (activation.BrigadeFacts, "out_of_command", 0, 6),
    (activation.BrigadeFacts, "routed", 0, 6),
    (ArmyFacts, "lost", 0, 60),
    (ArmyFacts, "total", 1, 60),
    (ArmyFacts, "leadership", 0, 2),
    (ElanTest, "leadership", 0, 2),
    (Rivals, "first", 0, 2),
    (Rivals, "second", 0, 2),
    (Exposed, "leadership", 0, 2),
    (Bereft, "leadership", 0, 2),
    (MoraleFacts, "commander", 0, 2),
    (MoraleFacts, "bases", 1, 8),
    (MoraleFacts, "lost", 0, 30),
    (Charger, "commander", 0, 2),
    (Charger, "bases", 1, 8),
    (HomeFacts, "hits", 0, 24),
    (Fire, "trait", -1, 1),
    (Fire, "bases", 1, 8),
    (Fire, "lost", 0, 24),
    (Fire, "range", 0, 100),
    (Fighter, "trait", -1, 1),
    (Fighter, "bases", 1, 8),
)
"""The facts that have bounds: leadership, sizes and losses by the rules, lengths as a form takes them."""


@pytest.mark.parametrize(("facts", "field", "least", "most"), BOUNDS)
def test_facts_take_their_bounds_and_nothing_beyond_them(
    facts: type[Struct], field: str, least: int, most: int
) -> None:
    """leaders.leadership, command.brigade, troops.sizes"""
    for value in (least, most):
        assert getattr(msgspec.convert({field: value}, facts), field) == value
    for value in (least - 1, most + 1):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({field: value}, facts)


@pytest.mark.parametrize("resolution", RESOLUTIONS, ids=lambda resolution: str(resolution.id))
def test_a_resolution_keeps_its_word_with_facts_of_any_kind(resolution: Resolution) -> None:
    random = Random(resolution.id)
    for sample in range(6):
        facts = resolution.facts() if sample == 0 else some_facts(resolution.facts, random)
        where = f"{resolution.id} with {facts!r}"
        assert from_wire(facts) == facts
        chances = check_odds(resolution, facts, decide_plainly, where)
        for outcome in chances:
            check_words(resolution, facts, outcome, where)
        check_agreement(chances, play(do(resolution.procedure, facts), decide_plainly, 200, sample), where)
        for tally in resolution.tallies(facts).values():
            assert all(rule in rulebook() for rule in tally.rules), where


def test_every_resolution_has_a_name_of_its_own() -> None:
    ids = [resolution.id for resolution in RESOLUTIONS]
    assert len(ids) == len(set(ids))


def undescribed(kind: type[Struct]) -> list[str]:
    """The fields that a form would show without words; a field of facts within facts has those of its own."""
    schema = msgspec.json.schema(kind)
    fields = (
        (f"{name}.{key}", field)
        for name, part in schema["$defs"].items()
        for key, field in part.get("properties", {}).items()
    )
    return [
        name
        for name, field in fields
        if "description" not in field and "$ref" not in str(field) and not name.endswith(".unit")
    ]


@pytest.mark.parametrize("resolution", RESOLUTIONS, ids=lambda resolution: str(resolution.id))
def test_every_plain_field_of_the_facts_is_described(resolution: Resolution) -> None:
    assert undescribed(resolution.facts) == []


def test_a_field_without_words_is_noticed() -> None:
    class Mute(Struct):
        dice: int = 1

    assert undescribed(Mute)[0].endswith("Mute.dice")


# ------------------------------------------------------------------------ figures
def test_procedures_of_the_table_have_their_figures() -> None:
    """shooting.dice, melee.dice, rally.test, charge.home"""
    assert [tally.total for tally in FIGURES[shooting.volley](Fire()).values()] == [6, 4]
    assert [tally.total for tally in FIGURES[elan_tests.rally](ElanTest(quality=Quality.E)).values()] == [9]
    home = FIGURES[charges.charged_home](HomeFacts(charger=Charger(quality=Quality.A)))
    assert [tally.total for tally in home.values()] == [5]
    assert activation.activation not in FIGURES


def test_the_figures_of_a_round_name_every_unit_and_enemy() -> None:
    """melee.dice, melee.multiple-start"""
    column = Fighter(formation=Formation.COLUMN)
    pair = (Engaged(Fighter(), (Opponent(0),)), Engaged(Fighter(), (Opponent(0),)))
    facts = Melee(sides=(Side(pair, 0), Side((Engaged(column, (Opponent(0), Opponent(1))),), 1)))
    assert {name: tally.total for name, tally in FIGURES[melee.melee_round](facts).items()} == {
        "dice of unit 1 of the first side": 6,
        "to hit for unit 1 of the first side, against enemy 1": 4,
        "dice of unit 2 of the first side": 6,
        "to hit for unit 2 of the first side, against enemy 1": 4,
        "dice of unit 1 of the second side": 8,
        "to hit for unit 1 of the second side, against enemy 1": 4,
        "to hit for unit 1 of the second side, against enemy 2": 4,
    }


# ----------------------------------------------------------------------- policies
def test_spare_dice_go_to_the_enemies_listed_first() -> None:
    """melee.multiple-rest"""
    question = SpareDice(0, ((0, 1), (0, 2), (1, 2)), unit=-1, enemies=(-1, -1, -1), spare=2)
    assert decide_plainly(question) == (0, 1)
    assert list(POLICIES.values()) == [decide_plainly]
    with pytest.raises(NoPolicy, match="does not say how fire"):
        decide_plainly(PickTarget(0, (1, 2), firer=0))


def test_a_procedure_thrown_by_hand_gives_what_its_faces_say() -> None:
    """shooting.hits"""
    hand = PlannedHand([4, 4, 1, 2, 3, 6])
    run: ProcedureRun[Any] = ProcedureRun(
        do(shooting.volley, Fire()), lambda throw: throw.cast(hand), lambda battle, event: None
    )
    hand.assert_used()
    assert run.result == shooting.Volley(hits=3)
