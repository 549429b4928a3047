"""Asking about the table: overlays, bouts, figures, luck, the report, scenarios as pictures, readiness."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.server.games.seat_view import SeatLog
from sandtable.server.http.app import Settings, make_service
from sandtable.server.http.routes import ENDPOINTS
from sandtable.server.http.serving import listening
from sandtable.server.limits import Limits
from sandtable.server.workers.kernel_loading import KernelLoading, every_kernel
from sandtable.table import compiled
from tests.conformance.toy.system import SYSTEM as TOY
from tests.server.conftest import Table

Wait = Callable[[Callable[[], bool]], None]
AGENT = {"kind": "agent", "name": "militia"}
PERSON = {"kind": "person", "name": "Ann"}


def begun(table: Table, system: str, scenario: str) -> tuple[str, list[str]]:
    """A game of two people, and the keys of their seats."""
    body = {"system": system, "scenario": scenario, "seats": [PERSON, PERSON]}
    made = table.opened(table.post("/api/games", body))
    return made["game"]["game"], [row["key"] for row in made["keys"]]


def ended(table: Table, wait: Wait) -> str:
    """A battle that two agents have fought to its end."""
    game: str = table.make(AGENT, AGENT)["game"]["game"]
    wait(lambda: bool(table.get(f"/api/games/{game}").json()["status"] == "over"))
    return game


# --------------------------------------------------------------------- any system
@pytest.mark.parametrize(("system", "scenario"), [("toy", "hearthrug"), ("duel", "dawn")])
def test_every_system_answers_whatever_is_asked_about_its_table(
    table: Table, system: str, scenario: str
) -> None:
    game, keys = begun(table, system, scenario)
    row = table.get(f"/api/games/{game}").json()
    step, key = row["step"], keys[row["waiting_for"]]
    picture = table.view(game, key)["picture"]
    assert picture["system"] == system
    assert all(option["title"] for option in picture["prompt"]["options"])
    about = {"step": step, "body": 0}
    assert table.post(f"/api/games/{game}/overlays", about, key).json()["overlays"] == []
    assert table.post(f"/api/games/{game}/bouts", about, key).json() == {
        "step": step,
        "body": 0,
        "bouts": [],
        "left_out": 0,
    }
    odds = table.post(f"/api/games/{game}/odds", {"step": step, "option": 0}, key)
    assert odds.status_code == 200, odds.text
    assert isinstance(odds.json()["tallies"], list)
    assert [side["side"] for side in table.get(f"/api/games/{game}/luck").json()["sides"]] == [0, 1]
    assert table.get(f"/api/games/{game}/log", key).json()["log"]["start"] == 0
    shown = table.get(f"/api/systems/{system}/scenarios/{scenario}/picture").json()
    assert (shown["prompt"], shown["waiting_for"]) == (None, None)
    assert len(shown["bodies"]) == len(picture["bodies"])


def test_what_is_asked_of_another_step_body_or_seat_is_refused_in_a_sentence(table: Table) -> None:
    game, keys = begun(table, "toy", "hearthrug")
    row = table.get(f"/api/games/{game}").json()
    waiting = row["waiting_for"]
    for path in ("overlays", "bouts"):
        address = f"/api/games/{game}/{path}"
        assert table.post(address, {"step": 7, "body": 0}, keys[0]).status_code == 409
        gone = table.post(address, {"step": 0, "body": 99}, keys[0])
        assert (gone.status_code, "0 to" in gone.json()["words"]) == (404, True)
        legs = [{"leg": "advance", "distance": 100}]
        other = table.post(address, {"step": 0, "body": 0, "legs": legs}, keys[1 - waiting])
        assert other.status_code == 403
        assert table.post(address, {"step": 0, "body": 0, "legs": legs}, keys[waiting]).status_code == 422


def test_a_body_that_moved_has_its_trail_and_a_step_that_is_past_has_not(table: Table) -> None:
    made = table.make()
    game, keys = made["game"]["game"], [row["key"] for row in made["keys"]]
    for _ in range(80):
        now = table.get(f"/api/games/{game}").json()
        step, key = now["step"], keys[now["waiting_for"]]
        prompt = table.view(game, key)["picture"]["prompt"]
        if prompt["move"] is not None:
            mover = prompt["move"]["mover"]
            legs = [{"leg": "advance", "distance": 100}]
            drafted = table.post(
                f"/api/games/{game}/overlays", {"step": step, "body": mover, "legs": legs}, key
            )
            assert drafted.status_code == 200, drafted.text
            table.answer(game, key, legs)
            asked = table.post(f"/api/games/{game}/overlays", {"step": step + 1, "body": mover}, key).json()
            assert [one["kind"] for one in asked["overlays"]] == ["trail"]
            past = table.post(f"/api/games/{game}/overlays", {"step": step, "body": mover}, key).json()
            assert past["overlays"] == []
            return
        answer = prompt["options"][0]["answer"]
        table.answer(game, key, answer)
    raise AssertionError("nobody was asked to march")


# --------------------------------------------------------------------- liberty
def test_a_unit_of_liberty_has_its_arcs_its_bouts_and_the_answer(table: Table) -> None:
    game, keys = begun(table, "liberty", "cowpens-1781")
    now = table.get(f"/api/games/{game}").json()
    step, seat = now["step"], now["waiting_for"]
    bodies = table.view(game, keys[seat])["picture"]["bodies"]
    fusiliers = next(body["id"] for body in bodies if body["card"]["name"] == "7th Fusiliers")
    riflemen = next(body["id"] for body in bodies if body["card"]["name"] == "Riflemen, left")
    drawn = table.post(f"/api/games/{game}/overlays", {"step": step, "body": fusiliers}, keys[seat]).json()
    kinds = {one["kind"] for one in drawn["overlays"]}
    assert {"arc", "range", "sight", "threat", "support", "command"} <= kinds
    asked = {"step": step, "body": fusiliers, "against": riflemen}
    bouts = table.post(f"/api/games/{game}/bouts", asked, keys[seat]).json()["bouts"]
    assert {bout["by"] for bout in bouts} == {fusiliers, riflemen}
    volley = next(bout for bout in bouts if bout["title"] == "Volley at Riflemen, left")
    # Three bases of infantry at 2.5 dice, skirmishers half a die less, effective range: 6 dice at 4 or more.
    dice = next(tally for tally in volley["tallies"] if tally["name"] == "dice")
    assert (dice["total"], [item["shown"] for item in dice["items"]]) == (6, ["2.5", "−0.5", "×3"])
    assert volley["expected"] == pytest.approx(sum(row["value"] * row["chance"] for row in volley["spread"]))
    assert all(item["rule"] for tally in volley["tallies"] for item in tally["items"])
    again = table.post(f"/api/games/{game}/bouts", asked, keys[seat]).json()["bouts"]
    assert again == bouts


# --------------------------------------------------------------------- afterwards
def test_a_battle_that_is_over_has_its_report_as_a_page_and_its_luck(table: Table, wait: Wait) -> None:
    game = ended(table, wait)
    page = table.get(f"/api/games/{game}/report")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src" not in page.headers["content-security-policy"]
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.text.startswith("<!doctype html>") or page.text.startswith("<!DOCTYPE html>")
    luck = table.get(f"/api/games/{game}/luck").json()
    assert sum(side["throws"] for side in luck["sides"]) == sum(row["throws"] for row in luck["rows"]) > 0
    assert all(side["words"] for side in luck["sides"])


def test_there_is_no_report_while_a_battle_lasts(table: Table) -> None:
    game, _ = begun(table, "toy", "hearthrug")
    refused = table.get(f"/api/games/{game}/report")
    assert refused.status_code == 422
    assert "over" in refused.json()["words"]


# --------------------------------------------------------------------- the log
def test_entries_told_since_an_act_lead_to_the_whole_log_wherever_one_begins() -> None:
    scenario = TOY.scenario("hearthrug")
    game: Game[Any] = Game(TOY, TOY.muster(scenario, Readings()), RandomHand(2))
    telling, had = SeatLog(game, scenario, 0), list[tuple[int, tuple[Any, ...]]]()
    for number in range(1, 30):
        telling.go_on(game, number)
        had.append((number, telling.since(None).entries))
        question = game.question
        if question is None:
            break
        game.answer(question.sensible()[0])
    whole = telling.since(None).entries
    for number, entries in had:
        chapter = telling.since(number)
        assert entries[: chapter.start] + chapter.entries == whole


# --------------------------------------------------------------------- readiness
def test_the_service_says_that_it_is_ready(table: Table) -> None:
    assert table.get("/api/health").json()["status"] == "ready"
    assert table.get("/api/systems").json()["status"] == "ready"


def test_only_what_needs_a_battle_waits_until_the_service_is_ready() -> None:
    waiting = {endpoint.name for endpoint in ENDPOINTS if endpoint.needs_battle}
    assert {"view", "answer", "makeGame", "scenarioPicture", "overlays"} <= waiting
    assert waiting.isdisjoint({"health", "systems", "scenarios", "rules", "rule", "listGames"})


def test_until_it_is_ready_the_service_says_so_and_battles_wait(
    serve: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, easy: Limits
) -> None:
    monkeypatch.setattr(KernelLoading, "start", lambda loading: None)
    limits = replace(easy, ready_within=0.2)
    with serve(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=limits)) as table:
        assert table.get("/api/health").json()["status"] == "getting ready"
        assert table.get("/api/systems").json()["systems"]
        refused = table.get("/api/systems/toy/scenarios/hearthrug/picture")
        assert (refused.status_code, "getting ready" in refused.json()["words"]) == (503, True)


def test_what_is_to_be_done_once_everything_is_loaded_is_done_before_anybody_is_let_in() -> None:
    async def trial() -> None:
        loading, seen = KernelLoading(), list[str]()
        loading.when_ready(lambda: seen.append(loading.status))
        loading.start()
        assert await loading.is_ready_within(1)
        assert (seen, loading.status) == (["getting ready"], "ready")

    asyncio.run(trial())


def test_there_are_kernels_to_be_loaded_and_plain_ones_need_no_loading() -> None:
    assert len(list(every_kernel())) >= 10
    assert compiled.mode() == "plain"


def test_a_service_needs_no_database_to_be_described(tmp_path: Path) -> None:
    service, _ = make_service(Settings(database=f"sqlite:///{tmp_path / 'none.db'}"))
    assert service.kernels.status == "getting ready"
    assert msgspec.json.encode(service.limits)


def test_small_replies_are_sent_at_once() -> None:
    """Asyncio switches off the delay of small packets only for sockets that say they are TCP."""
    with listening("127.0.0.1", 0) as opened, socket.create_connection(opened.getsockname()) as _:
        accepted, _ = opened.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP
