"""The course of a sitting: agents play, people are asked, until the battle is over or somebody leaves."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sandtable.cli.terminal.keeping import ended, keep_by_itself
from sandtable.cli.terminal.replies import Left, Reply
from sandtable.cli.terminal.session import Session
from sandtable.cli.terminal.setup import Sitting
from sandtable.cli.terminal.voices import Voice
from sandtable.game.files.typed_files import BadFile


def fight_on(sitting: Sitting, voice: Voice, autosave: Path | None) -> None:
    """Fight a battle on until its end, or until somebody leaves; either way the game is kept."""
    session = Session(sitting)
    voice.say(session.opening())
    try:
        why = _course(session, voice)
    except KeyboardInterrupt:
        keep_by_itself(sitting, autosave)
        raise
    fault: BadFile | None = None
    try:
        kept = keep_by_itself(sitting, autosave)
    except BadFile as found:
        kept, fault = "", found
    voice.say(ended(sitting, kept) if why is None else Left(why, kept))
    if fault is not None:
        raise fault  # only now: how the battle ended is told even where it cannot be kept


def _course(session: Session, voice: Voice) -> str | None:
    """Everything up to the end; why it was left before that, if it was."""
    _say(voice, session.begin())
    while True:
        while (who := session.agent_to_play) is not None:
            with voice.thinking(who):
                thought = tuple(session.let_agent_play())
            _say(voice, thought)
        if session.game.is_over:
            return None
        if session.goes_without_saying:
            _say(voice, session.let_it_pass())
            continue
        _say(voice, session.ask())
        while not session.has_moved_on:
            line = voice.listen()
            if line is None:
                return "Nothing more is typed, so the table is left here."
            _say(voice, session.hear(line))
            if session.is_left:
                return "You left the table."


def _say(voice: Voice, replies: Iterable[Reply]) -> None:
    for reply in replies:
        voice.say(reply)
