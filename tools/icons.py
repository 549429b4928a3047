"""Draws the icons of the lab page from the sign of the table.

Run from the root of the repository:  python -m tools.icons
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import NAMES, QUIET

WEB: Final = Path(__file__).parents[1] / "web"
SIGN: Final = WEB / "public" / "favicon.svg"
ICONS: Final = WEB / "src" / "lab" / "engine" / "public"
GROUND: Final = "#2b2620"
SAFE: Final = 0.72
"""The share of the width that the sign may fill: devices crop a maskable icon."""


def draw(page: Page, size: int, name: str, *, share: float = 1.0, ground: str = "transparent") -> None:
    """Draw one icon with the sign in the middle."""
    page.set_viewport_size({"width": size, "height": size})
    sign = SIGN.read_text(encoding="utf-8")
    style = f"margin:0;height:100vh;display:grid;place-items:center;background:{ground}"
    page.set_content(
        f'<body style="{style}"><div style="width:{share:.0%};line-height:0">{sign}</div></body>'
    )
    page.screenshot(path=ICONS / name, omit_background=True)
    print(f"  {(ICONS / name).relative_to(WEB.parent)}")


def main() -> None:
    """Draw all icons."""
    path = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise SystemExit("icons: there is no Chromium here: `sh tools/programs.sh` installs one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        page = browser.new_page()
        draw(page, 192, "lab-192.png")
        draw(page, 512, "lab-512.png")
        draw(page, 512, "lab-maskable-512.png", share=SAFE, ground=GROUND)
        browser.close()


if __name__ == "__main__":
    main()
