/** Which of the things that could be done is told first, and what may come back for it. */
import type { Bout, OptionView } from "../../wire";

/** The best bout of a body: the one of which most is expected. */
export function bestBoutOf(bouts: readonly Bout[], by: number): Bout | null {
  const own = bouts.filter((bout) => bout.by === by);
  const worth = ({ expected }: Bout): number => expected ?? -1;
  return own.reduce<Bout | null>((best, bout) => (best && worth(best) >= worth(bout) ? best : bout), null);
}

/** The bout that an option would begin: of those between the same two, the one that is called as it is. */
export function boutOfOption({ title, subject, target }: OptionView, bouts: readonly Bout[]): Bout | null {
  const own = bouts.filter(({ by, against }) => by === subject && against === target);
  const first = (words: string): string => words.split(" ", 1)[0] ?? "";
  return own.find((bout) => first(bout.title) === first(title)) ?? null;
}

/** A bout with what whoever it is against could do back. */
export function withReplies(bouts: readonly Bout[], bout: Bout): Bout[] {
  return [bout, ...bouts.filter(({ by, against }) => by === bout.against && against === bout.by)];
}

/**
 * A bout with as much as a card on the map has room for: its first figure item by item where there is room, of the
 * others the sum.
 */
export function trimmedForCard(bout: Bout, room: "roomy" | "narrow"): Bout {
  const first = room === "roomy" ? bout.tallies.findIndex(({ items }) => items.length > 1) : -1;
  const tallies = bout.tallies.map((tally, n) =>
    n === first ? tally : { ...tally, items: tally.items.slice(0, 1) },
  );
  const outcomes = bout.outcomes.filter(({ chance }) => chance >= LEAST_CHANCE);
  return { ...bout, tallies, outcomes, spread: [] };
}
/** A bout whose title does not begin with the name of whoever does it, for where it is plain who that is. */
export function withoutActor(bout: Bout, name: string): Bout {
  const begun = `${name} `;
  return bout.title.startsWith(begun) ? { ...bout, title: bout.title.slice(begun.length) } : bout;
}

/** What comes less often than once in two hundred times is told beside the map only. */
const LEAST_CHANCE = 0.005;
