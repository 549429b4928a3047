"""Take the two pictures of the browser table that the README shows: the lobby, and a move being planned.

Run from the root of the repository, the page being built:  python -m tools.shots
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

IMAGES: Final = Path(__file__).parents[1] / "docs" / "images"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
QUIET: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
PATIENCE: Final = 40_000
LEGS: Final = ("ArrowUp", "ArrowUp", "ArrowUp", *["ArrowRight"] * 5)


@contextmanager
def table() -> Iterator[str]:
    """A service of its own, and where it is."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'games.db'}"
        command = [sys.executable, "-m", "sandtable.cli", "serve", "--port", "0", "--database", database]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            said = next(line for line in process.stdout if line.startswith("The table is at "))
            try:
                yield said.removeprefix("The table is at ").strip()
            finally:
                process.send_signal(signal.SIGINT)


def plan_a_move(page: Page) -> None:
    """Cowpens: the Legion infantry is ordered to advance, and a wheel is drawn."""
    page.get_by_role("group", name="Who plays British").get_by_text("Me").click()
    page.get_by_role("group", name="Who plays American").get_by_text("Computer").click()
    page.get_by_role("button", name="Begin the battle").click()
    page.get_by_role("button", name="The Generals stay as they are").click()
    page.get_by_role("button", name="No more charges").click()
    page.get_by_role("group", name="Your units").get_by_role("button", name="Legion infantry").click()
    page.get_by_role("group", name="Options").get_by_role("button", name="Advance").click()
    page.get_by_role("button", name="Keep the point").click()
    page.get_by_text("Draw the move").wait_for(state="attached")
    for key in LEGS:
        page.keyboard.press(key)
    page.get_by_text("If it ends here").wait_for()
    page.wait_for_load_state("networkidle")


def main() -> None:
    """Take both."""
    path = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        sys.exit("there is no Chromium here: `sh tools/programs.sh` installs one or says what would be right")
    with table() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        page.set_default_timeout(PATIENCE)
        page.goto(url)
        page.get_by_text("Trenton").first.wait_for()
        page.wait_for_load_state("networkidle")
        page.screenshot(path=IMAGES / "lobby.png")
        plan_a_move(page)
        page.screenshot(path=IMAGES / "table.png")
        browser.close()


if __name__ == "__main__":
    main()
