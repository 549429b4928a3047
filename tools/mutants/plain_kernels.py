"""A pytest plugin that runs the kernels as plain Python, so that a fault in one takes effect at once."""

from __future__ import annotations

from sandtable.table import compiled

compiled.use("plain")
