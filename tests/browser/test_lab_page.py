"""The lab page beside a real table: odds, the umpire, the roster, with a thumb and with keys."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import findings
from tests.browser.conftest import PHONE, Opener, Table

DESK: Final = {"width": 1280, "height": 800}
THUMB: Final = 40
"""Pixels that a thumb needs at the least."""
VOLLEY: Final = "lab.html#/liberty/volley"
WORKER: Final = re.compile(r"/lab/worker-[^/]*\.js$")
SHOOTER: Final = "Continental Regiment"
TARGET: Final = "Regular Infantry Regiment"
TO_HIT: Final = (5, 3, 6, 3, 6, 6, 6, 5, 1, 4, 2, 6)
"""Eight hits on 4+."""
SAVES: Final = (1, 2, 1, 3, 4, 2, 4, 5)
"""One of eight saved on 5+."""
MORALE: Final = (1, 5, 2)
"""One success of the two that are needed: the unit retires."""


class Lab:
    """A user of the lab page; the service answers, so that no test waits for Python to load."""

    def __init__(self, person: Opener, table: Table, *, phone: bool = False, **more: Any) -> None:
        size = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {"viewport": DESK}
        self.page: Page = person(service_workers="block", **size, **more)
        without_python(self.page)
        self.url = table.url
        self.answer = self.page.get_by_role("region", name="Answer")
        self.umpire = self.page.get_by_role("region", name="Resolve", exact=True)

    def opens(self, address: str) -> Lab:
        """Go to an address below the table's."""
        self.page.goto(self.url + address)
        return self

    def said(self, facts: dict[str, object], policy: str | None = None) -> dict[str, Any]:
        """What the service says of the same volley."""
        request = {
            "ask": "odds",
            "system": "liberty",
            "resolution": "volley",
            "facts": facts,
            "policy": policy,
        }
        reply = httpx.post(f"{self.url}api/lab", json=request, timeout=60)
        assert reply.status_code == 200, reply.text
        found: dict[str, Any] = reply.json()
        return found

    def adds(self, unit: str, side: int) -> None:
        """Put a unit of the cards on a side of the roster."""
        self.page.get_by_role("button", name="Add a unit").nth(side).click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("searchbox").fill(unit)
        dialog.get_by_role("button", name=re.compile(f"^{unit}")).click()
        expect(self.unit(unit)).to_be_visible()

    def unit(self, name: str) -> Locator:
        """The card of a unit on the roster."""
        return self.page.get_by_role("article", name=name, exact=True)

    def hits(self, name: str) -> Locator:
        """The hits on the card of a unit."""
        return self.unit(name).get_by_role("textbox", name=f"{name}, Hits", exact=True)

    def casts(self, party: str, unit: str) -> None:
        """Say which unit of the roster a party is."""
        self.page.get_by_role("button", name=f"{party}: choose a unit").click()
        self.page.get_by_role("dialog").get_by_role("button", name=re.compile(f"^{unit}")).first.click()
        expect(self.page.get_by_role("button", name=f"{party}: {unit}", exact=True)).to_be_visible()

    def taps(self, faces: tuple[int, ...]) -> None:
        """Tap what one's own dice show."""
        pad = self.umpire.get_by_role("group", name="Faces of my dice")
        expect(pad.get_by_role("status")).to_have_text(f"0 of {len(faces)}")
        for face in faces:
            pad.get_by_role("button", name=re.compile(f"^{face}(,|$)")).click()
        pad.get_by_role("button", name="That is what fell").click()


def without_python(page: Page) -> None:
    """Let Python sleep on beside the page, so that the service goes on answering."""
    page.route(WORKER, lambda route: route.fulfill(body="", content_type="text/javascript"))


def percent(chance: float) -> str:
    """A chance as the page writes it."""
    return f"{chance * 100:.1f}\N{NARROW NO-BREAK SPACE}%"


def test_a_volley_is_asked_about_with_a_thumb(table: Table, person: Opener) -> None:
    lab = Lab(person, table, phone=True).opens(VOLLEY)
    page = lab.page
    bar = page.get_by_role("button", name=re.compile("^To the answer"))
    by_default = lab.said({})
    expect(bar).to_contain_text(percent(by_default["parting"][0]["chance"]))
    page.get_by_role("textbox", name="Range").fill("7")
    page.get_by_role("switch", name="Cover").tap()
    expect(page).to_have_url(re.compile(r"#/liberty/volley\?fire\.range=7&fire\.cover=yes$"))
    changed = lab.said({"fire.range": 7, "fire.cover": True})
    assert changed["mean"] != by_default["mean"]
    expect(bar).to_contain_text(f"{changed['mean']:.1f} hits lost")
    for button in (
        page.get_by_role("button", name="Throw", exact=True),
        page.get_by_role("button", name="My dice"),
    ):
        box = button.bounding_box()
        assert box
        assert box["height"] >= THUMB
        assert box["y"] > PHONE["height"] / 2  # under the thumb, whatever lies above
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_role("button", name="Range: back to the default").tap()
    expect(page).to_have_url(re.compile(r"volley\?fire\.cover=yes$"))


def test_every_figure_opens_its_rule_and_a_touch_tells_so_many_or_more(table: Table, person: Opener) -> None:
    lab = Lab(person, table).opens(f"{VOLLEY}?fire.range=7")
    odds = lab.said({"fire.range": 7})
    lab.answer.get_by_role("button", name="Rule shooting.dice.short").click()
    rule = lab.page.get_by_role("dialog")
    expect(rule).to_contain_text("SHORT range band")
    lab.page.keyboard.press("Escape")
    lab.answer.get_by_role("button", name="to hit, rule shooting.to-hit").click()
    expect(rule.get_by_role("row", name="Militia 5")).to_be_visible()
    rule.get_by_role("button", name="Close").click()
    columns = lab.answer.get_by_role("slider", name="hits lost: at least")
    columns.press("Home")
    columns.press("ArrowRight")
    expect(lab.answer).to_contain_text(percent(odds["values"][1]["at_least"]))
    expect(lab.answer).to_contain_text("Worked out exactly")
    lab.answer.get_by_role("radio", name="Best").check()
    expect(lab.page).to_have_url(re.compile("policy=best$"))


def test_a_link_opens_the_same_question_and_the_same_stage(table: Table, person: Opener) -> None:
    first = Lab(person, table).opens(f"{VOLLEY}?fire.range=7&said=")
    first.taps(TO_HIT)
    expect(first.umpire.get_by_role("heading", name="Throw 8 D6: hits not saved")).to_be_visible()
    second = Lab(person, table, phone=True)
    second.page.goto(first.page.url)
    expect(second.umpire.get_by_role("list", name="What fell").get_by_role("listitem")).to_have_count(1)
    expect(second.umpire.get_by_role("heading", name="Throw 8 D6: hits not saved")).to_be_visible()
    first.page.go_back()
    expect(first.umpire.get_by_role("heading", name="Throw 12 D6 to hit")).to_be_visible()
    first.page.go_forward()
    first.umpire.get_by_role("button", name="Undo").click()
    expect(first.umpire.get_by_role("heading", name="Throw 12 D6 to hit")).to_be_visible()
    expect(first.umpire.get_by_role("button", name="That is what fell")).to_be_enabled()


def test_what_the_dice_did_is_written_on_the_roster_undone_and_kept(table: Table, person: Opener) -> None:
    lab = Lab(person, table, phone=True, bypass_csp=True).opens("lab.html#/roster/liberty")
    lab.adds(TARGET, 0)
    lab.adds(SHOOTER, 1)
    lab.hits(TARGET).fill("5")
    _asks_with_units_of_the_roster(lab)
    lab.page.get_by_role("button", name="My dice").tap()
    _resolves(lab)
    lab.umpire.get_by_role("button", name="Apply to the roster").tap()
    expect(lab.umpire).to_contain_text("It is written on the roster.")
    lab.umpire.get_by_role("button", name="Ask again").tap()
    expect(lab.page).to_have_url(re.compile(r"target\.hits=12(&|$)"))  # as the roster has it now
    lab.page.get_by_role("navigation", name="Pages").get_by_role("link", name="Roster").tap()
    expect(lab.hits(TARGET)).to_have_value("12")
    changes = lab.page.get_by_role("group", name="Changes")
    changes.get_by_role("button", name="Undo").tap()
    expect(lab.hits(TARGET)).to_have_value("5")
    changes.get_by_role("button", name="Redo").tap()
    lab.page.reload()
    expect(lab.hits(TARGET)).to_have_value("12")
    assert findings(lab.page) == []


def _asks_with_units_of_the_roster(lab: Lab) -> None:
    page = lab.page
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Odds").tap()
    page.get_by_role("searchbox", name="Search what can be asked").fill("saves volley")
    page.get_by_role("button", name=re.compile("^Volley")).tap()
    lab.casts("The unit that shoots", SHOOTER)
    lab.casts("The unit shot at", TARGET)
    page.get_by_role("textbox", name="Range").fill("7")
    page.get_by_text("Target · nerve", exact=True).tap()
    page.get_by_role("switch", name="In command").tap()
    expect(page).to_have_url(re.compile("target.hits=5"))  # the roster said so


def _resolves(lab: Lab) -> None:
    """With one's own dice to the end, the reroll declined."""
    assert findings(lab.page) == []
    for faces in (TO_HIT, SAVES, MORALE):
        lab.taps(faces)
    lab.umpire.get_by_role("group", name="Options").get_by_role("button").first.tap()
    expect(lab.umpire.get_by_role("heading", name="The target retires")).to_be_visible()
    expect(lab.umpire.get_by_role("list", name="Changes")).to_contain_text("hits from 5 to 12")


def test_dice_are_thrown_here_until_it_ends(table: Table, person: Opener) -> None:
    lab = Lab(person, table).opens(f"{VOLLEY}?fire.range=7&target.hits=20")
    expect(lab.answer).to_contain_text("What comes of it")
    lab.page.keyboard.press("Enter")
    fell = lab.umpire.get_by_role("list", name="What fell").get_by_role("listitem")
    expect(fell).to_have_count(1)
    expect(fell.first.get_by_role("img")).to_have_count(12)
    while not lab.umpire.get_by_text("What came of it").is_visible():
        count = fell.count()
        throws = lab.umpire.get_by_role("button", name=re.compile("^Throw "))
        if throws.is_visible():
            throws.click()
            expect(fell).not_to_have_count(count)
        else:
            lab.umpire.get_by_role("group", name="Options").get_by_role("button").first.click()
    lab.umpire.get_by_role("button", name="Ask again").click()
    expect(lab.page.get_by_role("textbox", name="Range")).to_have_value("7")


def test_the_keyboard_is_enough(table: Table, person: Opener) -> None:
    lab = Lab(person, table).opens(f"{VOLLEY}?fire.range=7&said=")
    expect(lab.umpire.get_by_role("heading", name="Throw 12 D6 to hit")).to_be_visible()
    lab.page.keyboard.type("536366651429")  # there is no 9 on the die
    expect(lab.umpire.get_by_role("status").first).to_have_text("11 of 12")
    lab.page.keyboard.press("Backspace")
    lab.page.keyboard.type("26")
    lab.page.keyboard.press("Enter")
    expect(lab.umpire.get_by_role("heading", name="Throw 8 D6: hits not saved")).to_be_visible()
    lab.page.keyboard.press("/")
    lab.page.keyboard.type("round of melee")
    lab.page.keyboard.press("Enter")
    expect(lab.page).to_have_url(re.compile("#/liberty/melee$"))
    expect(lab.answer).to_contain_text("The attacker wins")


def test_a_fact_that_cannot_be_is_told_beside_its_field(table: Table, person: Opener) -> None:
    lab = Lab(person, table).opens(f"{VOLLEY}?fire.range=700")
    fact = lab.page.locator('[data-key="fire.range"]')
    expect(fact.get_by_role("alert")).to_contain_text("must be a whole number from 0 to 90")
    fact.get_by_role("textbox").fill("7")
    expect(fact.get_by_role("alert")).to_have_count(0)
    expect(lab.answer).to_contain_text("What comes of it")


def test_one_fact_or_two_run_through_their_values(table: Table, person: Opener) -> None:
    lab = Lab(person, table, bypass_csp=True).opens(VOLLEY)
    lab.page.get_by_role("button", name="Sweep").click()
    lab.page.get_by_label("Run this fact").select_option("Fire, Bases")
    lab.page.get_by_label("Through these values").fill("1..4")
    lab.page.get_by_label("Through these values").press("Enter")
    four = lab.said({"fire.bases": 4})
    figure = lab.page.get_by_role("figure", name="Hits lost, expected by Bases")
    expect(figure).to_contain_text(f"{four['mean']:.1f}")
    lab.page.get_by_label("and this one").select_option("Fire, Cover")
    chart = lab.page.get_by_role("region", name="Sweep").get_by_role("table")
    expect(chart.get_by_role("row")).to_have_count(3)
    in_cover = lab.said({"fire.bases": 4, "fire.cover": True})
    expect(chart.get_by_role("row", name="yes")).to_contain_text(f"{in_cover['mean']:.1f}")
    expect(lab.page).to_have_url(re.compile(r"over=fire\.bases=1\.\.4&over=fire\.cover=no,yes"))
    assert findings(lab.page) == []


def test_a_roster_goes_into_a_file_and_comes_back_and_what_is_none_is_refused(
    table: Table, person: Opener
) -> None:
    lab = Lab(person, table).opens("lab.html#/roster/liberty")
    lab.adds(TARGET, 0)
    with lab.page.expect_download() as download:
        lab.page.get_by_role("button", name="Export").click()
    content = download.value.path().read_bytes()
    assert download.value.suggested_filename == "liberty-battle-1.roster.json"
    assert json.loads(content)["units"][0]["name"] == TARGET
    other = Lab(person, table).opens("lab.html#/roster/eagle")
    _imports(other.page, b"Dear Sir, the enemy was broken.")
    expect(other.page.get_by_role("alert")).to_contain_text("no roster")
    _imports(other.page, content)
    expect(other.page).to_have_url(re.compile("#/roster/liberty$"))
    expect(other.unit(TARGET)).to_be_visible()


def _imports(page: Page, content: bytes) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import").click()
    chooser.value.set_files({"name": "a.json", "mimeType": "application/json", "buffer": content})


def test_the_roster_is_printed_as_cards_and_the_reference_as_a_sheet(table: Table, person: Opener) -> None:
    lab = Lab(person, table).opens("lab.html#/roster/liberty")
    lab.adds(TARGET, 0)
    lab.page.emulate_media(media="print")
    expect(lab.page.get_by_role("banner")).not_to_be_visible()
    expect(lab.page.get_by_role("heading", name=TARGET)).to_be_visible()
    lab.page.emulate_media(media="screen")
    lab.opens("lab.html#/reference/liberty")
    lab.page.get_by_role("searchbox", name="Search the rules").fill("enfilade")
    lab.page.get_by_role("button", name=re.compile("^shooting.enfilade.formula")).click()
    expect(lab.page.get_by_role("dialog")).to_contain_text("footprint")


def test_axe_finds_nothing_serious_on_the_page(table: Table, person: Opener) -> None:
    for phone in (False, True):
        lab = Lab(person, table, phone=phone, bypass_csp=True).opens("lab.html")
        expect(lab.page.get_by_role("heading", level=1)).to_have_text("Odds and umpire")
        assert findings(lab.page) == []
        lab.opens(f"{VOLLEY}?fire.range=7")
        expect(lab.answer).to_contain_text("What comes of it")
        assert findings(lab.page) == []
        lab.opens("lab.html#/reference/liberty")
        expect(lab.page.get_by_role("button", name="Rule shooting.to-hit")).to_be_visible()
        assert findings(lab.page) == []


def test_the_lobby_leads_to_the_lab_and_back(table: Table, person: Opener) -> None:
    page = person(service_workers="block")
    without_python(page)
    page.goto(table.url)
    page.get_by_role("link", name="Odds and umpire").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Odds and umpire")
    page.get_by_role("link", name="Sandtable").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose a battle")
