"""The account of a player turn: its sentences and dice by phase and by passage, and what it cost."""

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
from sandtable.report.story.story import Change, Chosen, Line, Passage, Phase, Rolled, Told, Turn

TOGETHER: Final = 3
"""So many units of which the same is told, one after another, are told of in one sentence."""

ASIDE: Final = "(aside)"
"""Stands for what is told of no unit."""


class Writer(NamedTuple):
    """What has to be known to write any sentence: the names of the units, their sides, and these' names."""

    names: Names
    sides: tuple[int, ...]
    manners: tuple[str, ...]
    side_names: tuple[str, ...]

    def sentence(self, words: str) -> Markup:
        """A sentence with the names of units in their sides' colours, ended with a full stop."""
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
        """The name of a unit."""
        return tag("b", name, cls=self.manners[self.sides[unit] % len(self.manners)])


# --------------------------------------------------------------------- phases and passages
def account(turn: Turn, writer: Writer) -> Markup:
    """Everything that happened in a player turn."""
    return joined(_phase(phase, writer) for phase in turn.phases)


def _phase(phase: Phase, writer: Writer) -> Markup:
    heading = tag("h3", phase.name.replace("-", " ")) if phase.name else NOTHING
    items: list[Markup] = []
    cited: set[str] = set()
    for group in _groups(phase.passages, writer):
        rules = dict.fromkeys(rule for passage in group for rule in passage.rules if rule not in cited)
        cited.update(rules)
        body = _passage(group[0], writer) if len(group) == 1 else _together(group, writer)
        items.append(tag("li", body, cites(rules), cls="passage"))
    return joined((heading, tag("ol", *items, cls="passages")))


def _groups(passages: Sequence[Passage], writer: Writer) -> Iterator[Sequence[Passage]]:
    """Neighbouring passages that belong into one sentence or one line; every other one alone."""
    for predicate, group in groupby(passages, key=lambda passage: _predicate(passage, writer)):
        together = tuple(group)
        if predicate == ASIDE or (predicate and len(together) >= TOGETHER):
            yield together
        else:
            yield from ((passage,) for passage in together)


def _together(group: Sequence[Passage], writer: Writer) -> Markup:
    sentences = [line.words for passage in group for line in passage.told]
    if _predicate(group[0], writer) == ASIDE:
        return tag("p", joined(map(writer.sentence, sentences), " "), cls="told aside")
    return _alike(sentences, writer)


def _predicate(passage: Passage, writer: Writer) -> str:
    """What plain sentences tell of the units with whose names they begin; nothing if they are not alike."""
    if not passage.is_plain:
        return ""
    told = {ASIDE if _is_aside(line, writer) else _split(line.words, writer)[1] for line in passage.told}
    return told.pop() if len(told) == 1 else ""


def _is_aside(line: Told, writer: Writer) -> bool:
    """Is a sentence about no unit and without weight, such as one that names the next step of a turn?"""
    return not line.swing and not writer.names.units(line.words)


def _split(words: str, writer: Writer) -> tuple[str, str]:
    """The unit with whose name a sentence begins, and what is told of it."""
    first = next(writer.names.mentions(words), None)
    if first is None or first.start or first.unit is None:
        return "", ""
    return words[: first.end], words[first.end :]


def _alike(sentences: Sequence[str], writer: Writer) -> Markup:
    """One sentence for several units of which the same is told."""
    named = [writer.sentence(_split(words, writer)[0]).removesuffix(".") for words in sentences]
    listed = joined(map(Markup, named[:-1]), ", ")
    last, rest = Markup(named[-1]), _split(sentences[0], writer)[1]
    return tag("p", listed, " and ", last, tag("span", ": each", cls="each"), f"{rest}.", cls="told")


def _passage(passage: Passage, writer: Writer) -> Markup:
    lines: list[Markup] = []
    for run in _runs(passage.lines, writer):
        if len(run) >= TOGETHER:
            lines.append(_alike([line.words for line in run if isinstance(line, Told)], writer))
        else:
            lines += [_line(line, writer) for line in run]
    return joined((*lines, _figures(passage.figures)))


def _runs(lines: Sequence[Line], writer: Writer) -> Iterator[list[Line]]:
    """Neighbouring sentences that tell the same of different units; every other line alone."""
    run: list[Line] = []
    last = ""
    for line in lines:
        rest = _split(line.words, writer)[1] if isinstance(line, Told) else ""
        if run and (not rest or rest != last):
            yield run
            run = []
        run.append(line)
        last = rest
    if run:
        yield run


def _line(line: Line, writer: Writer) -> Markup:
    match line:
        case Told():
            manner = "told aside" if _is_aside(line, writer) else "told"
            return tag("p", writer.sentence(line.words), cls=manner)
        case Chosen():
            side = writer.side_names[line.seat]
            return tag("p", tag("i", side), " ", writer.sentence(line.words), cls="chosen")
        case Rolled():
            return throw(show_throw(line.thrown))
        case _:
            assert_never(line)


# --------------------------------------------------------------------- rules and figures
def rule_link(rule: str) -> Markup:
    """A rule by its id, leading to its text at the end."""
    return tag("a", rule, href=f"#rule-{rule}", cls="rule")


def cites(rules: Iterable[str]) -> Markup:
    """The rules that a passage rests on."""
    links = [rule_link(rule) for rule in rules]
    return tag("p", joined(links, " "), cls="cites") if links else NOTHING


def _figures(figures: Sequence[tuple[str, Tally]]) -> Markup:
    """How every figure came about, folded away."""
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
def costs(changes: Sequence[Change], writer: Writer) -> Markup:
    """What a player turn did to each unit it changed."""
    if not changes:
        return tag("p", "Nobody is the worse for it.", cls="costs-none")
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


def _state(change: Change) -> Iterator[str]:
    """How a unit stands after a turn, with how it stood before if that differs."""
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
