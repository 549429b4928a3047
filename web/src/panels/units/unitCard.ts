/** The layout of a unit's card. */
import type { Card, Figure } from "../../wire";
import { capitalised } from "../../shared/text";

/** Figures shown large, and those shown as text. */
export interface SplitFigures {
  readonly large: readonly Figure[];
  readonly words: readonly Figure[];
}

/** A short value that begins with a number is a figure; everything else is words. */
export const isLarge = ({ value }: Figure): boolean => /^[+−×<>≤≥-]?\s?\d/.test(value) && value.length <= 8;

export function splitFigures(figures: readonly Figure[]): SplitFigures {
  return { large: figures.filter(isLarge), words: figures.filter((figure) => !isLarge(figure)) };
}

/** A marker in words, with its count if it is more than one. */
export const markerWords = ([words, count]: Card["markers"][number]): string => {
  return count > 1 ? `${capitalised(words)}, ${count}` : capitalised(words);
};
