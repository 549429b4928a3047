"""The game: questions, tallies, the battle as a value, the drivers and the record. It knows no system.

``questions`` is what rules may ask; ``run`` carries a procedure out; ``play``, ``replay``, ``odds``,
``search`` and ``umpire`` are the drivers that answer; ``system`` is the contract every rule set fulfils.
"""
