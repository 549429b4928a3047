"""Games over HTTP: made, played, looked at, taken back, ended, exported, imported and forked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.game.drivers.replay import verify
from sandtable.game.files.record import Fair
from sandtable.game.files.record_files import parse
from sandtable.server.http.app import Settings
from sandtable.server.limits import Limits
from tests.conformance.toy.system import SYSTEM as TOY
from tests.server.conftest import CONTRIBUTION


def _ids(made: dict[str, Any]) -> tuple[str, list[str]]:
    return made["game"]["game"], [row["key"] for row in made["keys"]]


def test_the_systems_and_scenarios_that_can_be_played_are_listed(table: Any) -> None:
    systems = table.get("/api/systems").json()
    assert {"liberty", "toy"} <= {row["id"] for row in systems["systems"]}
    assert systems["agents"][0]["id"] == "captain"
    assert all(row["name"] and row["words"] for row in systems["agents"])
    assert {row["id"]: row["name"] for row in systems["systems"]}["liberty"] == "Liberty"
    scenarios = table.get("/api/scenarios").json()["scenarios"]
    cowpens = next(row for row in scenarios if row["id"] == "cowpens-1781")
    assert [side["name"] for side in cowpens["sides"]]
    seen = table.get("/api/systems/liberty/scenarios/cowpens-1781").json()
    assert seen["history"]
    assert seen["row"] == cowpens
    titles = {row["rule"]: row["title"] for row in seen["readings"]}
    assert titles["morale.trigger.unsaved"] == "Morale test after fire"


def test_a_rule_is_told_in_our_words_by_its_id(table: Any) -> None:
    rule = table.get("/api/systems/toy/rules/fire.range").json()
    assert rule["id"] == "fire.range"
    assert rule["text"]
    unknown = table.get("/api/systems/toy/rules/fire.rnage")
    assert unknown.status_code == 404
    assert "fire.range" in unknown.json()["words"]


def test_two_people_at_one_screen_play_a_battle_to_its_end(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    assert len(keys) == 2
    table.play(made, 400)
    ended = table.get(f"/api/games/{game}").json()
    assert ended["status"] == "over"
    assert ended["outcome"]["words"]
    assert ended["secret"]
    listed = table.get("/api/games", status="over").json()["games"]
    assert game in [row["game"] for row in listed]


def test_the_record_of_an_ended_battle_proves_its_dice(table: Any) -> None:
    made = table.make()
    game, _ = _ids(made)
    heading = table.get(f"/api/games/{game}/record").json()["record"]
    running = parse(heading.encode(), "heading")
    assert running.entries == ()
    assert isinstance(running.dice, Fair)
    assert running.dice.secret is None
    table.play(made, 400)
    record = parse(table.get(f"/api/games/{game}/record").json()["record"].encode(), "record")
    assert isinstance(record.dice, Fair)
    assert record.dice.commitment == running.dice.commitment
    assert record.dice.contributions == (CONTRIBUTION, CONTRIBUTION)
    found = verify(record, TOY)
    assert found.is_ok, found.findings
    assert record.is_over


def test_a_seat_sees_its_own_prompt_and_a_spectator_none(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    waiting = table.get(f"/api/games/{game}").json()["waiting_for"]
    assert table.view(game, keys[waiting])["picture"]["prompt"] is not None
    assert table.view(game, keys[1 - waiting])["picture"]["prompt"] is None
    assert table.view(game)["picture"]["prompt"] is None


def test_what_is_hidden_from_a_seat_does_not_reach_it(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    cards = {
        seat: [
            body["card"]["kind"]
            for body in table.view(game, key)["picture"]["bodies"]
            if body["side"] != seat
        ]
        for seat, key in enumerate(keys)
    }
    seen = [card for cards_of_others in cards.values() for card in cards_of_others]
    assert all(card in ("", "unknown") or card == "?" for card in seen), seen


def test_an_answer_that_the_rules_refuse_is_refused_with_words(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    now = table.get(f"/api/games/{game}").json()
    reply = table.post(
        f"/api/games/{game}/answer",
        {"question": now["question"], "answer": "nonsense"},
        keys[now["waiting_for"]],
    )
    assert reply.status_code == 422
    assert "nonsense" in reply.json()["words"]
    assert table.get(f"/api/games/{game}").json()["number"] == now["number"]


def test_only_the_seat_that_is_asked_may_answer(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    now = table.get(f"/api/games/{game}").json()
    other = keys[1 - now["waiting_for"]]
    answer = table.first_answer(game, keys[now["waiting_for"]])
    body = {"question": now["question"], "answer": answer}
    assert table.post(f"/api/games/{game}/answer", body, other).status_code == 403
    assert table.post(f"/api/games/{game}/answer", body).status_code == 401


def test_an_answer_to_a_question_of_another_moment_is_refused(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    first = table.question(game)
    table.play(made, 2)
    waiting = table.get(f"/api/games/{game}").json()["waiting_for"]
    reply = table.post(f"/api/games/{game}/answer", {"question": first, "answer": None}, keys[waiting])
    assert reply.status_code == 409
    assert f"question {first} is no longer open" in reply.json()["words"]
    assert f"question {table.question(game)} is open now" in reply.json()["words"]


def _at_a_move(table: Any, made: dict[str, Any]) -> tuple[int, str]:
    """Play until a move is asked for; the step and the key of the seat that is asked."""
    game, keys = _ids(made)
    for _ in range(20):
        now = table.get(f"/api/games/{game}").json()
        key = keys[now["waiting_for"]]
        if table.view(game, key)["picture"]["prompt"]["kind"] == "PlanMove":
            return now["step"], key
        table.play(made, 1)
    raise AssertionError("no move was asked for")


def test_an_answer_is_taken_back_and_given_again_until_dice_are_thrown(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    step, key = _at_a_move(table, made)
    before = table.view(game, key)["picture"]
    undone = table.post(f"/api/games/{game}/undo", {"question": table.question(game)}, key)
    assert undone.status_code == 200, undone.text
    assert undone.json()["step"] == step - 1
    again = table.post(f"/api/games/{game}/redo", {"question": table.question(game)}, key)
    assert again.json()["step"] == step
    assert table.view(game, key)["picture"] == before
    other = keys[1 - keys.index(key)]
    refused = table.post(f"/api/games/{game}/undo", {"question": table.question(game)}, other)
    assert refused.status_code == 422


def test_a_move_is_tried_before_it_is_made(table: Any) -> None:
    made = table.make()
    game, _ = _ids(made)
    step, key = _at_a_move(table, made)
    stand = table.post(f"/api/games/{game}/plan", {"step": step, "legs": []}, key).json()
    assert stand["legal"]
    assert stand["cost"] == 0
    ahead = {"step": step, "legs": [{"leg": "advance", "distance": 100}]}
    one_inch = table.post(f"/api/games/{game}/plan", ahead, key).json()
    assert one_inch["legs"][0]["words"] == "advance 1"
    assert one_inch["legs"][0]["cost"] == 100
    too_far = {"step": step, "legs": [{"leg": "advance", "distance": 19_000}]}
    refused = table.post(f"/api/games/{game}/plan", too_far, key).json()
    assert not refused["legal"]
    assert refused["obstacles"][0]["words"]
    end = one_inch["end"]
    wanted = {"x": end["x"], "y": end["y"], "heading": end.get("heading", 0)}
    dragged = table.post(f"/api/games/{game}/plan", {"step": step, "wanted": wanted}, key).json()
    assert dragged["legal"]
    assert dragged["miss"] <= 2
    assert dragged["end"] == end
    reach = table.post(f"/api/games/{game}/reach", {"step": step}, key).json()
    assert len(reach["bands"]) == 4
    assert all(band["rings"] for band in reach["bands"])


def test_a_tape_measures_between_places_and_bodies(table: Any) -> None:
    made = table.make()
    game, _ = _ids(made)
    place = {"at": "place", "x": 0, "y": 0}
    square = table.post(
        f"/api/games/{game}/measure", {"start": place, "end": {"at": "place", "x": 300, "y": 400}}
    )
    assert square.json()["length"] == 500
    bodies = table.post(
        f"/api/games/{game}/measure", {"start": {"at": "body", "body": 0}, "end": {"at": "body", "body": 1}}
    )
    assert bodies.json()["length"] > 0
    nowhere = table.post(f"/api/games/{game}/measure", {"start": {"at": "body", "body": 99}, "end": place})
    assert nowhere.status_code == 404


def test_the_odds_of_an_option_sum_to_one_for_every_unit(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    now = table.get(f"/api/games/{game}").json()
    odds = table.post(f"/api/games/{game}/odds", {"step": 0, "option": 0}, keys[now["waiting_for"]])
    assert odds.status_code == 200, odds.text
    for unit in odds.json()["odds"]["units"]:
        assert abs(sum(then["chance"] for then in unit["then"]) - 1) < 1e-9


def test_the_table_is_shown_at_any_step(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    seen = []
    for _ in range(12):
        seen.append(table.view(game, keys[0]))
        table.play(made, 1)
    for step, then in enumerate(seen):
        again = table.view(game, keys[0], step=step)
        assert again["picture"]["bodies"] == then["picture"]["bodies"]
        assert again["picture"]["prompt"] == then["picture"]["prompt"]
        assert again["last"] == 12
    assert table.get(f"/api/games/{game}/view", keys[0], step=13).status_code == 404


def test_a_take_back_over_dice_needs_the_other_side(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    table.play(made, 20)
    then = table.view(game, keys[0], step=10)["picture"]
    asked = table.post(f"/api/games/{game}/take-back", {"to": 10}, keys[0])
    assert asked.status_code == 200
    take_back = table.get(f"/api/games/{game}").json()["take_back"]
    assert (take_back["seat"], take_back["to"]) == (0, 10)
    reply = {"number": take_back["number"], "agree": True}
    own = table.post(f"/api/games/{game}/take-back/reply", reply, keys[0])
    assert own.status_code == 403
    agreed = table.post(f"/api/games/{game}/take-back/reply", reply, keys[1])
    assert agreed.json()["step"] == 10
    assert table.view(game, keys[0])["picture"]["bodies"] == then["bodies"]
    table.play(made, 400)
    record = parse(table.get(f"/api/games/{game}/record").json()["record"].encode(), "record")
    assert verify(record, TOY).is_ok


def test_a_declined_take_back_changes_nothing(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    table.play(made, 5)
    number = table.post(f"/api/games/{game}/take-back", {"to": 2}, keys[0]).json()["number"]
    table.post(f"/api/games/{game}/take-back/reply", {"number": number, "agree": False}, keys[1])
    now = table.get(f"/api/games/{game}").json()
    assert now["take_back"] is None
    assert now["step"] == 5


def test_giving_up_ends_a_battle_of_a_system_without_a_rule_for_it(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    assert table.post(f"/api/games/{game}/resign", {}, keys[0]).status_code == 200
    now = table.get(f"/api/games/{game}").json()
    assert now["status"] == "over"
    assert now["outcome"]["winner"] == 1
    assert "Ann" in now["outcome"]["words"]
    assert now["secret"]
    answer = table.post(f"/api/games/{game}/answer", {"question": 0, "answer": 0}, keys[0])
    assert answer.status_code == 422
    kept = parse(table.get(f"/api/games/{game}/record").json()["record"].encode(), "record")
    assert kept.is_over
    assert kept.end is not None
    assert kept.end.closed is not None
    assert (kept.end.over, kept.end.closed.winner) == (False, 1)
    assert verify(kept, TOY).is_ok


def test_the_umpire_rules_with_a_reason_that_everybody_reads(table: Any) -> None:
    made = table.make_umpired()
    game, keys = _ids(made)
    table.play(made, 6)
    waiting = table.get(f"/api/games/{game}").json()["waiting_for"]
    answer = table.first_answer(game, keys[waiting])
    reason, question = "Bob has gone to bed", table.question(game)
    ruling = {"do": "answer", "question": question, "answer": answer, "reason": reason}
    assert table.post(f"/api/games/{game}/ruling", ruling, keys[0]).status_code == 403
    assert table.post(f"/api/games/{game}/ruling", ruling, made["umpire"]).json()["step"] == 7
    back = {"do": "go-back", "to": 3, "reason": "that was a misunderstanding"}
    assert table.post(f"/api/games/{game}/ruling", back, made["umpire"]).json()["step"] == 3
    end = {"do": "close", "reason": "the cat is on the table", "winner": 1}
    assert table.post(f"/api/games/{game}/ruling", end, made["umpire"]).status_code == 200
    notes = " ".join(note["words"] for note in table.get(f"/api/games/{game}/log").json()["notes"])
    for words in ("Bob has gone to bed", "that was a misunderstanding", "the cat is on the table"):
        assert words in notes


def test_the_log_tells_dice_with_their_faces(table: Any, wait: Any) -> None:
    made = table.make({"kind": "agent", "name": "militia"}, {"kind": "agent", "name": "militia"})
    game = made["game"]["game"]
    wait(lambda: bool(table.get(f"/api/games/{game}").json()["status"] == "over"))
    log = table.get(f"/api/games/{game}/log").json()
    rows = [row for entry in log["log"]["entries"] for row in entry["dice"] if row["faces"]]
    assert rows
    assert all(len(row["faces"]) == len(row["good"]) for row in rows)
    since = table.get(f"/api/games/{game}/log", since=log["number"]).json()["log"]
    assert since == {"start": len(log["log"]["entries"]), "entries": []}


def test_players_talk_and_spectators_listen(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    assert table.post(f"/api/games/{game}/say", {"words": "Your move, sir"}, keys[0]).status_code == 200
    assert table.post(f"/api/games/{game}/say", {"words": "hear, hear"}).status_code == 401
    said = table.get(f"/api/games/{game}/chat").json()["said"]
    assert [(line["seat"], line["words"]) for line in said] == [(0, "Your move, sir")]


def test_a_friend_takes_his_seat_by_invitation_once(table: Any) -> None:
    made = table.make(
        {"kind": "person", "name": "Ann"}, {"kind": "person", "name": "a friend", "mine": False}
    )
    game = made["game"]["game"]
    assert made["game"]["status"] == "gathering"
    assert table.get(f"/api/games/{game}/view").status_code == 422
    invitation = made["keys"][1]["invitation"]
    body = {"invitation": invitation, "name": "Bob"}
    asked = {"invitation": invitation}
    assert table.post(f"/api/games/{game}/invitation", asked).json() == {"seat": 1}
    assert table.post(f"/api/games/{game}/invitation", {"invitation": "made up"}).status_code == 403
    joined = table.post(f"/api/games/{game}/join", body).json()
    assert joined["seat"] == 1
    assert joined["game"]["status"] == "gathering", "Bob has put nothing into the dice yet"
    begun = table.contribute(game, joined["key"], "ffeeddccbbaa9988")
    assert begun["status"] == "running"
    assert begun["contributions"] == [CONTRIBUTION, "ffeeddccbbaa9988"]
    assert table.post(f"/api/games/{game}/join", body).status_code == 403
    assert table.post(f"/api/games/{game}/invitation", asked).status_code == 403
    assert table.view(game, joined["key"])["picture"]["waiting_for"] == 0


def test_a_seat_that_is_opened_anew_has_a_new_key(table: Any) -> None:
    made = table.make_umpired()
    game, keys = _ids(made)
    body = {"seat": 1, "reason": "Bob lost his key"}
    assert table.post(f"/api/games/{game}/invite", body, keys[0]).status_code == 403
    invitation = table.post(f"/api/games/{game}/invite", body, made["umpire"]).json()["invitation"]
    assert table.get(f"/api/games/{game}/view", keys[1]).status_code == 403
    joined = table.post(f"/api/games/{game}/join", {"invitation": invitation, "name": "Bob"}).json()
    assert table.get(f"/api/games/{game}/view", joined["key"]).status_code == 200


def test_a_player_passes_his_own_seat_on_and_renews_a_free_one(table: Any) -> None:
    made = table.make({"kind": "person", "name": "Ann"}, {"kind": "person", "mine": False})
    game, key = made["game"]["game"], made["keys"][0]["key"]
    lost = made["keys"][1]["invitation"]
    body = {"seat": 1, "reason": "the link is lost"}
    renewed = table.post(f"/api/games/{game}/invite", body, key).json()["invitation"]
    assert table.post(f"/api/games/{game}/join", {"invitation": lost, "name": "x"}).status_code == 403
    table.join(game, renewed)
    own = {"seat": 0, "reason": "I go on at another screen"}
    passed_on = table.post(f"/api/games/{game}/invite", own, key).json()["invitation"]
    joined = table.join(game, passed_on, "Ann")
    assert joined["seat"] == 0
    assert table.get(f"/api/games/{game}/view", key).status_code == 403
    assert table.view(game, joined["key"])["picture"]["prompt"] is not None


def test_a_record_is_played_on(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    table.play(made, 15)
    table.post(f"/api/games/{game}/resign", {"at_once": True}, keys[0])
    before = table.view(game)["picture"]["bodies"]
    text = table.get(f"/api/games/{game}/record").json()["record"]
    seats = [{"kind": "person", "name": "Cid"}, {"kind": "person", "name": "Dot"}]
    other = table.opened(table.post("/api/import", {"record": text, "seats": seats}))
    assert other["game"]["step"] == other["game"]["first_step"] == 15
    assert table.view(other["game"]["game"])["picture"]["bodies"] == before
    assert table.play(other, 3) == 18
    changed = text.replace('"hearthrug"', '"hearthrag"', 1)
    assert table.post("/api/import", {"record": changed, "seats": seats}).status_code == 400


def test_a_record_opened_to_look_at_is_over_and_no_unfinished_game(
    serve: Any, easy: Limits, tmp_path: Path
) -> None:
    limits = replace(easy, unfinished_games=2)
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=limits)
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob", "mine": False}]
    with serve(settings) as table:
        made = table.make()
        game, keys = _ids(made)
        table.play(made, 6)
        table.post(f"/api/games/{game}/resign", {"at_once": True}, keys[0])
        body = {"record": table.get(f"/api/games/{game}/record").json()["record"], "seats": seats}
        table.make()
        for _ in range(4):
            opened = table.post("/api/import", body | {"purpose": "to look at"}).json()
            assert (opened["game"]["status"], opened["game"]["step"]) == ("over", 6)
            outcome = opened["game"]["outcome"]
            assert (outcome["winner"], outcome["words"]) == (1, "Ann gives the battle up")
            assert opened["game"]["waiting_for"] is None
        key = opened["keys"][0]["key"]
        looked_at = opened["game"]["game"]
        refused = table.post(f"/api/games/{looked_at}/answer", {"question": 0, "answer": 0}, key)
        assert refused.status_code == 422
        seen, was = (table.view(one, step=3)["picture"]["bodies"] for one in (looked_at, game))
        assert seen == was
        listed = [row["game"] for row in table.get("/api/games").json()["games"]]
        assert looked_at not in listed
        assert table.post("/api/import", body).status_code == 200, "the second that is played on"
        assert table.post("/api/import", body).status_code == 503, "and a third is one too many"
        assert table.post("/api/import", body | {"purpose": "to look at"}).status_code == 200


def test_a_battle_that_is_over_is_forked_from_a_step(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    table.play(made, 20)
    seats = [{"kind": "person", "name": "Cid"}, {"kind": "person", "name": "Dot"}]
    body = {"step": 8, "seats": seats}
    table.post(f"/api/games/{game}/resign", {"at_once": True}, keys[0])
    forked = table.opened(table.post(f"/api/games/{game}/fork", body))
    assert forked["game"]["forked_from"] == game
    assert forked["game"]["step"] == forked["game"]["first_step"] == 8
    then = table.view(game, keys[0], step=8)["picture"]["bodies"]
    other = forked["game"]["game"]
    assert table.view(other, forked["keys"][0]["key"])["picture"]["bodies"] == then
    assert table.play(forked, 400) > 8
    record = parse(table.get(f"/api/games/{other}/record").json()["record"].encode(), "record")
    assert record.fork is not None
    assert (record.fork.of, record.fork.step) == (f"game {game}", 8)
    assert isinstance(record.dice, Fair)
    found = verify(record, TOY)
    assert found.is_ok, found.findings
    assert f"This is a fork of game {game} at step 8." in found.remarks


def test_keys_and_secrets_never_stand_in_an_answer_to_a_spectator(table: Any) -> None:
    made = table.make()
    game, keys = _ids(made)
    table.play(made, 10)
    secret = table.service.rooms._rooms[game].state.heading.secret
    for path in ("", "/view", "/log", "/chat", "/record"):
        text = table.get(f"/api/games/{game}{path}").text
        assert secret not in text
        assert all(key not in text for key in keys)


def test_the_whole_interface_is_described(table: Any) -> None:
    document = msgspec.json.decode(table.get("/api/openapi.json").content)
    assert document["openapi"] == "3.1.0"
    assert "/api/games/{game}/answer" in document["paths"]
    names = document["components"]["schemas"]
    assert {"FromClient", "FromTable", "Update", "Trouble"} <= set(names)


def test_only_who_took_an_answer_back_may_give_it_again(table: Any) -> None:
    made = table.make(system="duel", scenario="dawn")
    game, waiting = made["game"]["game"], made["game"]["waiting_for"]
    keys = [row["key"] for row in made["keys"]]

    def redo() -> list[bool]:
        return [table.view(game, key)["picture"]["can_redo"] for key in keys]

    assert redo() == [False, False]
    table.play(made, 1)
    at = {"question": table.get(f"/api/games/{game}").json()["question"]}
    assert table.post(f"/api/games/{game}/undo", at, keys[waiting]).status_code == 200
    assert redo() == [seat == waiting for seat in (0, 1)]


def test_a_seat_is_called_by_its_side(table: Any) -> None:
    made = table.make()
    sides = [side.name for side in TOY.scenario("hearthrug").sides]
    assert [seat["side"] for seat in made["game"]["seats"]] == sides
    assert [seat["seat"] for seat in made["game"]["seats"]] == [0, 1]
