/** The kinds of overlay, and which of them a player has switched on. */
import type { OverlayKind } from "../../wire";

/** The kinds of overlay, each with its key and its words. */
export const OVERLAYS: readonly {
  readonly kind: OverlayKind;
  readonly key: string;
  readonly words: string;
}[] = [
  { kind: "arc", key: "A", words: "Arcs" },
  { kind: "range", key: "R", words: "Ranges" },
  { kind: "sight", key: "S", words: "Sight" },
  { kind: "command", key: "C", words: "Command" },
  { kind: "threat", key: "T", words: "Threat" },
  { kind: "support", key: "U", words: "Support" },
  { kind: "trail", key: "L", words: "Trail" },
];
const DEFAULT_OVERLAYS: readonly OverlayKind[] = ["arc", "range", "command"];
const STORAGE_KEY = "sandtable.overlays";

const isKind = (word: unknown): word is OverlayKind => OVERLAYS.some(({ kind }) => kind === word);

/** The overlays that a player had switched on. */
export function readOverlayKinds(storage: Pick<Storage, "getItem"> | null): readonly OverlayKind[] {
  try {
    const read: unknown = JSON.parse(storage?.getItem(STORAGE_KEY) ?? "null");
    return Array.isArray(read) ? read.filter(isKind) : DEFAULT_OVERLAYS;
  } catch {
    return DEFAULT_OVERLAYS;
  }
}

export function storeOverlayKinds(
  storage: Pick<Storage, "setItem"> | null,
  kinds: readonly OverlayKind[],
): void {
  storage?.setItem(STORAGE_KEY, JSON.stringify(kinds));
}
