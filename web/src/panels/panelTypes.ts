/** The types of what the panels show. */
import type { SideFortune } from "../wire";

export type {
  Bout,
  DiceRow,
  LogEntry,
  OddsSeen as OddsShown,
  OutcomeChance as Chance,
  Tally,
  ValueChance,
} from "../wire";

/** A side's result with the dice against expectation. */
export type SideLuck = Pick<SideFortune, "side" | "expected" | "actual" | "words">;

export interface Luck {
  readonly sides: readonly SideLuck[];
}

/** Where a phase of a turn begins in a record. */
export interface Tick {
  readonly step: number;
  readonly turn: number;
  readonly phase: string;
}

/** A step that a player may ask to go back to, and its name. */
export interface WayBack {
  readonly to: number;
  readonly words: string;
}

/** A key and what it does, under a heading. */
export interface KeyShown {
  readonly keys: readonly string[];
  readonly words: string;
  readonly group: string;
}

/** An answer that is always given to a kind of question. */
export interface Standing {
  readonly decision: string;
  readonly words: string;
  readonly answer: string;
}

/** The player's settings for the table. */
export interface Settings {
  readonly dice: boolean;
  readonly motion: boolean;
}

/** What an umpire can rule about a whole battle. */
export type Ruling =
  { readonly do: "go back"; readonly to: number } | { readonly do: "end"; readonly winner: number | null };
