"""The table in a browser: the time to its first picture, and how smoothly a unit is dragged among forty.

python -m benchmarks.load --only screen
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import httpx
from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright
from rich.table import Table as Rows

from benchmarks.armies import scenario
from sandtable.agents import AGENTS
from sandtable.dice import RandomHand
from sandtable.game.ask.moves import PlanMove
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import Seat, SeatKind, Seeded, record, text_of
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.system import SYSTEM
from tests.browser.conftest import NAMES, QUIET, Table
from tests.browser.seats import CONTRIBUTION, HOLD, PERSON, held_of

UNITS: Final = 40
MINE: Final = 1
SEED: Final = 1
DRAGS: Final = 3
MOVES: Final = 150
"""Pointer moves per drag, about as many as a mouse sends in two seconds."""
WINDOW: Final = ViewportSize(width=1440, height=900)
HEADS: Final = ("on a screen", "target", "median ms", "95 % ms", "longest ms", "page worked ms")
SECOND: Final = "first picture under a second"
FRAME: Final = "a frame every 16.7 ms"

PICTURED: Final = """() => {
    const look = () => {
        if (!document.querySelector("[data-body]")) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => { window.pictured = performance.now(); }));
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { childList: true, subtree: true });
}"""
"""Notes when the first unit is painted, in milliseconds after navigation."""

FRAMES: Final = """() => {
    window.painted = [];
    const next = (now) => { window.painted.push(now); window.next = requestAnimationFrame(next); };
    window.next = requestAnimationFrame(next);
}"""
PAINTED: Final = "() => { cancelAnimationFrame(window.next); return window.painted; }"


class OpenSeat(NamedTuple):
    """A seat in a game: its address, and what a browser stores for it."""

    address: str
    held: dict[str, object]


class Measured(NamedTuple):
    """Waits in milliseconds, and the processor time of the page for each."""

    waits: tuple[float, ...]
    worked: float


def browser_here() -> str | None:
    """The browser that measures, if there is one."""
    return os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def measure(path: str, openings: int) -> Rows:
    """Measure a table with forty units; returns rows."""
    with tempfile.TemporaryDirectory() as folder, closing(Table(Path(folder))) as table:
        table.start()
        place = _seated(table, _to_be_moved())
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
            opened = [_opening(browser, place) for _ in range(openings)]
            dragged = [_dragging(browser, place) for _ in range(DRAGS)]
            browser.close()
    return _rows(
        Measured(tuple(one.waits[0] for one in opened), statistics.median(one.worked for one in opened)),
        Measured(
            tuple(wait for one in dragged for wait in one.waits),
            statistics.median(one.worked for one in dragged),
        ),
    )


def _rows(opened: Measured, dragged: Measured) -> Rows:
    table = Rows(title=f"the table on a screen, {UNITS} units")
    for head in HEADS:
        table.add_column(head, justify="left" if head in HEADS[:2] else "right")
    for name, target, found in (
        ("opened by its address", SECOND, opened),
        ("a unit dragged", FRAME, dragged),
    ):
        figures = (*(_at(part, found.waits) for part in (0.5, 0.95, 1)), found.worked)
        table.add_row(name, target, *(f"{figure:,.1f}" for figure in figures))
    return table


def _at(part: float, waits: Sequence[float]) -> float:
    """A percentile of waits."""
    ordered = sorted(waits)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


# --------------------------------------------------------------------- the battle
def _to_be_moved() -> bytes:
    """The record of a battle up to one side's first drawn move."""
    setting = scenario(UNITS)
    game = Game(SYSTEM, SYSTEM.muster(setting, Readings()), RandomHand(seed=SEED))
    agents = tuple(AGENTS["militia"](SEED + place) for place in range(2))
    while not (isinstance(game.question, PlanMove) and game.question.seat == MINE):
        assert game.question is not None, "the battle is over before anybody has moved"
        game.answer(agents[game.question.seat].decide(game.position()))
    seats = (Seat("militia", SeatKind.AGENT), Seat("militia", SeatKind.AGENT))
    return text_of(record(game, scenario=setting, seats=seats, dice=Seeded(SEED)))


def _seated(table: Table, text: bytes) -> OpenSeat:
    """A seat in the battle of a record; the other side is not played."""
    body = {"record": text.decode(), "seats": [PERSON, PERSON]}
    reply = httpx.post(f"{table.url}api/import", json=body, timeout=60).raise_for_status().json()
    for row in reply["keys"]:
        key = {"Authorization": f"Bearer {row['key']}"}
        mixed = f"{table.url}api/games/{reply['game']['game']}/contribute"
        httpx.post(mixed, json={"contribution": CONTRIBUTION}, headers=key, timeout=60).raise_for_status()
    reply["keys"] = [row for row in reply["keys"] if row["seat"] == MINE]
    return OpenSeat(f"{table.url}#/game/{reply['game']['game']}", held_of(reply, "to play"))


# --------------------------------------------------------------------- the screen
@contextmanager
def _page(browser: Browser, place: OpenSeat) -> Iterator[tuple[Page, CDPSession]]:
    """A new page that holds the key of the seat, and a counter of its work."""
    context = browser.new_context(viewport=WINDOW, reduced_motion="reduce", bypass_csp=True)
    context.add_init_script(f"({HOLD})({json.dumps(place.held)})")
    context.add_init_script(f"({PICTURED})()")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(place.address)
    page.wait_for_function("() => window.pictured")
    yield page, session
    context.close()


def _worked(session: CDPSession) -> float:
    """The processor time of a page so far, in milliseconds."""
    found = session.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(one["value"] for one in found if one["name"] == "TaskDuration"))


def _opening(browser: Browser, place: OpenSeat) -> Measured:
    with _page(browser, place) as (page, session):
        return Measured((page.evaluate("window.pictured"),), _worked(session))


def _dragging(browser: Browser, place: OpenSeat) -> Measured:
    """Drag the unit to and fro while its plan is redrawn at each place."""
    with _page(browser, place) as (page, session):
        mover = page.locator(".movable[data-body]").first
        mover.wait_for()
        page.wait_for_load_state("networkidle")
        assert page.locator("[data-body]").count() == UNITS
        box = mover.bounding_box()
        assert box is not None, "the unit to move is not on the map"
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.evaluate(FRAMES)
        before = _worked(session)
        for move in range(MOVES):
            page.mouse.move(x + 3 * abs(move % 40 - 20), y - 1.2 * (move % 60))
        painted = page.evaluate(PAINTED)
        work = _worked(session) - before
        page.mouse.up()
    frames = tuple(later - sooner for sooner, later in pairwise(painted))
    return Measured(frames, work / len(frames))
