"""Room: where a body could stand, in which shape and on which heading."""
