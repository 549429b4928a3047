"""How requests reach the commands: over HTTP and over the live WebSocket.

``routes`` lists every ``endpoint`` and ``app`` serves them; ``live`` and ``sockets`` serve one WebSocket;
``guard`` lets requests in; ``faults`` turns errors into statuses; ``openapi`` describes the interface;
``static_files`` is the browser side; ``serving`` is the program that listens.
"""
