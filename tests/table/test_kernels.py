"""Compiled and plain kernels are one text and give the same answers to the bit."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.table import kernels
from sandtable.table.distance import distances, distances_from, distances_to_ground, gap
from sandtable.table.ground import Layers
from sandtable.table.kernels.boxes import gap_between
from sandtable.table.kernels.running import Mode, sources_of
from sandtable.table.scene import Scene
from sandtable.table.sight import SightTerms, Veil, eyes_of, fire_arc, sight_lines, sightings
from sandtable.table.terrain import ground_under_bases

MakeScene = Callable[[int, int, int], Scene]

TERMS = (
    SightTerms(
        veils=(
            Veil(("wood",), obscures=True, blocks_beyond=200),
            Veil(("field", "fence"), obscures=True, seen_over=True),
            Veil(("house",), blocks_beyond=0),
        ),
        layers=Layers(covering="later", under=("hill",)),
    ),
    SightTerms(
        veils=(Veil(("wood", "house"), blocks_beyond=150, reach="ends"), Veil(("fence",), blocks_beyond=0)),
        bodies="footprint",
        lower_counts_within=300,
        points=("nearest", "centre"),
        target="footprint",
    ),
    SightTerms(
        veils=(Veil(("hill", "house"), blocks_beyond=0, spares_own=True),),
        lower="counts",
        higher_ground="clear",
        points=("corners", "centre"),
        layers=Layers(covering=("road",)),
    ),
    SightTerms(bodies="none", crest="hill", points=("corners",)),
)


@pytest.fixture(autouse=True)
def _restore() -> Iterator[None]:
    before = kernels.mode()
    yield
    kernels.use(before)


def in_both(answer: Callable[[], object]) -> tuple[object, object]:
    """The same question put to plain and to compiled kernels."""
    found: list[object] = []
    modes: tuple[Mode, Mode] = ("plain", "compiled")
    for mode in modes:
        kernels.use(mode)
        found.append(answer())
    return found[0], found[1]


def test_all_distances_are_the_same_to_the_bit_on_thousands_of_tables(random_scene: MakeScene) -> None:
    for seed in range(2500):
        scene = random_scene(seed, 6, 0)
        plain, compiled = in_both(lambda scene=scene: distances(scene))  # type: ignore[misc]  # bound now, not later
        assert plain == compiled, seed


def test_distances_to_bodies_and_ground_are_the_same_to_the_bit(random_scene: MakeScene) -> None:
    for seed in range(300):
        scene = random_scene(seed, 5, 6)

        def answer(scene: Scene = scene) -> object:
            present = [body for body in scene.bodies if body.pose is not None]
            return [
                (
                    distances_from(body, scene, "footprint"),
                    distances_to_ground(body, scene.field),
                    gap(body, present[0]),
                )
                for body in present
            ]

        plain, compiled = in_both(answer)
        assert plain == compiled, seed


def test_the_ground_under_bases_is_the_same(random_scene: MakeScene) -> None:
    for seed in range(300):
        scene = random_scene(seed, 5, 6)

        def answer(scene: Scene = scene) -> object:
            return [ground_under_bases(body, scene.field) for body in scene.bodies if body.pose is not None]

        plain, compiled = in_both(answer)
        assert plain == compiled, seed


@pytest.mark.parametrize("terms", TERMS)
def test_sight_lines_are_the_same_on_thousands_of_tables(terms: SightTerms, random_scene: MakeScene) -> None:
    for seed in range(500):
        scene = random_scene(seed, 7, 6)
        plain, compiled = in_both(lambda scene=scene: sight_lines(scene, terms))  # type: ignore[misc]  # bound now
        assert plain == compiled, seed


@pytest.mark.parametrize("terms", TERMS)
def test_looks_at_all_targets_are_the_same_to_the_bit(terms: SightTerms, random_scene: MakeScene) -> None:
    for seed in range(60):
        scene = random_scene(seed, 6, 5)
        viewer = next(body for body in scene.bodies if body.pose is not None)

        def answer(scene: Scene = scene, viewer: int = viewer.id) -> object:
            body = scene.bodies[viewer]
            targets = [number for number in range(6) if number != viewer]
            eyes, arc = eyes_of(body, "base centres"), fire_arc(body, 450)
            return sightings(scene, viewer, targets, terms, eyes, arc, reach=2000.0, see_through=(5,))

        plain, compiled = in_both(answer)
        assert plain == compiled, seed


def test_only_compiled_and_plain_are_ways_to_run_kernels() -> None:
    with pytest.raises(ValueError, match="'compiled' or 'plain', not 'fast'"):
        kernels.use("fast")  # type: ignore[arg-type]  # what a file or a command line may say


def test_compiled_kernels_are_refused_where_numba_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ModuleNotFoundError, match=r"use\('plain'\) does without"):
        kernels.use("compiled")


def test_a_kernel_that_cannot_be_compiled_says_so() -> None:
    @kernels.kernel("int64(int64)")
    def impossible(number: int) -> int:
        """Formats a number, which no compiled kernel can."""
        return len(f"{number!r:>20}".encode("rot13")) + number

    kernels.use("compiled")
    with pytest.raises(Exception, match="not supported"):
        impossible(3)


def test_a_second_process_takes_the_compiled_kernel_from_the_cache() -> None:
    ask = """
from sandtable.table import kernels
from sandtable.table.kernels.boxes import gap_between
kernels.use("compiled")
gap_between(kernels.zeros(8), kernels.zeros(8))
stats = gap_between.compiled().stats
print(len(stats.cache_hits), len(stats.cache_misses))
"""
    runs = [
        subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    ]
    assert runs[1] == ["1", "0"]


def test_the_collector_of_garbage_looks_more_seldom_unless_it_was_told_how_often() -> None:
    ask = """
import gc
from sandtable.table import kernels
from sandtable.table.kernels.boxes import gap_between
{said}
kernels.use("compiled")
gap_between(kernels.zeros(8), kernels.zeros(8))
print(gc.isenabled(), *gc.get_threshold())
"""
    runs = [
        subprocess.run(
            [sys.executable, "-c", ask.format(said=said)], capture_output=True, text=True, check=True
        ).stdout.split()
        for said in ("", "gc.set_threshold(500, 20, 10)")
    ]
    assert runs[0][:2] == ["True", "100000"]
    assert runs[1] == ["True", "500", "20", "10"]


def test_a_kernel_is_stamped_with_every_source_that_it_takes_something_from() -> None:
    for found in pkgutil.iter_modules(kernels.__path__):
        module = importlib.import_module(f"{kernels.__name__}.{found.name}")
        stamped = {source.stem for source in sources_of(Path(module.__file__ or ""))}
        homes = {getattr(thing, "__module__", None) or "" for thing in vars(module).values()}
        taken = {home.rpartition(".")[2] for home in homes if home.startswith("sandtable.table.")}
        assert taken <= stamped
    zoning = {source.stem for source in sources_of(Path(kernels.__path__[0]) / "zoning.py")}
    assert {"zoning", "running", "measure"} <= zoning
    assert "lunging" not in zoning


@pytest.mark.parametrize("wrong", [[0.0] * 8, (0.0,) * 8, None, 3.0, "no row"])
def test_a_compiled_kernel_refuses_what_is_no_row(wrong: Any) -> None:
    kernels.use("compiled")
    with pytest.raises(TypeError, match="not handed a row of float64"):
        gap_between(kernels.zeros(8), wrong)


def test_a_compiled_kernel_refuses_a_row_of_other_numbers() -> None:
    kernels.use("compiled")
    wholes: Any = kernels.whole_zeros(8)
    with pytest.raises(TypeError, match="not handed a row of float64"):
        gap_between(wholes, kernels.zeros(8))


def test_rows_are_read_written_and_counted_alike() -> None:
    @kernels.kernel("int64(Tuple((float64[::1], int64[::1])), int64)")
    def shift(rows: tuple[list[float], list[int]], by: int) -> int:
        """Moves numbers up by some places and writes down how many were left where they are."""
        numbers, told = rows
        for place in range(len(numbers) - 1, by - 1, -1):
            numbers[place] = numbers[place - by] + place
        numbers[0] += by
        told[1] = by > 1
        told[0] = len(numbers)
        return len(told) - by

    def answer() -> object:
        rows = kernels.floats([1.5, -2.0, 3.25, 4.0]), kernels.wholes([7, 8, 9])
        return shift(rows, 2), kernels.listed(rows[0]), kernels.listed(rows[1])

    plain, compiled = in_both(answer)
    assert plain == compiled == (1, [3.5, -2.0, 3.5, 1.0], [4, 1, 9])
