"""Seats at games that are made without the lobby, for tests that are not about the lobby."""

from __future__ import annotations

import json
from typing import Any, Final, Literal

from playwright.sync_api import Page

COMPUTER: Final = {"kind": "agent", "name": "militia"}
"""The simplest of the computer's players."""
PERSON: Final = {"kind": "person", "name": "guest"}
CONTRIBUTION: Final = "00112233445566778899"
"""What a seat that is made beside the page puts into the dice."""
Purpose = Literal["to play", "to look at"]
HOLD: Final = """(held) => {
    if (!location.protocol.startsWith("http")) return;
    const kept = JSON.parse(localStorage.getItem("sandtable.keys") ?? "{}");
    const mine = { [held.game]: { ...held, since: Date.now() } };
    localStorage.setItem("sandtable.keys", JSON.stringify({ ...mine, ...kept }));
}"""


def seats_of(mine: int) -> list[dict[str, str]]:
    """Two seats, one for a person and the other for the computer."""
    return [PERSON if seat == mine else COMPUTER for seat in range(2)]


def made(page: Page, url: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """A new game, as the service tells of it."""
    reply = page.request.post(f"{url}api/{path}", data=body)
    assert reply.ok, reply.text()
    told: dict[str, Any] = reply.json()
    for row in told["keys"]:
        if row["key"] and told["game"]["status"] == "gathering":
            _contributes(page, f"{url}api/games/{told['game']['game']}/contribute", row["key"])
    return told


def _contributes(page: Page, address: str, key: str) -> None:
    """Put something into the dice for a seat."""
    mixed, headers = {"contribution": CONTRIBUTION}, {"Authorization": f"Bearer {key}"}
    reply = page.request.post(address, data=mixed, headers=headers)
    assert reply.ok, reply.text()


def held_of(told: dict[str, Any], purpose: Purpose) -> dict[str, object]:
    """What a browser holds of a new game that was made in it."""
    game = told["game"]
    keys = told["keys"] if purpose == "to play" else []
    return {
        "game": game["game"],
        "system": game["system"],
        "title": game["title"],
        "seats": {str(row["seat"]): row["key"] for row in keys if row["key"]},
        "umpire": None,
        "invitations": {},
        "held": purpose,
        "commitment": game["commitment"],
        "contributions": {str(row["seat"]): CONTRIBUTION for row in keys if row["key"]},
    }


def sits_down(page: Page, url: str, told: dict[str, Any], purpose: Purpose = "to play") -> None:
    """Come to the table of a new game with its keys, as if it had been made in this browser."""
    held = held_of(told, purpose)
    page.add_init_script(f"({HOLD})({json.dumps(held)})")
    page.goto("about:blank")  # so that the page is loaded, not only its fragment changed
    page.goto(f"{url}#/game/{held['game']}" + ("" if purpose == "to play" else "/step/0"))
