"""A small scenario without problems, the roster it is checked against, and ways to change it by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.game.files.scenario import Roster, Scenario, StandingEntry, problems
from sandtable.game.files.typed_files import Problem, convert
from sandtable.table.space import Layers, block

Raw = dict[str, Any]
"""A scenario as parsed, to be changed by hand."""

SQUARE = [[10, 10], [20, 10], [20, 20], [10, 20]]


class Toys(Roster[Scenario]):
    """A roster of one profile, a block of 4 x 2 in, and four kinds of ground."""

    profile_ids = ("block", "chief")
    ground_kinds = ("wood", "fence", "lake", "bridge")
    impassable = ("lake",)
    layers = Layers(covering="later")
    openings = ("roll",)

    def standing(self, scenario: Scenario) -> Iterator[StandingEntry]:
        """Every unit that has a place and does not arrive later."""
        for place, unit in enumerate(scenario.units):
            pose = unit.pose()
            if pose is not None and not scenario.arrives(unit):
                shape = block(2, files=2, width=200, depth=200)
                yield StandingEntry(f"units[{place}]", unit.name, pose, shape)

    def complaints(self, scenario: Scenario) -> Iterator[tuple[str, str]]:
        """A name that is not allowed."""
        if "cursed" in scenario.name:
            yield "name", "a toy battle must not be cursed"


def raw() -> Raw:
    """A scenario without problems, as parsed."""
    return {
        "id": "toy",
        "name": "The nursery",
        "date": "today",
        "place": "the floor",
        "history": "None.",
        "table": {"width": 48, "depth": 36},
        "turn_limit": 6,
        "first_player": "red",
        "sides": [
            {"id": "red", "name": "Red", "edge": "bottom"},
            {"id": "blue", "name": "Blue", "edge": "north"},
        ],
        "terrain": [
            {"id": "copse", "kind": "wood", "polygon": [[1, 20], [6.5, 20], [6.5, 24]], "level": 1},
            {"id": "rail", "kind": "fence", "polyline": [[30, 20], [40, 22.25]], "width": 0},
        ],
        "leaders": [
            {
                "id": "duke",
                "side": "red",
                "name": "Duke",
                "profile": "chief",
                "brigade": "reds",
                "attached_to": "r1",
            },
            {"id": "earl", "side": "blue", "name": "Earl", "brigade": "blues", "x": 24, "y": 34},
        ],
        "units": [
            {
                "id": "r1",
                "side": "red",
                "name": "First Red",
                "profile": "block",
                "brigade": "reds",
                "x": 12,
                "y": 4,
            },
            {
                "id": "r2",
                "side": "red",
                "name": "Second Red",
                "profile": "block",
                "brigade": "reds",
                "x": 20,
                "y": 4,
            },
            {
                "id": "b1",
                "side": "blue",
                "name": "First Blue",
                "profile": "block",
                "brigade": "blues",
                "x": 12.5,
                "y": 30,
                "facing": 180,
            },
            {"id": "b2", "side": "blue", "name": "Second Blue", "profile": "block", "brigade": "blues"},
        ],
        "arrivals": [{"unit": "b2", "turn": 3, "edge": "north", "x": 24, "y": 36}],
        "objectives": [{"id": "middle", "area": SQUARE}, {"id": "well", "x": 3, "y": 3}],
        "special": [{"id": "dark", "text": "It is dark.", "units": ["r1"]}],
    }


def changed(path: str, value: object) -> Raw:
    """The scenario with one value replaced, or taken out if the value is ``...``."""
    scenario = raw()
    spot: Any = scenario
    *way, last = path.replace("[", ".[").split(".")
    for step in way:
        spot = spot[int(step[1:-1])] if isinstance(spot, list) else spot[step]
    if value is ...:
        del spot[last]
    else:
        spot[int(last[1:-1]) if last.startswith("[") else last] = value
    return scenario


def found(content: Raw) -> tuple[Problem, ...]:
    """The problems of a scenario as parsed."""
    return problems(convert(content, Scenario, "toy.toml"), Toys(), "toy.toml")


def red(number: int) -> Raw:
    """A unit of the red side without a place."""
    return {"id": f"r{number}", "side": "red", "name": f"Red {number}", "profile": "block", "brigade": "reds"}
