"""Limits: those that the README states hold, and a bucket is as full as its rate says."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from sandtable.server import limits
from sandtable.server.limits import Bucket, Buckets, Limits, Rate

STATED = dict(
    re.findall(
        r"^\| `(\w+)` \| ([^|]+) \|", (files("sandtable.server") / "README.md").read_text("utf-8"), re.M
    )
)
"""The limits in the table of the README."""
UNITS = {"KiB": 1024, "MiB": 1024 * 1024, "s": 1}


def meant(words: str) -> float | Rate:
    """A limit as the README writes it."""
    if rate := re.fullmatch(r"([\d.]+) a second, (\d+) at once", words):
        return Rate(float(rate[1]), int(rate[2]))
    number, _, unit = words.replace(",", "").partition(" ")
    return float(number) * (UNITS[unit] if unit else 1)


@pytest.mark.parametrize("name", Limits.__struct_fields__)
def test_every_limit_is_as_the_readme_states_it(name: str) -> None:
    assert getattr(Limits(), name) == meant(STATED[name])


class Clock:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        """What it shows."""
        return self.now


def test_a_bucket_fills_with_time_and_never_over_its_rim() -> None:
    clock = Clock()
    bucket = Bucket(Rate(per_second=2, at_once=3), clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 0.4
    assert not bucket.take()
    clock.now += 0.1
    assert [bucket.take(), bucket.take()] == [True, False]
    clock.now += 60
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_every_address_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(Rate(per_second=0.001, at_once=1))
    assert [buckets.take(address) for address in ("a", "b", "a")] == [True, True, False]


def test_of_too_many_addresses_the_one_that_was_longest_silent_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 2)
    buckets = Buckets(Rate(per_second=0.001, at_once=2))
    assert [buckets.take(address) for address in ("a", "b", "a", "a")] == [True, True, True, False]
    assert buckets.take("c")  # "b" was silent for longer than "a"
    assert [buckets.take(address) for address in ("a", "b", "b", "b")] == [False, True, True, False]


def test_ten_thousand_addresses_are_told_apart() -> None:
    buckets = Buckets(Rate(per_second=0.001, at_once=1))
    assert all(buckets.take(str(number)) for number in range(10_000))
    assert not buckets.take("0")
    assert buckets.take("another")
    assert buckets.take("1")  # it was forgotten
    assert not buckets.take("0")
