"""``sandtable serve``: the table for browsers, bots and scripts."""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable.cli.faults import Misuse

Host = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Where to listen; anything but loopback opens it to others.")
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port to listen at; 0 is any free one.")]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME."),
]
Origins = Annotated[
    list[str] | None,
    typer.Option("--origin", metavar="URL", help="Another origin browsers may come from; may be repeated."),
]


def serve(
    *, host: Host = "127.0.0.1", port: Port = 8155, database: Database = None, origin: Origins = None
) -> None:
    """Serve the table: open the address that is printed in a browser.

    Games are kept in a database and go on after a restart. The interface for bots and scripts is described
    at /api/openapi.json. By default only this machine can reach the table. End it with Ctrl-C.
    """
    from sandtable.server.serving import (
        Address,
        CannotListen,
        check_database,
        default_database,
        listening,
        settings_for,
    )
    from sandtable.server.serving import serve as listen
    from sandtable.server.store import StoreUnavailable

    try:
        kept = database or default_database()
        check_database(kept)
        opened = listening(host, port)
    except (CannotListen, StoreUnavailable, OSError) as fault:
        raise Misuse(str(fault)) from None
    address = Address(host, opened.getsockname()[1])
    settings = settings_for(address, kept, origins=tuple(origin or ()))
    if address.warning:
        typer.echo(f"sandtable: {address.warning}", err=True)
    if settings.pages is None:
        typer.echo("sandtable: the browser side is not built: only the interface is served", err=True)
    typer.echo(f"The table is at {address.url}")
    listen(settings, opened)
