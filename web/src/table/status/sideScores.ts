/** How a side stands, for the head of the table: its first figure large, the others in two lines beside it. */
import type { Figure, SideView } from "../../wire";

export interface Score {
  readonly name: string;
  readonly first: Figure | null;
  readonly above: string;
  readonly below: string;
  readonly spoken: string;
}

/** A figure whose name is an abbreviation has it behind its value, else before. */
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
