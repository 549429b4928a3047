"""The replies of a game in the terminal, as text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.cli.pages.board import BoardMap, roster_table
from sandtable.cli.pages.fight import losses
from sandtable.cli.pages.layout import SIDE_STYLES, heading, percent, unbroken
from sandtable.cli.pages.records import log_lines, outcome_line, question
from sandtable.cli.terminal import replies
from sandtable.cli.terminal.replies import Reply
from sandtable.game.present.prospects import OptionOdds

PROSPECTS = 12
REFUSALS = 5


def page(reply: Reply) -> RenderableType:
    """A reply as text."""
    return Group(*_lines(reply))


def _lines(reply: Reply) -> Iterator[RenderableType]:
    match reply:
        case replies.Menu():
            yield heading(reply.words)
            yield from (Text(f"  {number}  {one}") for number, one in enumerate(reply.options, start=1))
        case replies.LogReply():
            yield from log_lines(reply.lines, reply.sides)
        case replies.Board():
            yield _turn(reply)
            yield BoardMap(reply.view, reply.sides)
        case replies.Roster():
            yield roster_table(reply.view, reply.sides, reply.hexes)
        case replies.QuestionReply():
            yield from _question(reply)
        case replies.PlanReply():
            yield from _plan(reply)
        case replies.HexPlanReply():
            yield from _hex_plan(reply)
        case replies.OddsReply():
            yield from (line for option in reply.options for line in _option_odds(option))
        case _:
            yield from _short(reply)


def _short(reply: Reply) -> Iterator[RenderableType]:
    match reply:
        case replies.Opening():
            yield from _opening(reply)
        case replies.RuleReply():
            yield Text(reply.id, style="bold").append(f"  {reply.text}", style="not bold")
            yield Text(f"  {reply.basis}{f': {reply.why}' if reply.why else ''}", style="dim")
        case replies.HelpReply():
            grid = Table.grid(padding=(0, 2))
            for typed, does in reply.commands:
                grid.add_row(Text(typed, style="bold"), does)
            yield grid
        case replies.RefusalReply():
            yield Text(reply.words, style="red")
        case replies.DoneReply():
            yield Text(reply.words, style="green")
        case replies.EndReply():
            yield from _ended(reply)
        case replies.LeftReply():
            yield Text(reply.words)
            if reply.record:
                yield Text(
                    f"The game is saved in {reply.record}; sandtable play {reply.record} continues it."
                )
        case _:
            raise AssertionError(f"{reply!r} has no page")


def _opening(opening: replies.Opening) -> Iterator[RenderableType]:
    turns = "" if opening.turns is None else f", {opening.turns} turns"
    yield heading(f"{opening.name} ({opening.system}, {opening.scenario}{turns})")
    for number, (side, seat) in enumerate(zip(opening.sides, opening.seats, strict=True)):
        yield Text(f"  {side}: ", style=SIDE_STYLES[number]).append(seat.name, style="not bold default")
    for rule, words in opening.options.items():
        yield Text(f"  {rule}: {words}")
    yield unbroken(f"  the dice are sealed: {opening.commitment}", style="dim")
    if opening.resumed_at:
        yield Text(f"  the battle continues after step {opening.resumed_at}")
    yield Text("  type help for a list of commands", style="dim")


def _turn(board: replies.Board) -> Text:
    view = board.view
    of = "" if board.turns is None else f" of {board.turns}"
    text = Text(f"\nTurn {view.turn}{of}, ", style="bold")
    text.append(board.sides[view.active], style=SIDE_STYLES[view.active])
    return text.append(f", {view.phase} phase" if view.phase else "", style="bold default")


def _question(asked: replies.QuestionReply) -> Iterator[RenderableType]:
    yield Text("")
    yield from question(asked.question, asked.sides)
    if asked.move is not None:
        move = asked.move
        yield Text(
            f"  unit {move.unit} stands at {move.x:g} {move.y:g} facing {move.facing:g}; it has"
            f" {move.allowance:g} in; legs: {', '.join(move.legs)}; or to X Y FACING; then go; or stand",
            style="dim",
        )

    if asked.hexes is not None:
        terms = asked.hexes
        who = "he" if terms.unit is None else f"unit {terms.unit}"
        yield Text(
            f"  {who} stands at {terms.hex} facing {terms.facing}, with {terms.allowance} MP; hexes lie"
            f" {', '.join(terms.sides)}; facings are {', '.join(terms.facings)}; step, turn to, about-face,"
            " close; or to COLUMN ROW FACING; then go; or stand",
            style="dim",
        )
    if asked.is_place:
        yield Text("  the number of a place, or to X Y for any other, in inches", style="dim")


def _legs(legs: tuple[replies.LegLine, ...], unit: str, refusals: tuple[str, ...]) -> Iterator[Text]:
    """The legs of a plan with their costs, and the obstacles."""
    for leg in legs:
        reasons = f" ({'; '.join(leg.reasons)})" if leg.reasons else ""
        yield Text(f"  {leg.leg}: {leg.cost:g} {unit}").append(reasons, style="dim")
    for refusal in refusals[:REFUSALS]:
        yield Text(f"  {refusal}", style="red")
    if len(refusals) > REFUSALS:
        yield Text(f"  and {len(refusals) - REFUSALS} more obstacles", style="red")


def _hex_plan(plan: replies.HexPlanReply) -> Iterator[RenderableType]:
    yield from _legs(plan.steps, "MP", plan.refusals)
    if plan.drafted:
        miss = "" if not plan.miss else f", {plan.miss} from the hex you wanted"
        yield Text(
            f"  costs {plan.cost} MP, {plan.left} MP left; ends at {plan.hex} facing {plan.facing}{miss}:"
            " type go to move",
            style="green",
        )
    elif plan.nearest is not None:
        yield Text(f"  legal instead: {plan.nearest}; type take to draft it")


def _plan(plan: replies.PlanReply) -> Iterator[RenderableType]:
    yield from _legs(plan.legs, "in", plan.refusals)
    if plan.drafted:
        miss = "" if not plan.miss else f", {plan.miss:g} in from where you wanted it"
        yield Text(
            f"  costs {plan.cost:g} in, {plan.left:g} in left; ends at {plan.x:g} {plan.y:g}"
            f" facing {plan.facing:g}{miss}: type go to move",
            style="green",
        )
    elif plan.nearest is not None:
        yield Text(f"  legal instead: {plan.nearest}; type take to draft it")


def _option_odds(odds: OptionOdds) -> Iterator[RenderableType]:
    yield Text(f"{odds.option}  {odds.label}", style="bold")
    if odds.too_many:
        yield Text("  too many outcomes to list")
    elif not odds.units:
        yield Text("  no unit changes before the next decision")
    for unit in odds.units:
        yield Text(f"  {unit.name}", style=SIDE_STYLES[unit.side]).append(
            f", now {unit.now}", style="not bold default"
        )
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right")
        for prospect in unit.then[:PROSPECTS]:
            grid.add_row(f"    {percent(prospect.chance)}", prospect.words)
        yield grid
        if len(unit.then) > PROSPECTS:
            yield Text(f"    and {len(unit.then) - PROSPECTS} less likely", style="dim")


def _ended(ended: replies.EndReply) -> Iterator[RenderableType]:
    yield heading("\nThe battle is over.")
    if ended.outcome is not None:
        yield outcome_line(ended.outcome, ended.sides)
    yield losses(ended.sides, ended.units)
    yield unbroken(f"The secret of the dice: {ended.secret}")
    yield unbroken(f"It was sealed as:       {ended.commitment}")
    if ended.record:
        yield unbroken(f"The record is in {ended.record}; sandtable verify {ended.record} checks every die.")
