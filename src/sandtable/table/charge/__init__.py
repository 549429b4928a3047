"""Charge: how does a body come into contact with another?

Ask `approaches` for the straight ways up to the sides of enemies and for places flush against a side
(`touching_bases` counts the bases that touch there), `turn_then_advance` for lunges of one turn and one
advance, `collisions` which slides may run into a body first, and `corridors` what lies on the way.
`approach_rows` holds what the kernels of approaches read.
"""
