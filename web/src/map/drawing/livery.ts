/**
 * The liveries of the sides: one dark and square, the other light and hatched with cut corners; then by hue.
 */
import LIVERIES from "../../../../src/sandtable/report/drawing/liveries.json";
import type { SideView } from "../../wire";

export type Tone = "dark" | "light";
export type Hue = "madder" | "prussian" | "indigo" | "olive" | "ash";

export interface Livery {
  readonly tone: Tone;
  readonly hue: Hue;
}

const PLAIN: readonly [Livery, Livery] = [
  { tone: "light", hue: "prussian" },
  { tone: "dark", hue: "madder" },
];
/** The liveries of armies, by flag or name; the reports read the same table. */
const KNOWN = new Map(
  Object.entries(LIVERIES).map(([army, [tone, hue]]) => [army, { tone, hue } as Livery] as const),
);

/**
 * The livery of each side. Two sides never share a tone, even if the table of liveries gives both the same.
 */
export function liveries(sides: readonly SideView[]): Livery[] {
  const wanted = sides.map(
    ({ flag, name }) => KNOWN.get(flag.toLowerCase()) ?? KNOWN.get(name.toLowerCase()),
  );
  const [first, second] = [wanted[0] ?? other(wanted[1]) ?? PLAIN[0], wanted[1]];
  const opposed = second && second.tone !== first.tone ? second : other(first);
  return sides.map((_, place) => (place % 2 === 0 ? first : (opposed ?? PLAIN[1])));
}

/** The plain livery of the other tone. */
function other(livery: Livery | undefined): Livery | undefined {
  return livery && (PLAIN.find((plain) => plain.tone !== livery.tone) ?? PLAIN[1]);
}

export const className = ({ tone, hue }: Livery): string => `${tone} ${hue}`;
