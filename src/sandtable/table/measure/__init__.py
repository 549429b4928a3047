"""Measure answers how far apart things are, what touches what, what lies in which arc and on which ground.

A rule asks ``distance.gap`` and ``distance``, ``contact.contact``, ``arcs.is_in_arc``,
``terrain.ground_under`` and ``neighbours.neighbours_of``; lengths are hundredths of an inch, not rounded.
``areas`` holds how much of a figure lies over ground, ``kernels`` the inner loops.
"""
