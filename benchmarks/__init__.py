"""Benchmarks: how long the engine takes, compared with peers in the same run.

``python -m benchmarks`` prints a table; README.md says how to read it. ``stopwatch`` takes the times,
``figures`` evaluates them, ``report`` prints; ``catalogue`` lists the benchmarks.
"""
