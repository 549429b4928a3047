"""Specimens of pages in the terminal, made of reports that were made up, as ``specimens.txt`` keeps them.

A page has no rule but how it reads, so each is compared with one that somebody has read. If a page is meant
to change, write them again and read what is different:

    python -m tests.cli.pages.specimens
"""

from __future__ import annotations

import io
from pathlib import Path

from msgspec.structs import replace
from rich.console import Console, RenderableType

from sandtable.cli.pages import fight, odds, records, replies, rules, simulate, sweep, umpire
from sandtable.cli.reports.citations import Citation
from sandtable.cli.reports.coverage import CoverageReport
from sandtable.cli.reports.fight import BattleReport, FightReport, UnitLosses
from sandtable.cli.reports.rules import Chapter, Contents, DecisionPage, RulePage
from sandtable.cli.terminal import replies as say
from sandtable.game.battle.battle import Outcome
from sandtable.game.files.record import Seat, SeatKind
from sandtable.game.present.prospects import OptionOdds, Prospect, UnitProspects
from sandtable.game.rules.rulebook import Basis, DecisionEntry, Rule, Variant
from sandtable.game.rules.tally import Tally
from sandtable.game.story.narration import LogLine, Waiting
from sandtable.lab.findings.rule_coverage import RuleCoverage, UnusedRule
from sandtable.lab.paper.facts import Fact
from sandtable.lab.paper.odds_report import (
    FactList,
    HeadingRow,
    OddsReport,
    ResolutionList,
    ResolutionRow,
    ValueRow,
    figure_rows,
)
from sandtable.lab.paper.sampling import Method
from sandtable.lab.paper.stages import DecisionWanted, DiceWanted, Option, ResolutionEnd, Stage, ThrownDice
from sandtable.lab.paper.sweep import Axis, Cell, Sweep
from tests.lab.made_up import COMPARED, EVEN, FOUND, NOTHING

FILE = Path(__file__).with_name("specimens.txt")
HEAD = "=== "
EXACT = Method(exact=True)
THROWN = Method(exact=False, thrown=10_000, seed=7, error=0.0049, mean_error=0.0123)
FIGURES = figure_rows(
    {
        "dice": Tally.of(4, "bases", "fire.dice").plus(-0.5, "worn", "fire.worn"),
        "to hit": Tally.of(5, "far", ""),
    }
)


def specimens() -> dict[str, RenderableType]:
    """Every page by its name."""
    return {**_odds(), **_sweeps(), **_rules(), **_stages(), **_replies(), **_runs()}


# --------------------------------------------------------------------- odds and sweeps
def _odds() -> dict[str, RenderableType]:
    values = tuple(
        ValueRow(value, chance, at_least, None)
        for value, chance, at_least in ((0, 0.5, 1.0), (1, 0.3, 0.5), (2, 0.1996, 0.2), (3, 0.0004, 0.0004))
    )
    exact = (ValueRow(0, 0.9999, 1.0, "9999/10000"), ValueRow(1, 0.0001, 0.0001, "1/10000"))
    long = HeadingRow("routed", 0.25, f"{10**25 + 1}/{4 * 10**25}")
    report = OddsReport(
        system="toy",
        resolution="volley",
        title="A volley",
        policy="stand",
        facts=None,
        figures=FIGURES,
        measured="hits",
        mean=0.7,
        values=values,
        headings=(HeadingRow("shaken", 0.5, None), HeadingRow("routed", 0.00042, None)),
        outcomes=(),
        parting=(HeadingRow("nothing", 0.75, "3/4"), long),
        method=THROWN,
    )
    bare = OddsReport(
        system="toy",
        resolution="test",
        title="A test",
        policy=None,
        facts=None,
        figures=(),
        measured="",
        mean=None,
        values=exact,
        headings=(),
        outcomes=(),
        parting=(),
        method=EXACT,
    )
    facts = FactList(
        "toy",
        "volley",
        "A volley",
        (
            Fact("fire.troops", "a text", "Old Guard", "who fires"),
            Fact("fire.dice", "a whole number", None, "how many"),
            Fact("fire.cover", "yes or no", default=False, description=""),
            Fact("fire.wear", "worn/shaken", {"worn": 8, "shaken": 16}, "its values"),
            Fact("fire.ranges", "numbers", [4, 8], ""),
        ),
    )
    listed = (ResolutionRow("volley", "A volley"), ResolutionRow("test", "A test"))
    return {
        "odds": odds.odds_page(report),
        "odds that are exact": odds.odds_page(bare),
        "facts": odds.fact_page(facts),
        "facts of one word": odds.fact_page(FactList("toy", "test", "A test", facts.facts[1:])),
        "resolutions": odds.resolution_page(ResolutionList("toy", listed, ("stand", "run"))),
        "resolutions without policies": odds.resolution_page(ResolutionList("toy", listed, ())),
    }


def _sweeps() -> dict[str, RenderableType]:
    headings = tuple(f"heading {number}" for number in range(7))
    chances = dict.fromkeys(headings, 0.125)
    ranges, cover = Axis("range", ("4", "8", "12")), Axis("cover", ("no", "yes"))
    one = Sweep(
        "toy",
        "volley",
        "A volley",
        "stand",
        (ranges,),
        "hits",
        headings,
        "mean",
        (
            Cell(("4",), 2.5, chances, EXACT),
            Cell(("8",), 1.25, chances, THROWN),
            Cell(("12",), 0.0, {}, Method(exact=False, thrown=10, seed=1, error=0.1)),
        ),
    )
    pairs = [(at, seen) for at in ranges.values for seen in cover.values]
    two = Sweep(
        "toy",
        "volley",
        "A volley",
        None,
        (ranges, cover),
        "hits",
        ("routed",),
        "routed",
        tuple(Cell(at, place / 2, {"routed": place / 5}, EXACT) for place, at in enumerate(pairs)),
    )
    mean = Sweep("toy", "volley", "A volley", None, two.axes, "hits", ("routed",), "mean", two.cells)
    even = tuple(Cell(at, 1.0, {}, EXACT) for at in pairs)
    six = Sweep("toy", "volley", "A volley", None, (cover,), "", headings[:6], headings[0], ())
    return {
        "sweep": sweep.sweep_page(one),
        "sweep of two facts": sweep.sweep_page(two),
        "sweep of two facts by the mean": sweep.sweep_page(mean),
        "sweep without difference": sweep.sweep_page(
            Sweep("toy", "volley", "A volley", None, two.axes, "hits", (), "mean", even)
        ),
        "sweep of six headings": sweep.sweep_page(six),
    }


# --------------------------------------------------------------------- rules
def _rules() -> dict[str, RenderableType]:
    table = ({"arm": "foot", "inches": 8, "fast": True}, {"arm": "horse", "bands": [1, 2], "fast": False})
    ruling = Rule(
        id="fire.range",
        where="FIRE",
        text="How far each may fire.",
        basis=Basis.RULING,
        why="The sheet says nothing.",
        readings=("as printed", "half as far"),
        rows=table,
        values={"least": 3},
    )
    plain = Rule(id="fire.range.long", where="FIRE", text="Far away it is harder.", basis=Basis.STATED)
    choice = DecisionEntry(
        id="fire.target", who="the player", when="he fires", options=("near", "far"), constraints="in sight"
    )
    cited = tuple(Citation("fire.py", line) for line in range(1, 42))
    book = Contents(
        "toy",
        "Toys",
        "any",
        complete=True,
        chapters=(Chapter("fire", (ruling, plain), (choice,)), Chapter("end", (plain,))),
        variants=(Variant(id="scale", text="Which scale.", rule="fire.range", choices=("inches", "hexes")),),
    )
    part = Contents("toy", "Toys", "any", complete=False, chapters=(Chapter("end", (plain,)),))
    lacking = CoverageReport(
        system="toy",
        complete=True,
        rules=9,
        by_code=("fire.range",),
        by_tests=("fire.range", "end.win"),
        not_in_code=("fire.range.long", "end.win", "end.lose"),
        not_in_tests=("fire.range.long",),
        missing=("fire.range.long", "end.win", "end.lose"),
        unknown=("fire.rnage",),
        ok=False,
    )
    unknown = replace(
        lacking,
        complete=False,
        by_code=(),
        by_tests=None,
        not_in_code=(),
        not_in_tests=None,
        missing=(),
        unknown=(),
        ok=True,
    )
    open_still = replace(unknown, not_in_code=("end.win",), missing=("end.win",))
    never = UnusedRule("end.win", Basis.INFERRED, "no function names it", "Who wins.")
    return {
        "contents": rules.page(book),
        "contents of one rule": rules.page(part),
        "rule": rules.page(
            RulePage("toy", ruling, (plain,), ("fire.target",), cited, (), tests_searched=True)
        ),
        "rule without more": rules.page(RulePage("toy", plain, (), (), cited[:40], (), tests_searched=False)),
        "decision": rules.page(DecisionPage("toy", choice, (plain,))),
        "coverage that lacks rules": rules.coverage_page(lacking),
        "coverage without tests": rules.coverage_page(unknown),
        "coverage of a rulebook that grows": rules.coverage_page(open_still),
        "rules that never applied": rules.fired_page(RuleCoverage("toy", 10, 9, {}, (never,))),
    }


# --------------------------------------------------------------------- a resolution led by the umpire
def _stages() -> dict[str, RenderableType]:
    fell = (
        ThrownDice("to hit", ("D6",), ((6, 1), (3,)), ((True, False), (False,)), "1 of 2"),
        ThrownDice("", (), (), (), "nothing"),
    )
    dice = DiceWanted("D6", 3, "to save", (1, 2, 3, 4, 5, 6))
    asked = DecisionWanted(
        "fire.target", "the player", "He fires", "near or far", "", (), (Option("Near", 0), Option("Far", 1))
    )
    end = ResolutionEnd("hits", 2, ("shaken", "stands"), None)
    first = Stage("toy", "volley", "A volley", FIGURES, fell, dice, None, None)
    return {
        "first stage": umpire.stage_page(first, -1),
        "second stage": umpire.stage_page(
            Stage("toy", "volley", "A volley", FIGURES, fell, None, asked, None), 1
        ),
        "last stage": umpire.stage_page(
            Stage("toy", "volley", "A volley", FIGURES, fell, None, None, end), 2
        ),
    }


# --------------------------------------------------------------------- a game in the terminal
def _replies() -> dict[str, RenderableType]:
    sides = ("Red", "Blue")
    seats = (Seat("Ann", SeatKind.PERSON), Seat("captain", SeatKind.AGENT))
    options = tuple(f"option {number}" for number in range(1, 11))
    legs = say.LegLine("advance 4", 4.0, ()), say.LegLine("wheel left 20", 2.5, ("on the outer end", "worn"))
    walls = tuple(f"obstacle {number}" for number in range(1, 7))
    move = say.MoveTerms(3, "Guards", 12.5, 30.0, 180.0, 8.0, ("advance", "wheel"))
    hexes = say.HexMoveTerms(None, "3,4", "NE", 4, ("N", "S"), ("NE", "SW"))
    unit = say.HexMoveTerms(3, "3,4", "NE", 4, ("N",), ("NE",))
    march = Waiting(1, "move", "Move.", "move.by", ())
    then = tuple(Prospect(f"outcome {number}", 0.5**number) for number in range(1, 14))
    return {
        "menu": replies.page(say.Menu("Which?", ("this", "that"))),
        "opening": replies.page(
            say.Opening("toy", "rug", "The Rug", 8, sides, seats, {}, "00ff", 12, {"fire.range": "half"})
        ),
        "opening of a new game": replies.page(
            say.Opening("toy", "rug", "The Rug", None, sides, seats, {}, "00ff", 0)
        ),
        "log": replies.page(
            say.LogReply(
                sides,
                (
                    LogLine("event", "Red fires", 12),
                    LogLine("dice", "to hit: 1 of 2", 12, faces=((6, 1), (3,))),
                    LogLine("decision", "stand", 13, 1),
                ),
            )
        ),
        "question": replies.page(
            say.QuestionReply(sides, 1, "fire", Waiting(0, "fire", "At whom?", "fire.who", options), move)
        ),
        "question of a move on hexes": replies.page(
            say.QuestionReply(sides, 1, "", march, None, hexes, is_place=True)
        ),
        "question of a unit on hexes": replies.page(
            say.QuestionReply(sides, 1, "", Waiting(1, "move", "Move.", "move.by", ("a",)), None, unit)
        ),
        "plan": replies.page(say.PlanReply(legs, 6.5, 1.5, 10.0, 12.25, 90.0, (), drafted=True, miss=0.5)),
        "plan that is refused": replies.page(
            say.PlanReply(legs, 6.5, 1.5, 10.0, 12.25, 90.0, walls, drafted=False, nearest="advance 3")
        ),
        "plan on hexes": replies.page(say.HexPlanReply(legs, 3, 1, "3,4", "NE", (), drafted=True, miss=2)),
        "plan on hexes that is refused": replies.page(
            say.HexPlanReply((), 3, 1, "3,4", "NE", walls[:5], drafted=False, nearest="step N")
        ),
        "odds of options": replies.page(
            say.OddsReply(
                (
                    OptionOdds(1, "Fire", (UnitProspects(0, 1, "Guards", "steady", then),), too_many=False),
                    OptionOdds(2, "Rest", (), too_many=False),
                    OptionOdds(3, "Charge", (), too_many=True),
                )
            )
        ),
        "rule of a game": replies.page(say.RuleReply("fire.range", "How far.", "ruling", "It says nothing.")),
        "help": replies.page(say.HelpReply((("go", "carry out the draft"), ("undo", "take back")))),
        "end": replies.page(
            say.EndReply(
                sides,
                Outcome(1, "won", "Red has gone", "end.win"),
                (
                    UnitLosses(1, 0, "Guards", "foot", "steady", "worn", (("hits", 2),), on_table=True),
                    UnitLosses(2, 1, "Line", "foot", "steady", "steady", (), on_table=False),
                ),
                "00ff",
                "ff00",
                "a.battle.json",
            )
        ),
        "game left": replies.page(say.LeftReply("Good night.", "a.battle.json")),
    }


# --------------------------------------------------------------------- battles and runs
def _runs() -> dict[str, RenderableType]:
    units = (
        UnitLosses(1, 0, "Guards", "foot", "steady", "worn", (("hits", 2), ("losses", 1)), on_table=True),
    )
    won = BattleReport(
        seed=11,
        turns=6,
        decisions=120,
        throws=80,
        winner=1,
        degree="won",
        words="Red has gone",
        rule="end.win",
        units=units,
    )
    drawn = replace(won, seed=12, turns=9, winner=None, degree="", words="it is dark", rule="")
    one = FightReport(
        system="toy",
        scenario="rug",
        sides=("Red", "Blue"),
        agents=("militia", "captain"),
        readings={},
        house_rules={"fire.range": 8},
        unasked=("fire.range",),
        battles=(won,),
        wins=(0, 1),
        draws=0,
        turns_on_average=6.0,
    )
    many = replace(one, battles=(won, drawn, won), wins=(0, 2), draws=1, turns_on_average=7.0)
    return {
        "battle": fight.page(one),
        "battle that was drawn": fight.page(replace(one, battles=(drawn,))),
        "battles": fight.page(many),
        "run": simulate.page(FOUND),
        "run without a favourite": simulate.page(EVEN),
        "run without an end": simulate.page(NOTHING),
        "comparison": simulate.comparison_page(COMPARED),
        "outcome without a winner": records.outcome_line(Outcome(None, "drawn", "it is dark", ""), ("Red",)),
        "end by the players": records.closed_line(Outcome(0, "won", "Blue resigned", ""), ("Red", "Blue")),
        "end by agreement": records.closed_line(Outcome(None, "drawn", "agreed", ""), ("Red", "Blue")),
    }


# --------------------------------------------------------------------- the file
def text_of(page: RenderableType) -> str:
    """A page as it is printed on a terminal of 90 columns."""
    stream = io.StringIO()
    Console(file=stream, width=90, highlight=False, legacy_windows=False).print(page)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


def kept() -> dict[str, str]:
    """The pages of the file by name."""
    parts = FILE.read_text(encoding="utf-8").split(f"\n{HEAD}")[1:]
    return {name: text for name, _, text in (part.removesuffix("\n").partition("\n") for part in parts)}


def write() -> None:
    """Write the file."""
    parts = [f"\n{HEAD}{name}\n{text_of(page)}" for name, page in specimens().items()]
    FILE.write_text("".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
