"""What is the state of a battle, and what has happened in it?

``battle`` holds the battle as a frozen value, ``log`` its entries, ``position`` the battle as one seat knows
it, ``roll_call`` counts of units, ``by_identity`` a cache for answers about frozen values.
"""
