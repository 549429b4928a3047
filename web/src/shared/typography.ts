/** A text with typographic quotes, apostrophes and dashes. */
export function typeset(words: string): string {
  return words
    .replace(/(\d)-(\d)/g, "$1\u2060–\u2060$2")
    .replace(/(^|[\s([“‘])"/g, "$1“")
    .replace(/"/g, "”")
    .replace(/(^|[\s([“])'(?=\S)/g, "$1‘")
    .replace(/'/g, "’");
}
