/** The log as it is read: by turn and phase, filtered and searched, the newest first. */
import type { BodyView } from "../../wire";
import { itemised } from "../odds/chances";
import type { LogEntry, Tally } from "../panelTypes";
import { holdsAllWords } from "../../shared/text";

/** The filter of the log; "happened" leaves decisions out. */
export interface LogFilter {
  readonly kind: LogEntry["kind"] | "happened" | "dice" | "all";
  readonly side: number | null;
  readonly body: number | null;
  readonly words: string;
}
export const EVERYTHING: LogFilter = { kind: "all", side: null, body: null, words: "" };
export const HAPPENED: LogFilter = { ...EVERYTHING, kind: "happened" };

/** An entry with its index in the log, which is its key. */
export interface Placed {
  readonly at: number;
  readonly entry: LogEntry;
}

/** What happened in one phase of a turn, the newest first. */
export interface PhaseRun {
  readonly key: string;
  readonly turn: number;
  readonly phase: string;
  /** The side whose turn it was. */
  readonly active: number;
  readonly placed: readonly Placed[];
}

/** Does an entry match the filter? Every word of the search must be in the entry. */
export function isMatch(entry: LogEntry, wanted: LogFilter): boolean {
  if (!isOfKind(entry, wanted.kind)) return false;
  if (wanted.side !== null && entry.side !== wanted.side) return false;
  if (wanted.body !== null && !entry.parties.includes(wanted.body)) return false;
  const text = [entry.title, ...entry.words, entry.result, ...entry.rules, entry.phase].join(" ");
  return holdsAllWords(text, wanted.words);
}

function isOfKind(entry: LogEntry, kind: LogFilter["kind"]): boolean {
  switch (kind) {
    case "all":
      return true;
    case "happened":
      return entry.kind !== "decision";
    case "dice":
      return entry.dice.length > 0;
    default:
      return entry.kind === kind;
  }
}

/**
 * The matching entries, newest first. The same entry gives the same object, so that its element is reused.
 */
export function newestFirst(entries: readonly LogEntry[], wanted: LogFilter): Placed[] {
  const found: Placed[] = [];
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at];
    if (entry && isMatch(entry, wanted)) found.push(placedAt(entry, at));
  }
  return found;
}

const placings = new WeakMap<LogEntry, Placed>();
function placedAt(entry: LogEntry, at: number): Placed {
  const known = placings.get(entry);
  if (known?.at === at) return known;
  const placed = { at, entry };
  placings.set(entry, placed);
  return placed;
}

/** Runs of entries of one phase. An unchanged run is the same object as before, so that it is not redrawn. */
export function phaseRuns(placed: readonly Placed[], before: readonly PhaseRun[] = []): PhaseRun[] {
  const runs: Placed[][] = [];
  for (const one of placed) {
    const run = runs.at(-1);
    if (run?.[0] && isSamePhase(run[0].entry, one.entry)) run.push(one);
    else runs.push([one]);
  }
  const known = new Map(before.map((passage) => [passage.key, passage]));
  return runs.map((run) => {
    const passage = phaseRunOf(run);
    const was = known.get(passage.key);
    return was && isSame(was.placed, run) ? was : passage;
  });
}

const isSamePhase = (one: LogEntry, other: LogEntry): boolean =>
  one.turn === other.turn && one.phase === other.phase && one.active === other.active;

const isSame = (one: readonly Placed[], other: readonly Placed[]): boolean =>
  one.length === other.length && one.every((placed, place) => placed === other[place]);

/** The key of a run is that of its oldest entry, so that it stays while the run grows. */
function phaseRunOf(run: readonly Placed[]): PhaseRun {
  const { turn = 0, phase = "", active = 0 } = run[0]?.entry ?? {};
  return { key: `${turn} ${phase} ${run.at(-1)?.at ?? 0}`, turn, phase, active, placed: run };
}

/** A piece of a title: plain text, or the name of a body. */
export interface Piece {
  readonly text: string;
  readonly body: number | null;
}

/** A title split where it names one of the parties; the longest name is looked for first. */
export function titlePieces(title: string, parties: readonly number[], bodies: readonly BodyView[]): Piece[] {
  const named = bodies
    .filter(({ id }) => parties.includes(id))
    .sort((a, b) => b.card.name.length - a.card.name.length);
  for (const { id, card } of named) {
    const at = card.name ? title.indexOf(card.name) : -1;
    if (at < 0) continue;
    const others = parties.filter((party) => party !== id);
    const before = titlePieces(title.slice(0, at), others, bodies);
    const after = titlePieces(title.slice(at + card.name.length), others, bodies);
    return [...before, { text: card.name, body: id }, ...after];
  }
  return title ? [{ text: title, body: null }] : [];
}

/** A figure and its parts in a line: "6 dice: 2.5 infantry, −0.5 skirmishers, ×3 bases in sight". */
export const tallyLine = ({ name, shown, items }: Tally): string =>
  `${shown} ${name}: ${items.map((item) => `${item.shown} ${item.words}`).join(", ")}`;

/** The figures of an entry that are made of more than one part, in lines. */
export const tallyLines = ({ tallies }: LogEntry): string[] => itemised(tallies).map(tallyLine);

/** Every body that the log mentions, by name. */
export function bodiesInLog(entries: readonly LogEntry[], bodies: readonly BodyView[]): BodyView[] {
  const named = new Set(entries.flatMap(({ parties }) => parties));
  return bodies.filter(({ id }) => named.has(id)).sort((a, b) => a.card.name.localeCompare(b.card.name));
}
