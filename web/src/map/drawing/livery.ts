/**
 * The liveries of the sides: one dark and square, the other light and hatched with cut corners; then by hue.
 */
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
const KNOWN: Readonly<Record<string, Livery>> = {
  american: { tone: "light", hue: "prussian" },
  british: { tone: "dark", hue: "madder" },
  hessian: { tone: "dark", hue: "indigo" },
  french: { tone: "light", hue: "prussian" },
  allies: { tone: "dark", hue: "madder" },
  bourbon: { tone: "light", hue: "ash" },
  "franco-bavarian": { tone: "light", hue: "ash" },
  "franco-imperial": { tone: "light", hue: "ash" },
  prussia: { tone: "dark", hue: "indigo" },
  prussians: { tone: "dark", hue: "indigo" },
  russians: { tone: "light", hue: "olive" },
  union: { tone: "dark", hue: "indigo" },
  confederates: { tone: "light", hue: "ash" },
  austrians: { tone: "light", hue: "ash" },
  romans: { tone: "dark", hue: "madder" },
  britons: { tone: "light", hue: "olive" },
  caledonians: { tone: "light", hue: "prussian" },
  blue: { tone: "light", hue: "prussian" },
  red: { tone: "dark", hue: "madder" },
};

/**
 * The livery of each side. Two sides never share a tone, even if the table of liveries gives both the same.
 */
export function liveries(sides: readonly SideView[]): Livery[] {
  const wanted = sides.map(({ flag, name }) => KNOWN[flag.toLowerCase()] ?? KNOWN[name.toLowerCase()]);
  const [first, second] = [wanted[0] ?? other(wanted[1]) ?? PLAIN[0], wanted[1]];
  const opposed = second && second.tone !== first.tone ? second : other(first);
  return sides.map((_, place) => (place % 2 === 0 ? first : (opposed ?? PLAIN[1])));
}

/** The plain livery of the other tone. */
function other(livery: Livery | undefined): Livery | undefined {
  return livery && (PLAIN.find((plain) => plain.tone !== livery.tone) ?? PLAIN[1]);
}

export const className = ({ tone, hue }: Livery): string => `${tone} ${hue}`;
