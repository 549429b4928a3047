"""A newcomer's whole path: from the lobby through a battle against the computer to its verified record."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Table
from tests.browser.player import CHARGE, DRAW, ORDER, SHOOT, Player, enters


def test_a_newcomer_fights_a_battle_from_the_lobby_to_its_verified_record(
    table: Table, person: Opener, tmp_path: Path
) -> None:
    page = person()
    enters(page, table.url)
    player = _begins_cowpens_against_the_computer(page)
    _charges(player)
    _moves_with_a_wheel_by_keys(player)
    _moves_by_dragging_and_takes_it_back(player)
    _measures(player)
    _shoots_with_the_odds_shown(player)
    _ends_the_turn_and_watches_the_computer(player)
    _walks_through_the_battle(player)
    _resigns(player)
    _keeps_what_can_be_verified(page, tmp_path)


def _begins_cowpens_against_the_computer(page: Page) -> Player:
    page.get_by_role("button", name="Hannah’s Cowpens").click()
    expect(page.get_by_role("complementary")).to_contain_text("Morgan drew up three lines")
    expect(page.get_by_role("group", name="Who plays British").get_by_label("Me")).to_be_checked()
    player = Player.beginning(page)
    player.is_asked("Attach or detach a General")  # both armies stand where the scenario has them
    expect(page).to_have_title(re.compile("Your move"))
    player.take("The Generals stay as they are")
    return player


def _charges(player: Player) -> None:
    player.is_asked(CHARGE)
    player.body("Light infantry").click()
    target = player.body("Riflemen, right")
    target.hover()
    card = player.map.get_by_role("region", name=re.compile("harge.*Riflemen, right"))
    expect(card.get_by_role("listitem").first).to_be_visible()  # what may come of it, before it is ordered
    expect(card.get_by_role("button", name=re.compile("^Rule|, rule")).first).to_be_visible()
    with player.answering():
        target.click()
    player.until(CHARGE, ORDER)
    expect(player.log).to_contain_text(re.compile(r"Light infantry \w+ .*charge.* Riflemen, right"))
    if player.asks(CHARGE):
        player.take("No more charges")


def _moves_with_a_wheel_by_keys(player: Player) -> None:
    player.until(ORDER)
    player.order("71st Highlanders", "Advance")
    player.is_asked(DRAW)
    keyboard = player.page.keyboard
    for key in ("ArrowUp", "ArrowUp", "Shift+ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight"):
        keyboard.press(key)
    legs = player.asked.get_by_role("img", name="advance 2.25")
    # A quarter of an inch more than two ahead; 15 degrees at a front of 8 in carry the corner 2.1 in.
    expect(legs).to_have_accessible_name("advance 2.25: 2.3 in; wheel right 15: 2.1 in; 3.7 in left")
    keyboard.press("Backspace")
    expect(player.commits("2.3")).to_be_enabled()
    keyboard.press("ArrowLeft")
    keyboard.press("ArrowLeft")
    expect(player.asked.get_by_role("status")).to_contain_text("7th Fusiliers")  # who stands in the way there
    expect(player.asked.get_by_role("button", name="Nearest allowed")).to_be_enabled()
    keyboard.press("Backspace")
    expect(player.commits("2.3")).to_be_enabled()
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    expect(player.commits("3.6")).to_be_enabled()
    with player.answering():
        keyboard.press("Enter")
    player.is_asked(ORDER)
    expect(player.log).to_contain_text("71st Highlanders carries out ADVANCE")
    expect(player.units.get_by_role("button", name="71st Highlanders done")).to_be_visible()


def _moves_by_dragging_and_takes_it_back(player: Player) -> None:
    stood = player.place("7th Fusiliers")
    player.order("7th Fusiliers", "Advance")
    player.is_asked(DRAW)
    player.drag("7th Fusiliers", across=0, up=60)
    commit = player.commits()
    expect(commit).to_be_enabled()
    with player.answering():
        player.page.keyboard.press("Enter")  # though the unit was the last thing touched
    player.is_asked(ORDER)
    moved = player.place("7th Fusiliers")
    assert moved[1] < stood[1] - 40
    with player.answering():
        player.tools.get_by_role("button", name="Undo").click()
    player.is_asked(DRAW)
    assert player.place("7th Fusiliers") == stood
    with player.answering():
        player.tools.get_by_role("button", name="Redo").click()
    player.is_asked(ORDER)
    assert player.place("7th Fusiliers") == moved


def _measures(player: Player) -> None:
    player.page.keyboard.press("m")
    player.drag("7th Fusiliers", across=0, up=200)
    player.drag("71st Highlanders", across=100, up=100)
    expect(player.map.get_by_role("button", name=re.compile(r"^Tape, \d+(\.\d)? in"))).to_have_count(2)
    player.page.keyboard.press("m")
    player.map.get_by_role("button", name=re.compile("^Tape")).first.click()
    expect(player.map.get_by_role("button", name=re.compile("^Tape"))).to_have_count(1)
    player.page.keyboard.press("Escape")
    expect(player.map.get_by_role("button", name=re.compile("^Tape"))).to_have_count(0)


def _shoots_with_the_odds_shown(player: Player) -> None:
    player.take("All other units HOLD")
    player.until(SHOOT)
    player.body("7th Fusiliers").click()
    option = player.options.get_by_role("button", name=re.compile("^Fire at")).first
    option.hover()
    card = player.map.get_by_role("region", name=re.compile("^7th Fusiliers at"))
    expect(card).to_contain_text("If it does so")
    expect(card.get_by_role("button", name="Rule combatdice.infantry")).to_be_visible()
    expect(card.get_by_role("listitem").first).to_have_accessible_name(re.compile("times in|always|once in"))
    with player.answering():
        option.click()
    expect(player.log).to_contain_text("7th Fusiliers shoots at")
    player.log.get_by_role("button", name="Rule combatdice.infantry").first.click()
    expect(player.page.get_by_role("region", name="Text of the rules")).to_contain_text("combatdice.infantry")
    player.page.get_by_role("tab", name="Log").click()


def _ends_the_turn_and_watches_the_computer(player: Player) -> None:
    player.until(SHOOT)
    player.take("No more shooting")
    player.until("Attach or detach a General", "Give RALLY", CHARGE)
    expect(player.page.get_by_role("banner")).to_contain_text("Turn 2")
    expect(player.log).to_contain_text("American, Command")


def _walks_through_the_battle(player: Player) -> None:
    page, last = player.page, player.step
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Replay").click()
    bar = page.get_by_role("region", name="Replay")
    slider = bar.get_by_role("slider", name="Step of the battle")
    bar.get_by_role("button", name="Back an answer").click()
    expect(slider).to_have_value(str(last - 1))
    expect(page).to_have_url(re.compile(f"/step/{last - 1}$"))
    slider.press("Home")
    expect(bar).to_contain_text(f"step 0 of {last}")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("/step/1$"))
    page.reload()
    expect(slider).to_have_value("1")
    bar.get_by_role("button", name="On a turn").click()
    expect(page).not_to_have_url(re.compile("/step/1$"))
    page.keyboard.press("Control+ArrowLeft")
    expect(page).to_have_url(re.compile("/step/0$"))
    bar.get_by_role("button", name="Back to the table").click()
    expect(player.asked).to_contain_text("your decision")


def _resigns(player: Player) -> None:
    page = player.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="No, fight on").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="At once").click()
    card = page.get_by_role("dialog", name="You have lost")
    expect(card).to_contain_text("gives the battle up")
    expect(card.get_by_role("row", name="British")).to_contain_text("of 7")
    expect(card).to_contain_text("Luck of the dice")
    expect(card.get_by_role("img", name=re.compile("^Expected"))).to_have_count(2)


def _keeps_what_can_be_verified(page: Page, folder: Path) -> None:
    card = page.get_by_role("dialog", name="You have lost")
    with page.expect_download() as download:
        card.get_by_role("button", name="Download the record").click()
    kept = folder / download.value.suggested_filename
    download.value.save_as(kept)
    assert kept.name.endswith(".battle.json")
    command = [sys.executable, "-m", "sandtable.cli", "verify", str(kept)]
    verified = subprocess.run(command, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    expect(card.get_by_text("Weighing the dice")).to_be_hidden()  # the card may grow until then
    with page.expect_popup() as opened:
        card.get_by_role("link", name="Open the report").click()
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text("Cowpens")
