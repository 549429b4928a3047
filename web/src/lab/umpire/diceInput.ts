/** Dice thrown here, by the device's own randomness, and dice typed in. */
import type { DiceWanted } from "../engine/contract";

/** Whole numbers below 2^32, as many as are wanted. */
export type Randomness = (count: number) => Uint32Array;
const OF_THE_DEVICE: Randomness = (count) => crypto.getRandomValues(new Uint32Array(count));
const WORDS = 2 ** 32;

/** A throw of the dice that are wanted; every side of a die is as likely as any other. */
export function throwDice({ count, faces }: DiceWanted, random: Randomness = OF_THE_DEVICE): number[] {
  const fair = WORDS - (WORDS % faces.length);
  const thrown: number[] = [];
  while (thrown.length < count) {
    for (const word of random(count - thrown.length)) {
      // The last incomplete multiple would favour the first sides, so it is drawn again.
      if (word < fair) thrown.push(faces[word % faces.length] as number);
    }
  }
  return thrown;
}

/** The different faces of a die, lowest first: what the pad shows. */
export const facesOf = ({ faces }: DiceWanted): number[] => [...new Set(faces)].sort((a, b) => a - b);

/** How many sides a die is drawn with. */
export const sidesOf = (die: string): number => Number(/(\d+)$/.exec(die)?.[1] ?? 6);

/** Dice that exist; any other number of faces is a draw of a card. */
const REAL: readonly number[] = [2, 3, 4, 5, 6, 8, 10, 12, 20, 30, 100];

/** Is it a card that is drawn rather than a die? */
export const isDrawn = ({ die, count }: DiceWanted): boolean => count === 1 && !REAL.includes(sidesOf(die));

/** What has to be thrown, in words: "Throw 6 D6 to hit", "Draw one of 11: command card". */
export function wantedWords(wanted: DiceWanted): string {
  const { count, die, purpose, faces } = wanted;
  const dice = count === 1 ? `a ${die}` : `${count} ${die}`;
  const words = isDrawn(wanted) ? `Draw one of ${faces.length}` : `Throw ${dice}`;
  if (!purpose) return words;
  return /^to /.test(purpose) ? `${words} ${purpose}` : `${words}: ${purpose}`;
}

/** The words on the button that throws. */
export function throwWords(wanted: DiceWanted): string {
  if (isDrawn(wanted)) return "Draw it here";
  return wanted.count === 1 ? "Throw it here" : `Throw all ${wanted.count} here`;
}

/** The faces with a typed one added, if the die has it and one is missing. */
export function withTypedFace(
  already: readonly number[],
  text: string,
  wanted: DiceWanted,
): readonly number[] {
  const face = Number(text);
  const fits = facesOf(wanted).includes(face) && already.length < wanted.count;
  return fits ? [...already, face] : already;
}

export const isOneDigit = (wanted: DiceWanted): boolean =>
  facesOf(wanted).every((face) => face >= 0 && face <= 9);
