"""A duel: a system without any geometry whose figures can be worked out on paper, for tests of the drivers.

A bout: the attacker lunges, feints or salutes. A salute ends the bout without dice. A feint shows
the attacker's secret trick. Then the defender parries or dodges, and two dice are thrown:
4 and more touch against a parry, 5 and more against a dodge.
Three touches win; after the turn limit nobody does.
"""
