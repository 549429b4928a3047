"""Moves on hexes and places tried before they are made, by way of the service; and variants to be chosen."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.server.conftest import Table

PERSON = {"kind": "person", "name": "Ann"}
Prompt = dict[str, Any]


class Sitting:
    """A battle of elan with both seats in one hand, led to the question that is wanted."""

    def __init__(self, table: Table, readings: dict[str, int]) -> None:
        self.table = table
        body = {
            "system": "elan",
            "scenario": "quatre-bras",
            "seats": [PERSON, PERSON],
            "readings": readings,
        }
        made = table.opened(table.post("/api/games", body))
        self.game: str = made["game"]["game"]
        self.readings: dict[str, int] = made["game"]["readings"]
        self.keys = {row["seat"]: row["key"] for row in made["keys"]}

    def look(self) -> dict[str, Any]:
        """The picture of the seat that is asked; the service answers a question with one option itself."""
        for _ in range(200):
            picture: dict[str, Any] = self.table.view(self.game, self.key)["picture"]
            if picture["prompt"] is not None and picture["prompt"]["decision"] != "concede":
                return picture
            time.sleep(0.02)
        raise AssertionError("nobody is asked anything")

    @property
    def key(self) -> str:
        """The key of the seat that is asked."""
        row = self.table.get(f"/api/games/{self.game}").json()
        key: str = self.keys[row["waiting_for"]]
        return key

    def ask(self, what: str, **body: Any) -> Any:
        """Something asked of the table at its present step."""
        step = self.look()["step"]
        reply = self.table.post(f"/api/games/{self.game}/{what}", {"step": step, **body}, self.key)
        assert reply.status_code == 200, reply.text
        return reply.json()

    def answer(self, answer: Any) -> None:
        """Answer the question that waits."""
        self.look()
        reply = self.table.answer(self.game, self.key, answer)
        assert reply.status_code == 200, reply.text

    def until(self, fits: Callable[[Prompt], bool], titles: tuple[str, ...]) -> Prompt:
        """Answer, by an option with one of the titles or else the first, until a question fits."""
        for _ in range(120):
            prompt: Prompt = self.look()["prompt"]
            if fits(prompt):
                return prompt
            options = prompt["options"]
            wanted = [one for one in options if one["title"] in titles] or options
            self.answer(wanted[0]["answer"] if wanted else [])
        raise AssertionError("the question was never asked")


@pytest.fixture
def stepping(table: Table) -> tuple[Sitting, Prompt]:
    """A unit that is to move on hexes."""
    sitting = Sitting(table, {"scale": 2})
    return sitting, sitting.until(lambda prompt: prompt["decision"] == "move.path", ("Move",))


# --------------------------------------------------------------------- steps
def test_the_hexes_in_reach_are_told_with_their_cost_and_each_can_be_wanted(
    stepping: tuple[Sitting, Prompt],
) -> None:
    sitting, prompt = stepping
    reach = sitting.ask("hexes")
    costs = {tuple(cell["hex"]): cell["cost"] for cell in reach["cells"]}
    assert costs[tuple(prompt["steps"]["hex"])] == 0
    assert max(costs.values()) <= prompt["steps"]["allowance"] == reach["allowance"]
    for (q, r), cost in list(costs.items())[::3]:
        found = sitting.ask("steps", wanted={"q": q, "r": r})
        assert (found["legal"], found["miss"], found["cost"]) == (True, 0, cost)
        assert found["end"][0] == [q, r]
        assert sum(step["cost"] for step in found["steps"]) == cost


def test_a_plan_out_of_reach_is_refused_with_the_step_and_the_part_that_would_stand(
    stepping: tuple[Sitting, Prompt],
) -> None:
    sitting, prompt = stepping
    heading = (prompt["steps"]["facing"] + 300) % 3600
    plan = [{"type": "step", "heading": heading}] * 9
    found = sitting.ask("steps", steps=plan)
    assert not found["legal"]
    assert {one["code"] for one in found["obstacles"]} & {"allowance", "edge"}
    assert found["nearest"] == plan[: len(found["nearest"])]
    assert sitting.ask("steps", steps=found["nearest"])["legal"]


def test_the_farthest_hex_wanted_gets_the_nearest_legal_plan_which_can_be_answered(
    stepping: tuple[Sitting, Prompt],
) -> None:
    sitting, prompt = stepping
    found = sitting.ask("steps", wanted={"q": 0, "r": 13})
    assert found["legal"]
    assert found["miss"] > 0
    mover = prompt["steps"]["mover"]
    seen = sitting.ask("overlays", body=mover, steps=found["plan"])
    assert {one["kind"] for one in seen["overlays"]} >= {"arc", "command"}
    sitting.answer(found["plan"])
    body = next(one for one in sitting.look()["bodies"] if one["id"] == mover)
    assert body["pose"] == found["pose"]


def test_steps_are_refused_where_no_move_on_hexes_is_asked_for(table: Table) -> None:
    sitting = Sitting(table, {})
    prompt = sitting.until(lambda prompt: prompt["decision"] == "move.path", ("Move",))
    assert prompt["move"] is not None
    body = {"step": sitting.look()["step"]}
    for what, more in (("hexes", {}), ("steps", {"steps": []}), ("spots", {}), ("spot", {"x": 0, "y": 0})):
        reply = table.post(f"/api/games/{sitting.game}/{what}", {**body, **more}, sitting.key)
        assert (reply.status_code, bool(reply.json()["words"])) == (422, True)
    both = {**body, "steps": [], "wanted": {"q": 1, "r": 1}}
    assert table.post(f"/api/games/{sitting.game}/steps", both, sitting.key).status_code == 422


# --------------------------------------------------------------------- places
def test_a_place_that_will_not_do_is_refused_with_the_nearest_that_will(table: Table) -> None:
    """leaders.attach-range: a commander joins a unit in the first turn and leaves it in the second"""
    sitting = Sitting(table, {})
    prompt = sitting.until(lambda prompt: prompt["spot"] is not None, ("Join", "Leave", "No more moves"))
    assert prompt["spot"]["within"] == 100
    assert sitting.ask("spots")["rings"]
    refused = sitting.ask("spot", x=0, y=0)
    assert not refused["legal"]
    assert "it must be within 1.0 in" in refused["words"]
    assert refused["rule"] == prompt["rule"]
    x, y = refused["nearest"]
    taken = sitting.ask("spot", x=x, y=y)
    assert (taken["legal"], taken["place"]) == (True, [x, y])
    sitting.answer([x, y])


# --------------------------------------------------------------------- variants
def test_a_scenario_tells_the_variants_to_choose_and_a_game_keeps_what_was_chosen(table: Table) -> None:
    seen = table.get("/api/systems/elan/scenarios/quatre-bras").json()
    assert [(row["id"], row["choices"]) for row in seen["variants"]] == [
        ("scale", ["large", "small", "hex"]),
        ("deployment", ["plan", "free"]),
    ]
    assert table.get("/api/systems/liberty/scenarios/cowpens-1781").json()["variants"] == []
    sitting = Sitting(table, {"scale": 2, "deployment": 0})
    assert sitting.readings == {"scale": 2}
    assert sitting.look()["grid"] is not None
    assert Sitting(table, {}).look()["grid"] is None


def test_the_picture_of_a_scenario_is_mustered_by_the_variants_that_are_asked_for(table: Table) -> None:
    place = "/api/systems/elan/scenarios/quatre-bras/picture"
    assert table.get(place).json()["grid"] is None
    assert table.get(place, options="scale:2").json()["grid"]["size"] == 600
    assert all(body["pose"] is None for body in table.get(place, options="deployment:1").json()["bodies"])
    refused = table.get(place, options="scale")
    assert refused.status_code == 400
    assert "scale:2" in refused.json()["words"]
    assert table.get(place, options="scale:7").status_code == 404


def test_a_levy_is_judged_as_it_is_put_down_and_the_answer_is_told(table: Table) -> None:
    sitting = Sitting(table, {"deployment": 1})
    array = sitting.look()["prompt"]["array"]
    puts = [
        {
            "who": put["who"],
            "stand": put["stand"],
            "x": put["at"][0],
            "y": put["at"][1],
            "heading": put["heading"],
        }
        for put in array["ways"][0]["puts"]
    ]
    found = sitting.ask("array", puts=puts)
    assert found["legal"]
    outside = sitting.ask("array", puts=[{**puts[0], "x": 100, "y": 100}, *puts[1:]])
    assert (outside["legal"], outside["answer"]) == (False, None)
    step = sitting.look()["step"]
    one = table.post(f"/api/games/{sitting.game}/array", {"step": step, "puts": puts[1:]}, sitting.key)
    assert one.status_code == 400
    sitting.answer(found["answer"])


def test_nobody_is_shown_a_question_that_is_answered_without_him(table: Table) -> None:
    """After every phase of elan both sides could concede; whether they do is not worth asking them."""
    sitting = Sitting(table, {"scale": 2})
    asked = list[str]()
    with table.live(sitting.game) as socket:
        hello = {"type": "hello", "key": sitting.keys[0], "since": None, "watch": "picture"}
        socket.send(msgspec.json.encode(hello).decode())
        sitting.until(lambda prompt: prompt["decision"] == "move.order", ())
        steps = table.get(f"/api/games/{sitting.game}").json()["step"]
        step = -1
        while step < steps:
            update = msgspec.json.decode(socket.recv(timeout=15))
            step = update.get("step", step)
            asked += [update["prompt"]["decision"]] if update.get("prompt") else []
    assert "attach.change" in asked
    assert "concede" not in asked
