"""How many modules a volley and a dragged move pass, from the request to the answer.

A module is passed if it is on the way to a milestone: the answer judged, facts and figures looked up, dice
thrown, events applied and told, the act stored, the picture made. What these look up is not counted.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from sandtable.server.http.app import Settings
from tests.server.conftest import Table, serving
from tests.server.toy_table import EASY_LIMITS
from tools.walks import PAGE, links

SOURCE = "/src/sandtable/"
OF_A_VOLLEY = {"judge", "aim", "dice", "to_hit", "cast", "apply", "sentence", "commit", "picture", "take"}
OF_A_PLAN = {"try_plan", "plan_towards", "nearest_plan", "reach", "cut_back", "check", "judge"}


class Passed:
    """The modules on the way to milestones, while it is switched on."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.milestones: set[str] = set()

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """The profile function of the service's threads."""
        if event != "call" or frame.f_code.co_name not in self.milestones:
            return
        if SOURCE not in frame.f_code.co_filename:
            return
        at: FrameType | None = frame
        while at is not None:
            _, inside, name = at.f_code.co_filename.partition(SOURCE)
            if inside:
                self.modules.add(name)
            at = at.f_back

    @contextmanager
    def on(self, milestones: set[str]) -> Iterator[None]:
        """Note what is passed on the way to these."""
        self.milestones = milestones
        yield
        self.milestones = set()


@pytest.fixture
def passed() -> Iterator[Passed]:
    """A profile of every thread that is started from now on."""
    found = Passed()
    threading.setprofile(found.note)
    yield found
    threading.setprofile(None)


@pytest.fixture
def table(passed: Passed, tmp_path: Path) -> Iterator[Table]:
    """A service whose threads are profiled."""
    with serving(Settings(database=f"sqlite:///{tmp_path}/games.db", limits=EASY_LIMITS)) as made:
        yield made


def questions(
    table: Table, scenario: tuple[str, str]
) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The questions of a new game; the caller answers each."""
    system, name = scenario
    seats = [{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}]
    made = table.opened(table.post("/api/games", {"system": system, "scenario": name, "seats": seats}))
    keys = {row["seat"]: row["key"] for row in made["keys"]}
    for _ in range(60):
        game = table.get(f"/api/games/{made['game']['game']}").json()
        prompt = table.view(game["game"], keys[game["waiting_for"]])["picture"]["prompt"]
        if prompt is not None:  # else the service has just answered a formality
            yield keys[game["waiting_for"]], game, prompt


def answer(table: Table, key: str, game: dict[str, Any], option: dict[str, Any]) -> None:
    reply = table.post(
        f"/api/games/{game['game']}/answer", {"question": game["question"], "answer": option["answer"]}, key
    )
    assert reply.status_code == 200, reply.text


def in_the_page(heading: str) -> set[str]:
    """The files of the page that a walk of the architecture names."""
    walk = re.split(r"^### ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (text,) = [part for part in walk if part.startswith(heading)]
    return {link.path for link in links(text) if "/web/" in link.path}


def test_a_volley_passes_at_most_forty_modules_from_the_click_to_the_drawn_change(
    table: Table, passed: Passed
) -> None:
    for key, game, prompt in questions(table, ("liberty", "cowpens-1781")):
        fires = [option for option in prompt["options"] if "fire" in option["title"].lower()]
        if fires:
            table.get(f"/api/games/{game['game']}/log", key)  # what came before the volley is written by now
            with passed.on(OF_A_VOLLEY):
                answer(table, key, game, fires[0])
                table.view(game["game"], key)
                table.get(f"/api/games/{game['game']}/log", key)
            break
        answer(table, key, game, prompt["options"][0])
    milestones = {"systems/liberty/aim.py", "server/games/room.py", "game/story/chronicle.py"}
    assert {*milestones, "game/present/picture.py"} <= passed.modules
    assert len(passed.modules) + len(in_the_page("A volley")) <= 40, sorted(passed.modules)


def test_a_dragged_move_passes_at_most_twenty_modules(table: Table, passed: Passed) -> None:
    for key, game, prompt in questions(table, ("coldsteel", "maida")):
        if prompt["move"]:
            pose = prompt["move"]["pose"]
            wanted = {"x": pose["x"] + 400, "y": pose["y"] + 300, "heading": pose["heading"]}
            with passed.on(OF_A_PLAN):
                reply = table.post(
                    f"/api/games/{game['game']}/plan", {"step": game["step"], "wanted": wanted}, key
                )
            assert reply.status_code == 200, reply.text
            break
        moves = [option for option in prompt["options"] if option["title"] == "Advance"]
        answer(table, key, game, (moves or prompt["options"])[0])
    assert {"server/preview/moves.py", "table/planning/nearest.py"} <= passed.modules
    assert len(passed.modules) + len(in_the_page("A dragged move")) <= 20, sorted(passed.modules)
