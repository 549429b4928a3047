"""Sight: which lines of sight are free, and which bodies an observer sees."""
