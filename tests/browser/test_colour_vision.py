"""Colour is never the only sign: the sides can be told apart without red, green, blue or any colour."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Opener, Table
from tests.browser.player import Player, enters

Colour = tuple[float, float, float]

# How linear red, green and blue are seen, after Machado, Oliveira and Fernandes (2009), at full severity.
SIGHTS: Final[dict[str, tuple[Colour, Colour, Colour]]] = {
    "every colour": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
PLAIN: Final = 30
"""The difference in lightness, of 100, at which two colours are not confused."""


def _colour(part: Locator, which: str) -> Colour:
    """A computed colour as linear red, green and blue."""
    words = str(part.evaluate("(element, which) => getComputedStyle(element)[which]", which))
    found = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", words)
    assert found, f"{words} is no plain colour"
    red, green, blue = (_linear(int(part)) for part in found.groups())
    return red, green, blue


def _linear(level: int) -> float:
    share = level / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _lightness(colour: Colour, sight: tuple[Colour, Colour, Colour]) -> float:
    """The CIE lightness of a colour as it is seen with a colour deficiency."""
    seen = [sum(by * of for by, of in zip(row, colour, strict=True)) for row in sight]
    bright = min(max(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2], 0), 1)
    return float(116 * bright ** (1 / 3) - 16) if bright > 0.008856 else 903.3 * bright


@pytest.mark.parametrize(
    ("battle", "dark", "light"),
    [("Cowpens", "71st Highlanders", "Virginia militia 1"), ("Trenton", "Jagers", "Riflemen")],
)
def test_the_sides_differ_in_lightness_and_pattern_for_every_eye(
    table: Table, person: Opener, battle: str, dark: str, light: str
) -> None:
    page = person()
    enters(page, table.url)
    page.get_by_role("button", name=battle).click()
    page.get_by_role("button", name="Begin the battle").click()
    player = Player(page)
    expect(player.body(dark)).to_be_visible()
    colours = [_colour(player.body(name).locator(".base").first, "fill") for name in (dark, light)]
    for name, sight in SIGHTS.items():
        darker, lighter = (_lightness(colour, sight) for colour in colours)
        assert lighter - darker > PLAIN, f"{name}: {darker:.0f} and {lighter:.0f}"
    assert player.body(dark).locator(".hatch").count() == 0
    assert player.body(light).locator(".hatch").count() > 0


def test_the_log_tells_the_sides_apart_by_pattern_and_by_words(table: Table, person: Opener) -> None:
    player = Player.at_cowpens(person(), table.url)
    patterns = []
    for side in ("American", "British"):
        entry = player.log.get_by_role("article").filter(has_text=f"{side} army has").first
        expect(entry.get_by_role("heading")).to_have_accessible_name(re.compile(f"^{side}: "))
        stripe = entry.locator(".stripe")
        patterns.append(stripe.evaluate("(element) => getComputedStyle(element).backgroundImage"))
    american, british = patterns
    assert "gradient" in american
    assert british == "none"
