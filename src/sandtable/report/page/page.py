"""The page: one HTML file with the whole report, which loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sandtable import __version__
from sandtable.game.battle.battle import Battle
from sandtable.game.present.painting import Card
from sandtable.game.story.luck import one_in
from sandtable.game.story.names import Names
from sandtable.report.map import ground
from sandtable.report.map.map import Atlas
from sandtable.report.page import front
from sandtable.report.page.account import SentenceWriter, account, costs
from sandtable.report.page.chart import Curve, chart
from sandtable.report.page.dice_faces import faces, throw
from sandtable.report.page.markup import NOTHING, Markup, joined, tag
from sandtable.report.page.style import STYLE
from sandtable.report.story.from_log import cards, story_of
from sandtable.report.story.highlights import RemarkableThrow, luckiest, turning_points, unluckiest
from sandtable.report.story.story import PlayerTurn, ReportedBattle, Story

LINES: Final = (
    "Green arrows are moves, from the dashed outline where a unit stood; brown arrows show which units"
    " fought each other; a cross marks where a unit was lost."
)


def html(fought: ReportedBattle) -> str:
    """The report of a battle as HTML text."""
    return _Page(story_of(fought)).text()


class _Page:
    """The parts of one report."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._fought = story.fought
        self._began = cards(self._fought.system, story.start)
        self._atlas = Atlas(self._fought.system, self._fought.scenario, story.start)
        self._liveries = tuple(self._atlas.blocks.livery(side) for side in range(len(story.scores)))
        self._writer = SentenceWriter(
            names=Names(self._began),
            sides=tuple(unit.side for unit in story.start.units),
            liveries=self._liveries,
            side_names=tuple(map(self._fought.side, range(len(story.scores)))),
        )

    def text(self) -> str:
        """The whole file."""
        scenario = self._fought.scenario
        body = tag("body", *self._sections())  # maps first: they decide which blocks are defined
        head = tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("title", f"{scenario.name}: a battle report"),
            tag("style", Markup(STYLE)),
        )
        return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"

    def _sections(self) -> Iterator[Markup]:
        story, fought = self._story, self._fought
        main = tag(
            "main",
            front.history(fought),
            front.armies(fought, self._began, cards(fought.system, story.end), story.end, self._liveries),
            self._deployment(),
            self._course(),
            *(self._turn(number, turn) for number, turn in enumerate(story.turns)),
            self._luck(),
            self._rules(),
        )
        definitions = tag("defs", self._atlas.definitions(), faces())
        yield tag("svg", definitions, cls="definitions", width=0, height=0, aria_hidden="true")
        yield front.banner(fought, story.end, self._liveries)
        yield self._contents()
        yield main
        yield front.colophon(fought, __version__)

    # ----------------------------------------------------------------- where things are
    def _heading(self, turn: PlayerTurn) -> str:
        whose = "" if turn.side is None else f", {self._fought.side(turn.side)}"
        return f"Turn {turn.number}{whose}"

    def _livery(self, turn: PlayerTurn) -> str:
        return "" if turn.side is None else self._liveries[turn.side]

    def _contents(self) -> Markup:
        turns = [
            tag("a", self._heading(turn), href=f"#turn-{number}", cls=self._livery(turn))
            for number, turn in enumerate(self._story.turns)
        ]
        parts = [("history", "The battle"), ("armies", "The armies"), ("course", "Its course")]
        first = [tag("a", words, href=f"#{part}") for part, words in parts]
        last = [tag("a", "Luck", href="#luck"), tag("a", "Rules cited", href="#rules")]
        links = (tag("li", link) for link in (*first, *turns, *last))
        return tag("nav", tag("ul", *links), aria_label="Contents")

    # ----------------------------------------------------------------- maps and turns
    def _deployment(self) -> Markup:
        words = f"The table before the first move: {_standing_in_words(self._began, self._story.start)}"
        return tag(
            "section",
            tag("h2", "The field"),
            _figure(self._atlas.deployment(self._story.start, words), "How both sides stood at the start."),
            self._key(),
            id="field",
        )

    def _key(self) -> Markup:
        """The meaning of the lines and colours of the maps."""
        shown = [words.lower() for words in ground.key(self._atlas.legend)]
        about = f"Ground shown: {', '.join(shown)}. " if shown else ""
        sides = [
            joined((tag("b", name, cls=livery), f": drawn {livery.split()[0]}. "))
            for name, livery in zip(self._writer.side_names, self._liveries, strict=True)
        ]
        return tag("p", about, *sides, LINES, cls="key")

    def _turn(self, number: int, turn: PlayerTurn) -> Markup:
        now = cards(self._fought.system, turn.end)
        heading = self._heading(turn)
        words = f"The table at the end of {heading}: {_standing_in_words(now, turn.end)}"
        score = " : ".join(f"{score:g}" for score in turn.scores)
        return tag(
            "section",
            tag("h2", heading, tag("span", score, cls="score", title="Score at the end of it")),
            _figure(self._atlas.turn(turn, now, words), f"The table at the end of {heading}."),
            tag("div", account(turn, self._writer), cls="account"),
            costs(turn.changes, self._writer),
            id=f"turn-{number}",
            cls=f"turn {self._livery(turn)}".rstrip(),
        )

    # ----------------------------------------------------------------- the course of it
    def _course(self) -> Markup:
        story = self._story
        sides = range(len(story.scores))
        scores = [(story.scores[side], *(turn.scores[side] for turn in story.turns)) for side in sides]
        battles = [story.start, *(turn.end for turn in story.turns)]
        standing = [tuple(float(_standing(battle, side)) for battle in battles) for side in sides]
        return tag(
            "section",
            tag("h2", "The course of the battle"),
            self._charted("Score, by the yardstick of the computer's players", scores),
            self._charted("Units on the table", standing),
            self._turning_points(),
            id="course",
        )

    def _charted(self, title: str, values: Sequence[tuple[float, ...]]) -> Markup:
        curves = [Curve(*row) for row in zip(self._writer.side_names, self._liveries, values, strict=True)]
        seen = [turn.number for turn in self._story.turns]
        ticks = ["start", *(str(turn) if turn not in seen[:place] else "" for place, turn in enumerate(seen))]
        return tag(
            "figure", chart(title, curves, ticks), tag("figcaption", f"{title}; turn by turn"), cls="charted"
        )

    def _turning_points(self) -> Markup:
        points = turning_points(self._story)
        if not points:
            return NOTHING
        items = [
            tag(
                "li",
                self._when(point.turn),
                " ",
                self._writer.sentence(point.words),
                " ",
                self._swing(point.swing),
            )
            for point in points
        ]
        return joined((tag("h3", "Turning points"), tag("ol", *items, cls="points")))

    def _swing(self, swing: float) -> Markup:
        side = 0 if swing > 0 else 1
        return tag(
            "span", f"{abs(swing):g} to {self._fought.side(side)}", cls=f"swing {self._liveries[side]}"
        )

    def _when(self, number: int) -> Markup:
        return tag("a", self._heading(self._story.turns[number]), href=f"#turn-{number}", cls="when")

    def _luck(self) -> Markup:
        lucky, unlucky = luckiest(self._story), unluckiest(self._story)
        return tag(
            "section",
            tag("h2", "Luck"),
            tag(
                "p",
                "How likely a throw so good, or so bad, was: from the exact odds of the dice thrown.",
            ),
            self._throws("The luckiest throws", lucky, "so good or better"),
            self._throws("The unluckiest throws", unlucky, "so bad or worse"),
            id="luck",
        )

    def _throws(self, title: str, found: Sequence[RemarkableThrow], tail: str) -> Markup:
        if not found:
            return tag("p", f"{title}: none worth telling.")
        items = [
            tag(
                "li",
                tag(
                    "p",
                    self._when(chance.turn),
                    " ",
                    self._writer.sentence(chance.about) if chance.about else "",
                ),
                throw(chance.reading),
                tag("p", tag("strong", one_in(chance.likelihood)), f" {tail}", cls="odds"),
            )
            for chance in found
        ]
        return joined((tag("h3", title), tag("ol", *items, cls="chances")))

    # ----------------------------------------------------------------- the rules
    def _rules(self) -> Markup:
        book = self._fought.system.rulebook()
        rows = []
        for rule in self._story.rules:
            text = book[rule].text if rule in book else "The rulebook has no rule of this name."
            rows.append(tag("dt", rule, id=f"rule-{rule}"))
            rows.append(tag("dd", text))
        return tag("section", tag("h2", "Rules cited"), tag("dl", *rows), id="rules")


def _figure(drawn: Markup, caption: str) -> Markup:
    """A map that scrolls sideways on a narrow screen."""
    window = tag("div", drawn, cls="window", tabindex="0", role="group", aria_label="Map")
    return tag("figure", window, tag("figcaption", caption), cls="mapped")


def _standing(battle: Battle[Any], side: int) -> int:
    """The number of a side's units on the table."""
    return sum(unit.side == side and unit.pose is not None for unit in battle.units)


def _standing_in_words(named: Sequence[Card], battle: Battle[Any]) -> str:
    """The units on the table, for readers who do not see the map."""
    names = [card.name for card, unit in zip(named, battle.units, strict=True) if unit.pose is not None]
    return f"{', '.join(names)} on the table" if names else "no unit is left on it"
