"""Forced moves: flight, pursuit, falling back, and small bodies that make way for others."""
