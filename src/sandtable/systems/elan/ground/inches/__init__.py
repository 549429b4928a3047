"""The ground of the inch sets: the open table, and its answers to the rules' questions."""

from __future__ import annotations

from sandtable.systems.elan.ground.inches.deploying import InchDeploying


class InchGround(InchDeploying):
    """The open table in large or small inches, by the figures of the battle (scale.sets)."""

    __slots__ = ()
