"""Battles of eagle are played to their end in the browser, and armies are placed by pointing."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from sandtable import systems
from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import Seat, SeatKind, Seeded, record, text_of
from sandtable.game.rules.rulebook import Readings
from tests.browser.conftest import PHONE, Opener, Table
from tests.browser.drafting_player import MOST_ANSWERS, DraftingPlayer

ROMANS: Final = 0
LEGION: Final = "Legio XIV Gemina"
CHARGE: Final = "decision.charge"
HOLDING: Final = re.compile("^(No |End |Stand|Stay|Do not|Fight on|Test|As it|Dice|Count none|Halt)")


@cache
def short_boudica() -> bytes:
    """The record of the defeat of Boudica, just mustered, that lasts one turn."""
    return _kept(_fought(1, turns=1), 1)


@cache
def boudica_at_a_charge() -> bytes:
    """The record of that battle up to a charge that the Romans may declare in its last turn."""
    for seed in range(1, 30):
        game = _fought(seed, until=CHARGE)
        if game.question is not None:
            return _kept(_fought(seed, turns=game.battle.turn, until=CHARGE), seed)
    raise AssertionError("in none of these battles the Romans come to a charge")


def _fought(seed: int, turns: int = 12, until: str = "") -> Game[Any]:
    """The battle, so many turns long, fought by militias until the Romans are asked this, if anything."""
    eagle = systems.load("eagle")
    setting = replace(eagle.scenario("boudica-61"), turn_limit=turns)
    game: Game[Any] = Game(eagle, eagle.muster(setting, Readings()), RandomHand(seed=seed))
    sides = Militia(seed), Militia(seed + 1)
    while until and (question := game.question) is not None:
        if (question.seat, question.decision) == (ROMANS, until):
            break
        game.answer(sides[question.seat].decide(game.position()))
    return game


def _kept(game: Game[Any], seed: int) -> bytes:
    setting = replace(game.system.scenario("boudica-61"), turn_limit=game.battle.turn_limit)
    seats = (Seat("militia", SeatKind.AGENT), Seat("militia", SeatKind.AGENT))
    return text_of(record(game, scenario=setting, seats=seats, dice=Seeded(seed)))


class Legate(DraftingPlayer):
    """A player who moves and charges where the test wants it, and leaves all other units where they are."""

    def holds(self) -> None:
        """Answer with what changes least."""
        options = self.options.get_by_role("button")
        holding = options.and_(self.page.get_by_role("button", name=HOLDING))
        if not self.commit.is_visible() and holding.count() > 0:
            with self.answering():
                holding.first.click()
        else:
            super().holds()

    def pulls(self, name: str, up: float) -> None:
        """Drag a unit forward, taken beside the leader who stands in its middle."""
        box = self.body(name).bounding_box()
        assert box is not None
        x, y = box["x"] + 0.8 * box["width"], box["y"] + box["height"] / 2
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x, y - up / 2, steps=4)
        mouse.move(x, y - up, steps=4)
        mouse.up()

    def plays_to_the_end(self) -> int:
        """Answer quickly until the battle is over; how many answers it took."""
        for answers in range(MOST_ANSWERS):
            expect(self.asked.get_by_text("your decision").or_(self.end).first).to_be_visible()
            if self.end.is_visible():
                return answers
            self.holds()
        raise AssertionError(f"the battle does not end; now is asked: {self.heading.inner_text()}")


def test_a_legion_is_dragged_forward_and_the_day_ends(table: Table, person: Opener) -> None:
    page = person()
    Legate.opening(page, table.url, short_boudica(), seat=ROMANS)
    legate = Legate(page)
    _drags_the_legion_forward(legate)
    assert legate.plays_to_the_end() > 0
    expect(legate.end).to_contain_text("Luck of the dice")


def _drags_the_legion_forward(legate: Legate) -> None:
    """The leader with it lets it act at will; its three lines go together. Others may have to act first."""
    for _ in range(MOST_ANSWERS):
        legate.awaits("Who acts?")
        legate.body(LEGION).click()
        is_its_turn = legate.options.get_by_text("three lines").count() > 0
        legate.take("Act")
        if is_its_turn:
            break
    legate.take("Move")
    legate.awaits("Move,")
    stood = legate.place(LEGION)
    legate.pulls(LEGION, up=30)
    expect(legate.commits()).to_be_enabled()
    with legate.answering():
        legate.page.keyboard.press("Enter")
    expect(legate.log).to_contain_text(re.compile(f"{LEGION} (moves|marches)"))
    assert legate.place(LEGION)[1] < stood[1] - 8


def test_a_charge_is_declared_on_the_map_and_fought_out(table: Table, person: Opener) -> None:
    """The target of the charge is clicked; the log reports it, and the battle goes on to its end."""
    page = person()
    Legate.opening(page, table.url, boudica_at_a_charge(), seat=ROMANS)
    legate = Legate(page)
    legate.is_asked("Charge?")
    offered = legate.options.get_by_role("button", name=re.compile("^Charge ")).first
    expect(offered).to_be_visible()
    whom = offered.inner_text().partition("Charge ")[2].splitlines()[0].strip()
    with legate.answering():
        legate.body(whom).click()
    expect(legate.log).to_contain_text(f"declares a charge on {whom}")
    legate.plays_to_the_end()
    expect(legate.end).to_contain_text("Luck of the dice")


def test_a_warband_is_placed_in_a_wedge_where_it_is_put(table: Table, person: Opener) -> None:
    page = person()
    legate = _deploys(page, table.url)
    legate.is_asked("Place a unit")
    legate.asked.get_by_role("button", name="Second levy", exact=True).click()
    expect(legate.body("Second levy")).to_be_visible()
    legate.asked.get_by_role("group", name="Second levy").get_by_role("button", name="wedge").click()
    stood = legate.place("Second levy")
    legate.drag("Second levy", across=0, up=-200)
    expect(legate.asked.get_by_role("status")).to_contain_text("zone")
    expect(legate.commit).to_be_disabled()
    legate.points(across=60, up=260, beside="Second levy")
    expect(legate.commit).to_be_enabled()
    with legate.answering():
        legate.commit.click()
    expect(legate.log).to_contain_text("Second levy is placed in wedge")
    assert legate.place("Second levy")[0] > stood[0] + 30


def _deploys(page: Page, url: str) -> Legate:
    page.goto(url)
    page.get_by_role("button", name=re.compile("^Eagle")).click()
    page.get_by_role("button", name=re.compile("^Mons Graupius")).click()
    page.get_by_role("group", name=re.compile("^Deployment")).get_by_text("Free").click()
    page.get_by_role("group", name="Who plays Caledonians").get_by_text("Me", exact=True).click()
    page.get_by_role("group", name="Who plays Romans").get_by_text("Computer").click()
    page.get_by_role("group", name="Level").get_by_text("Militia").click()
    page.get_by_role("button", name="Begin the battle").click()
    return Legate(page)


def test_on_a_phone_a_unit_is_chosen_and_placed_too(table: Table, person: Opener) -> None:
    page = person(viewport=PHONE, has_touch=True)
    legate = _deploys(page, table.url)
    legate.is_asked("Place a unit")
    legate.asked.get_by_role("button", name="First chariots", exact=True).click()
    commit = legate.asked.get_by_role("button", name="Begin here")
    expect(commit).to_be_enabled()
    with legate.answering():
        commit.click()
    expect(legate.body("First chariots")).to_be_visible()
