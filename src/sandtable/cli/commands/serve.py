"""``sandtable serve``: the service for browsers, bots and scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Annotated

import typer

from sandtable.cli.errors import Misuse
from sandtable.cli.options import house_rules

Host = Annotated[
    str,
    typer.Option(metavar="ADDRESS", help="Address to listen on; any but a loopback address lets others in."),
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 picks a free one.")]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME."),
]
Origins = Annotated[
    list[str] | None,
    typer.Option("--origin", metavar="URL", help="Another origin that browsers may use; may be repeated."),
]
HouseRuleTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="SYSTEM/FIGURE=X",
        help="Play a system by a house rule: another figure in its rulebook, such as "
        "liberty/movement.rates.infantry-any.run=10; sandtable rules SYSTEM --tables lists them; "
        "may be repeated.",
    ),
]


def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = 8155,
    database: Database = None,
    origin: Origins = None,
    sets: HouseRuleTexts = None,
) -> None:
    """Serve the table: open the printed address in a browser.

    Games are stored in a database and continue after a restart. The API for bots and scripts is described at
    /api/openapi.json. By default only this machine can connect. Stop it with Ctrl-C.

    With --set every battle of that system is fought by the house rules; the lobby and the records name them.
    A game that was begun by other rules is kept, and continues when the table is served with those again.
    """
    with _by_house_rules(sets or ()):
        _serve(host, port, database, tuple(origin or ()))


def _serve(host: str, port: int, database: str | None, origins: tuple[str, ...]) -> None:
    """Serve until interrupted."""
    from sandtable.server.http.serving import (
        Address,
        CannotListen,
        check_database,
        default_database,
        listening,
        settings_for,
    )
    from sandtable.server.http.serving import serve as listen
    from sandtable.server.store import StoreUnavailable

    try:
        kept = database or default_database()
        check_database(kept)
        opened = listening(host, port)
    except (CannotListen, StoreUnavailable, OSError) as fault:
        raise Misuse(str(fault)) from None
    address = Address(host, opened.getsockname()[1])
    settings = settings_for(address, kept, origins=origins)
    if address.warning:
        typer.echo(f"sandtable: {address.warning}", err=True)
    if settings.pages is None:
        typer.echo("sandtable: the browser pages are not built: only the API is served", err=True)
    typer.echo(f"The table is at {address.url}")
    listen(settings, opened)


# --------------------------------------------------------------------- house rules
@contextmanager
def _by_house_rules(texts: Sequence[str]) -> Iterator[None]:
    """Apply the house rules of ``--set`` to their systems until the block ends.

    All are tried before any is announced.
    """
    if not texts:
        yield
        return
    from sandtable.server.games.house_rules import try_out

    with ExitStack() as in_force:
        lines: list[str] = []
        for system, own in _by_system(texts).items():
            in_force.enter_context(house_rules(system, own))
            lines.extend(_house_rule_lines(system, own, try_out(system)))
        for line in lines:
            typer.echo(line)
        yield


def _by_system(texts: Iterable[str]) -> dict[str, list[str]]:
    """The ``--set`` options by system, as other commands take them."""
    found: dict[str, list[str]] = {}
    for text in texts:
        figure, _, value = text.partition("=")
        system, _, key = figure.partition("/")
        if not (system and key and value):
            raise Misuse(
                f'--set "{text}" is not understood; write SYSTEM/FIGURE=X, such as '
                "liberty/movement.rates.infantry-any.run=10, where sandtable rules SYSTEM --tables lists the"
                " figures"
            )
        found.setdefault(system, []).append(f"{key}={value}")
    return found


def _house_rule_lines(system: str, texts: Iterable[str], unasked: Sequence[str]) -> Iterator[str]:
    """The house rules of a system, a line each."""
    from sandtable import systems
    from sandtable.server.games.house_rules import house_rule_rows

    found = systems.load(system)
    rows = {row.figure: row for row in house_rule_rows(found.package, found.rulebook().house_rules)}
    for key, _, value in (text.partition("=") for text in texts):
        row = rows.get(key)
        if row is None:
            yield f"No house rule of {found.short_name}: {key} is {value} by the book"
            continue
        rare = "; no test battle used it" if key in unasked else ""
        yield f"House rule of {found.short_name}: {key} is {row.value} instead of {row.printed}{rare}"
