/** The scores in the top bar: the first figure of a side large, the others in two lines beside it. */
import type { Figure, SideView } from "../../wire";

export interface Score {
  readonly name: string;
  readonly first: Figure | null;
  readonly above: string;
  readonly below: string;
  readonly spoken: string;
}

/** An abbreviated name follows its value; another precedes it. */
const figureWords = ({ name, value }: Figure): string =>
  name === name.toUpperCase() ? `${value} ${name}` : `${name} ${value}`;

export function sideScores(sides: readonly SideView[]): Score[] {
  return sides.map(({ name, figures }) => {
    const [first, ...others] = figures;
    return {
      name,
      first: first ?? null,
      above: first ? `${first.name}, ${name}` : name,
      below: others.map(figureWords).join(", "),
      spoken: figures.map((one) => `${one.name} ${one.value}`).join(", "),
    };
  });
}
