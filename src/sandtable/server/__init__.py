"""The game service: games that people, bots and browsers play over HTTP and WebSocket, and that outlive it.

Read ``README.md`` in this folder first. From the top down, each package imports only those below it:

``http``      routes, the live socket, limits of access, the program that listens
``commands``  what is done about each request
``games``     one game in memory, its journal, its seats and keys; all open games
``preview``   moves and places judged before they are answered
``workers``   processes and threads beside the event loop: agents, the lab, loading kernels
``wire``      every request, reply and message as a type
``store``     games, their journals and snapshots in a database
``limits``    how large, how many, how fast
``denied``    why a request is not carried out
"""
