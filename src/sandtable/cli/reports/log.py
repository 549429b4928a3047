"""The log of a game in words, told on paper and at the table alike; see ``game.narration``."""

from sandtable.game.narration import Eyes, LogLine, Narrator, Waiting, answer_in_words, offered, waiting

__all__ = ["Eyes", "LogLine", "Narrator", "Waiting", "answer_in_words", "offered", "waiting"]
