"""What the rules say at a real table, without a battle.

``answers`` takes each of the ``requests`` as JSON and answers in JSON. ``facts``, ``values`` and ``forms``
read what a resolution needs; ``odds_report``, ``sampling``, ``sweep`` and ``effort`` work out chances;
``stages`` leads through a resolution with real dice; ``rule_lookup`` and ``reference`` show rules.
"""
