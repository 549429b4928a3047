/** A deck as a strip shows it. */
import type { DeckCards, DeckSeen } from "../../wire";

/** How many cards are left to turn. */
export const cardsLeft = ({ left }: DeckSeen): number => left.reduce((sum, { count }) => sum + count, 0);

/** More cards than this do not lie side by side: the first of them are left out. */
export const MOST = 10;

/** The cards that were turned last, in the order in which they came. */
export const shownTurned = ({ turned }: DeckSeen): readonly DeckCards[] => turned.slice(-MOST);
