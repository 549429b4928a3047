/** What a player has set for his table, kept in the browser. */
import type { Settings } from "../../panels/panelTypes";

const SHELF = "sandtable.settings";
export const AT_FIRST: Settings = { dice: true, motion: true };

export function keptSettings(shelf: Pick<Storage, "getItem"> | null): Settings {
  try {
    const read: unknown = JSON.parse(shelf?.getItem(SHELF) ?? "null");
    if (typeof read !== "object" || read === null) return AT_FIRST;
    const { dice, motion } = read as Readonly<Record<string, unknown>>;
    return {
      dice: typeof dice === "boolean" ? dice : AT_FIRST.dice,
      motion: typeof motion === "boolean" ? motion : AT_FIRST.motion,
    };
  } catch {
    return AT_FIRST;
  }
}

export function keepSettings(shelf: Pick<Storage, "setItem"> | null, settings: Settings): void {
  shelf?.setItem(SHELF, JSON.stringify(settings));
}
