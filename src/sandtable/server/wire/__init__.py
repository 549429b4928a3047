"""What goes over the wire, by HTTP and by the live socket: typed requests, replies and messages in JSON.

``catalogue`` has systems, scenarios and rules; ``lobby`` games from outside; ``play`` answers and rulings;
``trials`` what is tried before it is answered; ``views`` what is looked at; ``messages`` what a live socket
carries; ``fields`` what they share.
"""
