"""The ground of the hex set: hexes laid on the plan, and their answers to the rules' questions."""

from __future__ import annotations

from sandtable.systems.elan.ground.hexes.deploying import HexDeploying


class HexGround(HexDeploying):
    """The hexes of a battle, with the figures of the hex set (scale.sets, hex.differences)."""

    __slots__ = ()
