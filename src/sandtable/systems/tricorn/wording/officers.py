"""Officers in words."""

from __future__ import annotations

from typing import Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose
from sandtable.game.present.painting import Token
from sandtable.systems.tricorn import command_events, events
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.ending import REPLACEMENT
from sandtable.systems.tricorn.nearness import BASE, place_of
from sandtable.systems.tricorn.officers import ESCAPE, MOVE, Errand, Join
from sandtable.systems.tricorn.wording.names import Prompter, Teller, name, officer_name
from sandtable.table.space import Point, Pose, as_inches


def token_id(number: int) -> str:
    """The id of an officer's token."""
    return f"officer-{number}"


def tokens(battle: TricornBattle) -> tuple[Token, ...]:
    """The officers on the table, each at the centre of his base or of his unit (leaders.base)."""
    found: list[Token] = []
    for officer in battle.officers:
        point = place_of(battle, officer)
        if point is not None:
            pose = Pose(round(point.x), round(point.y)).shifted(0, BASE.depth / 2)
            group = "" if officer.command is None else officer.card
            found.append(
                Token(
                    officer.name,
                    officer.side,
                    pose,
                    BASE,
                    id=token_id(officer.id),
                    attached_to=officer.attached,
                    group=group,
                )
            )
    return tuple(found)


# --------------------------------------------------------------------- questions
def _move(battle: TricornBattle, question: PlacePoint | Choose[Errand | Join]) -> Prompt:
    assert battle.activation is not None
    officer = battle.officers[battle.activation.officer]
    if isinstance(question, PlacePoint):
        places = [place for place in question.sensible() if isinstance(place, Point)]
        labels = tuple(f"to ({as_inches(at.x):g}, {as_inches(at.y):g})" for at in places)
        return Prompt(f"Where does {officer.name} ride?", "leaders.move", labels)
    labels = tuple(_errand(battle, option) for option in question.options)
    return Prompt(f"What does {officer.name} do himself?", "leaders.move", labels)


def _errand(battle: TricornBattle, option: Errand | Join) -> str:
    if isinstance(option, Join):
        return f"Join {name(battle, option.unit)}"
    return "Ride to a point" if option is Errand.RIDE else "Stay"


def _escape(battle: TricornBattle, question: Choose[int]) -> Prompt:
    (officer,) = question.about
    assert isinstance(officer, int)
    labels = tuple(f"to {name(battle, unit)}" for unit in question.options)
    words = f"An enemy reaches {officer_name(battle, officer)}: to which friendly unit does he flee?"
    return Prompt(words, "leaders.contacted", labels)


def _replacement(battle: TricornBattle, question: Choose[int]) -> Prompt:
    command = battle.units[question.options[0]].command
    lost = battle.officers[battle.commands[command].officer]
    labels = tuple(f"beside {name(battle, unit)}" for unit in question.options)
    return Prompt(f"Where does the successor of {lost.card} appear?", "leaders.casualty.replace", labels)


# --------------------------------------------------------------------- events
def _stayed(battle: TricornBattle, event: command_events.OfficerStayed) -> str:
    return f"{officer_name(battle, event.officer)} stays where he is"


def _appeared(battle: TricornBattle, event: command_events.OfficerAppeared) -> str:
    return f"{officer_name(battle, event.officer)} enters the table with his command"


def _succeeded(battle: TricornBattle, event: command_events.OfficerSucceeded) -> str:
    command = battle.officers[event.officer].card
    words = f"A {event.rating} officer takes over the command of {command}"
    return words if event.unit is None else f"{words}, beside {name(battle, event.unit)}"


def _moved(battle: TricornBattle, event: events.OfficerMoved) -> str:
    who = officer_name(battle, event.officer)
    return (
        f"{who} rides off alone" if event.attached is None else f"{who} joins {name(battle, event.attached)}"
    )


def _escaped(battle: TricornBattle, event: events.OfficerEscaped) -> str:
    return f"{officer_name(battle, event.officer)} flees to {name(battle, event.unit)}"


def _lost(battle: TricornBattle, event: events.OfficerLost) -> str:
    return f"{officer_name(battle, event.officer)} is lost"


PROMPTS: Final[dict[str, Prompter]] = {MOVE: _move, ESCAPE: _escape, REPLACEMENT: _replacement}
SENTENCES: Final[dict[type[events.TricornEvent], Teller]] = {
    events.OfficerMoved: _moved,
    events.OfficerEscaped: _escaped,
    events.OfficerLost: _lost,
    command_events.OfficerStayed: _stayed,
    command_events.OfficerAppeared: _appeared,
    command_events.OfficerSucceeded: _succeeded,
}
