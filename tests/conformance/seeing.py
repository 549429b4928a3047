"""Seeing: nothing that a seat is shown tells it what is hidden from it, nor foretells a throw.

That is its view, its picture with what may be drawn over it, its log, its position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from random import Random
from types import CellType, FunctionType, MethodType, ModuleType
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from sandtable.dice import Draw, FairHand, KeepingHand, PlannedHand, RandomHand, Throw, TypedHand
from sandtable.game.battle.battle import Battle, fingerprint
from sandtable.game.battle.log import Decided, Entry, Happened, Thrown
from sandtable.game.battle.position import Position
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.kit.system import System
from sandtable.game.present.picture import picture
from sandtable.game.present.view import PromptView, view
from sandtable.game.story.chronicle import Chronicler, LogEntry
from sandtable.game.story.narration import LogLine, Narrator
from tests.conformance.asking import asked, is_known
from tests.conformance.bout import SEATS, SPECTATOR, WATCHERS, require, standing, trace

B = TypeVar("B", bound=Battle[Any])

TELLTALES = (FairHand, KeepingHand, PlannedHand, RandomHand, TypedHand, Random, Game)
IMAGINED = 3
WATCHED = 40
LOOKED_AT = 2
"""About so many bodies everything is drawn that may be."""


# ----------------------------------------------------------------------- views
def check_views(game: Game[B]) -> None:
    """Only the seat that is asked has a prompt; every view is JSON; the prompt names a rule."""
    seat = None if game.question is None else game.question.seat
    for watcher in WATCHERS:
        seen = view(game, watcher)
        text = msgspec.json.decode(msgspec.json.encode(seen))
        has_prompt = text["prompt"] is not None
        words = f"seat {watcher} {'has a' if has_prompt else 'has no'} prompt while seat {seat} is asked"
        require(has_prompt == (seat is not None and watcher == seat), words)
        if seen.prompt is not None:
            where = f"the prompt of {seen.prompt.decision}"
            require(seen.prompt.words, f"{where} has no words")
            require(
                is_known(game.system, seen.prompt.rule),
                f"{where} names {seen.prompt.rule!r}, which is no rule",
            )
            require(
                all(option.label for option in seen.prompt.options), f"{where} has an option without a label"
            )


class Readers:
    """Everybody who reads the log of a battle as it goes on, so that a long one is not read over and over."""

    def __init__(self, game: Game[Any], scenario: Scenario) -> None:
        self._chroniclers = {watcher: Chronicler(game, scenario, watcher) for watcher in WATCHERS}
        self._read = dict.fromkeys(WATCHERS, 0)

    def new_entries(self, game: Game[Any], watcher: int | None) -> tuple[LogEntry, ...]:
        """What somebody reads that he has not read before; the last entry may have grown since."""
        chronicler = self._chroniclers[watcher]
        chronicler.take(game)
        told, since = chronicler.entries, max(self._read[watcher] - 1, 0)
        self._read[watcher] = len(told)
        return told[since:]


def check_pictures(game: Game[B], scenario: Scenario, readers: Readers) -> None:
    """A picture names only what is on it; whatever it cites is a rule; its log has words and a reader."""
    system = game.system
    for watcher in WATCHERS:
        seen = picture(game, scenario, watcher, 0)
        require(msgspec.json.encode(seen), f"the picture of seat {watcher} is empty")
        known = {*(body.id for body in seen.bodies), *(token.id for token in seen.tokens)}
        if seen.prompt is not None:
            where = f"the prompt of {seen.prompt.decision}"
            for who in _named(seen.prompt):
                require(who in known, f"{where} names {who!r}, which is neither a body nor a token")
            for rule in (one.rule for one in seen.prompt.missing):
                require(is_known(system, rule), f"{where} misses something by {rule!r}, which is no rule")
            require(all(option.title for option in seen.prompt.options), f"{where} has an option untitled")
        for entry in readers.new_entries(game, watcher):
            require(entry.title, f"seat {watcher} has an entry without a title in its log")
            require(
                entry.seat is None or entry.seat == watcher,
                f"seat {watcher} reads a decision of seat {entry.seat}",
            )
            for rule in entry.rules:
                require(is_known(system, rule), f"{entry.title!r} cites {rule!r}, which is no rule")


def _named(prompt: PromptView) -> Iterator[int | str]:
    """The bodies and tokens that a prompt names."""
    yield from prompt.about
    for option in prompt.options:
        yield from (who for who in (option.subject, option.target) if who is not None)
        yield from (ghost.who for ghost in option.ghosts)
    yield from (one.subject for one in prompt.missing if one.subject is not None)


def entries(game: Game[B], scenario: Scenario, eyes: int | None) -> tuple[LogEntry, ...]:
    """The whole log of a game as somebody reads it."""
    chronicler = Chronicler(game, scenario, eyes)
    chronicler.take(game)
    return chronicler.entries


def shown(game: Game[B], scenario: Scenario, seat: int, bodies: Sequence[int]) -> bytes:
    """All that a screen shows a seat: the picture, and what may be drawn and asked about some bodies."""
    painter, battle = game.system.painter(), game.system.seen_by(game.battle, seat)
    units = [battle.units[body] for body in bodies]
    overlays = [painter.overlays(battle, unit) for unit in units]
    bouts = [
        (bout.by, bout.against, bout.title, bout.resolution.id, bout.facts)
        for unit in units
        for bout in painter.bouts(battle, unit)
    ]
    return msgspec.json.encode((picture(game, scenario, seat, 0), overlays, bouts), order="deterministic")


def _is_open(system: System[B], battle: B) -> bool:
    """Is nothing of a battle hidden from anybody?"""
    return all(system.seen_by(battle, seat) == battle for seat in SEATS)


def check_hidden(game: Game[B], scenario: Scenario, random: Random) -> None:
    """A seat sees the same whatever is hidden from it, and the same when it looks twice."""
    system = game.system
    bodies = random.sample(range(len(game.battle.units)), min(LOOKED_AT, len(game.battle.units)))
    for seat in SEATS:
        seen = system.seen_by(game.battle, seat)
        require(system.seen_by(seen, seat) == seen, f"seat {seat} sees less when it looks twice")
        if seat != SEATS[0] and _is_open(system, game.battle):
            continue  # what one seat is shown of an open battle has been looked at twice already
        before, drawn = msgspec.json.encode(view(game, seat)), shown(game, scenario, seat, bodies)
        twin = game.fork(RandomHand(1))
        twin.log, twin.throws = list(game.log), game.throws
        for number in range(IMAGINED):
            twin.battle = system.imagine(seen, seat, RandomHand(random.getrandbits(32)))
            words = f"what seat {seat} imagines does not fit what it knows"
            require(system.seen_by(twin.battle, seat) == seen, words)
            if number and twin.battle == game.battle:
                continue  # nothing was hidden: it has been looked at twice already
            require(
                msgspec.json.encode(view(twin, seat)) == before,
                f"the view of seat {seat} tells what is hidden from it",
            )
            require(
                shown(twin, scenario, seat, bodies) == drawn,
                f"the picture of seat {seat} tells what is hidden from it",
            )


def check_spectators(game: Game[B], entries: list[Entry]) -> None:
    """A spectator sees nothing that is hidden from either seat."""
    system, battle = game.system, game.battle
    seen = system.seen_by(battle, SPECTATOR)
    for seat in SEATS:
        also = system.seen_by(system.seen_by(battle, seat), SPECTATOR)
        require(also == seen, f"a spectator sees more of the battle than seat {seat}")
    for entry in entries:
        if isinstance(entry, Thrown) and system.is_open(entry.throw, SPECTATOR):
            words = f"a spectator sees {entry.throw.purpose!r}, a seat does not"
            require(all(system.is_open(entry.throw, seat) for seat in SEATS), words)
        if isinstance(entry, Happened) and entry.event.seen_by(SPECTATOR) is not None:
            words = f"a spectator learns of {type(entry.event).__name__}, a seat does not"
            require(all(entry.event.seen_by(seat) is not None for seat in SEATS), words)


# ----------------------------------------------------------------------- positions
def check_position(game: Game[B]) -> None:
    """A position holds no dice and no secret, and leads back to its question."""
    position, question = game.position(), asked(game)
    for way, thing in walk(position, "position"):
        require(not isinstance(thing, TELLTALES), f"{way} holds a {type(thing).__name__}: it foretells dice")
    for given in position.since:
        if isinstance(given, Thrown):
            words = (
                f"{question.decision}: the secret throw {given.throw.purpose!r} stands in the position of the"
            )
            words += " other seat; let its procedure end with it"
            require(game.system.is_open(given.throw, position.seat), words)
    again = Game(game.system, position.checkpoint, RandomHand(1), position.since)
    found = None if again.question is None else again.question.digest()
    words = f"{question.decision} is another question in the battle as seat {position.seat} knows it"
    require(found == question.digest(), words)


def walk(thing: object, way: str) -> Iterator[tuple[str, object]]:
    """Everything that can be reached from a value, with the way to it; not through classes and modules."""
    seen: set[int] = set()
    open_ways: list[tuple[str, object]] = [(way, thing)]
    while open_ways:
        way, thing = open_ways.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | str | bytes | int | float | None):
            continue
        seen.add(id(thing))
        yield way, thing
        open_ways.extend(_parts(thing, way))


def _parts(thing: object, way: str) -> Iterator[tuple[str, object]]:
    match thing:
        case dict():
            yield from ((f"{way}[{key!r}]", value) for key, value in thing.items())
        case tuple() | list() | set() | frozenset():
            yield from ((f"{way}[{place}]", value) for place, value in enumerate(thing))
        case FunctionType():
            cells: tuple[CellType, ...] = thing.__closure__ or ()
            yield from ((f"{way} closure", cell.cell_contents) for cell in cells)
        case MethodType():
            yield f"{way} self", thing.__self__
        case _:
            names = [*_slots(type(thing)), *getattr(thing, "__dict__", ())]
            yield from ((f"{way}.{name}", getattr(thing, name, None)) for name in names)


def _slots(kind: type) -> Iterator[str]:
    if issubclass(kind, Struct):
        yield from kind.__struct_fields__
        return
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        yield from (slots,) if isinstance(slots, str) else slots


# ----------------------------------------------------------------------- a battle with other secrets
class Parted(Exception):
    """The battle with other secrets takes another course: other dice are thrown, or cards cannot come so."""

    def __init__(self, throw: Throw[Any]) -> None:
        super().__init__(throw.purpose)
        self.throw = throw


class Altered(Game[B]):
    """A battle fought again with the same results, but for some throws, which fall anew."""

    def __init__(
        self, game: Game[B], start: B, anew: Callable[[int, Throw[Any]], bool], random: Random
    ) -> None:
        self._thrown = iter([entry for entry in game.log if isinstance(entry, Thrown)])
        self._anew = anew
        super().__init__(game.system, start, RandomHand(random.getrandbits(32)))

    def _throw(self, throw: Throw[Any]) -> Any:
        before = next(self._thrown, None)
        if before is None or before.throw.purpose != throw.purpose:
            raise Parted(throw)
        if self._anew(before.number, throw):
            return super()._throw(throw)
        if before.result not in throw.odds():
            raise Parted(throw)
        fell = before.fell
        if isinstance(throw, Draw):
            hand = KeepingHand(PlannedHand([throw.cards.index(before.result) + 1]))
            throw.cast(hand)
            fell = hand.take()
        elif throw != before.throw:
            raise Parted(throw)
        self._note(Thrown(throw, self.throws, fell, before.result))
        self.throws += 1
        return before.result


def has_secrets(game: Game[B], seat: int) -> bool:
    """Were there any dice or cards that this seat did not see?"""
    return any(isinstance(entry, Thrown) and not game.system.is_open(entry.throw, seat) for entry in game.log)


def check_open_draws(game: Game[B], start: B, seat: int, random: Random) -> None:
    """A card that a seat sees drawn before the first question is not one that is hidden from it."""
    for entry in takewhile(lambda entry: not isinstance(entry, Decided), game.log):
        if (
            isinstance(entry, Thrown)
            and isinstance(entry.throw, Draw)
            and game.system.is_open(entry.throw, seat)
        ):
            _require_known(game, start, seat, entry, random)


def _require_known(game: Game[B], start: B, seat: int, drawn: Thrown, random: Random) -> None:
    """Had another card been drawn, the battle would look otherwise to the seat, if it were another at all."""
    try:
        other = Altered(game, start, lambda number, _: number == drawn.number, random).battle
    except Parted:
        return
    system, battle = game.system, Game(game.system, start, _repeated(game.log)).battle
    is_hidden = battle != other and system.seen_by(battle, seat) == system.seen_by(other, seat)
    words = f"seat {seat} sees the card drawn for {drawn.throw.purpose!r}, and yet it is hidden from it"
    require(not is_hidden, words)


def check_other_secrets(game: Game[B], scenario: Scenario, start: B, seat: int, random: Random) -> int:
    """Fought again with other secrets, a battle looks the same to a seat until something is shown.

    Returns how many questions were compared. The comparison ends with a reveal, where the seat's own cards
    could not have come so, or where the other seat, who knows its own secrets, is asked something else.
    """
    try:
        two = Altered(game, start, lambda _, throw: not game.system.is_open(throw, seat), random)
    except Parted:
        return 0
    one = Game(game.system, start, _repeated(game.log))
    decisions = [entry for entry in game.log if isinstance(entry, Decided)]
    for compared, decided in enumerate(decisions[:WATCHED]):
        if _has_reveal(one) or _has_reveal(two):
            return compared
        _require_same_view(one, two, seat)
        _require_same_picture(one, two, scenario, seat)
        if not _is_same_question(one, two, seat):
            return compared
        one.answer(decided.answer)
        try:
            two.answer(decided.answer)
        except Parted as parted:
            words = f"seat {seat} can tell a secret by the dice for {str(parted)!r}, which are others"
            require(isinstance(parted.throw, Draw) or _has_reveal(two), words)
            return compared
    return len(decisions[:WATCHED])


def _repeated(log: list[Entry]) -> PlannedHand:
    thrown = [entry for entry in log if isinstance(entry, Thrown)]
    return PlannedHand([face for entry in thrown for fell in entry.fell for face in fell.faces])


def _has_reveal(game: Game[B]) -> bool:
    return any(isinstance(entry, Happened) and entry.event.reveals for entry in game.log)


def _told(game: Game[B], seat: int) -> tuple[LogLine, ...]:
    """The log as the terminal tells it to a seat."""
    return Narrator(game.system, game.checkpoints[0].battle, seat).tell(game.log)


def _require_same_view(one: Game[B], two: Game[B], seat: int) -> None:
    words = f"seat {seat} can tell by its view what is hidden from it, in turn {one.battle.turn}"
    require(view(one, seat) == view(two, seat), words)
    require(_told(one, seat) == _told(two, seat), words.replace("view", "log"))
    if one.question is not None and one.question.seat == seat:
        require(_known(one.position()) == _known(two.position()), words.replace("view", "position"))


def _require_same_picture(one: Game[B], two: Game[B], scenario: Scenario, seat: int) -> None:
    bodies = range(min(LOOKED_AT, len(one.battle.units)))
    words = f"seat {seat} can tell by its picture what is hidden from it, in turn {one.battle.turn}"
    require(shown(one, scenario, seat, bodies) == shown(two, scenario, seat, bodies), words)
    words = words.replace("picture", "log")
    require(entries(one, scenario, seat) == entries(two, scenario, seat), words)


def _known(position: Position[Any]) -> str:
    since = trace(position.since)
    return fingerprint((position.battle, position.checkpoint, position.question.digest(), since))


def _is_same_question(one: Game[B], two: Game[B], seat: int) -> bool:
    """Is the same asked of both? The seat that does not know the secret must not be able to tell."""
    first, second = standing(one).question, standing(two).question
    if first != second:
        require(
            one.question is None or one.question.seat != seat, f"seat {seat} is asked by what it cannot know"
        )
    return first is not None and first == second
