"""The OpenAPI description of the interface, made from the types of the wire."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec

from sandtable import __version__
from sandtable.lab.paper.answers import Fault
from sandtable.server.commands.views import HtmlPage
from sandtable.server.http.endpoint import Endpoint
from sandtable.server.http.faults import NOT_UNDERSTOOD
from sandtable.server.wire.fields import Trouble
from sandtable.server.wire.messages import FromClient, FromTable

REF: Final = "#/components/schemas/{name}"
PATTERNS: Final = {"game": "^[0-9a-f]{16}$"}
SHARED: Final = (
    (400, "The request was not understood"),
    (401, "A key is needed"),
    (403, "The key does not open this"),
    (404, "There is no such thing"),
    (409, "The game has moved on"),
    (413, "The request is too large"),
    (415, "The request is not JSON"),
    (422, "The rules refuse the request"),
    (429, "Too many requests in a short time"),
    (503, "Not available now; try again"),
)
Schema = dict[str, Any]


@cache
def document(endpoints: tuple[Endpoint, ...]) -> bytes:
    """The OpenAPI document as JSON."""
    types = _types(endpoints)
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    by_type = dict(zip(map(str, types), schemas, strict=True))
    components["FromClient"] = by_type[str(FromClient)]
    components["FromTable"] = by_type[str(FromTable)]
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        at = paths.setdefault(endpoint.path, {})
        at[endpoint.method.lower()] = _operation(endpoint, by_type)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Sandtable",
                "version": __version__,
                "description": "The game service. Live updates: the WebSocket at /api/games/{game}/live;"
                " its messages are FromClient and FromTable.",
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


def _types(endpoints: Sequence[Endpoint]) -> list[Any]:
    named = [one for endpoint in endpoints for one in (endpoint.body, *_results(endpoint)) if one is not None]
    distinct = {
        str(one): one for one in (*named, Fault, Trouble, FromClient, FromTable) if one is not HtmlPage
    }
    return list(distinct.values())


def _operation(endpoint: Endpoint, schemas: dict[str, Schema]) -> Schema:
    operation: Schema = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [*_path_parameters(endpoint.path), *_query_parameters(endpoint)],
        "responses": {
            "200": {"description": "Done", **_result_content(endpoint, schemas)},
            **{
                str(code): {"description": words, **_json(schemas[str(_fault(endpoint, code))])}
                for code, words in SHARED
            },
        },
        "security": [{"key": []}] if endpoint.who != "anybody" else [{}, {"key": []}],
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, **_json(schemas[str(endpoint.body)])}
    return operation


def _fault(endpoint: Endpoint, code: int) -> type[Trouble | Fault]:
    """The type of a refusal: the lab has its own for a question that it does not understand."""
    return Fault if endpoint.content == "lab" and code == NOT_UNDERSTOOD else Trouble


def _result_content(endpoint: Endpoint, schemas: dict[str, Schema]) -> Schema:
    """The content of a result: JSON, or a page of HTML."""
    if endpoint.result is HtmlPage:
        return {"content": {"text/html": {"schema": {"type": "string"}}}}
    results = [schemas[str(one)] for one in _results(endpoint)]
    return _json(results[0] if len(results) == 1 else {"anyOf": results})


def _results(endpoint: Endpoint) -> tuple[Any, ...]:
    return endpoint.result if isinstance(endpoint.result, tuple) else (endpoint.result,)


def _json(schema: Schema) -> Schema:
    return {"content": {"application/json": {"schema": schema}}}


def _path_parameters(path: str) -> list[Schema]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string", **({"pattern": PATTERNS[name]} if name in PATTERNS else {})},
        }
        for name in _names_in(path)
    ]


def _names_in(path: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", path)


def _query_parameters(endpoint: Endpoint) -> list[Schema]:
    query = endpoint.query
    if query is None:
        return []
    in_path = _names_in(endpoint.path)
    (_, components) = msgspec.json.schema_components([query], ref_template=REF)
    described = components[query.__name__]
    return [
        {"name": name, "in": "query", "required": False, "schema": _flat(schema, components)}
        for name, schema in described["properties"].items()
        if name not in in_path
    ]


def _flat(schema: Schema, components: dict[str, Schema]) -> Schema:
    """A parameter's schema without null, which an address cannot express, and without references."""
    choices = schema.get("anyOf")
    if choices is not None:
        schema = next(choice for choice in choices if choice != {"type": "null"})
    if "$ref" in schema:
        schema = components[schema["$ref"].rsplit("/", 1)[1]]
    return {key: value for key, value in schema.items() if key != "default"}
