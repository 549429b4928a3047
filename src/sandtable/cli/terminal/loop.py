"""The loop of a game in the terminal: agents play and people are asked until the battle ends or is left."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sandtable.cli.terminal.interfaces import Interface
from sandtable.cli.terminal.replies import LeftReply, Reply
from sandtable.cli.terminal.saved_game import ended_reply, save_automatically
from sandtable.cli.terminal.session import Session
from sandtable.cli.terminal.setup import SeatedGame
from sandtable.game.files.typed_files import BadFile


def fight_on(seated: SeatedGame, interface: Interface, autosave: Path | None) -> None:
    """Play a battle until it ends or is left; the game is saved either way."""
    session = Session(seated)
    interface.say(session.opening())
    try:
        why = _play(session, interface)
    except KeyboardInterrupt:
        save_automatically(seated, autosave)
        raise
    fault: BadFile | None = None
    try:
        kept = save_automatically(seated, autosave)
    except BadFile as found:
        kept, fault = "", found
    interface.say(ended_reply(seated, kept) if why is None else LeftReply(why, kept))
    if fault is not None:
        raise fault  # raised last, so that the end of the battle is shown even if it cannot be saved


def _play(session: Session, interface: Interface) -> str | None:
    """Play to the end; if the game was left before it, return why."""
    _say(interface, session.begin())
    while True:
        while (who := session.agent_to_play) is not None:
            with interface.thinking(who):
                thought = tuple(session.let_agent_play())
            _say(interface, thought)
        if session.game.is_over:
            return None
        if session.has_known_answer:
            _say(interface, session.give_known_answer())
            continue
        _say(interface, session.ask())
        while not session.has_moved_on:
            line = interface.listen()
            if line is None:
                return "The input ended, so the game stops here."
            _say(interface, session.carry_out(line))
            if session.is_left:
                return "You left the game."


def _say(interface: Interface, replies: Iterable[Reply]) -> None:
    for reply in replies:
        interface.say(reply)
