"""Space answers what is on the table and where: bodies, ground, and the scene of both at one moment.

A rule uses ``lengths`` (inches and degrees), ``pose``, ``shape``, ``body``, ``ground``, ``scene`` and
``plane`` (segments and polygons). ``body_rows``, ``shape_rows``, ``ground_rows`` and ``world`` hold what
kernels read.
"""
