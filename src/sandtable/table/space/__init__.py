"""Space: lengths, poses, shapes, bodies, ground and scene, and their rows for the kernels."""
