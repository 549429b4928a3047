/** Addresses in the fragment of a page: `#/game/17`, each part escaped. */
export const fragmentPath = (...parts: string[]): string => `#/${parts.map(encodeURIComponent).join("/")}`;

/** A part of an address as it was before it was escaped; one that was never escaped stays as it is. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The fragment of the page's address; nothing where there is no page, as in tests. */
export const currentFragment = (): string => (typeof location === "undefined" ? "" : location.hash);
