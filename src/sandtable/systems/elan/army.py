"""Army morale on the table: an army past its break point tests at the end of the turn."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.ask.questions import do, tell
from sandtable.systems.elan.army_morale import ArmyFacts, ArmyMorale, army_test, is_past_break_point
from sandtable.systems.elan.battle import ElanBattle, roll_call
from sandtable.systems.elan.events import ElanEvent, with_camp
from sandtable.systems.elan.steps import step_done
from sandtable.systems.elan.words import side_name


class ArmyTested(ElanEvent, frozen=True):
    """An army past its break point took its test (army.break-test)."""

    rules = ("army.break-test", "army.break-fail")

    side: int
    result: ArmyMorale

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Mark an army that failed as broken: it has lost the battle (army.break-fail)."""
        if self.result is not ArmyMorale.BREAKS:
            return battle
        return with_camp(battle, self.side, replace(battle.camps[self.side], broken=True))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return f"The army of the {side_name(after, self.side)} {self.result}"


async def army_step(battle: ElanBattle) -> ElanBattle:
    """Each army past its break point tests; both test before the battle ends, as both may break.

    army.break-when, army.break-fail, turn.end
    """
    for side in (battle.first, 1 - battle.first):
        facts = army_facts(battle, side)
        if is_past_break_point(facts):
            battle = await tell(battle, ArmyTested(side, await do(army_test, facts)))
    if any(camp.broken for camp in battle.camps):
        return battle
    return await step_done(battle)


def army_facts(battle: ElanBattle, side: int) -> ArmyFacts:
    """The facts of an army: units lost out of its whole order of battle, and its commander's leadership.

    army.break-count, army.leadership
    """
    roll = roll_call(battle.units)
    return ArmyFacts(lost=roll.lost[side], total=roll.began[side], leadership=army_leadership(battle, side))


def army_leadership(battle: ElanBattle, side: int) -> int:
    """The current leadership of the army commander; 0 if he is lost (army.leadership)."""
    leader = battle.leaders[battle.camps[side].commander]
    return leader.leadership if leader.fate is None else 0
