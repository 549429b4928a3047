"""Findings that were made up: figures in which every part of a page has something to say."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.lab.findings.comparison import Comparison, Difference
from sandtable.lab.findings.estimates import Estimate
from sandtable.lab.findings.findings import (
    AgentFindings,
    Findings,
    RuleFindings,
    SideFindings,
    UnitFindings,
)
from sandtable.lab.findings.leads import LeadHistory, TurnLead
from sandtable.lab.runs.battle import FailedBattle

RULES = tuple(RuleFindings(f"fire.{number}", f"Rule {number}", 20.0 / number, 5) for number in range(1, 14))
FOUND = Findings(
    system="toy",
    scenario="rug",
    name="The Rug",
    agents=("militia", "captain"),
    swap=True,
    seed=11,
    readings={},
    house_rules={"fire.range": 8, "fire.dice": "D3"},
    unasked=("fire.dice",),
    battles=40,
    planned=42,
    broken=(
        FailedBattle(5, 13, ("militia", "captain"), "it broke", "battle-5.json", ""),
        FailedBattle(6, 14, ("militia", "captain"), "it broke too", "", ""),
    ),
    sides=(
        SideFindings(
            "Red",
            24,
            Estimate(0.6, 0.45, 0.74),
            Estimate(2.5, 2.25, 2.75),
            8,
            Estimate(12.0, 11.0, 13.0),
            {"won": 20, "won well": 4},
            Estimate(0.26, -1.04, 1.56),
        ),
        SideFindings(
            "Blue",
            12,
            Estimate(0.3, 0.18, 0.45),
            Estimate(4.5, 4.0, 5.0),
            9,
            Estimate(7.0, 6.0, 8.0),
            {},
            None,
        ),
    ),
    players=(
        AgentFindings("militia", 10, Estimate(0.25, 0.14, 0.4)),
        AgentFindings("captain", 26, Estimate(0.65, 0.5, 0.78)),
    ),
    drawn=4,
    draws=Estimate(0.1, 0.04, 0.23),
    edge=Estimate(0.3, 0.05, 0.55),
    turns=Estimate(6.4, 6.1, 6.7),
    longest=9,
    decisions=Estimate(310.4, 300.0, 320.0),
    endings={"end.rout": 30, "end.dark": 10},
    course=LeadHistory(
        (
            TurnLead(1, 40, 0.0, (-2.0, 0.0, 2.0), 0.5, 0.5),
            TurnLead(2, 40, 1.5, (-4.0, 1.0, 6.0), 0.6, 0.72),
            TurnLead(3, 31, 4.25, (-3.0, 4.0, 11.0), 0.7, 0.96),
        ),
        lead_changes=1.26,
        decided=3.0,
        never_in_doubt=2,
    ),
    units=(
        UnitFindings(
            1,
            0,
            "Guards",
            "foot",
            Estimate(0.9, 0.8, 0.97),
            {"steady": 20, "worn": 10, "shaken": 6, "": 3, "routed": 1},
            3.14,
        ),
        UnitFindings(2, 1, "Line", "foot", Estimate(0.25, 0.1, 0.4), {"routed": 40}, 0.5),
    ),
    studied=5,
    rules=RULES,
    unused=("end.never", "end.ever"),
)
"""One side is favoured, the agents changed sides, and two battles failed."""
EVEN = replace(
    FOUND,
    swap=False,
    house_rules={},
    unasked=(),
    broken=(),
    edge=Estimate(0.02, -0.2, 0.24),
    endings={},
    course=replace(FOUND.course, decided=None),
    studied=0,
)
"""No side is favoured, and no battle was studied."""
NOTHING = replace(FOUND, battles=0)
"""No battle was finished."""
COMPARED = Comparison(
    "first",
    "second",
    {"fire.range": 8},
    {"fire.range": 12},
    20,
    15,
    (
        Difference("turns", Estimate(6.0, 5.5, 6.5), Estimate(7.0, 6.5, 7.5), Estimate(1.0, 0.5, 1.5)),
        Difference("draws", Estimate(0.1, 0.0, 0.2), Estimate(0.05, 0.0, 0.1), Estimate(-0.05, -0.2, 0.1)),
    ),
)
