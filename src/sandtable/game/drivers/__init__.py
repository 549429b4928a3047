"""Drivers: who answers a rule. Play, replay, exact odds, search, and an umpire with real dice."""
