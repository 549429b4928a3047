/** Luck as a diagram: how far the dice of each side were above or below expectation. */
import type { SideLuck } from "../panelTypes";

/** The lengths of a side's two bars, as shares of the longest of all. */
export interface LuckBar {
  readonly side: number;
  readonly expected: number;
  readonly actual: number;
  readonly difference: string;
  readonly words: string;
}

export function luckBars(sides: readonly SideLuck[]): LuckBar[] {
  const longest = Math.max(1e-9, ...sides.flatMap(({ expected, actual }) => [expected, actual]));
  return sides.map(({ side, expected, actual, words }) => ({
    side,
    expected: Math.max(0, expected) / longest,
    actual: Math.max(0, actual) / longest,
    difference: difference(actual - expected),
    words,
  }));
}

/** A difference with its sign: "+1.5", "−3.0", "0.0". */
export function difference(by: number): string {
  const shown = Math.abs(by).toFixed(1);
  if (Number(shown) === 0) return "0.0";
  return `${by > 0 ? "+" : "−"}${shown}`;
}
