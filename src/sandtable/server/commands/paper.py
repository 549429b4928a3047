"""Questions on paper: forms, odds, sweeps, resolutions step by step, rules and cards, for pages without a
table."""

from __future__ import annotations

from typing import get_args

from sandtable.lab.paper.answers import Answer
from sandtable.lab.paper.requests import Request
from sandtable.server.commands.call import Call, Endpoint, Letter
from sandtable.server.http.faults import NOT_UNDERSTOOD


async def lab(call: Call) -> Letter:
    """The answer to a question, or the fault in it."""
    found = await call.clerks.answer(call.body)
    return Letter(bytes(found.body), NOT_UNDERSTOOD if found.is_fault else 200)


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/lab",
        "lab",
        "A question of the lab, answered as it is in a browser without a service",
        lab,
        get_args(Answer),
        body=Request,
        is_reckoning=True,
        is_on_paper=True,
    ),
)
