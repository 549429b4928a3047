"""A session at the table: typed lines in, replies out. It judges nothing; the game does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sandtable.cli.terminal import replies
from sandtable.cli.terminal.drafts import Draft, move_terms
from sandtable.cli.terminal.hex_drafts import HexDraft, hex_move_terms, hexes_of
from sandtable.cli.terminal.keeping import keep
from sandtable.cli.terminal.placing import place_typed, refusal_in_words
from sandtable.cli.terminal.replies import Denied, Done, Reply
from sandtable.cli.terminal.setup import Sitting
from sandtable.cli.terminal.words import COMMANDS, understood, whole
from sandtable.dice import commitment
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision
from sandtable.game.ask.refusal import Refused
from sandtable.game.battle.log import answers
from sandtable.game.files.typed_files import BadFile
from sandtable.game.present.prospects import prospects
from sandtable.game.present.view import View, view
from sandtable.game.rules.house_rules import written
from sandtable.game.rules.rulebook import NotInRulebook
from sandtable.game.story.narration import Narrator, offered, waiting

LINES = 20
OPTIONS_WITH_ODDS = 8
NOTHING_SAID = object()
NO_MOVE = Denied("no move is asked for now: type the number of an option")


class Session:
    """A game and the people at it.

    ``is_left`` once somebody has left the table, ``has_moved_on`` once the question asked last is to be asked
    anew or another waits.
    """

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.game = sitting.game
        self.is_left = False
        self.has_moved_on = False
        self._narrator = self._new_narrator()
        self._narrator.rewind(self.game.log if sitting.resumed else [])
        self._draft = Draft(self._name)
        self._hex_draft = HexDraft()
        self._shown: tuple[int, int] | None = None
        self._commands: dict[str, Callable[[str], Iterator[Reply]]] = {
            "nothing": self._nothing,
            "option": self._option,
            "label": self._label,
            "legs": self._legs,
            "to": self._to,
            "take": self._take,
            "back": self._back,
            "clear": self._clear,
            "go": self._go,
            "stand": self._stand,
            "odds": self._odds,
            "undo": self._undo,
            "redo": self._redo,
            "map": self._map,
            "roster": self._roster,
            "log": self._log,
            "rule": self._rule,
            "save": self._save,
            "always": self._always,
            "ask": self._ask_again,
            "concede": self._concede,
            "help": self._help,
            "quit": self._quit,
        }
        self._giving_up: set[int] = set()
        self._standing: dict[tuple[int, str], object] = {}

    # ------------------------------------------------------------- what goes on by itself
    @property
    def seat(self) -> int | None:
        """The seat that the log is told to: the one person's, or none where two people or nobody plays."""
        people = self.sitting.people
        return people[0] if len(people) == 1 else None

    def opening(self) -> Reply:
        """What is about to be fought."""
        muster = self.sitting.muster
        return replies.Opening(
            system=muster.system.id,
            scenario=muster.scenario,
            name=muster.name,
            turns=muster.turns,
            sides=muster.sides,
            seats=self.sitting.seats,
            readings=dict(muster.readings.chosen),
            commitment=commitment(self.sitting.dice.secret),
            resumed_at=len(answers(self.game.log)) if self.sitting.resumed else 0,
            options=self._options(),
        )

    def _options(self) -> dict[str, str]:
        book = self.game.system.rulebook()
        chosen = {rule: book.offered(rule)[number] for rule, number in self.sitting.muster.readings.chosen}
        return chosen | {key: f"{written(value)} (a house rule)" for key, value in book.house_rules.figures}

    @property
    def agent_to_play(self) -> str | None:
        """The agent that is to decide now, if one is."""
        question = self.game.question
        if question is None or question.seat not in self.sitting.agents:
            return None
        return self.sitting.seats[question.seat].name

    def begin(self) -> Iterator[Reply]:
        """What happened before anybody was asked."""
        yield from self._told()

    def let_agent_play(self) -> Iterator[Reply]:
        """The agent that is to decide gives one answer."""
        agent = self.sitting.agents[self._waiting.seat]
        self.game.answer(agent.decide(self.game.position()))
        yield from self._told()

    @property
    def goes_without_saying(self) -> bool:
        """Is the question answered already, by what somebody said once and for all or by common sense?"""
        question = self.game.question
        return isinstance(question, Choose) and bool(self._foregone(question))

    def let_it_pass(self) -> Iterator[Reply]:
        """Answer what goes without saying, or give up for him who said that he would."""
        question = self._waiting
        assert isinstance(question, Choose)
        known = len(self.game.log)
        self.game.answer(self._foregone(question)[0])
        if question.grave and question.seat not in self._giving_up:
            self._narrator.tell(self.game.log[: known + 1])  # nobody was asked, so nobody is told
        yield from self._told()

    def _foregone(self, question: Choose[Any]) -> tuple[object, ...]:
        """The answer to a question that needs no asking; none if it does."""
        if question.grave and len(question.sensible()) == 1:
            return question.grave[:1] if question.seat in self._giving_up else question.sensible()
        said = self._standing.get((question.seat, question.decision), NOTHING_SAID)
        return (said,) if said in question.options else ()

    def ask(self) -> Iterator[Reply]:
        """The question that waits; the table first if the turn has changed hands."""
        game, question = self.game, self._waiting
        self.has_moved_on = False
        now = (game.battle.turn, game.battle.active)
        if now != self._shown:
            self._shown = now
            yield self._board()
        yield replies.Asked(
            sides=self.sitting.muster.sides,
            turn=game.battle.turn,
            phase=game.battle.phase,
            question=waiting(game.system, game.battle, question),
            move=move_terms(game.system, game.battle, question) if isinstance(question, PlanMove) else None,
            hexes=hex_move_terms(game.system, game.battle, question)
            if isinstance(question, PlanHexMove)
            else None,
            is_place=isinstance(question, PlacePoint),
        )

    def hear(self, line: str) -> Iterator[Reply]:
        """Do what a typed line means."""
        typed = understood(line)
        yield from self._commands[typed.command](typed.rest)

    # ------------------------------------------------------------- answers
    @property
    def _waiting(self) -> Decision[Any]:
        question = self.game.question
        assert question is not None, "the battle is over: nobody is asked"
        return question

    def _nothing(self, _: str) -> Iterator[Reply]:
        self.has_moved_on = True
        yield from ()

    def _option(self, number: str) -> Iterator[Reply]:
        question = self._waiting
        options = offered(question)
        if isinstance(question, PlanMove):
            yield Denied("this is a move: type its legs, such as advance 4, or stand")
        elif isinstance(question, PlanHexMove):
            yield Denied("this is a move on hexes: type its steps, such as step NNE 2, or stand")
        elif not 1 <= int(number) <= len(options):
            yield Denied(f"there is no option {number}: choose 1 to {len(options)}")
        else:
            yield from self._answer(options[int(number) - 1])

    def _label(self, words: str) -> Iterator[Reply]:
        """An option by words of its label, if they fit one alone."""
        labels = waiting(self.game.system, self.game.battle, self._waiting).options
        sought = words.casefold()
        exact = [place for place, label in enumerate(labels) if label.casefold() == sought]
        found = exact or [place for place, label in enumerate(labels) if sought in label.casefold()]
        if len(found) == 1:
            yield from self._option(str(found[0] + 1))
        elif found:
            yield Denied(f'"{words}" fits {len(found)} options: type the number of one')
        else:
            yield Denied(f'"{words}" is not understood; help lists what can be typed')

    def _always(self, number: str) -> Iterator[Reply]:
        """Choose an option now and whenever the same is asked again."""
        question, chosen = self._waiting, whole(number)
        if not isinstance(question, Choose):
            yield Denied("this is a move or a place: it is planned anew each time")
        elif chosen is None or not 1 <= chosen <= len(question.options):
            yield Denied(f"say always and the number of an option, 1 to {len(question.options)}")
        else:
            self._standing[question.seat, question.decision] = question.options[chosen - 1]
            yield Done(f"{question.decision} is answered so from now on; ask has it asked again")
            yield from self._answer(question.options[chosen - 1])

    def _ask_again(self, _: str) -> Iterator[Reply]:
        self._standing.clear()
        yield Done("everything is asked again")

    def _answer(self, answer: object) -> Iterator[Reply]:
        try:
            self.game.answer(answer)
        except Refused as refused:
            yield Denied(refusal_in_words(refused.refusal))
            return
        self._forget_drafts()
        self.has_moved_on = True
        yield from self._told()

    def _undo(self, _: str) -> Iterator[Reply]:
        last = self.game.undoable
        if last is not None and last.question.seat in self.sitting.agents:
            yield Denied("nothing can be taken back: the other side has acted since")
            return
        yield from self._turned_back(self.game.undo, "taken back")

    def _redo(self, _: str) -> Iterator[Reply]:
        yield from self._turned_back(self.game.redo, "given again")

    def _turned_back(self, turn: Callable[[], None], words: str) -> Iterator[Reply]:
        try:
            turn()
        except Refused as refused:
            yield Denied(str(refused))
            return
        self._forget_drafts()
        self.has_moved_on = True
        self._narrator = self._new_narrator()
        self._narrator.rewind(self.game.log)
        yield Done(words)

    # ------------------------------------------------------------- moves
    def _name(self, unit: int) -> str:
        battle = self.game.battle
        return f"{self.game.system.card(battle, battle.units[unit]).name} ({unit + 1})"

    def _drafting(
        self, draft: Callable[[Draft, PlanMove], Reply], on_hexes: Callable[[HexDraft, PlanHexMove], Reply]
    ) -> Iterator[Reply]:
        match self.game.question:
            case PlanMove() as question:
                yield draft(self._draft, question)
            case PlanHexMove() as question:
                yield on_hexes(self._hex_draft, question)
            case _:
                yield NO_MOVE

    def _legs(self, text: str) -> Iterator[Reply]:
        yield from self._drafting(
            lambda draft, question: draft.add(question, text),
            lambda draft, question: draft.add(question, text),
        )

    def _to(self, text: str) -> Iterator[Reply]:
        question = self.game.question
        if isinstance(question, PlacePoint):
            place = place_typed(text)
            yield from (place,) if isinstance(place, Denied) else self._answer(place)
            return
        yield from self._drafting(
            lambda draft, question: draft.aim(question, text),
            lambda draft, question: draft.aim(question, text),
        )

    def _take(self, _: str) -> Iterator[Reply]:
        yield from self._drafting(Draft.take, HexDraft.take)

    def _back(self, _: str) -> Iterator[Reply]:
        yield from self._drafting(Draft.back, HexDraft.back)

    def _clear(self, _: str) -> Iterator[Reply]:
        self._forget_drafts()
        yield Done("the draft is empty")

    def _forget_drafts(self) -> None:
        self._draft.clear()
        self._hex_draft.clear()

    def _go(self, _: str) -> Iterator[Reply]:
        plan = self._draft.plan or self._hex_draft.plan
        if not isinstance(self.game.question, PlanMove | PlanHexMove):
            yield NO_MOVE
        elif not plan:
            yield Denied("no move is drafted: type its legs or steps first, or stand to move not at all")
        else:
            yield from self._answer(plan)

    def _stand(self, _: str) -> Iterator[Reply]:
        if not isinstance(self.game.question, PlanMove | PlanHexMove):
            yield NO_MOVE
        else:
            yield from self._answer(())

    # ------------------------------------------------------------- looking
    def _odds(self, text: str) -> Iterator[Reply]:
        question = self._waiting
        if not isinstance(question, Choose):
            kind = "a move" if isinstance(question, PlanMove | PlanHexMove) else "none"
            yield Denied(f"odds are told of the options of a choice; this is {kind}")
            return
        count, number = len(question.options), whole(text)
        if text and (number is None or not 1 <= number <= count):
            yield Denied(f"there is no option {text}: say odds and a number from 1 to {count}")
        elif number is None and count > OPTIONS_WITH_ODDS:
            yield Denied(f"there are {count} options: say of which, such as odds 1")
        else:
            chosen = range(count) if number is None else (number - 1,)
            labels = waiting(self.game.system, self.game.battle, question).options
            position = self.game.position()
            yield replies.OddsTold(tuple(prospects(position, place, labels[place]) for place in chosen))

    def _map(self, _: str) -> Iterator[Reply]:
        yield self._board()

    def _roster(self, _: str) -> Iterator[Reply]:
        hexes = hexes_of(self.game.system, self.game.battle)
        yield replies.Roster(self.sitting.muster.sides, self._view(), hexes)

    def _board(self) -> Reply:
        return replies.Board(self.sitting.muster.sides, self.sitting.muster.turns, self._view())

    def _view(self) -> View:
        """The table as those at it see it; two at one screen see what the one sees who is asked."""
        shared = len(self.sitting.people) > 1
        seen = view(self.game, self._waiting.seat if shared else self.seat)
        return replace(seen, prompt=None)

    def _log(self, text: str) -> Iterator[Reply]:
        count = whole(text) if text else LINES
        if not count:
            yield Denied(f'"log {text}" is not understood: say how many lines, such as log 40')
            return
        lines = self._new_narrator().tell(self.game.log)
        yield replies.Happenings(self.sitting.muster.sides, lines[-count:])

    def _rule(self, id: str) -> Iterator[Reply]:
        try:
            rule = self.game.system.rulebook()[id]
        except NotInRulebook as fault:
            yield Denied(str(fault))
        else:
            yield replies.RuleTold(rule.id, rule.text, rule.basis, rule.why)

    def _help(self, _: str) -> Iterator[Reply]:
        yield replies.Helped(COMMANDS)

    # ------------------------------------------------------------- keeping, leaving
    def _save(self, text: str) -> Iterator[Reply]:
        if not text:
            yield Denied("say where to keep it, such as save cowpens.battle.json")
            return
        try:
            keep(self.sitting, Path(text))
        except BadFile as fault:
            yield Denied(str(fault))
        else:
            yield Done(f"kept in {text}; it holds the secret of its dice, which is needed to play on")

    def _concede(self, _: str) -> Iterator[Reply]:
        """Give the battle up; the rules have a moment for it, which comes by itself."""
        self._giving_up.add(self._waiting.seat)
        yield Done("you give the battle up as soon as the rules let you; play on until then")

    def _quit(self, _: str) -> Iterator[Reply]:
        self.is_left = True
        yield from ()

    # ------------------------------------------------------------- telling
    def _new_narrator(self) -> Narrator:
        return Narrator(self.game.system, self.sitting.muster.battle, self.seat)

    def _told(self) -> Iterator[Reply]:
        lines = self._narrator.tell(self.game.log)
        if lines:
            yield replies.Happenings(self.sitting.muster.sides, lines)
