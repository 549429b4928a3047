/** The player's settings, kept in the browser. */
import type { Settings } from "../../panels/panelTypes";

const STORAGE_KEY = "sandtable.settings";
const DEFAULTS: Settings = { dice: true, motion: true };

export function readSettings(shelf: Pick<Storage, "getItem"> | null): Settings {
  try {
    const read: unknown = JSON.parse(shelf?.getItem(STORAGE_KEY) ?? "null");
    if (typeof read !== "object" || read === null) return DEFAULTS;
    const { dice, motion } = read as Readonly<Record<string, unknown>>;
    return {
      dice: typeof dice === "boolean" ? dice : DEFAULTS.dice,
      motion: typeof motion === "boolean" ? motion : DEFAULTS.motion,
    };
  } catch {
    return DEFAULTS;
  }
}

export function storeSettings(shelf: Pick<Storage, "setItem"> | null, settings: Settings): void {
  shelf?.setItem(STORAGE_KEY, JSON.stringify(settings));
}
