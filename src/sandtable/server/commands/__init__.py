"""What is done about each request, whether it came by HTTP or by the live socket.

A command is a function of an ``Asker`` (who asks, about which game; ``service`` is what it works with) and a
typed request; it knows neither HTTP nor sockets. ``catalogue`` tells what can be played, ``new_games`` and
``lobby`` make and join games, ``play`` and ``rulings`` change them, ``views``, ``updates``, ``bodies`` and
``trials`` show them, and ``lab`` answers questions about no game.
"""
