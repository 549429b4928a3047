"""Runs: a plan of many battles, who fights them, and the folder they are kept in."""
