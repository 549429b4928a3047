"""Room: could a body stand there, and where could it stand?

Ask `places` whether a body has room in some shape, place or heading, and why not; `deployment` for the free
places of a zone; and `straight_ways` which bodies a point or a small body, such as a leader, reaches
directly.
"""
