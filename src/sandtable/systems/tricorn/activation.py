"""Cards and activations: a card is turned, and its General declines to move or rolls for the initiative.

turn.draw, turn.pass-or-roll, cards.deck
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import do, tell
from sandtable.systems.tricorn.battle import RESHUFFLE, Activation, Allowance, Officer, Step, TricornBattle
from sandtable.systems.tricorn.command_events import CardSpent, MeleesBarred, MoveDeclined
from sandtable.systems.tricorn.deck import Handover, can_hand_over
from sandtable.systems.tricorn.events import ActivationBegan, ActivationEnded, CardTurned
from sandtable.systems.tricorn.initiative import Initiative, initiative
from sandtable.systems.tricorn.nearness import is_near, place_of
from sandtable.systems.tricorn.officer_decisions import OfficerChoice
from sandtable.systems.tricorn.officers import move_officer
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.steps import begin
from sandtable.systems.tricorn.words import officer_name, token_of


class Bid(StrEnum):
    """What an active General does first (turn.pass-or-roll)."""

    ROLL = "roll"
    DECLINE = "decline"


BIDS: Final = tuple(Bid)
BID_WORDS: Final = {
    Bid.ROLL: "Roll for the initiative",
    Bid.DECLINE: "Decline to move, and only fire and fight",
}


# --------------------------------------------------------------------- the decisions
class TransferCard(OfficerChoice[int | None], frozen=True, kw_only=True):
    """Choose the General who acts on the card of a Commander in Chief, or None: he acts himself.

    cards.cc.transfer
    """

    decision: str = "card.cc-transfer"
    rule = "cards.cc.transfer"
    title = "Who acts on this card?"

    def subject(self) -> tuple[object, ...]:
        """Nothing: the card that was turned names him."""
        return ()

    def words(self, battle: TricornBattle) -> str:
        return f"Who acts on the card of {officer_name(battle, self.officer)}?"

    def label(self, battle: TricornBattle, option: int | None) -> str:
        if option is None:
            return f"{officer_name(battle, self.officer)} acts himself"
        return f"{officer_name(battle, option)} acts in his place"

    def face(self, battle: TricornBattle, option: int | None) -> Face:
        if option is None:
            leads = battle.officers[self.officer].command is not None
            return Face("Act himself", "he rolls" if leads else "only he himself moves", self.token)
        general = battle.officers[option]
        return Face(f"{general.name} acts", roll_words(general), token_of(battle, option))


class PassOrRoll(OfficerChoice[Bid], frozen=True, kw_only=True):
    """Choose whether a General rolls for the initiative or declines to move.

    turn.pass-or-roll, turn.passed-move
    """

    decision: str = "card.pass-or-roll"
    rule = "turn.pass-or-roll"
    title = "Roll, or decline?"

    def words(self, battle: TricornBattle) -> str:
        return f"Does {officer_name(battle, self.officer)} roll for the initiative, or decline to move?"

    def label(self, battle: TricornBattle, option: Bid) -> str:
        del battle
        return BID_WORDS[option]

    def face(self, battle: TricornBattle, option: Bid) -> Face:
        if option is Bid.DECLINE:
            return Face("Decline to move", "his units only fire and fight", self.token)
        return Face("Roll for the initiative", roll_words(battle.officers[self.officer]), self.token)


def roll_words(officer: Officer) -> str:
    """What an officer's roll gives (turn.initiative.pass, turn.initiative.fail.half-move)."""
    barred = ", no melee" if officer.rating.bars_melee else ""
    return f"{officer.rating.initiative}+ for a Full Move, else half{barred}"


# --------------------------------------------------------------------- the step
async def card_step(battle: TricornBattle) -> TricornBattle:
    """Turn the next card and play it, or end the turn.

    turn.draw, turn.end.condition, cards.reshuffle.first
    """
    if is_turn_over(battle):
        return await begin(battle, Step.END)
    card = await battle.deck.draw("next card")
    battle = await tell(battle, CardTurned(card))
    if card == RESHUFFLE:
        return battle
    officer = next(one for one in battle.officers if one.card == card)
    if officer.lost:
        return await tell(battle, CardSpent(officer.id, "cards.lost-general"))
    if officer.id in battle.activated:
        return await tell(battle, CardSpent(officer.id, "cards.spent"))
    return await _hand_over_or_act(battle, officer)


def is_turn_over(battle: TricornBattle) -> bool:
    """Has the second Re-Shuffle Card come up, or has the last Command Card been played?

    turn.end.condition, turn.end.second-reshuffle, turn.end.all-drawn
    """
    deck = battle.deck
    return RESHUFFLE not in deck.left or all(card == RESHUFFLE for card in deck.left)


# --------------------------------------------------------------------- the Commander in Chief
async def _hand_over_or_act(battle: TricornBattle, officer: Officer) -> TricornBattle:
    """A Commander in Chief may give his activation to another General; every other officer acts himself.

    cards.cc.transfer, cards.cc.own-command
    """
    choices = handovers(battle, officer)
    if not choices:
        return await _act(battle, officer, None)
    token = token_of(battle, officer.id)
    chosen = await TransferCard(officer.side, (None, *choices), officer=officer.id, token=token)
    if chosen is None:
        return await _act(battle, officer, None)
    return await _act(battle, battle.officers[chosen], officer.id)


def handovers(battle: TricornBattle, chief: Officer) -> tuple[int, ...]:
    """The Generals to whom a Commander in Chief may give the card that was turned.

    cards.cc.transfer, cards.cc.transfer.timing, cards.lost-general
    """
    if not chief.chief:
        return ()
    return tuple(
        one.id
        for one in battle.officers
        if one.side == chief.side and one.id != chief.id and can_hand_over(_facts(battle, chief, one))
    )


def _facts(battle: TricornBattle, chief: Officer, general: Officer) -> Handover:
    declined = general.id in battle.declined
    return Handover(
        chief=chief.rating,
        chief_was_active=chief.id in battle.activated,
        on_table=general.is_here,
        drawn=general.card in battle.deck.drawn,
        declined=declined,
        was_active=general.id in battle.activated and not declined,
        also_after_passing=battle.is_other(Reading.TRANSFER),
    )


# --------------------------------------------------------------------- an officer acts
async def _act(battle: TricornBattle, officer: Officer, by_chief: int | None) -> TricornBattle:
    """An officer with units declines or rolls, on his own card or on his chief's; one without units only
    moves himself.

    cards.cc.transfer.roll, cards.cc.no-command, cards.no-units
    """
    if officer.command is None or not battle.units_of(officer.command):
        return await _ride_alone(battle, officer, by_chief)
    token = token_of(battle, officer.id)
    said = await PassOrRoll(officer.side, BIDS, officer=officer.id, token=token)
    if said is Bid.DECLINE:
        return await _decline(battle, officer, by_chief)
    return await _roll(battle, officer, by_chief)


async def _ride_alone(battle: TricornBattle, officer: Officer, by_chief: int | None) -> TricornBattle:
    """An officer without units moves and attaches himself without a roll; no unit fires or fights on his
    card.

    cards.cc.no-command, cards.no-units
    """
    activation = Activation(officer.id, None, officer.side, Allowance.FULL, by_chief=by_chief)
    battle = await tell(battle, ActivationBegan(activation))
    battle = await move_officer(battle)
    return await tell(battle, ActivationEnded())


async def _decline(battle: TricornBattle, officer: Officer, by_chief: int | None) -> TricornBattle:
    """Neither the officer nor his command moves; his units still fire and fight (turn.passed-move)."""
    activation = Activation(
        officer.id,
        officer.command,
        officer.side,
        Allowance.NONE,
        commanded(battle, officer),
        by_chief=by_chief,
    )
    battle = await tell(battle, ActivationBegan(activation))
    battle = await tell(battle, MoveDeclined(officer.id))
    return await begin(battle, Step.FIRE)


async def _roll(battle: TricornBattle, officer: Officer, by_chief: int | None) -> TricornBattle:
    """The Initiative Roll: a Full Move for all in command, else a Half Move.

    turn.initiative.pass, turn.initiative.fail.half-move, command.radius.measure, command.poor.no-melee
    """
    passed = await do(initiative, Initiative(rating=officer.rating))
    allowance = Allowance.FULL if passed else Allowance.HALF
    activation = Activation(
        officer.id, officer.command, officer.side, allowance, commanded(battle, officer), by_chief=by_chief
    )
    battle = await tell(battle, ActivationBegan(activation))
    if not passed and officer.rating.bars_melee and officer.command is not None:
        battle = await tell(battle, MeleesBarred(officer.command))
    return await begin(battle, Step.MOVEMENT)


def commanded(battle: TricornBattle, officer: Officer) -> tuple[int, ...]:
    """The units of a General's command within his Command Radius; units still to arrive count as in command.

    command.radius.measure, command.radius.effect, setup.arrivals
    """
    assert officer.command is not None
    place, radius = place_of(battle, officer), officer.rating.radius
    return tuple(
        [
            unit.id
            for unit in battle.units_of(officer.command)
            if unit.pose is None or (place is not None and is_near(unit, place, radius))
        ]
    )
