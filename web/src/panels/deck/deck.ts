/** A deck as a strip shows it. */
import type { DeckCards, DeckSeen } from "../../wire";

/** The number of cards left to turn. */
export const cardsLeft = ({ left }: DeckSeen): number => left.reduce((sum, { count }) => sum + count, 0);

/** More cards than this do not fit side by side: the first ones are left out. */
export const MOST = 10;

/** The cards that were turned last, in their order. */
export const shownTurned = ({ turned }: DeckSeen): readonly DeckCards[] => turned.slice(-MOST);
