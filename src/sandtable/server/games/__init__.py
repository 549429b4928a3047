"""Games: each game in memory, its journal, its seats and keys."""
