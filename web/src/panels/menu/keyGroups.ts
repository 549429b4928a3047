/** The list of keys under its headings. */
import type { KeyShown } from "../panelTypes";

export interface KeyGroup {
  readonly name: string;
  readonly keys: readonly KeyShown[];
}

/** Keys by heading, in the order in which the headings first appear. */
export function groupKeys(keys: readonly KeyShown[]): KeyGroup[] {
  const groups = new Map<string, KeyShown[]>();
  for (const key of keys) {
    const group = groups.get(key.group);
    if (group) group.push(key);
    else groups.set(key.group, [key]);
  }
  return [...groups].map(([name, inIt]) => ({ name, keys: inIt }));
}
