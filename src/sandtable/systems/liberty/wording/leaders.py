"""The words of the Generals, of rallies and of the opening of a Command phase."""

from __future__ import annotations

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import counted
from sandtable.game.present.painting import Card, Glyph, Token
from sandtable.systems.liberty import events, leader_events
from sandtable.systems.liberty.battle import LibertyBattle, Step
from sandtable.systems.liberty.general_ways import general_on
from sandtable.systems.liberty.generals import Attachment, Ride
from sandtable.systems.liberty.rallying import ToRally
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.wording.names import Prompter, Teller, name
from sandtable.table.space import Body, as_inches


def general(battle: LibertyBattle, number: int) -> str:
    """The name of a General."""
    return battle.generals[number].name


def ride_label(battle: LibertyBattle, ride: Ride) -> str:
    """A General's move among the options of a step."""
    return f"Move {general(battle, ride.general)}, up to 24 in"


def card(battle: LibertyBattle, body: Body) -> Card:
    """A General who is about to move: his name, his brigade, and that he stands alone."""
    leader = battle.generals[general_on(battle, body)]
    return Card(leader.name, f"General of the {leader.brigade} brigade", "unattached", glyph=Glyph.LEADER)


def token_id(number: int) -> str:
    """The id of a General's token."""
    return f"general-{number}"


def tokens(battle: LibertyBattle) -> tuple[Token, ...]:
    """The Generals that stand on the table, alone or with a unit."""
    return tuple(
        Token(
            leader.name,
            leader.side,
            leader.pose,
            roster().general.shape(),
            id=token_id(number),
            attached_to=leader.attached_to,
            group=leader.name,
        )
        for number, leader in enumerate(battle.generals)
        if leader.pose is not None
    )


# ------------------------------------------------------------------ questions
def _attach(battle: LibertyBattle, question: Choose[Attachment | None]) -> Prompt:
    labels = tuple(_attachment(battle, option) for option in question.options)
    return Prompt("Attach or detach a General", "leaders.attach.when", labels)


def _attachment(battle: LibertyBattle, chosen: Attachment | None) -> str:
    if chosen is None:
        return "The Generals stay as they are"
    who, now = general(battle, chosen.general), battle.generals[chosen.general].attached_to
    if chosen.unit is None:
        assert now is not None
        return f"{who} leaves {name(battle, now)}"
    joins = f"joins {name(battle, chosen.unit)}"
    return f"{who} {joins}" if now is None else f"{who} leaves {name(battle, now)} and {joins}"


def _ride(battle: LibertyBattle, question: PlanMove) -> Prompt:
    leader = battle.generals[general_on(battle, question.body)]
    must = "; he must end at least 4 in from every enemy" if question.terms.least else ""
    words = f"Move {leader.name}, up to {as_inches(question.terms.allowance):g} in, in any direction{must}"
    return Prompt(words, "leaders.detach.later" if must else "leaders.move.once")


def _beside(battle: LibertyBattle, question: Choose[int]) -> Prompt:
    (number,) = question.about
    assert isinstance(number, int)
    words = f"{general(battle, number)} must move away: to which of the nearest units of his brigade?"
    return Prompt(words, "leaders.overrun", tuple(name(battle, unit) for unit in question.options))


def _rally(battle: LibertyBattle, question: Choose[ToRally | Ride | None]) -> Prompt:
    labels = tuple(_rally_label(battle, option) for option in question.options)
    return Prompt("Give RALLY to a unit that has taken hits", "orders.rally", labels)


def _rally_label(battle: LibertyBattle, chosen: ToRally | Ride | None) -> str:
    if chosen is None:
        return "No more RALLY orders"
    if isinstance(chosen, Ride):
        return ride_label(battle, chosen)
    unit = battle.units[chosen.unit]
    condition = "ROUTING" if unit.routing else unit.state
    return f"{unit.name}: RALLY ({condition}, {counted(unit.hits, 'hit')})"


def _sequence(battle: LibertyBattle, question: Choose[ToRally | Ride | int]) -> Prompt:
    if battle.step is Step.ROUTING:
        labels = tuple(name(battle, unit) for unit in question.options if isinstance(unit, int))
        return Prompt("Which routing unit runs on next?", "turn.step-order", labels)
    labels = tuple(_rally_label(battle, option) for option in question.options if not isinstance(option, int))
    return Prompt("Routing units must try to rally: which unit is next?", "turn.command.c", labels)


# ------------------------------------------------------------------ events
def _attached(battle: LibertyBattle, event: leader_events.GeneralAttached) -> str:
    return f"{general(battle, event.general)} joins {name(battle, event.unit)}"


def _detached(battle: LibertyBattle, event: leader_events.GeneralDetached) -> str:
    return f"{general(battle, event.general)} leaves his unit"


def _moved(battle: LibertyBattle, event: leader_events.GeneralMoved) -> str:
    place = f"({as_inches(event.to.x):g}, {as_inches(event.to.y):g})"
    return f"{general(battle, event.general)} rides to {place}"


def _set_down(battle: LibertyBattle, event: leader_events.GeneralSetDown) -> str:
    place = f"({as_inches(event.to.x):g}, {as_inches(event.to.y):g})"
    return f"{general(battle, event.general)} moves away to {place}"


def _killed(battle: LibertyBattle, event: leader_events.GeneralKilled) -> str:
    return f"{general(battle, event.general)} is killed"


def _taken_off(battle: LibertyBattle, event: leader_events.GeneralTakenOff) -> str:
    return f"{general(battle, event.general)} has no unit left to go to and leaves the field"


def _no_rally(battle: LibertyBattle, event: leader_events.RallyFailed) -> str:
    return f"{name(battle, event.unit)} fails to rally and will run on"


def _ran_on(battle: LibertyBattle, event: leader_events.UnitRanOn) -> str:
    return f"{name(battle, event.unit)} runs on"


PROMPTS: dict[str, Prompter] = {
    "attach": _attach,
    "general-move": _ride,
    "general-place": _beside,
    "rally-give": _rally,
    "rally-sequence": _sequence,
}
SENTENCES: dict[type[events.LibertyEvent], Teller] = {
    leader_events.GeneralAttached: _attached,
    leader_events.GeneralDetached: _detached,
    leader_events.GeneralMoved: _moved,
    leader_events.GeneralSetDown: _set_down,
    leader_events.GeneralKilled: _killed,
    leader_events.GeneralTakenOff: _taken_off,
    leader_events.RallyFailed: _no_rally,
    leader_events.UnitRanOn: _ran_on,
}
