"""What does every game of the house have in common? Nothing here knows a particular system.

``ask`` holds the questions of rules, ``drivers`` the code that answers them, ``battle`` the battle as a value
with its log, ``rules`` rulebooks and tallies, ``files`` scenarios and records, ``present`` what a screen
shows, ``story`` a game in words and figures, ``kit`` the contract that a system fulfils.
"""
