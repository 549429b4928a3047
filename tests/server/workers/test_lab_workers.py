"""The lab at the service: the same answers as on paper, from processes beside the table."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.lab.paper.answers import answer
from sandtable.server.http.app import Settings
from sandtable.server.limits import Limits
from tests.server.conftest import Serving, Table

VOLLEY = {"system": "liberty", "resolution": "volley"}
ODDS = {"ask": "odds", **VOLLEY, "facts": {"fire.range": 7}, "policy": None}
HOUSE = {**ODDS, "set": ["shooting.to-hit.regular.to_hit=6"]}


def on_paper(request: dict[str, Any]) -> Any:
    return msgspec.json.decode(answer(msgspec.json.encode(request).decode()))


@pytest.mark.parametrize(
    "request_",
    [
        {"ask": "form", **VOLLEY},
        ODDS,
        {"ask": "stage", **VOLLEY, "said": []},
        {"ask": "sweep", **VOLLEY, "over": [{"key": "fire.range", "values": "1..9:4"}]},
        {"ask": "rule", "system": "elan", "rule": "fire.dice"},
        {"ask": "cards", "system": "liberty"},
    ],
    ids=lambda request: request["ask"],
)
def test_the_service_answers_as_it_is_answered_on_paper(table: Table, request_: dict[str, Any]) -> None:
    reply = table.post("/api/lab", request_)
    told = on_paper(request_)
    assert reply.json() == told
    assert reply.status_code == (400 if "fault" in told else 200)
    assert reply.headers["content-type"].startswith("application/json")
    assert reply.headers["cache-control"] == "no-store"


def test_all_systems_can_be_asked_about(table: Table) -> None:
    listed = table.post("/api/lab", {"ask": "systems"}).json()["systems"]
    assert [row["id"] for row in listed] == ["coldsteel", "eagle", "elan", "liberty", "tricorn"]


def test_nobody_needs_a_key(table: Table) -> None:
    assert table.post("/api/lab", ODDS).status_code == 200
    assert table.post("/api/lab", ODDS, key="x" * 20).status_code == 200


@pytest.mark.parametrize(
    ("content", "words", "where"),
    [
        (b"{", "it ends too early", None),
        (b"\xff", "not valid JSON", None),
        (b'{"ask": "odds", "system": "liberty"}', "is missing", "resolution"),
        (msgspec.json.encode({**ODDS, "facts": {"fire.range": -1}}), "from 0 to 90", "fire.range"),
    ],
)
def test_a_fault_is_told_as_on_paper_with_status_400(
    table: Table, content: bytes, words: str, where: str | None
) -> None:
    reply = table.client.post("/api/lab", content=content, headers={"content-type": "application/json"})
    assert reply.status_code == 400
    told = reply.json()
    assert set(told) == {"fault", "where"}
    assert words in told["fault"]
    assert told["where"] == where


def test_a_question_that_is_too_large_is_not_read(table: Table) -> None:
    reply = table.post("/api/lab", {**ODDS, "facts": {"fire.weapon": "x" * Limits().body}})
    assert reply.status_code == 413


def test_house_rules_of_a_question_do_not_touch_the_table_nor_other_questions(table: Table) -> None:
    with ThreadPoolExecutor(4) as several:
        replies = list(several.map(lambda body: table.post("/api/lab", body).json(), [HOUSE, ODDS] * 3))
    means = [reply["mean"] for reply in replies]
    assert means == pytest.approx([4 / 3, 4] * 3)
    assert on_paper(ODDS)["mean"] == pytest.approx(4)


# --------------------------------------------------------------------- lab processes that do not answer
SLEEP = {"ask": "sweep", **VOLLEY, "over": []}
ANY = {"ask": "systems"}


@pytest.fixture
def idle(
    serve: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., AbstractContextManager[Table]]:
    """A service with one lab process, which sleeps over sweeps."""
    monkeypatch.setattr("sandtable.server.workers.lab_workers.MODULE", "tests.server.idle_lab_process")

    def start(**limits: Any) -> AbstractContextManager[Table]:
        database = f"sqlite+aiosqlite:///{tmp_path / 'lab.sqlite3'}"
        opened: AbstractContextManager[Table] = serve(
            Settings(database=database, limits=Limits(lab_workers=1, **limits))
        )
        return opened

    return start


Idle = Callable[..., AbstractContextManager[Table]]


def test_a_question_that_takes_too_long_is_given_up_and_the_next_is_answered(idle: Idle) -> None:
    with idle(answer_within=4.0) as table:
        assert table.post("/api/lab", ANY).status_code == 200
        late = table.post("/api/lab", SLEEP)
        again = table.post("/api/lab", ANY)
    assert late.status_code == 503
    assert late.json()["words"] == "this takes longer than 4 seconds; ask for less"
    assert again.status_code == 200


def processes(table: Table) -> list[int]:
    """The numbers of the processes of the lab."""
    return [worker.pid for worker in table.service.lab_workers._workers if worker.pid is not None]


def test_a_lab_process_that_dies_costs_its_question_and_is_replaced(
    idle: Idle, wait: Callable[[Callable[[], bool]], None]
) -> None:
    with idle(answer_within=60.0) as table, ThreadPoolExecutor(1) as aside:
        assert table.post("/api/lab", ANY).status_code == 200
        (process,) = processes(table)
        lost = aside.submit(table.post, "/api/lab", SLEEP)
        wait(lambda: table.service.lab_workers.asked == 1)
        assert table.get("/api/health").status_code == 200
        os.kill(process, signal.SIGKILL)
        again = table.post("/api/lab", ANY)
        others = processes(table)
    assert lost.result().status_code == 500
    assert again.status_code == 200
    assert process not in others


def test_more_questions_than_can_wait_are_sent_away(idle: Idle) -> None:
    with idle(answer_within=4.0, computations_waiting=1) as table, ThreadPoolExecutor(4) as several:
        replies = list(several.map(lambda _: table.post("/api/lab", SLEEP), range(4)))
    assert [reply.status_code for reply in replies] == [503] * 4
    words = [reply.json()["words"] for reply in replies]
    assert sum("too much is being computed" in told for told in words) == 2
