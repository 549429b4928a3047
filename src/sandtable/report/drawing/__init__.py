"""How a map is drawn, as data that the report and the page of the table both read.

* ``palette.css``: the colours, and the liveries of the sides.
* ``map.css``: fills and strokes of ground, units and signs, by the class of an element.
* ``symbols.json``: the figures of each arm on a base. Lengths are shares of its width (``w``), its depth
  (``d``) or the smaller of both (``s``); the origin is the middle of its front.
* ``liveries.json``: the tone and the hue of armies, by flag or name.

The page is built from the same files, so a colour or a symbol is changed in one place.
"""

from importlib.resources import files


def shared_text(name: str) -> str:
    """The text of one of these files."""
    return (files(__package__) / name).read_text(encoding="utf-8")
