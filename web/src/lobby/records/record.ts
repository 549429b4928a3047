/** The part of a record file that the lobby reads: the battle, its sides, and whether it is over. */

export interface RecordRead {
  readonly text: string;
  readonly system: string;
  readonly title: string;
  readonly sides: readonly { readonly name: string }[];
  readonly isOver: boolean;
  readonly steps: number;
}

/** The file is no record; the message says why. */
export class NoRecord extends Error {}

/** The largest file that the service accepts. */
export const LARGEST = 16 * 1024 * 1024;

/** Reads what the lobby needs; the service checks the record against the rules. */
export function readRecord(text: string): RecordRead {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new NoRecord("This file is no record of a battle: it is not JSON.");
  }
  const record = within(found);
  if (record["format"] !== "sandtable.battle") {
    throw new NoRecord("This file is no record of a battle: it does not say that it is one.");
  }
  const scenario = within(record["scenario"]);
  const sides = Array.isArray(scenario["sides"]) ? scenario["sides"] : [];
  const end = within(record["end"]);
  const entries: readonly unknown[] = Array.isArray(record["entries"]) ? record["entries"] : [];
  return {
    text,
    system: String(record["system"]),
    title: typeof scenario["name"] === "string" ? scenario["name"] : "A battle",
    sides: sides.map((side, seat) => ({ name: nameOf(side, seat) })),
    isOver: end["over"] === true || (end["closed"] ?? null) !== null,
    steps: entries.filter((entry) => within(entry)["type"] === "answer").length,
  };
}

function nameOf(side: unknown, seat: number): string {
  const name = within(side)["name"];
  return typeof name === "string" && name ? name : `Side ${(seat + 1).toString()}`;
}

const within = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
