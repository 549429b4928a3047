"""The results of commands as plain frozen values, which JSON and pages both show.

One module for each command; ``catalogue`` and ``muster`` find the scenario that was named, ``citations`` the
places in code and tests that name a rule.
"""
