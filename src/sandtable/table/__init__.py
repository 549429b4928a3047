"""The table: places, shapes, ground, sight and movement. It knows geometry and no rule of any game."""
