"""The game service: games that people, bots and browsers play over HTTP and WebSocket, and that survive it.

Read ``README.md`` in this folder first. From the ground up:

``keys``      secret tokens: made, hashed, compared; never written down
``journal``   what can happen to a game at the service, as frozen values in an append-only list
``store``     games, their journals and snapshots in a database; many answers in one commit
``line``      what a journal adds up to: who sits where, which answers stand
``room``      one game in memory, with its one writer
``rooms``     every game that is open here, and how one is picked up from the database
``seeing``    what a seat is shown: the picture, the prompt, the log
``planning``  moves tried before they are made: plans, reach, tape measure
``opponent``  computer players in a process of their own
``wire``      every request, reply and message
``desk``      what is done about each request
``app``       routes, headers, limits
``serving``   the program that listens
"""
