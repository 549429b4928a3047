"""Fair play in the browser: dice checked by the page itself, and an umpire whose every act is shown."""

from __future__ import annotations

import json
import os
import re

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Opener, Table
from tests.browser.player import SHOOT, Player, enters


def _shot(page: Page, name: str) -> None:
    """Save a screenshot of the page, if a folder for them is named."""
    if folder := os.environ.get("SANDTABLE_SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


def _gives_up(page: Page) -> Locator:
    """Resign at once; the card that tells the end."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="At once").click()
    return page.get_by_role("dialog", name="You have lost")


def _fires(player: Player) -> None:
    """Hold everywhere and fire with one unit, so that dice fall on an answer."""
    player.until(SHOOT)
    player.body("7th Fusiliers").click()
    player.take("Fire at")


def _takes_back(player: Player, words: str) -> None:
    """Go back to a moment, which the computer grants at once."""
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_role("button", name="Ask for a take-back").click()
    player.page.get_by_role("dialog").get_by_role("button", name=re.compile(words)).last.click()


def test_the_page_checks_every_die_and_counts_the_take_backs_past_them(table: Table, person: Opener) -> None:
    page = person()
    enters(page, table.url)
    player = Player.beginning(page)
    _fires(player)
    _takes_back(player, "turn 1")
    player.is_asked("Attach or detach a General")
    assert player.step == 0
    _fires(player)
    card = _gives_up(page)
    expect(card).to_contain_text("Dice checked here.")
    expect(card).to_contain_text("sealed before the battle says, and what was put in from here is among")
    expect(card).to_contain_text(re.compile(r"[1-9]\d* (die|dice) in [1-9]"))
    expect(card).to_contain_text("1 take-back past dice.")
    card.get_by_text("Dice checked here.").scroll_into_view_if_needed()
    _shot(page, "end-card")


def test_a_table_that_changes_a_face_afterwards_is_found_out(table: Table, person: Opener) -> None:
    page = person()
    enters(page, table.url)
    player = Player.beginning(page)
    _fires(player)

    def bent(route: Route) -> None:
        dice = route.fetch().json()
        dice["casts"][0]["faces"][0] = dice["casts"][0]["faces"][0] % 6 + 1
        route.fulfill(json=dice)

    def resealed(route: Route) -> None:
        told = route.fetch().json()
        record = json.loads(told["record"])
        first = next(step for step in record["entries"] if step["type"] == "throw")
        first["faces"][0][0] = first["faces"][0][0] % 6 + 1
        route.fulfill(json={**told, "record": json.dumps(record)})

    page.route("**/api/games/*/dice", bent)
    page.route("**/api/games/*/record", resealed)
    card = _gives_up(page)
    alert = card.get_by_role("alert")
    expect(alert).to_contain_text("The dice do not check out.")
    expect(alert).to_contain_text("but the secret gives")
    alert.scroll_into_view_if_needed()
    _shot(page, "end-card-unfair")


def test_an_umpire_has_a_link_of_his_own_and_everybody_is_shown_what_he_does(
    table: Table, person: Opener
) -> None:
    ann, bob, una = person(), person(), person()
    enters(ann, table.url)
    ann.get_by_role("group", name="Who is the umpire").get_by_text("Friend").click()
    ann.get_by_role("checkbox", name="Dice stand").check()
    _shot(ann, "lobby")
    british = Player.beginning(ann, "Friend")
    expect(ann.get_by_role("main")).to_contain_text("Umpired: everybody is shown")
    _shot(ann, "waiting")
    links = [
        ann.get_by_label(label, exact=True).input_value()
        for label in ("Invitation", "Invitation for the umpire")
    ]
    bob.goto(links[0])
    expect(bob.get_by_role("main")).to_contain_text("Dice stand: nothing is taken back past a throw.")
    bob.get_by_label("Your name at the table").fill("Bob")
    bob.get_by_role("button", name="Take your seat").click()
    una.goto(links[1])
    expect(una.get_by_role("main")).to_contain_text("You are to be the umpire.")
    una.get_by_label("Your name at the table").fill("Una")
    una.get_by_role("button", name="Take the umpire’s chair").click()
    british.is_asked("Attach or detach a General")
    british.take("The Generals stay as they are")
    british.take("No more charges")
    _una_rules(una)
    for page in (ann, bob, una):
        expect(page.get_by_role("main")).to_contain_text(
            "The umpire goes back to step 0: a slip of the hand."
        )
    _shot(ann, "umpire-notice")
    british.is_asked("Attach or detach a General")
    ann.get_by_role("button", name="Read").click()
    expect(ann.get_by_role("main")).not_to_contain_text("a slip of the hand")


def _una_rules(page: Page) -> None:
    expect(Player(page).asked).to_contain_text("watching")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Why, for everybody to read").last.fill("a slip of the hand")
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Go back to turn 1")).last.click()
