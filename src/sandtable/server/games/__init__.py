"""What a game at the service is: its journal of acts, the state that follows from it, its battle in memory.

``journal`` has the acts and ``state`` what they add up to; ``room`` is one game in memory and ``rooms`` all
open ones; ``computer`` plays for agents; ``keys`` open seats. ``seat_view``, ``summary``, ``game_record`` and
``revealed_dice`` show a game; ``replaying_hand`` restores its dice; ``house_rules`` says whether it is played
here.
"""
