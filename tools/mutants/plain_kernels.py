"""A pytest plugin: the table's kernels run as plain Python, so that a fault in one is there at once."""

from __future__ import annotations

from sandtable.table import compiled

compiled.use("plain")
