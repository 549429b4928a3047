/** Rosters as files and in the device's storage. Anything else is refused with a sentence. */
import type { Marks, Plain } from "../engine/contract";
import { HUES, LONGEST, MOST_UNITS, type Roster, type Side, type Unit } from "./roster";
import type { Hue } from "../../map/drawing/livery";

export const FORMAT = "sandtable-roster";
export const VERSION = 1;
/** A file larger than this is no roster. */
export const LARGEST = 1_000_000;

/** Why a file is no roster, as a sentence. */
export class BadRoster extends Error {
  constructor(words: string) {
    super(words);
    this.name = "BadRoster";
  }
}

export const toFile = (roster: Roster): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, ...roster }, null, 2)}\n`;

/** The file name of a roster. */
export const fileName = ({ name, system }: Roster): string =>
  `${`${system}-${name}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}.roster.json`;

export function fromFile(text: string): Roster {
  if (text.length > LARGEST) throw new BadRoster("This file is too large for a roster.");
  const file = record(parsed(text), "This file");
  if (file["format"] !== FORMAT)
    throw new BadRoster("This file is no roster: choose one that was exported from a roster here.");
  if (file["version"] !== VERSION)
    throw new BadRoster(
      `This roster is of version ${String(file["version"])}; this page reads version ${VERSION}.`,
    );
  return rosterOf(file);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRoster(
      "This file is no JSON, so it is no roster: choose one that was exported from a roster here.",
    );
  }
}

/** A roster from parsed JSON. */
export function rosterOf(raw: unknown): Roster {
  const held = record(raw, "The roster");
  const [first, second, ...others] = list(held["sides"], "The sides");
  if (first === undefined || second === undefined || others.length > 0)
    throw new BadRoster("A roster has two sides, no more and no fewer.");
  const units = list(held["units"], "The units").map(unitOf);
  if (units.length > MOST_UNITS)
    throw new BadRoster(`A roster has at most ${MOST_UNITS} units, not ${units.length}.`);
  if (new Set(units.map(({ id }) => id)).size < units.length)
    throw new BadRoster("Two units of this roster have the same id.");
  return {
    id: words(held["id"], "The id of the roster"),
    name: words(held["name"], "The name of the roster"),
    system: words(held["system"], "The system of the roster"),
    sides: [sideOf(first), sideOf(second)],
    units,
  };
}

function sideOf(raw: unknown): Side {
  const held = record(raw, "A side");
  const hue = held["hue"];
  if (!HUES.includes(hue as Hue))
    throw new BadRoster(`The colour of a side is one of ${HUES.join(", ")}, not ${JSON.stringify(hue)}.`);
  return { name: words(held["name"], "The name of a side"), hue: hue as Hue };
}

function unitOf(raw: unknown, place: number): Unit {
  const which = `Unit ${place + 1}`;
  const held = record(raw, which);
  const side = held["side"];
  if (side !== 0 && side !== 1)
    throw new BadRoster(`${which} must be on side 0 or 1, not ${JSON.stringify(side)}.`);
  return {
    id: words(held["id"], `The id of unit ${place + 1}`),
    name: words(held["name"], `The name of unit ${place + 1}`),
    side,
    profile: words(held["profile"], `The profile of unit ${place + 1}`),
    marks: marksOf(held["marks"], which),
  };
}

function marksOf(raw: unknown, which: string): Marks {
  const held = record(raw, `What ${which.toLowerCase()} is marked with`);
  for (const [mark, value] of Object.entries(held)) {
    const isPlain = value === null || ["string", "number", "boolean"].includes(typeof value);
    if (!isPlain)
      throw new BadRoster(`The mark ${mark} of ${which.toLowerCase()} is no figure, word, yes or no.`);
  }
  return held as Record<string, Plain>;
}

function record(raw: unknown, what: string): Record<string, unknown> {
  if (raw === null || typeof raw !== "object" || Array.isArray(raw))
    throw new BadRoster(`${what} is not as a roster has it: an object was expected.`);
  return raw as Record<string, unknown>;
}

function list(raw: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(raw)) throw new BadRoster(`${what} of this roster are no list.`);
  return raw;
}

function words(raw: unknown, what: string): string {
  if (typeof raw !== "string" || raw === "" || raw.length > LONGEST)
    throw new BadRoster(`${what} must be 1 to ${LONGEST} letters.`);
  return raw;
}

// ------------------------------------------------------------------ the device
/** All stored rosters, and which of each system is open. */
export interface StoredRosters {
  readonly rosters: readonly Roster[];
  readonly open: Readonly<Record<string, string>>;
}
export const NO_ROSTERS: StoredRosters = { rosters: [], open: {} };
const KEY = "sandtable.lab.rosters";
type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** The rosters in the device's storage. Text that cannot be read is reported and kept under another key. */
export function readRosters(storage: Storage): { readonly kept: StoredRosters; readonly fault: string } {
  const text = storage.getItem(KEY);
  if (text === null) return { kept: NO_ROSTERS, fault: "" };
  try {
    const held = record(parsed(text), "What is kept");
    const rosters = list(held["rosters"], "The rosters").map(rosterOf);
    const open = record(held["open"] ?? {}, "What lies open") as Record<string, string>;
    return { kept: { rosters, open }, fault: "" };
  } catch (fault) {
    storage.setItem(`${KEY}.unread`, text);
    const why = fault instanceof Error ? fault.message : "";
    return {
      kept: NO_ROSTERS,
      fault: `The rosters on this device cannot be read and were laid aside. ${why}`,
    };
  }
}

/** Stores the rosters; false if the device refuses. */
export function storeRosters(storage: Storage, all: StoredRosters): boolean {
  try {
    storage.setItem(KEY, JSON.stringify({ version: VERSION, ...all }));
    return true;
  } catch {
    // The storage is full or forbidden; the caller shows a message.
    return false;
  }
}
