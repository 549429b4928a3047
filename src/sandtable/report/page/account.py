"""The account of a player turn: its sentences and dice by phase and passage, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple, assert_never

from sandtable.game.present.painting import Card
from sandtable.game.rules.tally import Modifier, Tally
from sandtable.game.story.names import Names
from sandtable.game.story.shown_throws import show_throw
from sandtable.report.page.dice_faces import throw
from sandtable.report.page.markup import NOTHING, Markup, joined, tag
from sandtable.report.story.story import (
    Passage,
    PlayerTurn,
    Response,
    Roll,
    Sentence,
    StoryLine,
    TurnPhase,
    UnitChange,
)

TOGETHER: Final = 3
"""From this many on, neighbouring units with the same predicate share one sentence."""

ASIDE: Final = "(aside)"
"""The predicate of a sentence about no unit."""


class SentenceWriter(NamedTuple):
    """Writes sentences with the names of units marked in their sides' colours."""

    names: Names
    sides: tuple[int, ...]
    liveries: tuple[str, ...]
    side_names: tuple[str, ...]

    def sentence(self, words: str) -> Markup:
        """A sentence with marked names, a capital and a full stop."""
        parts: list[str] = []
        at = 0
        for start, end, unit in self.names.mentions(words):
            parts.append(words[at:start])
            parts.append(words[start:end] if unit is None else self.unit(unit, words[start:end]))
            at = end
        rest = words[at:]
        stop = "" if rest.endswith((".", "!", "?")) else "."
        first, *others = [*parts, rest + stop]
        return joined((first if isinstance(first, Markup) else first[:1].upper() + first[1:], *others))

    def unit(self, unit: int, name: str) -> Markup:
        """The marked name of a unit."""
        return tag("b", name, cls=self.liveries[self.sides[unit] % len(self.liveries)])


# --------------------------------------------------------------------- phases and passages
def account(turn: PlayerTurn, writer: SentenceWriter) -> Markup:
    """Everything that happened in a player turn."""
    return joined(_phase(phase, writer) for phase in turn.phases)


def _phase(phase: TurnPhase, writer: SentenceWriter) -> Markup:
    heading = tag("h3", phase.name.replace("-", " ")) if phase.name else NOTHING
    items: list[Markup] = []
    cited: set[str] = set()
    for group in _groups(phase.passages, writer):
        rules = dict.fromkeys(rule for passage in group for rule in passage.rules if rule not in cited)
        cited.update(rules)
        body = _passage(group[0], writer) if len(group) == 1 else _together(group, writer)
        items.append(tag("li", body, cites(rules), cls="passage"))
    return joined((heading, tag("ol", *items, cls="passages")))


def _groups(passages: Sequence[Passage], writer: SentenceWriter) -> Iterator[Sequence[Passage]]:
    """Neighbouring passages that share one sentence or line; every other passage alone."""
    for predicate, group in groupby(passages, key=lambda passage: _predicate(passage, writer)):
        together = tuple(group)
        if predicate == ASIDE or (predicate and len(together) >= TOGETHER):
            yield together
        else:
            yield from ((passage,) for passage in together)


def _together(group: Sequence[Passage], writer: SentenceWriter) -> Markup:
    sentences = [line.words for passage in group for line in passage.told]
    if _predicate(group[0], writer) == ASIDE:
        return tag("p", joined(map(writer.sentence, sentences), " "), cls="told aside")
    return _alike(sentences, writer)


def _predicate(passage: Passage, writer: SentenceWriter) -> str:
    """What plain sentences say after the unit's name; empty if they differ."""
    if not passage.is_plain:
        return ""
    told = {ASIDE if _is_aside(line, writer) else _split(line.words, writer)[1] for line in passage.told}
    return told.pop() if len(told) == 1 else ""


def _is_aside(line: Sentence, writer: SentenceWriter) -> bool:
    """Does a sentence concern no unit and no score, such as the name of the next step?"""
    return not line.swing and not writer.names.units(line.words)


def _split(words: str, writer: SentenceWriter) -> tuple[str, str]:
    """A sentence split after the unit's name that it begins with."""
    first = next(writer.names.mentions(words), None)
    if first is None or first.start or first.unit is None:
        return "", ""
    return words[: first.end], words[first.end :]


def _alike(sentences: Sequence[str], writer: SentenceWriter) -> Markup:
    """One sentence for several units with the same predicate."""
    named = [writer.sentence(_split(words, writer)[0]).removesuffix(".") for words in sentences]
    listed = joined(map(Markup, named[:-1]), ", ")
    last, rest = Markup(named[-1]), _split(sentences[0], writer)[1]
    return tag("p", listed, " and ", last, tag("span", ": each", cls="each"), f"{rest}.", cls="told")


def _passage(passage: Passage, writer: SentenceWriter) -> Markup:
    lines: list[Markup] = []
    for run in _runs(passage.lines, writer):
        if len(run) >= TOGETHER:
            lines.append(_alike([line.words for line in run if isinstance(line, Sentence)], writer))
        else:
            lines += [_line(line, writer) for line in run]
    return joined((*lines, _figures(passage.figures)))


def _runs(lines: Sequence[StoryLine], writer: SentenceWriter) -> Iterator[list[StoryLine]]:
    """Neighbouring sentences with the same predicate; every other line alone."""
    run: list[StoryLine] = []
    last = ""
    for line in lines:
        rest = _split(line.words, writer)[1] if isinstance(line, Sentence) else ""
        if run and (not rest or rest != last):
            yield run
            run = []
        run.append(line)
        last = rest
    if run:
        yield run


def _line(line: StoryLine, writer: SentenceWriter) -> Markup:
    match line:
        case Sentence():
            name = "told aside" if _is_aside(line, writer) else "told"
            return tag("p", writer.sentence(line.words), cls=name)
        case Response():
            side = writer.side_names[line.seat]
            return tag("p", tag("i", side), " ", writer.sentence(line.words), cls="chosen")
        case Roll():
            return throw(show_throw(line.thrown))
        case _:
            assert_never(line)


# --------------------------------------------------------------------- rules and figures
def rule_link(rule: str) -> Markup:
    """A rule id that links to its text at the end."""
    return tag("a", rule, href=f"#rule-{rule}", cls="rule")


def cites(rules: Iterable[str]) -> Markup:
    """The rules that a passage cites."""
    links = [rule_link(rule) for rule in rules]
    return tag("p", joined(links, " "), cls="cites") if links else NOTHING


def _figures(figures: Sequence[tuple[str, Tally]]) -> Markup:
    """The steps of every figure, folded."""
    if not figures:
        return NOTHING
    rows: list[Markup] = []
    for name, tally in figures:
        rows.append(tag("dt", f"{name}: {tally.total:g}"))
        rows.append(tag("dd", *map(_step, tally.steps)))
    return tag("details", tag("summary", "Figures"), tag("dl", *rows), cls="figures")


def _step(step: Modifier) -> Markup:
    words = str(step).removesuffix(f" [{step.rule}]")
    return tag("span", words, " ", rule_link(step.rule), cls="step")


# --------------------------------------------------------------------- what it cost
def costs(changes: Sequence[UnitChange], writer: SentenceWriter) -> Markup:
    """What a player turn did to each unit."""
    if not changes:
        return tag("p", "No unit is the worse for it.", cls="costs-none")
    rows = [
        tag(
            "tr",
            tag("th", writer.unit(change.unit, change.after.name), scope="row"),
            tag("td", *_state(change)),
            tag("td", ", ".join(_markers(change.before, change.after))),
        )
        for change in changes
    ]
    return tag("table", tag("caption", "What changed"), tag("tbody", *rows), cls="costs")


def _state(change: UnitChange) -> Iterator[str]:
    """The state of a unit after a turn, and before it if that differs."""
    before, after = change.before.state, change.after.state
    yield f"{before.lower()} → " if before != after else ""
    yield tag("strong" if before != after else "span", after.lower())
    if change.has_left:
        yield ", off the table"


def _markers(before: Card, after: Card) -> Iterator[str]:
    was, now = dict(before.markers), dict(after.markers)
    for marker in dict.fromkeys((*was, *now)):
        had, has = was.get(marker, 0), now.get(marker, 0)
        if had != has:
            yield f"{marker} {had} → {has}"
