"""Sight answers which bodies see which, past which bodies and over which ground.

A rule asks ``observers.sees`` whether a body sees another, ``lines.look`` for the reason why not, and
``observers.fire_lanes`` for the enemies in range, arc and sight of its shooters. ``terms`` holds what a
system says blocks sight, ``rows`` what the kernels read, ``kernels`` the inner loops.
"""
