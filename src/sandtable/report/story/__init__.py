"""Story: a battle told turn by turn."""
