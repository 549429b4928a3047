"""Answers as JSON: every kind of question, of every system, and every kind of fault."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable import systems
from sandtable.lab.paper.answers import answer
from sandtable.lab.paper.stages import DiceWanted, throw_for

ROOT = Path(__file__).parents[3]
FIXTURES = ROOT / "web" / "fixtures" / "lab"
VOLLEY = {"system": "liberty", "resolution": "volley"}
MELEE = {"system": "liberty", "resolution": "melee"}
REDCOATS = "british.regular-infantry-regiment"
RESOLUTIONS = [
    pytest.param(name, one.id, id=f"{name}-{one.id}")
    for name in systems.names()
    for one in systems.load(name).resolutions()
]


def ask(kind: str, **request: Any) -> Any:
    """The decoded answer to a question."""
    return msgspec.json.decode(answer(msgspec.json.encode({"ask": kind, **request}).decode()))


# --------------------------------------------------------------------- every resolution of every system
@pytest.mark.parametrize(("system", "resolution"), RESOLUTIONS)
def test_every_resolution_has_a_form_whose_defaults_are_a_question_with_odds(
    system: str, resolution: str
) -> None:
    form = ask("form", system=system, resolution=resolution)
    assert form["fields"], "a form asks something"
    assert all(field["label"] and field["description"] for field in form["fields"])
    facts = {field["key"]: field["default"] for field in form["fields"]}
    for policy in (None, *form["policies"]):
        told = ask("odds", system=system, resolution=resolution, facts=facts, policy=policy)
        assert sum(row["chance"] for row in told["outcomes"]) == pytest.approx(1)
        assert told["method"] == {"exact": True}
        if told["parting"]:
            assert sum(row["chance"] for row in told["parting"]) == pytest.approx(1)
    plain = ask("odds", system=system, resolution=resolution)
    assert plain["headings"] == ask("odds", system=system, resolution=resolution, facts=facts)["headings"]


@pytest.mark.parametrize(("system", "resolution"), RESOLUTIONS)
def test_every_resolution_is_led_by_thrown_dice_to_its_end(system: str, resolution: str) -> None:
    random, said = Random(f"{system} {resolution}"), list[Any]()
    at = ask("stage", system=system, resolution=resolution, said=said)
    while at["ended"] is None:
        if at["dice"] is not None:
            faces = throw_for(msgspec.convert(at["dice"], DiceWanted), random)
            said.append({"type": "faces", "faces": faces.faces})
        else:
            said.append({"type": "answer", "answer": random.choice(at["decision"]["options"])["answer"]})
        at = ask("stage", system=system, resolution=resolution, said=said)
    assert at["ended"]["headings"] or at["ended"]["measured"]
    assert at["changes"] == []


@pytest.mark.parametrize("system", systems.names())
def test_a_card_fills_facts_that_are_a_question_with_odds(system: str) -> None:
    cards = ask("cards", system=system)
    marks = {mark["id"] for mark in cards["marks"]}
    first = cards["cards"][0]
    assert set(first["marks"]) == marks
    filled = 0
    for one in systems.load(system).resolutions():
        form = ask("form", system=system, resolution=one.id)
        for party in form["parties"]:
            asked = {"party": party["id"], "profile": first["profile"], "marks": first["marks"]}
            told = ask("fill", system=system, resolution=one.id, **asked)
            if "fault" in told:
                continue  # a unit that cannot be this party is refused; another test covers all of them
            keys = {field["key"] for field in form["fields"]}
            assert set(told["facts"]) <= keys | {f"{key}.{part}" for key in keys for part in told["facts"]}
            filled += 1
    assert filled


# --------------------------------------------------------------------- answers
def test_all_systems_are_listed_with_what_can_be_resolved() -> None:
    rows = {row["id"]: row for row in ask("systems")["systems"]}
    assert tuple(rows) == systems.names()
    assert rows["liberty"]["short"] == "Liberty"
    assert {"volley", "melee", "command-points"} <= {one["id"] for one in rows["liberty"]["resolutions"]}
    assert rows["liberty"]["policies"] == ["cautious", "best"]


def test_a_volley_of_twelve_dice_loses_four_hits_on_average() -> None:
    """Twelve dice hit on 4 and are saved on 5: each takes a hit with one chance in three."""
    told = ask("odds", **VOLLEY, facts={"fire.range": 7})
    assert told["mean"] == pytest.approx(4)
    assert told["values"][0]["chance"] == pytest.approx((2 / 3) ** 12)
    parted = {row["words"]: row["chance"] for row in told["parting"]}
    assert list(parted) == ["stands", "disordered", "retires", "routs", "broken"]


def test_facts_may_be_dotted_or_nested_and_parts_a_text_or_an_object() -> None:
    dotted = ask("odds", **VOLLEY, facts={"fire.range": 7, "target.wear": "6/12/18"})
    wear = {"worn": 6, "shaken": 12, "broken": 18}
    nested = ask("odds", **VOLLEY, facts={"fire": {"range": 7}, "target": {"wear": wear}})
    assert dotted == nested
    assert dotted["facts"]["target"]["wear"] == wear


def test_a_sweep_is_the_question_asked_for_each_value() -> None:
    told = ask("sweep", **VOLLEY, facts={"fire.bases": 3}, over=[{"key": "fire.range", "values": "6..16:5"}])
    assert [cell["at"] for cell in told["cells"]] == [["6"], ["11"], ["16"]]
    for cell in told["cells"]:
        alone = ask("odds", **VOLLEY, facts={"fire.bases": 3, "fire.range": int(cell["at"][0])})
        assert cell["mean"] == pytest.approx(alone["mean"])
        assert cell["method"] == {"exact": True}


def test_what_a_volley_leaves_is_marked_on_the_roster() -> None:
    """Twelve dice, four hits, one save: three hits more than the five there were."""
    said = [
        {"type": "faces", "faces": [4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1]},
        {"type": "faces", "faces": [5, 1, 1, 1]},
    ]
    unit = {"profile": REDCOATS, "marks": {"hits": 5}}
    asked = {"facts": {"fire.range": 7, "target.hits": 5}, "said": said}
    told = ask("stage", **VOLLEY, **asked, parties={"target": unit})
    while told["ended"] is None:
        said.append({"type": "faces", "faces": [6] * told["dice"]["count"]})
        told = ask("stage", **VOLLEY, **asked, parties={"target": unit})
    hits = next(change for change in told["changes"] if change["mark"] == "hits")
    assert hits == {"party": "target", "mark": "hits", "to": 8, "words": "The unit shot at: hits from 5 to 8"}
    assert ask("stage", **VOLLEY, **asked)["changes"] == []


def test_a_rule_is_shown_with_its_table_and_found_by_its_words() -> None:
    rule = ask("rule", system="liberty", rule="shooting.to-hit")
    assert rule["rows"]
    assert rule["text"]
    short = ask("rule", system="liberty", rule="shooting.dice.short")
    assert short["rows"] is None
    assert short["notes"] == ["as the sheet states it"]
    found = {row["id"] for row in ask("rules", system="liberty", words="ENFILADED die")["rules"]}
    assert "shooting.dice.enfilade" in found
    assert "shooting.dice.short" not in found
    assert len(ask("rules", system="liberty")["rules"]) == len(systems.load("liberty").rulebook().rules)


def test_every_rule_that_a_figure_cites_can_be_opened() -> None:
    for name in systems.names():
        for one in systems.load(name).resolutions():
            for figure in ask("odds", system=name, resolution=one.id)["figures"]:
                for step in figure["steps"]:
                    assert ask("rule", system=name, rule=step["rule"])["id"] == step["rule"]


def test_the_sheet_is_a_page_of_its_own() -> None:
    assert ask("sheet", system="tricorn")["html"].startswith("<!DOCTYPE html>")


def test_house_rules_hold_for_one_question_and_no_longer() -> None:
    printed = ask("odds", **VOLLEY, facts={"fire.range": 7})
    house = ask("odds", **VOLLEY, facts={"fire.range": 7}, set=["shooting.to-hit.regular.to_hit=6"])
    assert house["mean"] == pytest.approx(12 / 6 * 2 / 3)
    assert ask("odds", **VOLLEY, facts={"fire.range": 7}) == printed


# --------------------------------------------------------------------- faults
FAULTS = [
    ("odds", {**VOLLEY, "facts": {"fire.range": 700}}, "fire.range", "a whole number from 0 to 90, not"),
    ("odds", {**VOLLEY, "facts": {"fire.rnage": 7}}, "fire.rnage", "there is no fact fire.rnage"),
    ("odds", {**VOLLEY, "facts": {"fire.range": 1e300}}, "fire.range", "a whole number from 0 to 90"),
    ("odds", {**MELEE, "facts": {"attacker.hits": 30}}, None, "in attacker, a unit with 30 hits is broken"),
    (
        "odds",
        {"system": "coldsteel", "resolution": "morale", "facts": {"command": ["officer"] * 5}},
        "command",
        "must be at most 4 values with commas between them, each one of officer",
    ),
    ("odds", {**VOLLEY, "policy": "bold"}, "policy", 'no policy "bold"; allowed are cautious, best'),
    ("form", {"system": "liberty", "resolution": "volly"}, "resolution", "did you mean volley?"),
    ("form", {"system": "libety", "resolution": "volley"}, "system", "did you mean liberty?"),
    ("form", {"system": "liberty"}, "resolution", "is missing"),
    (
        "form",
        {**VOLLEY, "colour": "red"},
        "colour",
        "there is no such key here; allowed are ask, set, system",
    ),
    ("fill", {**VOLLEY, "party": "target", "profile": "x"}, None, 'there is no profile "x"'),
    ("fill", {**VOLLEY, "party": "priest", "profile": REDCOATS}, None, "allowed are shooter, target"),
    (
        "fill",
        {**VOLLEY, "party": "target", "profile": REDCOATS, "marks": {"hits": -1}},
        None,
        "whole number from 0",
    ),
    ("sweep", {**VOLLEY, "over": [{"key": "fire.range", "values": "9..1"}]}, "fire.range", "is empty"),
    ("sweep", {**VOLLEY, "over": []}, None, "no fact varies"),
    ("sweep", {**VOLLEY, "over": [{"key": "a", "values": "1"}] * 3}, None, "at most two"),
    ("stage", {**VOLLEY, "said": [{"type": "faces", "faces": [9]}]}, None, "entry 1 is not allowed"),
    (
        "stage",
        {**VOLLEY, "said": [{"type": "shout", "faces": [9]}]},
        "said[0].type",
        "one of faces, answer, not",
    ),
    ("stage", {**VOLLEY, "parties": {"target": {"profile": "x"}}}, None, 'there is no profile "x"'),
    ("rule", {"system": "liberty", "rule": "shooting.dice.shrt"}, "rule", "shooting.dice.short"),
    ("rules", {"system": "liberty", "words": 3}, "words", "must be a text"),
    ("cards", {"system": 1}, "system", "must be a text"),
    ("sheet", {}, "system", "is missing"),
    ("systems", {"set": ["movement.rate=1"]}, "set", "house rules belong to one system"),
    ("odds", {**VOLLEY, "set": ["nonsense"]}, "set", "write FIGURE=X"),
    ("odds", {**VOLLEY, "set": ["no.such.figure=1"]}, "set", "no.such.figure"),
    ("oddities", {}, "ask", "did you mean odds?"),
]


@pytest.mark.parametrize(("kind", "request_", "where", "words"), FAULTS)
def test_what_cannot_be_answered_is_told_in_a_sentence(
    kind: str, request_: dict[str, Any], where: str | None, words: str
) -> None:
    told = ask(kind, **request_)
    assert set(told) == {"fault", "where"}
    assert words in told["fault"]
    assert told["where"] == where


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not valid JSON"),
        ("{", "it ends too early"),
        ("[]", "a question is an object"),
        ('{"facts": {}}', "ask must name a kind of question; allowed are systems"),
        ("[" * 5000, "nested"),
        ('{"ask": "\ud83c"}', "not UTF-8"),
    ],
)
def test_what_is_no_question_is_told_in_a_sentence(text: str, words: str) -> None:
    assert words in msgspec.json.decode(answer(text))["fault"]


# --------------------------------------------------------------------- where it runs
APART = """
import sys
from importlib.abc import MetaPathFinder

ABSENT = {absent!r}

class NotThere(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in ABSENT or name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(name + " is not there")
        return None

sys.meta_path.insert(0, NotThere())
from sandtable.lab.paper.answers import answer
for request in sys.stdin.read().splitlines():
    print(answer(request))
"""
ABSENT = ("shapely", "numba", "typer", "rich", "litestar", "sqlalchemy", "uvicorn", "pyarrow", "ray")
ROOMS_ABSENT = ("sandtable.agents", "sandtable.server", "sandtable.cli")


def test_it_answers_where_there_is_neither_geometry_nor_terminal_nor_service() -> None:
    """As in a browser: numpy is a stand-in that fails when used, and other packages are missing."""
    requests = [
        {"ask": "systems"},
        *({"ask": "cards", "system": name} for name in systems.names()),
        {"ask": "form", **MELEE},
        {"ask": "odds", **VOLLEY, "facts": {"fire.range": 7}},
        {"ask": "sheet", "system": "elan"},
        {"ask": "stage", **VOLLEY},
        {"ask": "odds", **VOLLEY, "set": ["shooting.to-hit.regular.to_hit=6"]},
    ]
    lines = [msgspec.json.encode(request).decode() for request in requests]
    stand_ins = ROOT / "web" / "src" / "lab" / "engine" / "python"
    done = subprocess.run(
        [sys.executable, "-c", APART.format(absent=(*ABSENT, *ROOMS_ABSENT))],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        env={"PYTHONPATH": f"{stand_ins}:{ROOT / 'src'}"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [answer(line) for line in lines]


# --------------------------------------------------------------------- what the page is tested with
@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.json")), ids=lambda path: path.stem)
def test_the_answers_that_the_page_is_tested_with_are_true(path: Path) -> None:
    kept = msgspec.json.decode(path.read_bytes())
    told = msgspec.json.decode(answer(msgspec.json.encode(kept["request"]).decode()))
    assert told == kept["answer"], "the answer has changed: run `python web/fixtures/make_lab.py`"
