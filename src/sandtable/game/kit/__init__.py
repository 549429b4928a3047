"""What must a system provide?

``system`` is the contract that every rule set fulfils, ``roster_cards`` its units on paper for a real table,
``doctrine`` the interface of its computer opponent, ``catalogue`` its scenarios as a list shows them.
"""
