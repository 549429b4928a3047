"""Pictures with few colours, for small PNG files.

The box of colours with the largest error is split in two until there are as many boxes as a PNG
palette holds.
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
    """Some colours of a picture, with how often each occurs."""

    colours: Colours
    counts: NDArray[np.int64]

    @property
    def middle(self) -> Colours:
        """The mean colour."""
        return np.average(self.colours, axis=0, weights=self.counts)

    @property
    def fault(self) -> float:
        """The total squared error of the mean colour; 0 for a single colour."""
        return float((self.counts[:, None] * (self.colours - self.middle) ** 2).sum())

    def halves(self) -> tuple[Box, Box]:
        """Two boxes, split at the mean of the channel with the largest error."""
        spread = (self.counts[:, None] * (self.colours - self.middle) ** 2).sum(axis=0)
        channel = int(spread.argmax())
        low = self.colours[:, channel] <= self.middle[channel]
        return Box(self.colours[low], self.counts[low]), Box(self.colours[~low], self.counts[~low])


def palette(pixels: Pixels, most: int = MOST) -> NDArray[np.uint8]:
    """A palette of so many colours for a picture."""
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
    """Each pixel as the number of the nearest colour."""
    met, places = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True)
    apart = ((met[:, None, :].astype(np.int32) - colours[None].astype(np.int32)) ** 2).sum(axis=2)
    nearest: NDArray[np.uint8] = apart.argmin(axis=1).astype(np.uint8)[places.reshape(-1)]
    return nearest.reshape(pixels.shape[:2])


def png(pixels: Pixels) -> bytes:
    """A picture as a PNG with at most 256 colours."""
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
