"""The ground of the map: kinds of terrain, objectives, zones of deployment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.present.painting import Area, Drawn, Manner
from sandtable.systems.liberty.battle import LibertyBattle, Step
from sandtable.systems.liberty.roster import Scenario as LibertyScenario
from sandtable.systems.liberty.zones import zone_of

MANNERS: Final = {"forest": Manner.WOOD, "redoubt": Manner.WORK, "house": Manner.BUILDING}
"""The kinds of terrain.table whose name is not that of their manner of drawing."""


def legend(kinds: Iterable[Drawn]) -> tuple[Drawn, ...]:
    """The kinds of terrain.table in the manners of a campaign map."""
    return tuple(Drawn(one.kind, MANNERS.get(one.kind, one.drawn), one.words) for one in kinds)


def areas(battle: LibertyBattle, scenario: Scenario, objectives: Iterable[Area]) -> Iterator[Area]:
    """Objectives with the side that scores them and their points, and the zones during deployment.

    victory.objectives, deploy.zones
    """
    assert isinstance(scenario, LibertyScenario)
    sides = [side.id for side in scenario.sides]
    worth = {goal.id: (sides.index(goal.side), goal.vp) for goal in scenario.objectives}
    for area in objectives:
        side, points = worth[area.id]
        yield Area(area.id, area.kind, side, area.polygon, f"{points} VP", area.words)
    if battle.step in (Step.INITIATIVE, Step.POINTS, Step.DEPLOYMENT) and scenario.free:
        for number, camp in enumerate(battle.camps):
            words = f"Where the {camp.name} army deploys"
            yield Area(f"zone-{number}", "zone", number, zone_of(battle, number), camp.name, words)
