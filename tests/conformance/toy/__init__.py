"""Toy soldiers: the shortest example of a system, with one of everything that a system can have.

To write a system of your own, read ``turn``, then ``shooting``, then ``system``. The conformance suite plays
it like any other, which proves that a system is a folder and nothing else.
"""
