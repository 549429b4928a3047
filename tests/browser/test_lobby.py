"""The lobby and the pages beside the table: readings, records, rulebooks."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Table
from tests.browser.player import SHOOT, Player, enters
from tests.browser.recorded_battles import cowpens, cowpens_to_the_end

RELIABLE = "dice.reroll.reliable.scope"


def test_readings_that_are_chosen_arrive_in_the_game(table: Table, person: Opener) -> None:
    page = person()
    enters(page, table.url)
    panel = page.get_by_role("complementary", name="Hannah’s Cowpens")
    panel.get_by_role("radio", name="Reliable gives its reroll in ORDER and MORALE tests").check()
    panel.get_by_role("button", name=re.compile(r"^\d+ more$")).click()
    panel.get_by_role("group", name="Rule rout.edge.conflict").get_by_role("radio").nth(1).check()
    panel.get_by_role("button", name="Fewer").click()
    expect(
        panel.get_by_role("group", name="Rule rout.edge.conflict")
    ).to_be_visible()  # chosen, so never hidden
    player = Player.beginning(page)
    expect(player.asked).to_contain_text("your decision")
    game = urlsplit(page.url).fragment.rpartition("/")[2]
    readings = httpx.get(f"{table.url}api/games/{game}").json()["readings"]
    assert readings == {RELIABLE: 1, "rout.edge.conflict": 1}


def test_a_rule_is_read_where_it_is_named(table: Table, person: Opener) -> None:
    page = person()
    enters(page, table.url)
    page.get_by_role("button", name=f"Rule {RELIABLE}").click()
    card = page.get_by_role("dialog", name=f"Rule {RELIABLE}")
    expect(card).to_contain_text("Read in one of these ways")
    page.keyboard.press("Escape")
    expect(card).not_to_be_visible()
    page.get_by_role("button", name=f"Rule {RELIABLE}").click()
    card.get_by_role("link", name="Open in the rulebook").click()
    expect(page).to_have_url(re.compile(f"#/rules/liberty/{re.escape(RELIABLE)}$"))
    expect(page.get_by_role("link", name=RELIABLE, exact=True)).to_be_in_viewport()


def test_a_rulebook_is_searched_and_every_rule_has_an_address(table: Table, person: Opener) -> None:
    page = person()
    page.goto(f"{table.url}#/rules/liberty/shooting.enfilade")
    rule = page.get_by_role("article").filter(
        has=page.get_by_role("heading", name="shooting.enfilade", exact=True)
    )
    expect(rule).to_be_in_viewport()
    page.get_by_role("searchbox", name="Search the rules").fill("oblique")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"^\d+ found$"))).to_be_visible()
    page.get_by_role("searchbox", name="Search the rules").fill("trebuchet")
    expect(page.get_by_role("main")).to_contain_text("No rule holds all of these words.")
    page.goto(f"{table.url}#/rules/liberty/no.such.rule")
    expect(page.get_by_role("main")).to_contain_text("There is no rule no.such.rule")


def _open(page: Page, content: bytes) -> None:
    """Open a record file from the lobby."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a record").click()
    chooser.value.set_files({"name": "a.battle.json", "mimeType": "application/json", "buffer": content})


def test_a_record_that_breaks_off_is_played_on(table: Table, person: Opener) -> None:
    page = person()
    page.goto(table.url)
    _open(page, cowpens(2, "shoot"))
    read = page.get_by_role("dialog", name="Hannah’s Cowpens")
    expect(read).to_contain_text("99 steps, not fought to its end.")
    read.get_by_role("group", name="Who plays British").get_by_text("Me").click()
    read.get_by_role("group", name="Level").get_by_text("Militia").click()
    read.get_by_role("button", name="Play on").click()
    player = Player(page)
    player.is_asked(SHOOT)
    expect(page.get_by_role("banner")).to_contain_text("Turn 2")
    player.take("No more shooting")


def test_a_record_of_a_whole_battle_is_seen_again(table: Table, person: Opener) -> None:
    page = person()
    page.goto(f"{table.url}#/replays")
    _open(page, cowpens_to_the_end())
    read = page.get_by_role("dialog", name="Hannah’s Cowpens")
    expect(read).to_contain_text("fought to its end.")
    read.get_by_role("button", name="Replay it").click()
    expect(page).to_have_url(re.compile("/step/0$"))
    bar = page.get_by_role("region", name="Replay")
    expect(bar).to_contain_text("step 0 of 265")
    bar.get_by_role("slider").press("End")
    expect(bar).to_contain_text("step 265 of 265")
    bar.get_by_role("button", name="Back a turn").click()
    expect(bar).not_to_contain_text("step 265")


def test_a_file_that_is_no_record_is_refused_in_words(table: Table, person: Opener) -> None:
    page = person()
    page.goto(table.url)
    _open(page, b"Dear Sir, the enemy was broken.")
    refused = page.get_by_role("dialog", name="No record")
    expect(refused.get_by_role("alert")).not_to_be_empty()
    refused.get_by_role("button", name="Close").click()
    _open(page, cowpens_to_the_end().replace(b'"seed":1', b'"seed":2'))
    read = page.get_by_role("dialog", name="Hannah’s Cowpens")
    read.get_by_role("button", name="Replay it").click()
    expect(read.get_by_role("alert")).to_contain_text("seal")
    expect(page).not_to_have_url(re.compile("/game/"))


def test_the_page_asks_nobody_but_its_own_table(table: Table, person: Opener) -> None:
    page = person()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:")))
    Player.at_cowpens(page, table.url)
    page.goto(f"{table.url}#/rules/liberty")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert any(url.endswith("/live") for url in asked)
    assert [url for url in asked if not url.startswith((table.url, "data:", "blob:"))] == []


def test_an_address_that_leads_nowhere_says_so(table: Table, person: Opener) -> None:
    page = person()
    page.goto(f"{table.url}#/game/0000000000000000")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such game here")
    page.goto(f"{table.url}#/nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing at this address")
    page.get_by_role("link", name="Go to the lobby").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose a battle")
