"""The chronicle: the log of a game grouped into deeds, for one reader.

A deed is what one procedure did, or a part of it: who did what, the dice and what they needed, their figures,
the result, and the rules. A reader sees only his own decisions.
"""

from __future__ import annotations

import re
from typing import Any, Final, Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import Choose, Event
from sandtable.game.battle.battle import Battle
from sandtable.game.battle.log import Decided, Entry, Happened, Thrown
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.kit.system import System
from sandtable.game.present.figures import DiceRow, TallySeen, dice_rows, secret_row, tallies_seen
from sandtable.game.rules.tally import Tally
from sandtable.game.story.calls import figured_calls
from sandtable.game.story.names import Names
from sandtable.game.story.narration import Eyes, answer_in_words, priced

CITED: Final = re.compile(r" \[([a-z0-9-]+(?:\.[a-z0-9-]+)+)\]")
"""A citation of a rule within a text."""
SAYS_NOTHING: Final = frozenset({"the", "turn", "phase", "step", "begins", "side", "of"})
"""Words that add nothing to a heading."""


class LogEntry(Struct, frozen=True, kw_only=True):
    """One entry of the log; ``step`` is the number of answers given when it was last extended.

    A ``deed`` concerns a body or has dice, a ``note`` neither; a ``decision`` is one of the reader's own.
    ``active`` is the side whose turn it is, ``side`` the one that acts, ``seat`` the one that decided;
    ``parties`` are the bodies it concerns.
    """

    step: int
    turn: int
    phase: str
    active: int
    side: int
    seat: int | None = None
    kind: Literal["deed", "decision", "note"]
    title: str
    words: tuple[str, ...] = ()
    dice: tuple[DiceRow, ...] = ()
    tallies: tuple[TallySeen, ...] = ()
    result: str = ""
    rules: tuple[str, ...] = ()
    parties: tuple[int, ...] = ()


class Sentence(Struct, frozen=True, kw_only=True):
    """An event in words, the bodies it concerns, and whether it follows dice of the same deed.

    ``side`` is the side that it names, if any; ``is_aside`` if it names no body, side or token.
    """

    words: str
    parties: tuple[int, ...]
    side: int | None = None
    is_after_dice: bool = False
    is_aside: bool = False
    is_detail: bool = False


class Deed:
    """A deed while it is collected from the log."""

    def __init__(self, step: int, battle: Battle[Any]) -> None:
        self.step = step
        self.battle = battle
        self.sentences: list[Sentence] = []
        self.dice: list[DiceRow] = []
        self.figures: list[tuple[str, Tally]] = []
        self.rules: list[str] = []
        self.thrown: list[int] = []
        self.has_secrets = False

    @property
    def side(self) -> int:
        """The side that acts."""
        parties = self.parties
        if parties:
            return int(self.battle.units[parties[0]].side)
        named = (sentence.side for sentence in self.sentences if sentence.side is not None)
        return next(named, self.battle.active)

    @property
    def has_ended(self) -> bool:
        """Has an event followed its dice?"""
        return bool(self.sentences) and self.sentences[-1].is_after_dice

    @property
    def parties(self) -> tuple[int, ...]:
        """The bodies it concerns, the acting one first."""
        lead = max(self.sentences, key=_weight, default=None)
        named = (*(() if lead is None else lead.parties), *(one for s in self.sentences for one in s.parties))
        return tuple(dict.fromkeys(named))

    @property
    def is_bare(self) -> bool:
        """Are there no dice in it? Drawn cards do not count, because their effect follows them."""
        return all(row.card for row in self.dice)

    def goes_on_with(self, told: Sentence) -> bool:
        """Does a sentence belong to this deed? Not if it is an aside, or if another body acts in it."""
        known, parties = self.parties, told.parties
        if told.is_aside:
            return self.is_bare and all(sentence.is_aside for sentence in self.sentences)
        return not self.dice or len(parties) < 2 or not known or parties[0] == known[0]

    def entry(self, phase: str) -> LogEntry | None:
        """The deed so far as an entry; None if it is empty."""
        if not self.sentences and not self.dice:
            return None
        parties = self.parties
        title, words, result = self._told()
        tallies = () if self.has_secrets else tallies_seen(self.figures)
        cited = (*self.rules, *(item.rule for tally in tallies for item in tally.items))
        return LogEntry(
            step=self.step,
            turn=self.battle.turn,
            phase=phase,
            active=self.battle.active,
            side=self.side,
            kind="deed" if parties or self.dice else "note",
            title=title,
            words=words,
            dice=tuple(self.dice),
            tallies=tallies,
            result=result,
            rules=tuple(dict.fromkeys(rule for rule in cited if rule)),
            parties=parties,
        )

    def _told(self) -> tuple[str, tuple[str, ...], str]:
        """The title sentence, the other sentences, and the sentence with the result."""
        if not self.sentences:
            purpose = self.dice[0].purpose
            return f"{purpose[:1].upper()}{purpose[1:]}", (), ""
        rest = list(self.sentences)
        title = max(rest, key=_weight)
        rest.remove(title)
        result = rest.pop().words if rest and rest[-1].is_after_dice else ""
        return title.words, tuple(one.words for one in rest), result


def _weight(sentence: Sentence) -> tuple[bool, int]:
    """The weight of a sentence as a title: details weigh less, and more parties (up to two) weigh more."""
    return not sentence.is_detail, min(len(sentence.parties), 2)


class Chronicler:
    """Turns the log of a game into entries for one reader, and adds what is new at each ``take``.

    The last entries may still change when the game continues.
    """

    def __init__(self, game: Game[Any], scenario: Scenario, eyes: Eyes) -> None:
        self._system: System[Any] = game.system
        self._eyes = eyes
        self._battle: Battle[Any] = game.checkpoints[0].battle
        self._sides = tuple(side.name for side in scenario.sides)
        seen = self._seen(self._battle)
        self._names = Names(tuple(self._system.card(seen, unit) for unit in seen.units))
        self._others = tuple(token.name for token in self._system.tokens(seen) if token.name)
        self._at = 0
        self._step = 0
        self._deed: Deed | None = None
        self._phase = ""
        self._figures: list[tuple[str, Tally]] = []
        self._ended: list[LogEntry] = []
        self._throwers: dict[int, int] = {}

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """All entries so far."""
        last = None if self._deed is None else self._deed.entry(self._phase)
        return (*self._ended, last) if last is not None else tuple(self._ended)

    def throwers(self) -> dict[int, int]:
        """The side that acted in the deed of each throw, by its place in the log."""
        last = {} if self._deed is None else dict.fromkeys(self._deed.thrown, self._deed.side)
        return self._throwers | last

    def take(self, game: Game[Any]) -> None:
        """Add what is new in the log."""
        borders = {one.at for one in game.checkpoints}
        figures: dict[int, list[tuple[str, Tally]]] = {}
        for call in figured_calls(game, self._at):
            figures.setdefault(call.at, []).extend(call.tallies)
        for at, entry in enumerate(game.log[self._at :], start=self._at):
            if at in borders:
                self._end()
                self._figures.clear()
            self._figures += figures.get(at, ())
            self._take(entry)
            if isinstance(entry, Thrown) and self._deed is not None:
                self._deed.thrown.append(at)
        self._at = len(game.log)

    def _take(self, entry: Entry) -> None:
        match entry:
            case Happened():
                self._happened(entry)
            case Thrown():
                self._thrown(entry)
            case Decided():
                self._step += 1
                self._decided(entry)
            case _:
                assert_never(entry)

    # ----------------------------------------------------------------- deeds
    def _end(self) -> None:
        if self._deed is not None and (told := self._deed.entry(self._phase)) is not None:
            self._ended.append(told)
            self._throwers |= dict.fromkeys(self._deed.thrown, self._deed.side)
        self._deed = None

    def _open(self) -> Deed:
        """The current deed, or a new one."""
        if self._deed is None:
            self._deed = Deed(self._step, self._battle)
            self._phase = self._battle.phase
        self._deed.step = self._step
        self._deed.figures += self._figures
        self._figures.clear()
        return self._deed

    def _happened(self, entry: Happened) -> None:
        before, battle = self._battle, entry.event.apply(self._battle)
        self._battle = battle
        event = entry.event if self._eyes == "all" else entry.event.seen_by(self._eyes)
        if event is None:
            return
        if battle.outcome is None and _when(before) != _when(battle) and not self._is_card_turned():
            self._end()
        words = event.sentence(self._seen(before), self._seen(battle))
        if says_no_more(words, f"{battle.turn} {self._side(battle.active)} {battle.phase}"):
            return
        told = self._sentence(event, words)
        if told.is_aside and told.is_detail:
            return
        if self._deed is not None and not self._deed.goes_on_with(told):
            self._end()
        deed = self._open()
        deed.battle = battle
        deed.sentences.append(replace(told, is_after_dice=bool(deed.dice)))
        deed.rules += event.cites()
        if battle.outcome is not None and before.outcome is None:
            deed.rules.append(battle.outcome.rule)

    def _is_card_turned(self) -> bool:
        """Does the current deed consist of a drawn card alone? Then it belongs to the side it activates."""
        deed = self._deed
        return deed is not None and bool(deed.dice) and deed.is_bare and not deed.sentences

    def _sentence(self, event: Event[Any], words: str) -> Sentence:
        """An event as a sentence, with the bodies and the side that it names."""
        parties = event.parties() or self._names.units(words)
        side = next((number for number, name in enumerate(self._sides) if name and name in words), None)
        return Sentence(
            words=words,
            parties=parties,
            side=side,
            is_aside=not parties and side is None and not any(name in words for name in self._others),
            is_detail=event.is_detail,
        )

    def _thrown(self, entry: Thrown) -> None:
        if self._deed is not None and self._deed.has_ended:
            self._end()
        deed = self._open()
        if self._eyes != "all" and not self._system.is_open(entry.throw, self._eyes):
            deed.has_secrets = True
            deed.dice.append(secret_row(entry))
        else:
            deed.dice += dice_rows(entry)

    def _seen(self, battle: Battle[Any]) -> Battle[Any]:
        return battle if self._eyes == "all" else self._system.seen_by(battle, self._eyes)

    def _side(self, number: int) -> str:
        return self._sides[number] if number < len(self._sides) else str(number)

    # ----------------------------------------------------------------- decisions
    def _decided(self, entry: Decided) -> None:
        """Add a decision of the reader, before the deed during which it was taken."""
        question = entry.question
        if self._eyes not in ("all", question.seat) or not _is_worth_telling(entry):
            return
        battle = self._system.seen_by(self._battle, question.seat)
        prompt = question.prompt(battle)
        answer = answer_in_words(question, entry.answer, prompt.labels)
        words, cited = uncited(prompt.words)
        self._ended.append(
            LogEntry(
                step=self._step,
                turn=battle.turn,
                phase=battle.phase,
                active=battle.active,
                side=question.seat,
                seat=question.seat,
                kind="decision",
                title=f"{answer[:1].upper()}{answer[1:]}",
                words=(words,),
                rules=tuple(dict.fromkeys(rule for rule in (prompt.rule, *cited, *priced(entry)) if rule)),
                parties=self._names.units(f"{answer} {prompt.words}"),
            )
        )


def _when(battle: Battle[Any]) -> tuple[int, int, str]:
    return battle.turn, battle.active, battle.phase


def _is_worth_telling(entry: Decided) -> bool:
    """Is a decision worth an entry? Not if it leaves no choice or picks a reroll, which the dice show."""
    question = entry.question
    return not isinstance(question, Choose) or (len(question.sensible()) > 1 and not question.aims)


def uncited(words: str) -> tuple[str, tuple[str, ...]]:
    """A text without its citations in brackets, and the cited rules.

    >>> uncited("ADVANCE: 8 of infantry [movement.rates], -1 under fire [underfire.effect]")
    ('ADVANCE: 8 of infantry, -1 under fire', ('movement.rates', 'underfire.effect'))
    """
    return CITED.sub("", words), tuple(CITED.findall(words))


def says_no_more(words: str, heading: str) -> bool:
    """Does a sentence only repeat its heading?"""
    said = set(re.findall(r"\w+", words.lower())) - SAYS_NOTHING
    return said <= set(re.findall(r"\w+", heading.lower()))
