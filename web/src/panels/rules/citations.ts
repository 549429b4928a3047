/** A text split into plain words and cited rules. */
export interface CitedPart {
  readonly words: string;
  readonly rule: string;
}

const CITED = /\[([a-z][\w-]*(?:\.[\w-]+)+)\]/g;

/** The parts of a text: plain words, and the ids of rules that stood in square brackets. */
export function splitCitations(words: string): CitedPart[] {
  const parts: CitedPart[] = [];
  let from = 0;
  for (const found of words.matchAll(CITED)) {
    const before = words.slice(from, found.index);
    if (before) parts.push({ words: before, rule: "" });
    parts.push({ words: "", rule: found[1] ?? "" });
    from = found.index + found[0].length;
  }
  const rest = words.slice(from);
  return rest ? [...parts, { words: rest, rule: "" }] : parts;
}
