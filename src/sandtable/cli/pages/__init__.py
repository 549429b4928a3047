"""How each report looks in a terminal: one module for each command, shared layout in ``layout``.

``board`` and ``character_map`` draw the table in characters; ``replies`` shows what the game in the terminal
says.
"""
