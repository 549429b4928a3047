"""Who answers the questions of a rule?

``run`` is one procedure in progress. ``play`` drives a game, ``replay`` a record, ``odds`` every result with
its chance, ``search`` the futures of one answer, ``umpire`` a resolution with real dice.
"""
