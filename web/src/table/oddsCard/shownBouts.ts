/** Which bouts the card shows, and in how much detail. */
import type { Bout, OptionView } from "../../wire";

/** The bout of a body with the highest expectation. */
export function bestBoutOf(bouts: readonly Bout[], by: number): Bout | null {
  const own = bouts.filter((bout) => bout.by === by);
  const worth = ({ expected }: Bout): number => expected ?? -1;
  return own.reduce<Bout | null>((best, bout) => (best && worth(best) >= worth(bout) ? best : bout), null);
}

/** The bout that an option would start: same actor, same target, same first word in the title. */
export function boutOfOption({ title, subject, target }: OptionView, bouts: readonly Bout[]): Bout | null {
  const own = bouts.filter(({ by, against }) => by === subject && against === target);
  const first = (words: string): string => words.split(" ", 1)[0] ?? "";
  return own.find((bout) => first(bout.title) === first(title)) ?? null;
}

/** A bout and the replies of its target. */
export function withReplies(bouts: readonly Bout[], bout: Bout): Bout[] {
  return [bout, ...bouts.filter(({ by, against }) => by === bout.against && against === bout.by)];
}

/**
 * A bout cut to the size of a card: the first figure item by item where there is room, of the others the sum.
 */
export function trimmedForCard(bout: Bout, room: "roomy" | "narrow"): Bout {
  const first = room === "roomy" ? bout.tallies.findIndex(({ items }) => items.length > 1) : -1;
  const tallies = bout.tallies.map((tally, n) =>
    n === first ? tally : { ...tally, items: tally.items.slice(0, 1) },
  );
  const outcomes = bout.outcomes.filter(({ chance }) => chance >= LEAST_CHANCE);
  return { ...bout, tallies, outcomes, spread: [] };
}
/** The bout without the actor's name at the beginning of its title. */
export function withoutActor(bout: Bout, name: string): Bout {
  const begun = `${name} `;
  return bout.title.startsWith(begun) ? { ...bout, title: bout.title.slice(begun.length) } : bout;
}

/** Rarer outcomes are shown only in the panel. */
const LEAST_CHANCE = 0.005;
