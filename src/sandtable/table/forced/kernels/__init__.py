"""Kernels of this package: inner loops over rows of numbers; see ``sandtable.table.compiled``."""
