"""The table drawn as an engraved map.

``map`` puts a map together on a ``sheet``; ``ground`` picks the drawing of each piece (``engraving``,
``vegetation``, ``constructions``); ``blocks`` draws units and ``labels`` places their names.
"""
