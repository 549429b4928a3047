/** The words of a question as a headline and the text beneath it. */
import { capitalised } from "../../shared/text";
export interface Headline {
  readonly head: string;
  readonly rest: string;
}

const SHORT = 46;
/** Where a question may be cut, the best first: before a remark in brackets, at a semicolon, at a colon. */
const CUTS: readonly RegExp[] = [/\s+\((?=[^()]*\)?$)/, /;\s+/, /:\s+/];

/** The title of a question with its words beneath; without a title the words are cut. */
export const headlineOf = (title: string, words: string): Headline =>
  title && title !== words ? { head: title, rest: words } : cutHeadline(words);

/** A long question cut after its first clause. */
export function cutHeadline(words: string): Headline {
  for (const cut of CUTS) {
    if (words.length <= SHORT) break;
    const found = cut.exec(words);
    if (!found || found.index < 8 || found.index > 70) continue;
    const rest = words.slice(found.index + found[0].length);
    const isRemark = found[0].includes("(");
    const head = words.slice(0, found.index);
    const inner = cutHeadline(head);
    const said = isRemark ? rest.replace(/\)$/, "") : rest;
    return { head: inner.head, rest: sentences(inner.rest, said) };
  }
  return { head: words, rest: "" };
}

function sentences(...parts: string[]): string {
  const said = parts.filter(Boolean).map(capitalised);
  return said.map((part, n) => (n < said.length - 1 && !/[.!?]$/.test(part) ? `${part}.` : part)).join(" ");
}
