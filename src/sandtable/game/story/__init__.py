"""What happened in a game, in words and figures?

``narration`` tells the log line by line, ``chronicle`` groups it into deeds. ``calls`` finds the figures
behind the throws, ``shown_throws`` reads the dice, ``luck`` weighs them, ``names`` finds units in sentences,
``trail`` follows a body across the table.
"""
