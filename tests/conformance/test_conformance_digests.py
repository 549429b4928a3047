"""A part of the corpus comes out as ``tests/digests/`` says; ``make digests`` fights all of it."""

from __future__ import annotations

import pytest

from sandtable import systems
from tools.digests import CAPTAINS, MILITIA, BattleKey, battle_digest, battle_keys, stored_lines


def sample(system: str) -> list[BattleKey]:
    """One battle of militia at every setting, and one of captains at the first setting of every scenario."""
    wanted = list(battle_keys(system))
    militia = [bout for bout in wanted if bout.agents == MILITIA and bout.seed == 1]
    captains = [bout for bout in wanted if bout.agents == CAPTAINS and bout.seed == 1]
    firsts = {bout.setting.partition(" ")[0].rstrip(","): bout for bout in reversed(captains)}
    return militia + list(firsts.values())


SAMPLES = [bout for name in systems.names() for bout in sample(name)]


@pytest.mark.parametrize("bout", SAMPLES, ids=str)
def test_a_battle_comes_out_as_its_digest_says(bout: BattleKey) -> None:
    assert str(battle_digest(bout)) == stored_lines(bout.system)[str(bout)]


@pytest.mark.parametrize("system", systems.names())
def test_every_battle_of_the_corpus_has_its_digest(system: str) -> None:
    assert list(stored_lines(system)) == [str(bout) for bout in battle_keys(system)]
