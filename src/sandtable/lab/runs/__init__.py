"""How the battles of a plan are fought and where their results are kept.

``plan`` lists the battles, ``battle`` fights one of them, ``processes`` and ``cluster`` fight many at once.
``folder`` and ``parquet`` store the results. ``corpus`` is the fixed list of battles for checks of the rules.
"""
