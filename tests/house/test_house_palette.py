"""Pictures are saved with few colours."""

from __future__ import annotations

import struct
import zlib

import numpy as np

from tools.palette import Pixels, palette, png


def _read(picture: bytes) -> Pixels:
    """The pixels of a PNG with a palette and unfiltered rows."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    parts: dict[bytes, bytes] = {}
    at = 8
    while at < len(picture):
        (size,) = struct.unpack_from(">I", picture, at)
        kind, content = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + size]
        assert struct.unpack_from(">I", picture, at + 8 + size) == (zlib.crc32(kind + content),)
        parts[kind] = content
        at += 12 + size
    width, height = struct.unpack_from(">II", parts[b"IHDR"])
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not rows[:, 0].any()
    return np.frombuffer(parts[b"PLTE"], np.uint8).reshape(-1, 3)[rows[:, 1:]]


def test_a_picture_of_few_colours_is_kept_exactly() -> None:
    colours = np.array([[0, 0, 0], [255, 255, 255], [163, 51, 44], [44, 92, 143]], np.uint8)
    drawn = colours[np.arange(60).reshape(6, 10) * 7 % 4]
    assert (_read(png(drawn)) == drawn).all()


def test_a_picture_of_many_colours_keeps_256_that_are_near_to_all() -> None:
    red, green = np.meshgrid(np.arange(64), np.arange(64))
    drawn = np.stack((red * 4, green * 4, (red + green) * 2), axis=2).astype(np.uint8)
    assert len(palette(drawn)) == 256
    apart = np.abs(_read(png(drawn)).astype(int) - drawn.astype(int))
    assert apart.max() <= 16
    assert apart.mean() < 5
