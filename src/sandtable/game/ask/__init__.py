"""Ask: the questions that a rule puts to its driver, and the refusal of an answer that does not stand."""
