"""Keeping: forks, undo, battles as documents, and records that replay to the bit."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.dice import RandomHand
from sandtable.game.ask.questions import plain
from sandtable.game.ask.refusal import Refused
from sandtable.game.battle.battle import Battle, fingerprint
from sandtable.game.battle.log import Happened, Thrown
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.replay import replay, verify
from sandtable.game.files.record import Record, Seat, SeatKind, Seeded, record
from sandtable.game.files.record_files import load, save
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import Readings
from tests.conformance.bout import Bout, Standing, require, standing, trace

B = TypeVar("B", bound=Battle[Any])

PLAYED_ON = 4


def check_document(system: System[B], battle: B) -> None:
    """A battle is a JSON document: it comes back equal, and says the same when it is written again."""
    text = msgspec.json.encode(battle)
    back = msgspec.json.decode(text, type=system.battle_type)
    require(back == battle, "the battle is not the same when it comes back from JSON")
    words = "the battle has another fingerprint when it comes back from JSON: a whole number became a part"
    require(fingerprint(back) == fingerprint(battle), words)


def check_fork(game: Game[B], random: Random) -> None:
    """A fork stands where the game stands, and what is played on one of them does not touch the other."""
    before = standing(game)
    fork, twin = (game.fork(RandomHand(1)) for _ in range(2))
    for one in (fork, twin):
        found = standing(one)
        require(found.battle == before.battle, "a fork has another battle")
        require(found.question == before.question, "a fork is asked another question")
        require(found.log == before.log[game.checkpoint.at :], "a fork came to its point by another way")
    _play_on(fork, Random(random.getrandbits(32)))
    require(standing(game) == before, "what was played on a fork changed the game")
    require(twin.question is not None, "what was played on a fork changed another fork")


def check_same_dice(game: Game[B], random: Random) -> None:
    """Two forks with the same dice and answers fight the same battle."""
    seed = random.getrandbits(32)
    ends: list[Standing] = []
    for _ in range(2):
        fork = game.fork(RandomHand(seed))
        _play_on(fork, Random(seed))
        ends.append(standing(fork))
    require(ends[0] == ends[1], "the same dice and answers led to two different battles")


def _play_on(game: Game[B], random: Random) -> None:
    for _ in range(PLAYED_ON):
        if game.question is None:
            return
        game.answer(random.choice(game.question.sensible()))


def check_undo(game: Game[B], before: Standing) -> None:
    """The last answer can be taken back unless dice or a reveal came after it, and given again."""
    after = standing(game)
    since = game.log[len(before.log) + 1 :]
    final = any(
        isinstance(entry, Thrown) or (isinstance(entry, Happened) and entry.event.reveals) for entry in since
    )
    require(
        (game.undoable is None) == final, "an answer can be undone if no dice and no reveal came after it"
    )
    if final:
        _require_final(game, after)
        return
    game.undo()
    require(standing(game) == before, "undo did not restore the battle, the question and the log")
    game.redo()
    require(standing(game) == after, "redo did not repeat what was undone")


def _require_final(game: Game[B], after: Standing) -> None:
    try:
        game.undo()
    except Refused:
        require(standing(game) == after, "a refused undo changed the game")
    else:
        require(None, "an answer was undone after dice had been thrown or something had been shown")


def check_scenario(system: System[B], id: str, readings: Readings) -> None:
    """A scenario is plain data that comes back equal, and the battle begins as that data says."""
    scenario = system.scenario(id)
    require(scenario.id == id, f"the scenario {id} calls itself {scenario.id}")
    back = system.convert_scenario(msgspec.json.decode(plain(scenario)))
    require(back == scenario, f"the scenario {id} is not the same when it comes back from JSON")
    begun = fingerprint(system.muster(scenario, readings))
    same = fingerprint(system.muster(back, readings)) == begun
    require(same, f"the scenario {id} begins otherwise when it comes back from JSON")
    longer = replace(scenario, turn_limit=scenario.turn_limit + 1)
    other = fingerprint(system.muster(longer, readings)) != begun
    require(other, f"the battle does not begin by the scenario {id} as it is given")


def recorded(game: Game[B], bout: Bout) -> Record:
    """The record of a bout."""
    seats = tuple(Seat(name, SeatKind.AGENT) for name in bout.agents)
    scenario = game.system.scenario(bout.scenario)
    readings = bout.readings(game.system)
    return record(game, scenario=scenario, seats=seats, dice=Seeded(bout.seed), readings=readings)


def check_record(game: Game[B], bout: Bout, folder: Path) -> None:
    """A record is saved and loaded unchanged, replays to the same point to the bit, and is verified."""
    kept = recorded(game, bout)
    path = folder / f"{bout}.battle.json"
    save(kept, path)
    loaded = load(path)
    path.unlink()
    require(loaded == kept, "the record is not the same when it is loaded again")
    again = replay(loaded, game.system)
    require(trace(again.log) == trace(game.log), "the replay has another log")
    require(standing(again) == standing(game), "the replay ended elsewhere")
    findings = verify(loaded, game.system).findings
    require(not findings, f"the record is not verified: {'; '.join(finding.words for finding in findings)}")
