"""A battle played by typing: what ``sandtable play`` does between its first and its last line.

``menus`` and ``setup`` begin a game, ``loop`` and ``session`` run it, ``saved_game`` saves it.
``typed_line``, ``typed_legs``, ``typed_steps`` and ``typed_place`` read what is typed; ``drafts`` and
``hex_drafts`` hold a move that is being planned. ``replies`` are the answers as values, ``interfaces`` print
them as text or JSON.
"""
