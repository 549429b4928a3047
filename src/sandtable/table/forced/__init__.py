"""Forced: where does a body go that does not choose its move freely?

Ask `flight` for compulsory moves away from something, `pursuit` for a chase, `slides` how far a body slides
and what halts it, `drift` for moves in an exact direction and for lines crossed rank by rank, `making_way`
where a small body steps aside, and `detours` for the shortest way around figures (`obstructions` selects
those that matter).
"""
