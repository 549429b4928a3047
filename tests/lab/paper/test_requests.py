"""Questions to the lab: each kind is read by its name and refuses keys that it does not have."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.game.files.typed_files import BadFile
from sandtable.lab.paper.requests import KINDS, read_request
from sandtable.lab.paper.values import Unfit

LEAST: dict[str, dict[str, Any]] = {
    "systems": {},
    "form": {"system": "toy", "resolution": "volley"},
    "fill": {"system": "toy", "resolution": "volley", "party": "target", "profile": "guard"},
    "odds": {"system": "toy", "resolution": "volley"},
    "sweep": {"system": "toy", "resolution": "volley", "over": [{"key": "range", "values": "1..9"}]},
    "stage": {
        "system": "toy",
        "resolution": "volley",
        "said": [{"type": "faces", "faces": [6]}, {"type": "answer", "answer": 1}],
        "parties": {"target": {"profile": "guard"}},
    },
    "rule": {"system": "toy", "rule": "fire.range"},
    "rules": {"system": "toy"},
    "cards": {"system": "toy"},
    "sheet": {"system": "toy"},
}
"""The least that each kind of question says."""


def read(ask: object, **more: object) -> object:
    """A question read from JSON."""
    return read_request(msgspec.json.encode({"ask": ask, **more}))


def test_every_kind_of_question_is_known_by_its_name() -> None:
    assert list(LEAST) == list(KINDS)
    for kind, least in LEAST.items():
        assert type(read(kind, **least)) is KINDS[kind]


@pytest.mark.parametrize("kind", LEAST)
def test_a_question_refuses_a_key_that_it_does_not_have(kind: str) -> None:
    with pytest.raises(BadFile) as refused:
        read(kind, **LEAST[kind], luck=7)
    assert refused.value.problem.key == "luck"


@pytest.mark.parametrize(
    ("kind", "part", "key"),
    [
        ("sweep", {"over": [{"key": "a", "values": "1", "luck": 7}]}, "over[0].luck"),
        ("stage", {"parties": {"target": {"profile": "guard", "luck": 7}}}, "parties.target.luck"),
        ("stage", {"said": [{"type": "faces", "faces": [6], "luck": 7}]}, "said[0].luck"),
        ("stage", {"said": [{"type": "answer", "answer": 1, "luck": 7}]}, "said[0].luck"),
    ],
)
def test_a_part_of_a_question_refuses_a_key_that_it_does_not_have(
    kind: str, part: dict[str, Any], key: str
) -> None:
    with pytest.raises(BadFile) as refused:
        read(kind, **{**LEAST[kind], **part})
    assert refused.value.problem.key == key


@pytest.mark.parametrize("ask", ["systms", 3, None, ["systems"]])
def test_what_names_no_kind_of_question_is_refused(ask: object) -> None:
    with pytest.raises(Unfit, match="ask must name a kind of question") as refused:
        read(ask)
    assert refused.value.where == "ask"
