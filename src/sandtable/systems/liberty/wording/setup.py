"""The words of deployment and arrivals."""

from __future__ import annotations

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.systems.liberty import arrivals, deployment, events
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.wording.names import Prompter, Teller, name
from sandtable.systems.liberty.zones import own_edge
from sandtable.table.space import HALF_TURN, INCH, Point, as_inches


# ----------------------------------------------------------------- deployment
def _deploy(battle: LibertyBattle, question: deployment.PlaceBrigade) -> Prompt:
    camp = battle.camps[question.seat]
    named = " or ".join(_general(battle, question.seat, brigade) for brigade in question.brigades)
    where = "in its zone" if camp.zone else f"within 12 in of the {camp.edge} edge"
    labels = tuple(
        _drawn_up(battle, question.seat, placed)
        for placed in question.sensible()
        if isinstance(placed, deployment.Deployment)
    )
    return Prompt(f"Place the brigade of {named} {where}", "deploy.order", labels)


def _general(battle: LibertyBattle, side: int, brigade: str) -> str:
    generals = (one for one in battle.generals if one.side == side and one.brigade == brigade)
    return next(generals).name


def _drawn_up(battle: LibertyBattle, side: int, placed: deployment.Deployment) -> str:
    """A deployment in a few words: whose brigade, on which flank, in lines or columns."""
    edge = own_edge(battle, side)
    fronts = [edge.local(Point(spot.pose.x, spot.pose.y)) for spot in placed.units]
    along = sum(point.x for point in fronts) / len(fronts)
    sixth = (battle.field.width if edge.heading % HALF_TURN == 0 else battle.field.depth) / 6
    flank = "on the left" if along < -sixth else "on the right" if along > sixth else "in the centre"
    columns = any(spot.formation is Formation.COLUMN for spot in placed.units)
    lines = len({round(point.y / INCH) for point in fronts})
    how = "in columns" if columns else "in one line" if lines == 1 else f"in {lines} lines"
    return f"{_general(battle, side, placed.brigade)}'s brigade {flank}, {how}, about {_spot(placed)}"


def _spot(placed: deployment.Deployment) -> str:
    count = len(placed.units)
    x = sum(spot.pose.x for spot in placed.units) / count
    y = sum(spot.pose.y for spot in placed.units) / count
    return f"({as_inches(round(x)):.0f}, {as_inches(round(y)):.0f})"


def _deployed(battle: LibertyBattle, event: deployment.BrigadeDeployed) -> str:
    placed = _drawn_up(battle, event.side, event.deployment)
    return f"The {battle.camps[event.side].name} army places {placed}"


# ----------------------------------------------------------------- arrivals
def _arrival(battle: LibertyBattle, question: Choose[arrivals.Coming]) -> Prompt:
    unit, order = question.about
    assert isinstance(unit, int)
    labels = tuple(_coming(coming) for coming in question.options)
    words = f"{name(battle, unit)} enters the table with {order}: in which formation, and where?"
    return Prompt(words, "edge.arrivals.detail", labels)


def _coming(coming: arrivals.Coming) -> str:
    formation = coming.formation.replace("-", " ").capitalize()
    if not coming.aside:
        return f"{formation}, at its entry point"
    side = "right" if coming.aside > 0 else "left"
    return f"{formation}, {as_inches(abs(coming.aside)):g} in to the {side} of its entry point"


def _arrived(battle: LibertyBattle, event: arrivals.UnitArrived) -> str:
    return f"{name(battle, event.unit)} enters the table in {event.formation.replace('-', ' ')}"


def _general_arrived(battle: LibertyBattle, event: arrivals.GeneralArrived) -> str:
    return f"{battle.generals[event.general].name} enters the table with his brigade"


PROMPTS: dict[str, Prompter] = {"deploy-brigade": _deploy, "arrival": _arrival}
SENTENCES: dict[type[events.LibertyEvent], Teller] = {
    deployment.BrigadeDeployed: _deployed,
    arrivals.UnitArrived: _arrived,
    arrivals.GeneralArrived: _general_arrived,
}
