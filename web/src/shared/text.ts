/** Small operations on words that several pages share. */

export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A number with its noun: "1 rule", "2 rules". */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count.toString()} ${count === 1 ? noun : nouns}`;

/** The words with a capital at the beginning and a stop at the end. */
export function sentence(words: string): string {
  const text = words.trim();
  if (!text) return "";
  return /[.!?…]$/.test(text) ? capitalised(text) : `${capitalised(text)}.`;
}

/** The text with words in capitals lowered: "STEADY, off the table" becomes "Steady, off the table". */
export const sentenceCase = (words: string): string =>
  capitalised(words.replace(/\b[A-Z]{3,}\b/g, (word) => word.toLowerCase()));

/** The message of an error for the player. */
export const errorWords = (error: unknown): string =>
  error instanceof Error ? sentence(error.message) : "Something went wrong; try it again.";

/** Does a text contain every word of a search, in any order and case? */
export function holdsAllWords(text: string, search: string): boolean {
  const within = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}
