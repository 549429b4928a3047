"""Two browsers playing one another while a third looks on, and two people at one screen."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Table
from tests.browser.player import ORDER, Player, enters


def test_two_browsers_fight_one_another_and_a_third_watches(table: Table, person: Opener) -> None:
    ann, bob, carl = person(), person(), person()
    british = _ann_invites(ann, table)
    american = _bob_sits(bob, british.page.get_by_label("Invitation", exact=True).input_value())
    british.is_asked("Attach or detach a General")
    expect(american.asked).to_contain_text("British decides")
    watcher = _carl_watches(carl, table)
    _all_see_what_ann_does(british, american, watcher)
    _ann_asks_to_take_it_back(british, american, watcher)
    _they_talk(british, american, watcher)


def _ann_invites(page: Page, table: Table) -> Player:
    enters(page, table.url)
    page.get_by_role("button", name="Playing as guest").click()
    page.get_by_role("textbox", name="Others at the table see it.").fill("Ann")
    page.keyboard.press("Enter")
    player = Player.beginning(page, "Friend")
    expect(page.get_by_role("heading", name="Send this to whoever plays American")).to_be_visible()
    expect(page.get_by_role("img", name="The invitation as a code to be scanned")).to_be_visible()
    return player


def _bob_sits(page: Page, invitation: str) -> Player:
    page.goto(invitation)
    expect(page.get_by_role("main")).to_contain_text("Ann invites you to a battle.")
    page.get_by_label("Your name at the table").fill("Bob")
    page.get_by_role("button", name="Take your seat").click()
    expect(page).not_to_have_url(re.compile("join"))  # the invitation is left behind nowhere
    return Player(page)


def _carl_watches(page: Page, table: Table) -> Player:
    page.goto(table.url)
    page.get_by_role("region", name="Watch others").get_by_role("link", name="Ann").first.click()
    watcher = Player(page)
    expect(watcher.asked).to_contain_text("British, watching")
    expect(watcher.options).to_have_count(0)
    return watcher


def _all_see_what_ann_does(british: Player, american: Player, watcher: Player) -> None:
    british.take("The Generals stay as they are")
    british.take("No more charges")
    british.order("71st Highlanders", "Advance")
    british.page.keyboard.press("ArrowUp")
    british.page.keyboard.press("ArrowUp")
    british.page.keyboard.press("Enter")
    british.is_asked(ORDER)
    for other in (american, watcher):
        expect(other.log).to_contain_text("71st Highlanders carries out ADVANCE")
        expect(other.asked).to_have_attribute("data-step", str(british.step))
    assert watcher.place("71st Highlanders") == british.place("71st Highlanders")
    assert american.place("71st Highlanders")[1] < 450 < british.place("71st Highlanders")[1]


def _ann_asks_to_take_it_back(british: Player, american: Player, watcher: Player) -> None:
    page = british.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Ask for a take-back").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("turn 1")).last.click()
    for other in (american, watcher):
        expect(other.page.get_by_role("main")).to_contain_text("British asks to go back to step 0")
    expect(watcher.page.get_by_role("button", name="Agree")).to_have_count(0)
    american.page.get_by_role("button", name="Agree").click()
    british.is_asked("Attach or detach a General")
    for one in (british, american, watcher):
        expect(one.asked).to_have_attribute("data-step", "0")
        expect(one.log).not_to_contain_text("71st Highlanders carries out ADVANCE")


def _they_talk(british: Player, american: Player, watcher: Player) -> None:
    for one in (british, american, watcher):
        one.page.get_by_role("tab", name="Talk").click()
    words = american.page.get_by_role("textbox", name="Say something to the table")
    words.fill("A generous foe!")
    words.press("Enter")
    for one in (british, watcher):
        said = one.page.get_by_role("log", name="What was said")
        expect(said).to_contain_text("Bob")
        expect(said).to_contain_text("A generous foe!")
    expect(watcher.page.get_by_role("textbox", name="Say something to the table")).to_have_count(0)


def test_an_invitation_serves_once(table: Table, person: Opener) -> None:
    british = _ann_invites(person(), table)
    invitation = british.page.get_by_label("Invitation", exact=True).input_value()
    _bob_sits(person(), invitation)
    late = person()
    late.goto(invitation)
    expect(late.get_by_role("main")).to_contain_text("This invitation was used already")
    late.get_by_role("link", name="Watch the battle").click()
    expect(Player(late).asked).to_contain_text("watching")


def test_a_hot_seat_is_covered_until_the_other_player_takes_it(table: Table, person: Opener) -> None:
    page = person()
    enters(page, table.url)
    player = Player.beginning(page, "Hot seat")
    cover = page.get_by_role("dialog", name=re.compile("^Pass the table"))
    expect(cover).to_have_accessible_name("Pass the table to the British player")
    cover.get_by_role("button", name="Take the table").click()
    player.is_asked("Attach or detach a General")
    for declined in (
        "The Generals stay as they are",
        "No more charges",
        "All other units HOLD",
        "No more shooting",
    ):
        player.take(declined)
    expect(cover).to_have_accessible_name("Pass the table to the American player")
    page.keyboard.press("Escape")
    expect(cover).to_be_visible()
    cover.get_by_role("button", name="Take the table").click()
    expect(player.asked).to_contain_text("American, your decision")
