"""Limits: how large, how many, how fast. A request beyond them is denied with a sentence.

>>> now = iter([0.0, 0.0, 0.0, 0.0, 1.0]).__next__
>>> bucket = Bucket(Rate(per_second=1, at_once=2), clock=now)
>>> bucket.take(), bucket.take(), bucket.take(), bucket.take()
(True, True, False, True)
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from msgspec import Struct


class Rate(Struct, frozen=True):
    """A rate: how many a second in the long run, and how many at once after a pause."""

    per_second: float
    at_once: int


class Limits(Struct, frozen=True, kw_only=True):
    """The limits of a service; sizes are bytes, times seconds."""

    body: int = 256 * 1024
    record: int = 16 * 1024 * 1024
    message: int = 256 * 1024
    unfinished_games: int = 5_000
    rooms: int = 500
    sockets: int = 2_000
    sockets_from_one: int = 100
    requests: Rate = Rate(per_second=100, at_once=300)
    messages: Rate = Rate(per_second=100, at_once=200)
    games: Rate = Rate(per_second=0.5, at_once=30)
    computations: Rate = Rate(per_second=30, at_once=60)
    computations_at_once: int = 2
    computations_waiting: int = 32
    workers: int = 1
    lab_workers: int = 2
    answer_within: float = 20.0
    patience: float = 60.0
    hello_within: float = 10.0
    ready_within: float = 30.0


MOST_BUCKETS: Final = 10_000


class Bucket:
    """A token bucket: it fills again with time, and each act takes one."""

    __slots__ = ("_at", "_clock", "_left", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left = float(rate.at_once)
        self._at = clock()

    def take(self) -> bool:
        """Take one if there is one."""
        now = self._clock()
        self._left = min(self._rate.at_once, self._left + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address; if there are too many, the longest unused one is dropped."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one for an address if there is one."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()
