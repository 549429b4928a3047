"""A hostile client: one seat alone cannot foresee a die or see what is hidden, whatever it sends."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from sandtable.game.drivers.replay import verify
from sandtable.game.files.record import Fair, Record, ThrowStep
from sandtable.game.files.record_files import parse
from sandtable.server.games import journal
from sandtable.server.games.keys import hashed
from sandtable.server.games.summary import game_seen
from sandtable.server.http.app import Settings
from sandtable.server.limits import Limits
from tests.conformance.duel.system import DUEL
from tests.conformance.toy.system import SYSTEM as TOY
from tests.server.conftest import CONTRIBUTION, Table

PERSON = {"kind": "person", "name": "Ann"}
FRIEND = {"kind": "person", "name": "a friend", "mine": False}
HEARD_WITHIN = 30
ENDED = "it stays as it ended"


def _keys(made: dict[str, Any]) -> list[str]:
    return [row["key"] for row in made["keys"]]


def _record(table: Table, game: str) -> Record:
    return parse(table.get(f"/api/games/{game}/record").json()["record"].encode(), "record")


def _falls(table: Table, game: str) -> list[tuple[tuple[int, ...], ...]]:
    """Every throw that stands, as the service keeps it."""
    return [
        step.faces for step in table.service.rooms._rooms[game].state.steps if isinstance(step, ThrowStep)
    ]


def _hear(socket: ClientConnection) -> dict[str, Any]:
    heard: dict[str, Any] = json.loads(socket.recv(timeout=HEARD_WITHIN))
    return heard


def _reply(socket: ClientConnection, ref: str) -> dict[str, Any]:
    for _ in range(200):
        heard = _hear(socket)
        if heard.get("ref") == ref:
            return heard
    raise AssertionError("there was no reply")


def _play_until_dice(table: Table, made: dict[str, Any], throws: int) -> None:
    """Give first answers until so many throws have fallen on them."""
    game = made["game"]["game"]
    wanted = len(_falls(table, game)) + throws
    for _ in range(200):
        table.play(made, 1)
        if len(_falls(table, game)) >= wanted:
            return
    raise AssertionError("no dice fell")


def _agree(table: Table, game: str, keys: list[str], to: int) -> Any:
    """Ann asks to go back to a step and Bob agrees."""
    number = table.post(f"/api/games/{game}/take-back", {"to": to}, keys[0]).json()["number"]
    reply = {"number": number, "agree": True}
    return table.post(f"/api/games/{game}/take-back/reply", reply, keys[1])


# --------------------------------------------------------------------- spent dice
def test_a_concession_sent_right_behind_an_answer_does_not_slip_in_between(table: Table) -> None:
    """Liberty asks after each phase whether a side concedes; the service says no for both."""
    body = {"system": "liberty", "scenario": "trenton-1776", "seats": [PERSON, PERSON]}
    made = table.opened(table.post("/api/games", body))
    game, keys = made["game"]["game"], _keys(made)
    refused: list[str] = []
    for turn in range(12):
        now = table.get(f"/api/games/{game}").json()
        key, ref = keys[now["waiting_for"]], str(turn)
        prompt = table.view(game, key)["picture"]["prompt"]
        if prompt is None:
            continue  # the service is about to answer
        option = prompt["options"][-1]["answer"] if prompt["options"] else []
        with table.live(game) as socket:
            socket.send(json.dumps({"type": "hello", "key": key, "watch": "prompt"}))
            first = {"type": "answer", "ref": ref, "question": now["question"], "answer": option}
            socket.send(json.dumps(first))
            for more in (1, 2):
                behind = {"question": now["number"] + more, "answer": "concede"}
                socket.send(json.dumps({"type": "answer", "ref": f"{ref} {more}", **behind}))
            replies = [_reply(socket, f"{ref} {more}") for more in (1, 2)]
        assert [reply["type"] for reply in replies] == ["denied", "denied"]
        refused += [reply["trouble"]["words"] for reply in replies]
    assert any("without a player" in words or "no longer open" in words for words in refused)
    now = table.get(f"/api/games/{game}").json()
    assert (now["status"], now["secret"]) == ("running", None)


def _over_by_the_rules(table: Table, made: dict[str, Any]) -> None:
    table.play(made, 400)


def _over_by_giving_up(table: Table, made: dict[str, Any]) -> None:
    table.play(made, 12)
    table.post(f"/api/games/{made['game']['game']}/resign", {"at_once": True}, made["keys"][0]["key"])


def _over_by_the_umpire(table: Table, made: dict[str, Any]) -> None:
    table.play(made, 12)
    end = {"do": "close", "reason": "it is late"}
    assert table.post(f"/api/games/{made['game']['game']}/ruling", end, made["umpire"]).status_code == 200


@pytest.mark.parametrize("over", [_over_by_the_rules, _over_by_giving_up, _over_by_the_umpire])
def test_once_its_secret_is_shown_a_game_stays_ended_for_everybody(table: Table, over: Any) -> None:
    made = table.make_umpired()
    game, keys = made["game"]["game"], _keys(made)
    over(table, made)
    ended = table.get(f"/api/games/{game}").json()
    assert (ended["status"], bool(ended["secret"])) == ("over", True)
    question = table.service.rooms._rooms[game].state.question
    at, why = {"question": question}, {"reason": "once more"}
    tries = [
        *(("undo", at, key) for key in keys),
        *(("redo", at, key) for key in keys),
        *(("answer", {**at, "answer": 0}, key) for key in keys),
        *(("take-back", {"to": 2}, key) for key in keys),
        ("ruling", {"do": "go-back", "to": 2, **why}, made["umpire"]),
        ("ruling", {"do": "answer", **at, "answer": 0, **why}, made["umpire"]),
    ]
    for what, body, key in tries:
        reply = table.post(f"/api/games/{game}/{what}", body, key)
        assert (reply.status_code, ENDED in reply.json()["words"]) == (422, True), (what, reply.text)
    assert table.get(f"/api/games/{game}").json() == ended


def test_a_take_back_asked_for_before_the_end_is_not_granted_after_it(table: Table) -> None:
    made = table.make()
    game, keys = made["game"]["game"], _keys(made)
    table.play(made, 12)
    number = table.post(f"/api/games/{game}/take-back", {"to": 2}, keys[0]).json()["number"]
    table.post(f"/api/games/{game}/resign", {"at_once": True}, keys[0])
    agree = {"number": number, "agree": True}
    assert table.post(f"/api/games/{game}/take-back/reply", agree, keys[1]).status_code == 422
    assert table.get(f"/api/games/{game}").json()["status"] == "over"


def test_a_fork_goes_on_with_another_secret_and_says_of_what_it_is_a_fork(table: Table) -> None:
    made = table.make()
    game = made["game"]["game"]
    _over_by_giving_up(table, made)
    before = table.get(f"/api/games/{game}").json()
    fork = {"step": 5, "seats": [PERSON, PERSON]}
    forked = table.opened(table.post(f"/api/games/{game}/fork", fork))["game"]
    assert forked["commitment"] != before["commitment"]
    assert (forked["forked_from"], forked["first_step"], forked["secret"]) == (game, 5, None)
    assert _record(table, forked["game"]).fork is not None


def test_the_secret_is_not_shown_before_the_end_is_durable(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table.make()
    game = made["game"]["game"]
    room, store = table.service.rooms._rooms[game], table.service.rooms.store
    append, seen = store.append, []

    async def watched(row: Any, snapshot: Any = None) -> None:
        shown = game_seen(room, table.service.rooms)
        seen.append((shown.status, shown.secret, shown.outcome))
        await append(row, snapshot)

    monkeypatch.setattr(store, "append", watched)
    table.play(made, 400)
    assert table.get(f"/api/games/{game}").json()["secret"]
    assert set(seen) == {("running", None, None)}


# --------------------------------------------------------------------- an answer and its question
def test_an_answer_does_not_count_for_the_same_question_asked_again(table: Table) -> None:
    made = table.make()
    game, keys = made["game"]["game"], _keys(made)
    table.play(made, 8)
    then = table.get(f"/api/games/{game}").json()
    key = keys[then["waiting_for"]]
    option = table.first_answer(game, key)
    table.play(made, 4)
    since = table.question(game)
    assert _agree(table, game, keys, 8).json()["step"] == 8
    for question in (then["question"], since):
        late = table.post(f"/api/games/{game}/answer", {"question": question, "answer": option}, key)
        assert late.status_code == 409
        assert "look again" in late.json()["words"]
    assert table.answer(game, key, option).status_code == 200


def test_who_agrees_agrees_to_the_take_back_he_was_shown(table: Table) -> None:
    made = table.make()
    game, keys = made["game"]["game"], _keys(made)
    table.play(made, 12)
    shown = table.post(f"/api/games/{game}/take-back", {"to": 11}, keys[0]).json()["number"]
    table.post(f"/api/games/{game}/take-back", {"to": 0}, keys[0])
    agree = {"number": shown, "agree": True}
    assert table.post(f"/api/games/{game}/take-back/reply", agree, keys[1]).status_code == 409
    assert table.get(f"/api/games/{game}").json()["step"] == 12


# --------------------------------------------------------------------- fishing for dice
def test_after_a_take_back_past_dice_the_same_answers_bring_other_dice(table: Table) -> None:
    made = table.make(system="duel", scenario="dawn")
    game, keys = made["game"]["game"], _keys(made)
    fell = set()
    for _ in range(8):
        _play_until_dice(table, made, 1)
        fell.add(json.dumps(_falls(table, game)))
        assert _agree(table, game, keys, 0).status_code == 200
    assert len(fell) > 1, "the same answers brought the same dice"
    assert table.get(f"/api/games/{game}").json()["take_backs"] == 8
    table.play(made, 400)
    record = _record(table, game)
    assert record.take_backs == 8
    found = verify(record, DUEL)
    assert found.is_ok, found.findings
    assert "8 take-backs past dice." in found.remarks
    dice = table.get(f"/api/games/{game}/dice").json()
    assert {cast["epoch"] for cast in dice["casts"]} == {0, 8}, "the tricks drawn before step 0 stand"


def test_a_take_back_that_no_dice_fell_after_changes_no_die(table: Table) -> None:
    made = table.make()
    game, keys = made["game"]["game"], _keys(made)
    for _ in range(60):
        before = _falls(table, game)
        now = table.get(f"/api/games/{game}").json()
        table.play(made, 1)
        if _falls(table, game) == before:
            undo = {"question": table.question(game)}
            undone = table.post(f"/api/games/{game}/undo", undo, keys[now["waiting_for"]])
            if undone.status_code == 200:
                break
    assert undone.status_code == 200
    assert table.get(f"/api/games/{game}").json()["take_backs"] == 0


def test_a_game_can_be_made_in_which_dice_stand(table: Table) -> None:
    made = table.make(system="duel", scenario="dawn", dice_stand=True, umpire={"name": "Una"})
    game, keys = made["game"]["game"], _keys(made)
    umpire = table.join(game, made["umpire"]["invitation"], "Una")["key"]
    _play_until_dice(table, made, 1)
    now = table.get(f"/api/games/{game}").json()
    assert now["dice_stand"]
    asked = table.post(f"/api/games/{game}/take-back", {"to": 0}, keys[0])
    ruled = {"do": "go-back", "to": 0, "reason": "I say so"}
    for reply in (asked, table.post(f"/api/games/{game}/ruling", ruled, umpire)):
        assert reply.status_code == 422
        assert "does not allow going back past thrown dice" in reply.json()["words"]
    assert table.get(f"/api/games/{game}").json()["number"] == now["number"]


# --------------------------------------------------------------------- commit, contribute, throw
def test_no_die_is_thrown_before_every_person_has_put_something_into_the_dice(table: Table) -> None:
    body = {"system": "toy", "scenario": "hearthrug", "seats": [PERSON, FRIEND]}
    made = table.post("/api/games", body).json()
    game, ann, committed = made["game"]["game"], made["keys"][0]["key"], made["game"]["commitment"]
    assert (made["game"]["status"], made["game"]["contributions"]) == ("gathering", [])
    bob = table.post(
        f"/api/games/{game}/join", {"invitation": made["keys"][1]["invitation"], "name": "Bob"}
    ).json()
    assert bob["game"]["status"] == "gathering", "both sit, but nobody has contributed"
    assert table.contribute(game, bob["key"], "bb" * 16)["status"] == "gathering"
    begun = table.contribute(game, ann, "aa" * 16)
    assert (begun["status"], begun["commitment"]) == ("running", committed)
    table.post(f"/api/games/{game}/resign", {"at_once": True}, ann)
    dice = _record(table, game).dice
    assert isinstance(dice, Fair)
    assert (dice.commitment, dice.contributions) == (committed, ("bb" * 16, "aa" * 16))


def test_a_seat_contributes_once_and_not_after_the_beginning(table: Table) -> None:
    made = table.post(
        "/api/games", {"system": "toy", "scenario": "hearthrug", "seats": [PERSON, PERSON]}
    ).json()
    game, keys = made["game"]["game"], _keys(made)
    address, mixed = f"/api/games/{game}/contribute", {"contribution": CONTRIBUTION}
    assert table.post(address, mixed).status_code == 401
    assert table.post(address, {"contribution": "00"}, keys[0]).status_code == 400
    table.contribute(game, keys[0])
    assert table.post(address, mixed, keys[0]).status_code == 409
    table.contribute(game, keys[1])
    assert table.post(address, mixed, keys[1]).status_code == 409
    assert len(table.get(f"/api/games/{game}").json()["contributions"]) == 2


def test_who_is_given_a_seat_before_the_beginning_puts_in_something_of_his_own(table: Table) -> None:
    made = table.make(PERSON, FRIEND)
    game, ann = made["game"]["game"], made["keys"][0]["key"]
    own = {"seat": 0, "reason": "Cid plays for me"}
    passed_on = table.post(f"/api/games/{game}/invite", own, ann).json()["invitation"]
    assert table.get(f"/api/games/{game}").json()["contributions"] == []
    table.join(game, made["keys"][1]["invitation"])
    cid = table.post(f"/api/games/{game}/join", {"invitation": passed_on, "name": "Cid"}).json()
    assert cid["game"]["status"] == "gathering", "Cid has put nothing in yet"
    begun = table.contribute(game, cid["key"], "cc" * 16)
    assert (begun["status"], begun["contributions"]) == ("running", [CONTRIBUTION, "cc" * 16])


# --------------------------------------------------------------------- the umpire's powers
def test_the_maker_of_a_game_with_a_friend_holds_the_key_of_his_seat_alone(table: Table) -> None:
    made = table.make(PERSON, FRIEND)
    game, ann = made["game"]["game"], made["keys"][0]["key"]
    assert (made["umpire"], made["game"]["umpire"]) == (None, None)
    table.join(game, made["keys"][1]["invitation"])
    table.post(
        f"/api/games/{game}/answer",
        {"question": table.question(game), "answer": table.first_answer(game, ann)},
        ann,
    )
    number = table.get(f"/api/games/{game}").json()["number"]
    why, seats = {"reason": "let me see"}, [PERSON, PERSON]
    tries: list[tuple[str, dict[str, Any]]] = [
        ("fork", {"step": 0, "seats": seats}),
        ("invite", {"seat": 1, **why}),
        ("ruling", {"do": "go-back", "to": 0, **why}),
        ("ruling", {"do": "answer", "question": table.question(game), "answer": 0, **why}),
        ("ruling", {"do": "close", "winner": 0, **why}),
    ]
    for what, body in tries:
        assert table.post(f"/api/games/{game}/{what}", body, ann).status_code == 403, what
        assert table.post(f"/api/games/{game}/{what}", body).status_code == 401, what
    for what in ("view", "log"):
        assert table.get(f"/api/games/{game}/{what}", ann, seat=1).status_code == 403
    assert table.get(f"/api/games/{game}/dice", ann).status_code == 422
    assert table.get(f"/api/games/{game}").json()["number"] == number


def test_an_umpire_is_declared_and_his_invitation_opens_no_seat(table: Table) -> None:
    made = table.make(umpire={"name": "Una"})
    game = made["game"]["game"]
    assert made["game"]["umpire"] == {"name": "Una", "taken": False}
    assert made["game"]["status"] == "gathering", "the umpire is awaited"
    invitation = {"invitation": made["umpire"]["invitation"]}
    assert table.post(f"/api/games/{game}/invitation", invitation).json() == {"seat": None}
    una = table.post(f"/api/games/{game}/join", {**invitation, "name": "Una"}).json()
    assert (una["seat"], una["game"]["status"]) == (None, "running")
    answer = {"question": table.question(game), "answer": 0}
    assert table.post(f"/api/games/{game}/answer", answer, una["key"]).status_code == 403
    assert table.post(f"/api/games/{game}/join", {**invitation, "name": "x"}).status_code == 403


def test_the_maker_umpires_a_game_only_if_he_plays_no_seat(table: Table) -> None:
    seats = [{**PERSON, "mine": False}, FRIEND]
    body = {"system": "toy", "scenario": "hearthrug", "seats": seats, "umpire": {"mine": True}}
    made = table.post("/api/games", body).json()
    assert made["umpire"]["key"]
    assert [row["key"] for row in made["keys"]] == [None, None]
    refused = table.post("/api/games", {**body, "seats": [PERSON, FRIEND]})
    assert refused.status_code == 400


def test_every_act_of_the_umpire_is_shown_to_everybody_as_it_happens(table: Table) -> None:
    made = table.make_umpired()
    game, keys, una = made["game"]["game"], _keys(made), made["umpire"]
    table.play(made, 6)
    waiting = table.get(f"/api/games/{game}").json()["waiting_for"]
    option, why = table.first_answer(game, keys[waiting]), {"reason": "it must be"}

    def rules(**ruling: Any) -> None:
        reply = table.post(f"/api/games/{game}/ruling", {**ruling, **why}, una)
        assert reply.status_code == 200, reply.text

    acts: list[Callable[[], object]] = [
        lambda: table.view(game, una, seat=1),
        lambda: rules(do="answer", question=table.question(game), answer=option),
        lambda: rules(do="go-back", to=3),
        lambda: table.post(f"/api/games/{game}/fork", {"step": 2, "seats": [PERSON, PERSON]}, una),
        lambda: table.post(f"/api/games/{game}/invite", {"seat": 1, **why}, una),
        lambda: rules(do="close"),
    ]
    with table.live(game) as player, table.live(game) as spectator:
        player.send(json.dumps({"type": "hello", "key": keys[0]}))
        spectator.send(json.dumps({"type": "hello"}))
        for socket in (player, spectator):
            _hear(socket)
        for act in acts:
            act()
            for socket in (player, spectator):
                while not (notes := _hear(socket).get("notes")):
                    pass
                assert [note["by_umpire"] for note in notes] == [True], notes
                assert "the umpire" in notes[0]["words"]
    record = _record(table, game)
    assert [ruled.words.split()[0] for ruled in record.rulings] == [
        "looked",
        "answered",
        "went",
        "forked",
        "opened",
        "ended",
    ]
    assert verify(record, TOY).is_ok


def _change_heading(file: Path, game: str, change: dict[str, Any]) -> None:
    with sqlite3.connect(file) as database:
        (text,) = database.execute("SELECT heading FROM games WHERE id = ?", (game,)).fetchone()
        heading = json.dumps({**json.loads(text), **change})
        database.execute("UPDATE games SET heading = ? WHERE id = ?", (heading, game))


def test_the_umpires_key_of_a_game_of_an_earlier_version_opens_nothing(
    serve: Any, easy: Limits, tmp_path: Path
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy)
    with serve(settings) as table:
        made = table.make()
        game = made["game"]["game"]
        table.play(made, 5)
    _change_heading(tmp_path / "games.db", game, {"umpire": hashed("old key"), "contributions": ["aa" * 16]})
    with serve(settings) as table:
        assert table.get(f"/api/games/{game}/view", "old key", seat=1).status_code == 403
        back = {"do": "go-back", "to": 0, "reason": "x"}
        assert table.post(f"/api/games/{game}/ruling", back, "old key").status_code == 403
        assert table.play(made, 1) == 6, "and the game goes on"


# --------------------------------------------------------------------- crashes
def _cut_journal(file: Path, copy: Path, acts: int) -> None:
    """A database as it would be if the service had died after so many acts."""
    with sqlite3.connect(file) as whole, sqlite3.connect(copy) as database:
        whole.backup(database)
        database.execute("DELETE FROM entries WHERE number > ?", (acts,))
        database.execute("DELETE FROM snapshots WHERE number > ?", (acts,))


def test_a_game_left_after_any_act_goes_on_when_it_is_picked_up(
    serve: Any, easy: Limits, tmp_path: Path
) -> None:
    file = tmp_path / "games.db"
    with serve(Settings(database=f"sqlite:///{file}", limits=easy)) as table:
        made = table.make(PERSON, FRIEND)
        game, ann = made["game"]["game"], made["keys"][0]["key"]
        bob = table.join(game, made["keys"][1]["invitation"])["key"]
        both = {**made, "keys": [made["keys"][0], {"seat": 1, "key": bob}]}
        table.play(both, 6)
        _agree(table, game, [ann, bob], 2)
        table.play(both, 2)
        table.post(f"/api/games/{game}/resign", {"at_once": True}, ann)
        acts = table.service.rooms._rooms[game].state.number
    with sqlite3.connect(file) as database:
        kept = [journal.read_act(text) for (text,) in database.execute("SELECT act FROM entries")]
    began = next(number for number, act in enumerate(kept, start=1) if isinstance(act, journal.Began))
    for left in range(acts + 1):
        copy = tmp_path / f"left-{left}.db"
        _cut_journal(file, copy, left)
        with serve(Settings(database=f"sqlite:///{copy}", limits=easy)) as table:
            now = table.get(f"/api/games/{game}").json()
            is_complete = left >= began - 1
            assert now["status"] == ("over" if left == acts else "running" if is_complete else "gathering")
            assert now["number"] == (max(left, began) if is_complete else left)
            assert (now["waiting_for"] is not None) == (now["status"] == "running")
            if now["status"] == "running":
                assert table.play(both, 1) == now["step"] + 1


def test_a_record_to_look_at_whose_opening_broke_off_is_over_when_it_is_picked_up(
    serve: Any, easy: Limits, tmp_path: Path
) -> None:
    file = tmp_path / "games.db"
    with serve(Settings(database=f"sqlite:///{file}", limits=easy)) as table:
        made = table.make()
        _over_by_giving_up(table, made)
        text = table.get(f"/api/games/{made['game']['game']}/record").json()["record"]
        body = {"record": text, "seats": [PERSON, PERSON], "purpose": "to look at"}
        game = table.post("/api/import", body).json()["game"]["game"]
    for left in (0, 1, 2):
        copy = tmp_path / f"left-{left}.db"
        _cut_journal(file, copy, left)
        with serve(Settings(database=f"sqlite:///{copy}", limits=easy)) as table:
            now = table.get(f"/api/games/{game}").json()
            assert (now["status"], now["number"], now["step"]) == ("over", 2, 12)
