"""How a question is put to a person: its words, the face of each option, and what hangs on it."""

from __future__ import annotations

from msgspec import Struct

from sandtable.game.rules.resolution import Resolution
from sandtable.table.space import Pose, Shape


class Prompt(Struct, frozen=True):
    """A question in words: the text, the rule, and a label for each option."""

    words: str
    rule: str
    labels: tuple[str, ...] = ()


class Ghost(Struct, frozen=True):
    """A body (by number) or token (by id) at the pose and in the shape that it would have."""

    who: int | str
    pose: Pose
    shape: Shape


class Face(Struct, frozen=True):
    """How an option is offered on a screen: a short title and note for its button, and what it is about.

    ``subject`` is the body (by number) or token (by id) that would act: a click on it finds the option.
    ``target`` is the body or token it would act upon. ``place`` is where the subject would stand, in
    ``shape`` if it would change its shape; it is drawn before the option is taken. ``ghosts`` are other
    bodies or tokens that would move.
    """

    title: str
    note: str = ""
    subject: int | str | None = None
    target: int | str | None = None
    place: Pose | None = None
    shape: Shape | None = None
    ghosts: tuple[Ghost, ...] = ()


class Missing(Struct, frozen=True):
    """An option that a player might expect but that is not offered, and the rule that forbids it."""

    title: str
    subject: int | str | None
    words: str
    rule: str


class Stake(Struct, frozen=True):
    """What hangs on an act of one unit against another: a resolution, and its facts."""

    by: int
    against: int
    title: str
    resolution: Resolution
    facts: Struct
