"""The words of commanders: what happens to them, and what is shown of them."""

from __future__ import annotations

from sandtable.game.present.painting import Card, Glyph, Token
from sandtable.systems.elan import events, leader_events
from sandtable.systems.elan.battle import ElanBattle, Fate, Leader
from sandtable.systems.elan.shapes import marker
from sandtable.systems.elan.wording.names import Prompter, Teller, place, the
from sandtable.table.space import Body, Pose, centre

LOST = {
    Fate.KILLED: "is lost to the army",
    Fate.MORTAL: "is lost to the army",
    Fate.OUT: "leaves the field",
    Fate.CAPTURED: "is captured",
    Fate.GONE: "has nothing left to command and leaves the field",
}


def leader_name(battle: ElanBattle, number: int) -> str:
    """The name of a commander."""
    return battle.leaders[number].name


def the_leader(battle: ElanBattle, number: int) -> str:
    """A commander's name inside a sentence, with an article if it is an office."""
    return titled(leader_name(battle, number))


def titled(named: str) -> str:
    """A commander's name inside a sentence.

    >>> titled("Ney"), titled("colonel of Kazan")
    ('Ney', 'the colonel of Kazan')
    """
    return f"the {named}" if named[0].islower() or " of " in named else named


def token_id(number: int) -> str:
    """The id of a commander's token."""
    return f"commander-{number}"


def tokens(battle: ElanBattle) -> tuple[Token, ...]:
    """The commanders on the table, each in the middle of his marker; an attached one with his unit."""
    shape, found = marker(battle.scale), []
    for number, leader in enumerate(battle.leaders):
        pose = _stands(battle, leader)
        if pose is not None:
            token = Token(
                leader.name,
                leader.side,
                pose.shifted(0, shape.depth / 2),
                shape,
                id=token_id(number),
                attached_to=leader.attached_to,
                group=group_of(battle, leader),
            )
            found.append(token)
    return tuple(found)


def group_of(battle: ElanBattle, leader: Leader) -> str:
    """The brigade that a commander leads, or that he is above the brigades."""
    return "Command" if leader.brigade is None else battle.brigades[leader.brigade].name


def _stands(battle: ElanBattle, leader: Leader) -> Pose | None:
    if leader.attached_to is None:
        return leader.pose
    unit = battle.units[leader.attached_to]
    if unit.pose is None:
        return None
    x, y = centre(unit.pose, unit.shape)
    return Pose(round(x), round(y), 0)


def card(battle: ElanBattle, body: Body) -> Card:
    """A commander who is about to move: the one who stands where the body does."""
    for leader in battle.leaders:
        if leader.side == body.side and _is_at(leader, body):
            kind, state = f"{leader.rank} commander", f"leadership +{leader.leadership}"
            return Card(leader.name, kind, state, glyph=Glyph.LEADER)
    raise LookupError(f"body {body.id} is neither a unit nor a commander of this battle")


def _is_at(leader: Leader, body: Body) -> bool:
    """Does a detached commander stand where a body does?"""
    here, there = leader.pose, body.pose
    return here is not None and there is not None and (here.x, here.y) == (there.x, there.y)


def _attached(battle: ElanBattle, event: leader_events.LeaderAttached) -> str:
    return f"{the_leader(battle, event.leader)} joins {the(battle, event.unit)}"


def _detached(battle: ElanBattle, event: leader_events.LeaderDetached) -> str:
    return f"{the_leader(battle, event.leader)} leaves his unit"


def _placed(battle: ElanBattle, event: leader_events.LeaderPlaced) -> str:
    return f"{the_leader(battle, event.leader)} stands at {place(battle, event.to)}"


def _moved(battle: ElanBattle, event: leader_events.LeaderMoved) -> str:
    rides = "stays where he is" if event.stays else f"rides to {place(battle, event.to)}"
    return f"{the_leader(battle, event.leader)} {rides}"


def _changed(battle: ElanBattle, event: leader_events.LeadershipChanged) -> str:
    return f"{the_leader(battle, event.leader)} has leadership +{event.leadership} from now on"


def _lost(battle: ElanBattle, event: leader_events.LeaderLost) -> str:
    return f"{the_leader(battle, event.leader)} {LOST[event.fate]}"


def _succeeded(battle: ElanBattle, event: leader_events.LeaderSucceeded) -> str:
    return f"A successor takes over: {the_leader(battle, event.leader)}"


PROMPTS: dict[str, Prompter] = {}
SENTENCES: dict[type[events.ElanEvent], Teller] = {
    leader_events.LeaderAttached: _attached,
    leader_events.LeaderDetached: _detached,
    leader_events.LeaderPlaced: _placed,
    leader_events.LeaderMoved: _moved,
    leader_events.LeadershipChanged: _changed,
    leader_events.LeaderLost: _lost,
    leader_events.LeaderSucceeded: _succeeded,
}
