"""The program: its commands, exit codes and error messages.

Exit codes: 0 success, 1 a bad file or a failed check, 2 a command that was not understood, 130 Ctrl-C.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from inspect import cleandoc
from typing import Annotated, Final

import typer
from typer.exceptions import TyperException

from sandtable import __version__
from sandtable.cli.commands import (
    certify,
    compare,
    fight,
    lint,
    odds,
    play,
    replay,
    rules,
    scenarios,
    serve,
    simulate,
    umpire,
    verify,
)
from sandtable.cli.errors import error_message

INTERRUPTED: Final = 130

app = typer.Typer(
    name="sandtable",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def sandtable(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """A computer umpire and playing table for tabletop miniatures wargames.

    Results go to standard output, progress and errors to standard error. Every command takes --json. Exit
    codes: 0 success, 1 a bad file or a failed check, 2 a command that was not understood, 130 interrupted.
    Set NO_COLOR for output without colour.
    """
    if version:
        typer.echo(f"sandtable {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _flowing(text: str | None) -> str:
    """Join each paragraph of a docstring into one line, so that help can wrap it."""
    paragraphs = cleandoc(text or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


app.callback(help=_flowing(sandtable.__doc__), invoke_without_command=True)(sandtable)
for command in (
    play.play,
    serve.serve,
    scenarios.scenarios,
    rules.rules,
    odds.odds,
    umpire.umpire,
    fight.fight,
    simulate.simulate,
    compare.compare,
    certify.certify,
    replay.replay,
    verify.verify,
    lint.lint,
):
    app.command(help=_flowing(command.__doc__))(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = app(args=given, prog_name="sandtable", standalone_mode=False)
    except KeyboardInterrupt:
        return INTERRUPTED
    except TyperException as fault:
        return _complain(fault.format_message(), fault.exit_code)
    except Exception as fault:
        told = error_message(fault)
        if told is None:
            raise  # a bug: show the traceback
        return _complain(told.words, told.code)
    return code if isinstance(code, int) else 0


def _complain(words: str, code: int) -> int:
    if words:
        typer.echo(f"sandtable: {words}", err=True)
    return code
