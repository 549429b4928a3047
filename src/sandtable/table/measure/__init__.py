"""Measure: how far apart, in which arc, touching or not, and what ground lies under a body."""
