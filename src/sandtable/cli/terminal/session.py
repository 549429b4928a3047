"""A session: typed lines in, replies out. It judges nothing; the game does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sandtable.cli.terminal import replies
from sandtable.cli.terminal.drafts import Draft, move_terms
from sandtable.cli.terminal.hex_drafts import HexDraft, hex_move_terms, hexes_of
from sandtable.cli.terminal.replies import DoneReply, RefusalReply, Reply
from sandtable.cli.terminal.saved_game import save_game
from sandtable.cli.terminal.setup import SeatedGame
from sandtable.cli.terminal.typed_line import COMMANDS, parse_line, whole_number
from sandtable.cli.terminal.typed_place import place_typed, refusal_in_words
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
NO_MOVE = RefusalReply("this is not a move: type the number of an option")


class Session:
    """A game and its players.

    ``is_left`` is true once a player has left; ``has_moved_on`` once the last question is to be asked again
    or another one waits.
    """

    def __init__(self, seated: SeatedGame) -> None:
        self.seated = seated
        self.game = seated.game
        self.is_left = False
        self.has_moved_on = False
        self._narrator = self._new_narrator()
        self._narrator.rewind(self.game.log if seated.resumed else [])
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

    # ------------------------------------------------------------- without a question to the player
    @property
    def seat(self) -> int | None:
        """The seat that the log is for: that of the only person, or none."""
        people = self.seated.people
        return people[0] if len(people) == 1 else None

    def opening(self) -> Reply:
        """The opening reply."""
        muster = self.seated.muster
        return replies.Opening(
            system=muster.system.id,
            scenario=muster.scenario,
            name=muster.name,
            turns=muster.turns,
            sides=muster.sides,
            seats=self.seated.seats,
            readings=dict(muster.readings.chosen),
            commitment=commitment(self.seated.dice.secret),
            resumed_at=len(answers(self.game.log)) if self.seated.resumed else 0,
            options=self._options(),
        )

    def _options(self) -> dict[str, str]:
        book = self.game.system.rulebook()
        chosen = {rule: book.offered(rule)[number] for rule, number in self.seated.muster.readings.chosen}
        return chosen | {key: f"{written(value)} (a house rule)" for key, value in book.house_rules.figures}

    @property
    def agent_to_play(self) -> str | None:
        """The agent that decides now, if it is an agent's turn."""
        question = self.game.question
        if question is None or question.seat not in self.seated.agents:
            return None
        return self.seated.seats[question.seat].name

    def begin(self) -> Iterator[Reply]:
        """The log before the first question."""
        yield from self._log_reply()

    def let_agent_play(self) -> Iterator[Reply]:
        """Let the agent whose turn it is give one answer."""
        agent = self.seated.agents[self._waiting.seat]
        self.game.answer(agent.decide(self.game.position()))
        yield from self._log_reply()

    @property
    def has_known_answer(self) -> bool:
        """Is the answer known, by "always", by a concession or because there is only one?"""
        question = self.game.question
        return isinstance(question, Choose) and bool(self._known_answer(question))

    def give_known_answer(self) -> Iterator[Reply]:
        """Give the known answer."""
        question = self._waiting
        assert isinstance(question, Choose)
        known = len(self.game.log)
        self.game.answer(self._known_answer(question)[0])
        if question.grave and question.seat not in self._giving_up:
            self._narrator.tell(self.game.log[: known + 1])  # no reply: the player was not asked
        yield from self._log_reply()

    def _known_answer(self, question: Choose[Any]) -> tuple[object, ...]:
        """The known answer to a question; None if there is none."""
        if question.grave and len(question.sensible()) == 1:
            return question.grave[:1] if question.seat in self._giving_up else question.sensible()
        said = self._standing.get((question.seat, question.decision), NOTHING_SAID)
        return (said,) if said in question.options else ()

    def ask(self) -> Iterator[Reply]:
        """The waiting question; with the table first if the turn has changed sides."""
        game, question = self.game, self._waiting
        self.has_moved_on = False
        now = (game.battle.turn, game.battle.active)
        if now != self._shown:
            self._shown = now
            yield self._board()
        yield replies.QuestionReply(
            sides=self.seated.muster.sides,
            turn=game.battle.turn,
            phase=game.battle.phase,
            question=waiting(game.system, game.battle, question),
            move=move_terms(game.system, game.battle, question) if isinstance(question, PlanMove) else None,
            hexes=hex_move_terms(game.system, game.battle, question)
            if isinstance(question, PlanHexMove)
            else None,
            is_place=isinstance(question, PlacePoint),
        )

    def carry_out(self, line: str) -> Iterator[Reply]:
        """Carry out a typed line."""
        typed = parse_line(line)
        yield from self._commands[typed.command](typed.rest)

    # ------------------------------------------------------------- answers
    @property
    def _waiting(self) -> Decision[Any]:
        question = self.game.question
        assert question is not None, "the battle is over: there is no question"
        return question

    def _nothing(self, _: str) -> Iterator[Reply]:
        self.has_moved_on = True
        yield from ()

    def _option(self, number: str) -> Iterator[Reply]:
        question = self._waiting
        options = offered(question)
        if isinstance(question, PlanMove):
            yield RefusalReply("this is a move: type its legs, such as advance 4, or stand")
        elif isinstance(question, PlanHexMove):
            yield RefusalReply("this is a move on hexes: type its steps, such as step NNE 2, or stand")
        elif not 1 <= int(number) <= len(options):
            yield RefusalReply(f"there is no option {number}: choose 1 to {len(options)}")
        else:
            yield from self._answer(options[int(number) - 1])

    def _label(self, words: str) -> Iterator[Reply]:
        """The option whose label contains these words, if there is only one."""
        labels = waiting(self.game.system, self.game.battle, self._waiting).options
        sought = words.casefold()
        exact = [place for place, label in enumerate(labels) if label.casefold() == sought]
        found = exact or [place for place, label in enumerate(labels) if sought in label.casefold()]
        if len(found) == 1:
            yield from self._option(str(found[0] + 1))
        elif found:
            yield RefusalReply(f'"{words}" matches {len(found)} options: type the number of one')
        else:
            yield RefusalReply(f'"{words}" is not understood: type help for a list of commands')

    def _always(self, number: str) -> Iterator[Reply]:
        """Choose an option now and whenever the same question comes again."""
        question, chosen = self._waiting, whole_number(number)
        if not isinstance(question, Choose):
            yield RefusalReply("always works for options only, not for a move or a place")
        elif chosen is None or not 1 <= chosen <= len(question.options):
            yield RefusalReply(f"type always and the number of an option, 1 to {len(question.options)}")
        else:
            self._standing[question.seat, question.decision] = question.options[chosen - 1]
            yield DoneReply(
                f"{question.decision} will be answered this way from now on; type ask to be asked again"
            )
            yield from self._answer(question.options[chosen - 1])

    def _ask_again(self, _: str) -> Iterator[Reply]:
        self._standing.clear()
        yield DoneReply("you will be asked everything again")

    def _answer(self, answer: object) -> Iterator[Reply]:
        try:
            self.game.answer(answer)
        except Refused as refused:
            yield RefusalReply(refusal_in_words(refused.refusal))
            return
        self._forget_drafts()
        self.has_moved_on = True
        yield from self._log_reply()

    def _undo(self, _: str) -> Iterator[Reply]:
        last = self.game.undoable
        if last is not None and last.question.seat in self.seated.agents:
            yield RefusalReply("you cannot undo: the other side has acted since")
            return
        yield from self._rewound(self.game.undo, "taken back")

    def _redo(self, _: str) -> Iterator[Reply]:
        yield from self._rewound(self.game.redo, "given again")

    def _rewound(self, turn: Callable[[], None], words: str) -> Iterator[Reply]:
        try:
            turn()
        except Refused as refused:
            yield RefusalReply(str(refused))
            return
        self._forget_drafts()
        self.has_moved_on = True
        self._narrator = self._new_narrator()
        self._narrator.rewind(self.game.log)
        yield DoneReply(words)

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
            yield from (place,) if isinstance(place, RefusalReply) else self._answer(place)
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
        yield DoneReply("the draft is empty")

    def _forget_drafts(self) -> None:
        self._draft.clear()
        self._hex_draft.clear()

    def _go(self, _: str) -> Iterator[Reply]:
        plan = self._draft.plan or self._hex_draft.plan
        if not isinstance(self.game.question, PlanMove | PlanHexMove):
            yield NO_MOVE
        elif not plan:
            yield RefusalReply("no move is drafted: type its legs or steps first, or stand to stay in place")
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
            kind = "a move" if isinstance(question, PlanMove | PlanHexMove) else "a placement"
            yield RefusalReply(f"odds are only shown for options; this is {kind}")
            return
        count, number = len(question.options), whole_number(text)
        if text and (number is None or not 1 <= number <= count):
            yield RefusalReply(f"there is no option {text}: type odds and a number from 1 to {count}")
        elif number is None and count > OPTIONS_WITH_ODDS:
            yield RefusalReply(f"there are {count} options: name one, such as odds 1")
        else:
            chosen = range(count) if number is None else (number - 1,)
            labels = waiting(self.game.system, self.game.battle, question).options
            position = self.game.position()
            yield replies.OddsReply(tuple(prospects(position, place, labels[place]) for place in chosen))

    def _map(self, _: str) -> Iterator[Reply]:
        yield self._board()

    def _roster(self, _: str) -> Iterator[Reply]:
        hexes = hexes_of(self.game.system, self.game.battle)
        yield replies.Roster(self.seated.muster.sides, self._view(), hexes)

    def _board(self) -> Reply:
        return replies.Board(self.seated.muster.sides, self.seated.muster.turns, self._view())

    def _view(self) -> View:
        """The table as the players see it; two players at one screen see what the one asked sees."""
        shared = len(self.seated.people) > 1
        seen = view(self.game, self._waiting.seat if shared else self.seat)
        return replace(seen, prompt=None)

    def _log(self, text: str) -> Iterator[Reply]:
        count = whole_number(text) if text else LINES
        if not count:
            yield RefusalReply(f'"log {text}" is not understood: type a number of lines, such as log 40')
            return
        lines = self._new_narrator().tell(self.game.log)
        yield replies.LogReply(self.seated.muster.sides, lines[-count:])

    def _rule(self, id: str) -> Iterator[Reply]:
        try:
            rule = self.game.system.rulebook()[id]
        except NotInRulebook as fault:
            yield RefusalReply(str(fault))
        else:
            yield replies.RuleReply(rule.id, rule.text, rule.basis, rule.why)

    def _help(self, _: str) -> Iterator[Reply]:
        yield replies.HelpReply(COMMANDS)

    # ------------------------------------------------------------- keeping, leaving
    def _save(self, text: str) -> Iterator[Reply]:
        if not text:
            yield RefusalReply("name a file, such as save cowpens.battle.json")
            return
        try:
            save_game(self.seated, Path(text))
        except BadFile as fault:
            yield RefusalReply(str(fault))
        else:
            yield DoneReply(f"saved in {text}, with the secret of its dice, which is needed to continue")

    def _concede(self, _: str) -> Iterator[Reply]:
        """Concede the battle; it ends at the next moment at which the rules allow it."""
        self._giving_up.add(self._waiting.seat)
        yield DoneReply("you will concede as soon as the rules allow it; play on until then")

    def _quit(self, _: str) -> Iterator[Reply]:
        self.is_left = True
        yield from ()

    # ------------------------------------------------------------- telling
    def _new_narrator(self) -> Narrator:
        return Narrator(self.game.system, self.seated.muster.battle, self.seat)

    def _log_reply(self) -> Iterator[Reply]:
        lines = self._narrator.tell(self.game.log)
        if lines:
            yield replies.LogReply(self.seated.muster.sides, lines)
