"""Takes the pictures of the browser for the docs: the lobby, moves in inches and on hexes, odds.

The battles come from records with seeds, so the pictures change only when the table does. Run from the root
of the repository after building the page:  python -m tools.shots
"""

from __future__ import annotations

import base64
import os
import shutil
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

import numpy as np
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import NAMES, PATIENCE, QUIET, Table
from tests.browser.drafting_player import DraftingPlayer
from tests.browser.player import Player
from tests.browser.recorded_battles import fought_until, hexes_until
from tools.palette import Pixels, png

IMAGES: Final = Path(__file__).parents[1] / "docs" / "images"
LARGEST: Final = 400_000
WINDOW: Final = ViewportSize(width=1440, height=900)
GAMES: Final = (("trenton-1776", 2, 0), ("guilford-1781", 3, 1), ("cowpens-1781", 4, 1))
"""The battles: scenario, turn, and the side that gives orders."""
SEED: Final = 3
LEGS: Final = (*["ArrowUp"] * 3, *["ArrowRight"] * 4, "ArrowUp")
HEX_TURN: Final = 4
HEX_MOVERS: Final = ("93rd Line", "92nd Line", "61st Line", "2nd Light", "1st Light", "2nd Line")
HEX_WAY: Final = (28.0, 120.0)
"""The drag of the column in pixels, right and up."""
VOLLEY: Final = "#/liberty/volley?fire.range=7&target.hits=5&target.nerve.in_command=yes"
PIXELS = """async (encoded) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${encoded}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const brush = canvas.getContext("2d");
    brush.drawImage(image, 0, 0);
    const found = brush.getImageData(0, 0, image.width, image.height).data;
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([found]));
    await new Promise((resolve) => { reader.onload = resolve; });
    return reader.result.split(",")[1];
}"""


def lobby(page: Page, url: str) -> None:
    """The lobby of a player with battles in progress."""
    for scenario, turn, seat in GAMES:
        Player.opening(page, url, fought_until(scenario, turn, seat, "order-give", SEED), seat=seat)
        page.get_by_role("application").wait_for()
    page.goto(url)
    page.get_by_role("complementary").get_by_text("moves first").wait_for()
    cards = page.get_by_role("region", name="Continue").get_by_role("link")
    cards.nth(len(GAMES) - 1).wait_for()
    for card in cards.all():
        card.get_by_text("turn").wait_for()
    page.wait_for_load_state("networkidle")


def planned_move(page: Page) -> None:
    """Cowpens, turn 4: the Legion infantry is about to advance and wheel, with the odds of its volley."""
    page.get_by_role("region", name="Continue").get_by_role("link", name="Cowpens").click()
    player = Player(page)
    player.is_asked("Give a unit its order")
    page.keyboard.press("m")
    (x, y), (to_x, to_y) = player.place("71st Highlanders"), player.place("South Carolina militia 1")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=4)
    page.mouse.up()
    page.keyboard.press("m")
    player.order("Legion infantry", "Advance")
    for key in LEGS:
        page.keyboard.press(key)
    page.mouse.move(0, 0)
    page.get_by_text("If it ends here").wait_for()
    page.wait_for_load_state("networkidle")


def planned_on_hexes(page: Page, url: str) -> None:
    """Quatre Bras on hexes, turn 4: a column is about to move, with the odds of its fire."""
    DraftingPlayer.opening(page, url, hexes_until("quatre-bras", HEX_TURN, 0, "move.order", SEED), seat=0)
    general = DraftingPlayer(page)
    general.points(*HEX_WAY, beside=general.moves(*HEX_MOVERS))
    general.asked.get_by_role("button", name="Move for").wait_for()
    page.mouse.move(0, 0)
    page.wait_for_load_state("networkidle")


def odds_of_a_volley(page: Page, url: str) -> None:
    """The lab page: a volley at short range on a unit with hits."""
    page.goto(f"{url}lab.html{VOLLEY}")
    answer = page.get_by_role("region", name="Answer")
    answer.get_by_text("Worked out exactly").wait_for()
    page.get_by_text("answered here").wait_for()


def pixels_of(browser: Browser, picture: bytes) -> Pixels:
    """The pixels of a picture, read by the browser."""
    page = browser.new_page()
    read = base64.b64decode(page.evaluate(PIXELS, base64.b64encode(picture).decode()))
    page.close()
    return np.frombuffer(read, np.uint8).reshape(WINDOW["height"], WINDOW["width"], 4)[:, :, :3]


def keep(page: Page, name: str) -> None:
    """Save what a page shows with few colours."""
    assert page.context.browser
    made = png(pixels_of(page.context.browser, page.screenshot()))
    if len(made) > LARGEST:
        sys.exit(f"{name} would have {len(made)} bytes, more than {LARGEST}: nothing is kept")
    (IMAGES / name).write_bytes(made)


def main() -> None:
    """Take all pictures."""
    path = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        sys.exit("there is no Chromium here: `sh tools/programs.sh` installs one or says what would be right")
    with tempfile.TemporaryDirectory() as folder, closing(Table(Path(folder))) as table:
        table.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
            page = browser.new_page(viewport=WINDOW, reduced_motion="reduce")
            page.set_default_timeout(4 * PATIENCE)
            lobby(page, table.url)
            keep(page, "lobby.png")
            planned_move(page)
            keep(page, "table.png")
            planned_on_hexes(page, table.url)
            keep(page, "hexes.png")
            odds_of_a_volley(page, table.url)
            keep(page, "lab.png")
            browser.close()


if __name__ == "__main__":
    main()
