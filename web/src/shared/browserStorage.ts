/** The browser's own storage, or null where it does not exist or is forbidden (then reading it throws). */
export function browserStorage(): Storage | null {
  try {
    return typeof localStorage === "undefined" ? null : localStorage;
  } catch {
    return null;
  }
}
