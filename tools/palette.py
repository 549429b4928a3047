"""Pictures with few colours, small enough to be kept: the colours that tell most of a picture, and its PNG.

Boxes of colours are cut in two at the middle of what they hold, the one that errs most first, until there are
as many boxes as a PNG has numbers for.
"""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Rows of pixels, each red, green and blue."""
Colours = NDArray[np.float64]
MOST = 256


class Box(NamedTuple):
    """Some colours of a picture, and how often each is met."""

    colours: Colours
    counts: NDArray[np.int64]

    @property
    def middle(self) -> Colours:
        """The colour that stands for all of them."""
        return np.average(self.colours, axis=0, weights=self.counts)

    @property
    def fault(self) -> float:
        """How far they are from it, all together; none for a single colour."""
        return float((self.counts[:, None] * (self.colours - self.middle) ** 2).sum())

    def halves(self) -> tuple[Box, Box]:
        """Two boxes, parted across the channel in which the colours differ most."""
        spread = (self.counts[:, None] * (self.colours - self.middle) ** 2).sum(axis=0)
        channel = int(spread.argmax())
        low = self.colours[:, channel] <= self.middle[channel]
        return Box(self.colours[low], self.counts[low]), Box(self.colours[~low], self.counts[~low])


def palette(pixels: Pixels, most: int = MOST) -> NDArray[np.uint8]:
    """The colours that stand for those of a picture, as few as are asked for."""
    colours, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_counts=True)
    boxes = [Box(colours.astype(np.float64), counts)]
    faults = [boxes[0].fault]
    while len(boxes) < most and max(faults) > 0:
        worst = int(np.argmax(faults))
        halves = boxes.pop(worst).halves()
        faults.pop(worst)
        boxes += halves
        faults += [half.fault for half in halves]
    return np.array([box.middle for box in boxes]).round().astype(np.uint8)


def numbered(pixels: Pixels, colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Each pixel as the number of the colour that is nearest to its own."""
    met, places = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True)
    apart = ((met[:, None, :].astype(np.int32) - colours[None].astype(np.int32)) ** 2).sum(axis=2)
    nearest: NDArray[np.uint8] = apart.argmin(axis=1).astype(np.uint8)[places.reshape(-1)]
    return nearest.reshape(pixels.shape[:2])


def png(pixels: Pixels) -> bytes:
    """A picture as a PNG with at most as many colours as a byte can number."""
    colours = palette(pixels)
    numbers = numbered(pixels, colours)
    height, width = numbers.shape
    rows = np.hstack((np.zeros((height, 1), np.uint8), numbers)).tobytes()
    heading = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", heading),
        (b"PLTE", colours.tobytes()),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
