"""The interface is as its description says: schemathesis finds nothing that breaks the service."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from sandtable.server.http.endpoint import Endpoint
from sandtable.server.http.routes import ENDPOINTS
from tests.server.conftest import PATIENCE, Table
from tools import schema

EXAMPLES = 15
CHECKS = [not_a_server_error, response_schema_conformance, status_code_conformance]


TRIALS = [
    (endpoint, mode)
    for endpoint in ENDPOINTS
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or endpoint.body is not None or endpoint.query is not None
]


@pytest.fixture(scope="module")
def described(table: Table) -> Any:
    """The description, with a system, a scenario and a rule that exist in place of any."""
    document = msgspec.json.decode(table.get("/api/openapi.json").content)
    known = {"system": ["toy"], "scenario": ["hearthrug"], "rule": ["fire.range"]}
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation["parameters"]:
                if parameter["name"] in known:
                    parameter["schema"] = {"type": "string", "enum": known[parameter["name"]]}
    return schemathesis.openapi.from_dict(document)


@pytest.mark.parametrize(("endpoint", "mode"), TRIALS, ids=lambda given: getattr(given, "name", "").lower())
def test_whatever_is_asked_the_service_answers_as_described(
    table: Table, described: Any, endpoint: Endpoint, mode: GenerationMode
) -> None:
    operation = described[endpoint.path][endpoint.method]
    game = table.make_umpired()
    key = game["umpire"] if endpoint.who == "umpire" else game["keys"][game["game"]["waiting_for"]]["key"]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        if "{game}" in endpoint.path:
            case.path_parameters["game"] = game["game"]["game"]
        authority = {"Authorization": f"Bearer {key}"}
        reply = case.call(base_url=table.url, headers=authority, timeout=PATIENCE)
        case.validate_response(reply, checks=CHECKS)

    ask()


def test_the_browser_takes_its_types_from_this_very_description() -> None:
    kept = schema.WRITTEN.read_text(encoding="utf-8")
    assert kept == schema.text(), "the interface has changed: run `make schema`"


def test_every_operation_has_a_name_of_its_own() -> None:
    names = [endpoint.name for endpoint in ENDPOINTS]
    assert len(names) == len(set(names))
