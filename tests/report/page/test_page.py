"""The page of a battle report: complete, self-contained, accessible, and always the same."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from sandtable.report import ReportedBattle, html
from sandtable.report.story.from_log import cards, story_of
from tests.conformance.toy.system import SYSTEM as TOY
from tests.report.conftest import fought


def parsed(page: str) -> ElementTree.Element:
    """The page as an XML tree, without its first line."""
    doctype, _, rest = page.partition("\n")
    assert doctype == "<!DOCTYPE html>"
    return ElementTree.fromstring(rest)


def words_of(element: ElementTree.Element) -> str:
    """All text of an element."""
    return "".join(element.itertext())


class Balance(HTMLParser):
    """Reads a page as a browser does and notes every wrongly closed element."""

    VOID = ("meta", "br", "col")

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """A self-closing element leaves nothing open."""

    def handle_endtag(self, tag: str) -> None:
        if not self.stack or self.stack.pop() != tag:
            self.faults.append(tag)


@pytest.mark.parametrize("name", ["palms", "half_fought", "duel", "awkward"])
def test_a_page_is_well_formed_to_every_reader(name: str, request: pytest.FixtureRequest) -> None:
    page = html(request.getfixturevalue(name))
    parsed(page)
    reader = Balance()
    reader.feed(page)
    assert (reader.faults, reader.stack) == ([], [])


@pytest.mark.parametrize("name", ["palms", "half_fought", "duel", "awkward"])
def test_every_link_leads_to_one_place_on_the_page(name: str, request: pytest.FixtureRequest) -> None:
    page = html(request.getfixturevalue(name))
    ids = Counter(re.findall(r' id="([^"]+)"', page))
    assert [place for place, count in ids.items() if count > 1] == []
    links = set(re.findall(r' href="#([^"]+)"', page)) | set(re.findall(r"url\(#([^)]+)\)", page))
    assert links - set(ids) == set()
    assert re.findall(r' href="(?!#)', page) == []


def test_a_page_needs_nothing_from_elsewhere_and_no_script(palms: ReportedBattle) -> None:
    page = html(palms)
    assert "<script" not in page
    assert "http" not in page
    assert "@import" not in page
    assert " src=" not in page


def test_every_unit_is_named_in_the_order_of_battle_and_on_the_first_map(palms: ReportedBattle) -> None:
    tree = parsed(html(palms))
    names = [unit.name for unit in palms.scenario.units]
    for section in ("armies", "field"):
        (found,) = tree.findall(f".//section[@id='{section}']")
        shown = words_of(found)
        assert [name for name in names if name not in shown] == []


def test_every_player_turn_has_its_heading_map_and_account(palms: ReportedBattle) -> None:
    tree = parsed(html(palms))
    turns = story_of(palms).turns
    sections = [section for section in tree.iter("section") if section.get("id", "").startswith("turn-")]
    assert len(sections) == len(turns) > 3
    for section, turn in zip(sections, turns, strict=True):
        heading = section.find("h2")
        assert heading is not None
        assert turn.side is not None
        assert words_of(heading).startswith(f"Turn {turn.number}, {palms.side(turn.side)}")
        (drawn,) = section.findall(".//svg[@class='map engraved']")
        title = drawn.find("title")
        assert title is not None
        assert "The table at the end of" in words_of(title)
        blocks = [use for use in drawn.iter("use") if use.get("href", "").startswith("#block")]
        assert len(blocks) == sum(unit.pose is not None for unit in turn.end.units)


def test_every_sentence_of_the_log_is_told(palms: ReportedBattle) -> None:
    shown = words_of(parsed(html(palms)))
    told = [
        line.words for turn in story_of(palms).turns for passage in turn.passages for line in passage.told
    ]
    assert len(told) > 20
    assert [words for words in told if words[1:] not in shown] == []


def test_every_cited_rule_stands_in_the_appendix_with_its_text(palms: ReportedBattle) -> None:
    tree = parsed(html(palms))
    cited = {
        link.get("href", "").removeprefix("#rule-")
        for link in tree.iter("a")
        if link.get("href", "").startswith("#rule-")
    }
    (appendix,) = tree.findall(".//section[@id='rules']")
    listed = {term.get("id", "").removeprefix("rule-") for term in appendix.iter("dt")}
    assert cited <= listed
    assert {"fire.range", "march.allowance", "victory.figures"} <= cited
    book, text = palms.system.rulebook(), words_of(appendix)
    assert [rule for rule in listed if book[rule].text not in text] == []


def test_dice_are_drawn_and_said(palms: ReportedBattle) -> None:
    tree = parsed(html(palms))
    casts = [span for span in tree.iter("span") if span.get("class") == "cast"]
    assert casts
    for cast in casts:
        count = re.match(r"(\d+)D6: ", cast.get("aria-label", ""))
        assert count is not None
        assert len(list(cast.iter("svg"))) == int(count[1])


def test_the_outcome_stands_in_the_banner(palms: ReportedBattle, half_fought: ReportedBattle) -> None:
    outcome = palms.game.battle.outcome
    assert outcome is not None
    header = parsed(html(palms)).find("body/header")
    assert header is not None
    assert outcome.words in words_of(header)
    unfinished = parsed(html(half_fought)).find("body/header")
    assert unfinished is not None
    assert "Undecided" in words_of(unfinished)


def test_the_page_has_landmarks_and_headings_in_order(palms: ReportedBattle) -> None:
    tree = parsed(html(palms))
    assert tree.get("lang") == "en"
    for landmark in ("header", "nav", "main", "footer"):
        assert len(tree.findall(f"body/{landmark}")) == 1
    assert len(list(tree.iter("h1"))) == 1
    levels = [int(element.tag[1]) for element in tree.iter() if re.fullmatch("h[1-6]", element.tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    drawings = [svg for svg in tree.iter("svg") if svg.get("role") == "img"]
    assert all(svg.find("title") is not None for svg in drawings)


def test_names_cannot_break_the_page(awkward: ReportedBattle) -> None:
    page = html(awkward)
    tree = parsed(page)
    title = tree.find(".//h1")
    assert title is not None
    assert title.text == "<Hearthrug> & Co"
    assert "<b>Sons</b>" not in page
    assert "Who <knows> & cares" in words_of(tree)
    assert "First Red & <b>Sons</b> \"'" in words_of(tree)


def test_the_same_battle_gives_the_same_bytes(palms: ReportedBattle) -> None:
    assert html(palms) == html(palms) == html(fought(TOY, "potted-palms"))
    assert html(palms) != html(fought(TOY, "potted-palms", seed=4))


def test_losses_are_told_where_they_fell(palms: ReportedBattle) -> None:
    story = story_of(palms)
    tree = parsed(html(palms))
    lost = [
        (place, change)
        for place, turn in enumerate(story.turns)
        for change in turn.changes
        if change.has_left
    ]
    assert lost
    for place, change in lost:
        (section,) = tree.findall(f".//section[@id='turn-{place}']")
        (table,) = section.findall("table")
        row = next(row for row in table.iter("tr") if change.after.name in words_of(row))
        assert "off the table" in words_of(row)
        assert section.findall(".//path[@class='lost']")


def test_a_battle_without_turns_yet_is_a_page_all_the_same() -> None:
    begun = fought(TOY, "hearthrug", answers=0)
    tree = parsed(html(begun))
    assert len(tree.findall(".//svg[@class='map engraved']")) >= 1
    assert [card.name for card in cards(TOY, begun.game.battle) if card.name not in words_of(tree)] == []
