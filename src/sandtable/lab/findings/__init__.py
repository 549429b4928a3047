"""What a run of battles shows, as figures with 95 % intervals.

``findings`` gathers the figures of one run (``estimates`` has the statistics, ``leads`` the lead by turn,
``study`` a closer look at one battle), ``comparison`` those of two runs. ``page``, ``charts`` and ``phrases``
show them; ``certificate`` states the balance of a scenario; ``rule_coverage`` lists the rules never used.
"""
