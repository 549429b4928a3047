"""What a run shows, from battles whose results are known."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from sandtable.game.files.typed_files import BadFile
from sandtable.lab.findings.comparison import compare
from sandtable.lab.findings.findings import Findings, findings
from sandtable.lab.findings.page import html
from sandtable.lab.findings.phrases import fairness
from sandtable.lab.runs.battle import FailedBattle, FinishedBattle, Result
from sandtable.lab.runs.plan import Plan, starting_point
from tests.lab.conftest import battle, scenario


@pytest.fixture(scope="module")
def found(plan: Plan, results: tuple[Result, ...]) -> Findings:
    wreck = FailedBattle(
        5, 13, ("militia", "militia"), "ValueError: <it> broke", "battle-000005.json", "trace"
    )
    return findings(plan, starting_point(plan), (*results[:5], wreck))


def test_every_battle_counts_once(found: Findings) -> None:
    assert (found.battles, found.planned, len(found.broken), found.studied) == (5, 6, 1, 1)
    assert sum(side.won for side in found.sides) + found.drawn == 5
    assert sum(player.won for player in found.players) == sum(side.won for side in found.sides)


def test_every_unit_and_every_rule_has_its_line(found: Findings) -> None:
    assert [unit.number for unit in found.units] == list(range(1, 17))
    assert all(sum(unit.states.values()) == 5 for unit in found.units)
    assert len(found.rules) + len(found.unused) == 481


def test_a_one_sided_scenario_is_called_so() -> None:
    plan = Plan("liberty", scenario(), ("militia", "militia"), battles=40)
    ground = starting_point(plan)
    units = tuple(battle(0, 0, 0, 0).units) * 16
    lopsided = [_with_units(number, 0 if number % 10 else 1, units) for number in range(40)]
    said = findings(plan, ground, lopsided)
    assert said.edge.value == pytest.approx(0.8)
    assert fairness(said).startswith("American is favoured: of a hundred battles it wins 80 (")
    even = findings(plan, ground, [_with_units(number, number % 2, units) for number in range(40)])
    assert fairness(even).startswith("No side is clearly favoured")
    assert 0.2 < even.fair_within < 0.4


def test_a_house_rule_was_never_used_if_no_battle_read_it() -> None:
    plan = Plan("liberty", scenario(), ("militia", "militia"), battles=2)
    ground, units = starting_point(plan), tuple(battle(0, 0, 0, 0).units) * 16
    fought = [
        replace(_with_units(0, 0, units), unasked=("fire.range", "fire.dice")),
        replace(_with_units(1, 1, units), unasked=("fire.range",)),
    ]
    said = findings(replace(plan, house_rules={"fire.range": 1, "fire.dice": 2}), ground, fought)
    assert said.unasked == ("fire.range",)


def _with_units(number: int, winner: int, units: object) -> FinishedBattle:
    return replace(battle(number, winner, 0, 5 - 10 * winner), units=units)


def test_the_page_holds_together_and_escapes_what_it_is_told(found: Findings) -> None:
    text = html(found)
    stack: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag != "meta" and not self.get_starttag_text().endswith("/>"):  # type: ignore[union-attr] # there is one
                stack.append(tag)

        def handle_endtag(self, tag: str) -> None:
            if tag in stack:
                assert stack.pop() == tag

    Checker().feed(text)
    assert stack == []
    assert "&lt;it&gt; broke" in text
    assert "failed/battle-000005.json" in text
    assert "http" not in text


# --------------------------------------------------------------------- in pairs
def test_pairs_drop_the_luck_they_share() -> None:
    plan = Plan("liberty", {}, ("militia", "militia"), battles=20)
    before = [battle(n, n % 2, 0, n % 2 * 9, worn=(n % 5, 0)) for n in range(20)]
    after = [battle(n, n % 2, 0, n % 2 * 9, worn=(n % 5 + 1, 0)) for n in range(20)]
    found = compare(("a", plan, before), ("b", plan, after))
    lost = next(row for row in found.differences if row.words == "units lost by side 1")
    assert (lost.difference.value, lost.difference.low, lost.difference.high) == (1, 1, 1)
    assert lost.first.high - lost.first.low > 1
    assert (found.pairs, found.same_result) == (20, 20)


def test_only_battles_that_both_have_are_compared() -> None:
    plan = Plan("liberty", {}, ("militia", "militia"), battles=20)
    found = compare(
        ("a", plan, [battle(n, 0, 0, 1) for n in range(8)]),
        ("b", plan, [battle(n, 1, 0, 1) for n in range(5, 12)]),
    )
    assert (found.pairs, found.same_result) == (3, 0)
    assert found.differences[0].difference.value == -2


def test_runs_with_other_dice_cannot_be_paired() -> None:
    plan, other = (Plan("liberty", {}, ("militia", "militia"), 3, seed=seed) for seed in (1, 2))
    with pytest.raises(BadFile, match="the same --seed"):
        compare(("a", plan, [battle(0, 0, 0, 1)]), ("b", other, [battle(0, 0, 0, 1)]))
    with pytest.raises(BadFile, match="no battle in common"):
        compare(("a", plan, [battle(0, 0, 0, 1)]), ("b", plan, [battle(1, 0, 0, 1)]))


def test_every_figure_of_a_battle_is_compared() -> None:
    plan = Plan("liberty", {}, ("militia", "militia"), battles=2)
    first = replace(battle(0, 0, 0, 7, worn=(3, 5)), turns=6, scores=((1.0, 2.0), (7.0, 4.0)))
    drawn = replace(battle(1, None, 0, 0, worn=(1, 1)), turns=2, scores=((1.0, 2.0), (1.0, 2.0)))
    second = replace(first, winner=1, turns=8)
    found = compare(("a", plan, [first, drawn]), ("b", plan, [second, drawn]))
    assert {row.words: (row.first.value, row.second.value) for row in found.differences} == {
        "edge of side 1 (won less lost)": (0.5, -0.5),
        "battles won by side 1": (0.5, 0.0),
        "battles won by side 2": (0.0, 0.5),
        "draws": (0.5, 0.5),
        "turns": (4.0, 5.0),
        "units lost by side 1": (2.0, 2.0),
        "units lost by side 2": (3.0, 3.0),
        "points of side 1": (4.0, 4.0),
        "points of side 2": (3.0, 3.0),
    }
