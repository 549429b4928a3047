"""What are the rules, which of them are changed, and where are they cited?

``rulebook`` holds rules, decisions and readings, ``house_rules`` changed figures, ``tally`` a figure with the
modifiers that made it, ``citations`` which rules code and tests cite.
"""
