"""A service plays by the house rules of its own process, and says so to whoever comes with others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.house_rules import HouseRules
from sandtable.game.record import sealed, text_of
from sandtable.game.seal import parse
from sandtable.server.app import Settings
from sandtable.server.limits import Limits
from tests.conformance.toy.system import SYSTEM as TOY

SEATS = [{"kind": "person", "name": "Cid"}, {"kind": "person", "name": "Dot"}]


def test_a_record_fought_by_other_house_rules_is_not_taken_in(table: Any) -> None:
    made = table.make()
    table.play(made, 6)
    game, keys = made["game"]["game"], [row["key"] for row in made["keys"]]
    table.post(f"/api/games/{game}/resign", {"at_once": True}, keys[0])
    record = parse(table.get(f"/api/games/{game}/record").json()["record"].encode(), "the record")
    assert record.house_rules == {}
    other = text_of(sealed(replace(record, house_rules={"fire.to-hit": 3}))).decode()
    refused = table.post("/api/import", {"record": other, "seats": SEATS})
    assert refused.status_code == 400
    assert "house rules fire.to-hit=3, but those here are none" in refused.text


def test_a_game_kept_by_other_house_rules_is_not_picked_up(
    serve: Any, easy: Limits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy)
    with serve(settings) as first:
        made = first.make()
        first.play(made, 6)
        game = made["game"]["game"]
    changed = replace(TOY.rulebook(), house_rules=HouseRules.of({"fire.to-hit": 3}))
    monkeypatch.setattr(type(TOY), "rulebook", lambda _: changed)
    with serve(settings) as second:
        refused = second.get(f"/api/games/{game}/view", made["keys"][0]["key"])
        assert refused.status_code >= 400
        assert "played by the house rules none, but those here are fire.to-hit=3" in refused.text
        own = second.make()
        assert second.play(own, 3) == 3
