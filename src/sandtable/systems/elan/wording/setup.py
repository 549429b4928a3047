"""The words of deployment and arrivals."""

from __future__ import annotations

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import listed
from sandtable.systems.elan import arriving, deployment
from sandtable.systems.elan.arriving import Coming
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.wording.leaders import the_leader
from sandtable.systems.elan.wording.names import (
    FORMED,
    Prompter,
    Teller,
    formation_name,
    name,
    place,
    the,
    told,
)
from sandtable.table.space import Pose


# --------------------------------------------------------------------- deployment
def _deploy(battle: ElanBattle, question: deployment.DrawUp) -> Prompt:
    who = _levy(battle, question.levy.brigade)
    labels = tuple(
        _drawn_up(battle, one) for one in question.sensible() if isinstance(one, deployment.Deployment)
    )
    return Prompt(f"Where does {who} begin the battle?", "setup.deploy", labels)


def _levy(battle: ElanBattle, brigade: int | None) -> str:
    return "the army's command" if brigade is None else battle.brigades[brigade].name


def _drawn_up(battle: ElanBattle, drawn: deployment.Deployment) -> str:
    """A deployment in a few words: the formations, and about where."""
    if not drawn.units:
        return ", ".join(_posting(battle, posting) for posting in drawn.leaders)
    x, y = (sum(one) / len(drawn.units) for one in zip(*(_at(spot) for spot in drawn.units), strict=True))
    forms = dict.fromkeys(formation_name(spot.formation) for spot in drawn.units)
    return f"in {listed(tuple(forms))} about {place(battle, Pose(round(x), round(y), 0))}"


def _at(spot: deployment.Placement) -> tuple[int, int]:
    return spot.to.x, spot.to.y


def _posting(battle: ElanBattle, posting: deployment.Posting) -> str:
    who = the_leader(battle, posting.leader)
    if posting.attached_to is not None:
        return f"{who} with {the(battle, posting.attached_to)}"
    assert posting.to is not None
    return f"{who} at {place(battle, Pose(posting.to.x, posting.to.y, 0))}"


def _deployed(battle: ElanBattle, event: deployment.BrigadeDeployed) -> str:
    return f"{_levy(battle, event.brigade)} begins the battle: {_drawn_up(battle, event.deployment)}"


# --------------------------------------------------------------------- arrivals
def _arrival(battle: ElanBattle, question: Choose[Coming] | Choose[int] | PlacePoint) -> Prompt:
    if isinstance(question, PlacePoint):
        (leader,) = question.about
        assert isinstance(leader, int)
        words = f"Where does {the_leader(battle, leader)} enter beside {the(battle, question.near.id)}?"
        return Prompt(words, "setup.arrivals")
    if question.about:
        (leader,) = question.about
        assert isinstance(leader, int)
        words = f"With which unit does {the_leader(battle, leader)} enter?"
        labels = tuple(name(battle, unit) for unit in question.options if isinstance(unit, int))
        return Prompt(words, "setup.arrivals", labels)
    labels = tuple(_coming(battle, one) for one in question.options if isinstance(one, Coming))
    return Prompt("Which unit enters next, and where?", "setup.arrivals", labels)


def _coming(battle: ElanBattle, coming: Coming) -> str:
    return f"{name(battle, coming.unit)} at {place(battle, coming.to)}"


def _arrived(battle: ElanBattle, event: arriving.UnitArrived) -> str:
    named = formation_name(event.formation)
    formation = named if event.formation in FORMED else f"in {named}"
    return told(battle, event.unit, f"enters the table {formation} at {place(battle, event.to)}")


PROMPTS: dict[str, Prompter] = {"setup.deploy": _deploy, "arrivals.place": _arrival}
SENTENCES: dict[type[ElanEvent], Teller] = {
    deployment.BrigadeDeployed: _deployed,
    arriving.UnitArrived: _arrived,
}
