"""The table screen: getting ready, confirming a grave answer, a rematch, printing."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Opener, Table
from tests.browser.player import CHARGE, DRAW, ORDER, Player, enters
from tests.browser.recorded_battles import cowpens

GIVES_UP = "No more charges"


def test_a_table_that_gets_ready_says_so_and_begins_by_itself(table: Table, person: Opener) -> None:
    page = person()
    is_ready = False

    def says(route: Route) -> None:
        reply = route.fetch()
        told = reply.json() | ({} if is_ready else {"status": "getting ready"})
        route.fulfill(response=reply, json=told)

    page.route(re.compile("/api/(systems|health)$"), says)
    enters(page, table.url)
    notice = page.get_by_role("status").filter(has_text="The table is getting ready")
    expect(notice).to_be_visible()
    player = Player.beginning(page)
    expect(page.get_by_role("complementary")).to_contain_text("It begins by itself")
    is_ready = True
    player.is_asked("Attach or detach a General")
    expect(notice).to_have_count(0)


def _make_grave(page: Page, label: str) -> None:
    """Have the service call an option grave that no battle here would."""

    def changed(value: Any) -> Any:
        if isinstance(value, dict):
            told = {key: changed(one) for key, one in value.items()}
            return told | {"grave": True} if told.get("label") == label else told
        return [changed(one) for one in value] if isinstance(value, list) else value

    def passed(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda told: socket.send(json.dumps(changed(json.loads(told)))))

    page.route_web_socket(re.compile("/live$"), passed)


def test_a_grave_answer_is_given_only_when_it_is_confirmed(table: Table, person: Opener) -> None:
    page = person()
    _make_grave(page, GIVES_UP)
    player = Player.at_cowpens(page, table.url)
    player.take("The Generals stay as they are")
    before = player.step
    option = player.options.get_by_role("button", name=GIVES_UP)
    option.click()
    sure = page.get_by_text(f"{GIVES_UP}: are you sure?")
    expect(sure).to_be_visible()
    sure.get_by_role("button", name="No").click()
    expect(sure).to_have_count(0)
    assert player.step == before
    player.is_asked(CHARGE)
    option.click()
    with player.answering():
        sure.get_by_role("button", name="Yes").click()
    player.is_asked(ORDER)


def test_an_answer_that_was_taken_back_can_be_given_again(table: Table, person: Opener) -> None:
    player = Player.at_cowpens(person(), table.url)
    for _ in range(2):
        player.take("The Generals stay as they are")
        player.is_asked(CHARGE)
        with player.answering():
            player.tools.get_by_role("button", name="Undo").click()
        player.is_asked("Attach or detach a General")
    with player.answering():
        player.tools.get_by_role("button", name="Redo").click()
    player.is_asked(CHARGE)


def test_a_battle_that_was_lost_is_fought_again_from_its_beginning(table: Table, person: Opener) -> None:
    page = person()
    player = Player.at_cowpens(page, table.url)
    player.take("The Generals stay as they are")
    lost = page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="At once").click()
    page.get_by_role("dialog", name="You have lost").get_by_role("button", name="Play it again").click()
    player.is_asked("Attach or detach a General")
    assert page.url != lost
    assert player.step == 0


def test_a_new_battle_goes_on_from_a_step_of_an_old_one(table: Table, person: Opener) -> None:
    page = person()
    Player.opening(page, table.url, cowpens(2, "shoot"), how="Replay it")
    bar = page.get_by_role("region", name="Replay")
    slider = bar.get_by_role("slider", name="Step of the battle")
    expect(bar).to_contain_text(re.compile(r"step 0 of [1-9]"))
    slider.press("End")
    expect(bar).to_contain_text(re.compile(r"step (\d+) of \1\b"))
    bar.get_by_role("button", name="Back an answer").click()
    step, old = slider.input_value(), page.url
    bar.get_by_role("button", name="Play on from here").click()
    player = Player(page)
    expect(page).to_have_url(re.compile("/game/[0-9a-f]+$"))
    expect(player.asked).to_have_attribute("data-step", step)
    # This browser held no seat of it, so it gets both sides now.
    page.get_by_role("dialog", name=re.compile("^Pass the table")).get_by_role("button").click()
    expect(player.asked).to_contain_text("your decision")
    assert page.url.rpartition("/")[2] not in old


def test_a_take_back_that_is_declined_changes_nothing(table: Table, person: Opener) -> None:
    ann, bob = person(), person()
    enters(ann, table.url)
    british = Player.beginning(ann, "Friend")
    bob.goto(ann.get_by_label("Invitation", exact=True).input_value())
    bob.get_by_role("button", name="Take your seat").click()
    british.is_asked("Attach or detach a General")
    british.take("The Generals stay as they are")
    ann.get_by_role("button", name="Menu").click()
    ann.get_by_role("button", name="Ask for a take-back").click()
    ann.get_by_role("dialog").get_by_role("button", name=re.compile("turn 1")).last.click()
    expect(ann.get_by_role("main")).to_contain_text("You ask to go back to step 0. Waiting for the reply.")
    bob.get_by_role("button", name="Decline").click()
    expect(ann.get_by_role("main")).not_to_contain_text("You ask to go back")
    british.is_asked(CHARGE)
    ann.get_by_role("tab", name="Talk").click()
    expect(ann.get_by_role("log", name="What was said")).to_contain_text("does not agree")


def test_the_window_calls_its_player_by_title_and_sign(table: Table, person: Opener) -> None:
    page = person()
    sign = page.locator("link[rel=icon]")
    enters(page, table.url)
    expect(sign).to_have_attribute("href", "/favicon.svg")
    Player.beginning(page).is_asked("Attach or detach a General")
    expect(sign).to_have_attribute("href", "/favicon-your-move.svg")
    expect(page).to_have_title("● Your move: Hannah's Cowpens")
    for name in ("/favicon.svg", "/favicon-your-move.svg"):
        assert page.request.get(table.url.rstrip("/") + name).ok
    page.goto(f"{table.url}#/")
    expect(sign).to_have_attribute("href", "/favicon.svg")


def test_whoever_wants_little_motion_sees_none(table: Table, person: Opener) -> None:
    player = Player.at_cowpens(person(reduced_motion="reduce"), table.url)
    player.take("The Generals stay as they are")
    player.take("No more charges")
    player.order("7th Fusiliers", "Advance")
    player.is_asked(DRAW)
    player.page.keyboard.press("ArrowUp")
    expect(player.commits()).to_be_enabled()
    with player.answering():
        player.page.keyboard.press("Enter")
    stood = player.place("7th Fusiliers")
    player.page.wait_for_timeout(300)
    assert player.place("7th Fusiliers") == stood
    moving = "document.getAnimations().filter((one) => one.effect.getTiming().duration > 50).length"
    assert player.page.evaluate(moving) == 0


def test_a_stroke_shows_to_whom_it_leads(table: Table, person: Opener) -> None:
    player = Player.at_cowpens(person(), table.url)
    page = player.page
    player.take("The Generals stay as they are")
    player.take("No more charges")
    player.body("7th Fusiliers").click()
    page.keyboard.press("s")
    stroke = page.locator("path[data-whom='1']").first
    stroke.wait_for(state="attached")
    at = stroke.evaluate(
        "(path) => { const at = path.getPointAtLength(path.getTotalLength() * 0.5)"
        ".matrixTransform(path.getScreenCTM()); return [at.x, at.y] }"
    )
    assert page.locator(".line.pointed").count() == 0
    page.mouse.move(*at)
    expect(page.locator("[data-body='1'] .led")).to_have_count(1)
    expect(page.locator(".line.pointed")).to_have_count(1)
    assert page.locator(".line.aside").count() > 1
    page.mouse.move(5, 5)
    expect(page.locator(".line.pointed")).to_have_count(0)


def test_the_report_is_printed_on_white_paper_with_its_map(table: Table, person: Opener) -> None:
    page = person()
    player = Player.at_cowpens(page, table.url)
    player.take("The Generals stay as they are")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="At once").click()
    expect(page.get_by_text("Weighing the dice")).to_be_hidden()  # the card may grow until then
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Open the report").click()
    report = opened.value
    expect(report.get_by_role("heading", level=1)).to_contain_text("Cowpens")
    report.emulate_media(media="print")
    assert report.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(report.get_by_role("img", name=re.compile("^The table at the end of")).first).to_be_visible()
    paper = report.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")
    assert report.pdf(format="A4").startswith(b"%PDF")
