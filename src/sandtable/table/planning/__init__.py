"""Planning: the nearest legal plan to a pose, reach, candidate moves, the longest legal move."""
