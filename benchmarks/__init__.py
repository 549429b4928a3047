"""Benchmarks: how long the engine takes, beside the peers it is measured against in the same run.

``python -m benchmarks`` prints a table; README.md says how to read it. ``stopwatch`` takes the times,
``figures`` makes figures of them and judges targets, ``report`` prints; ``catalogue`` lists the rest.
"""
