"""Charge: by which approaches a body reaches an enemy, and how it comes to stand flush against him."""
