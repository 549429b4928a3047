"""The barriers to accessibility that axe finds on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE: Final = ("serious", "critical")


def findings(page: Page, within: str = "body") -> list[str]:
    """What axe holds to be serious or critical on a page, or within a part of it, as it is now."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    found = page.evaluate(
        "async (within) => (await axe.run(within, {resultTypes: ['violations']})).violations", within
    )
    return [
        f"{one['impact']} {one['id']}: {one['help']}: {[node['target'] for node in one['nodes'][:4]]}"
        for one in found
        if one["impact"] in GRAVE
    ]
