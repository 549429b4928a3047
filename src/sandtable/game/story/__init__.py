"""Story: a game told in words, with its throws, its figures and its luck."""
