"""The ground of the hex set: hexes laid on the plan, and how the questions of rules are answered there."""

from __future__ import annotations

from sandtable.systems.elan.ground.hexes.deploying import HexDeploying


class HexGround(HexDeploying):
    """The hexes of a battle, by the figures of the hex set (scale.sets, hex.differences)."""

    __slots__ = ()
