/** Requests and answers of the lab, as `sandtable.lab.paper.answers` defines them. */

/** A JSON value. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };
export type Facts = Readonly<Record<string, Plain>>;
export type Marks = Readonly<Record<string, Plain>>;

// ------------------------------------------------------------------ requests
/** House rules, such as `movement.rates.infantry-any.run=10`; any request may have some. */
interface ByRules {
  readonly set?: readonly string[];
}
export interface AskSystems extends ByRules {
  readonly ask: "systems";
}
export interface AskForm extends ByRules {
  readonly ask: "form";
  readonly system: string;
  readonly resolution: string;
}
export interface AskFill extends ByRules {
  readonly ask: "fill";
  readonly system: string;
  readonly resolution: string;
  readonly party: string;
  readonly profile: string;
  readonly marks: Marks;
}
export interface AskOdds extends ByRules {
  readonly ask: "odds";
  readonly system: string;
  readonly resolution: string;
  readonly facts: Facts;
  readonly policy: string | null;
}
export interface Over {
  readonly key: string;
  /** As on the command line: `1..28` or `no,yes`. */
  readonly values: string;
}
export interface AskSweep extends ByRules {
  readonly ask: "sweep";
  readonly system: string;
  readonly resolution: string;
  readonly facts: Facts;
  readonly policy: string | null;
  readonly over: readonly Over[];
}
export type Said =
  | { readonly type: "faces"; readonly faces: readonly number[] }
  | { readonly type: "answer"; readonly answer: Plain };
export interface PartyOnRoster {
  readonly profile: string;
  readonly marks: Marks;
}
export interface AskStage extends ByRules {
  readonly ask: "stage";
  readonly system: string;
  readonly resolution: string;
  readonly facts: Facts;
  readonly said: readonly Said[];
  readonly parties?: Readonly<Record<string, PartyOnRoster>>;
}
export interface AskRule extends ByRules {
  readonly ask: "rule";
  readonly system: string;
  readonly rule: string;
}
export interface AskRules extends ByRules {
  readonly ask: "rules";
  readonly system: string;
  /** Every one of these words must be in a rule. */
  readonly words: string;
}
export interface AskCards extends ByRules {
  readonly ask: "cards";
  readonly system: string;
}
export interface AskSheet extends ByRules {
  readonly ask: "sheet";
  readonly system: string;
}
export type Request =
  AskSystems | AskForm | AskFill | AskOdds | AskSweep | AskStage | AskRule | AskRules | AskCards | AskSheet;

// ------------------------------------------------------------------ answers
export interface Named {
  readonly id: string;
  readonly title: string;
}
export interface SystemRow extends Named {
  readonly short: string;
  readonly period: string;
  readonly resolutions: readonly Named[];
  readonly policies: readonly string[];
}
export interface Systems {
  readonly version: string;
  readonly systems: readonly SystemRow[];
}
export interface Choice {
  readonly value: Plain;
  readonly words: string;
}
export interface Part {
  readonly name: string;
  readonly least: number | null;
  readonly most: number | null;
}
export interface Field {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly description: string;
  readonly kind: "whole" | "number" | "flag" | "choice" | "text" | "parts" | "list";
  readonly least: number | null;
  readonly most: number | null;
  readonly choices: readonly Choice[];
  readonly parts: readonly Part[];
  readonly default: Plain;
}
export interface Form {
  readonly system: string;
  readonly resolution: string;
  readonly title: string;
  readonly policies: readonly string[];
  readonly parties: readonly Named[];
  readonly fields: readonly Field[];
}
export interface Filled {
  readonly facts: Facts;
}
export interface Step {
  readonly effect: string;
  readonly value: number;
  readonly words: string;
  readonly rule: string;
}
export interface Figure {
  readonly name: string;
  readonly total: number;
  /** As people write it: a need as "4+". */
  readonly shown: string;
  readonly steps: readonly Step[];
}
export interface ValueRow {
  readonly value: number;
  readonly chance: number;
  readonly at_least: number;
  readonly fraction: string | null;
}
export interface HeadingRow {
  readonly words: string;
  readonly chance: number;
  readonly fraction?: string | null;
}
export interface OutcomeRow {
  readonly outcome: Plain;
  readonly chance: number;
  readonly fraction: string | null;
}
/** Exact, or simulated: the number of throws and the largest standard error of a chance. */
export type Method =
  { readonly exact: true } | { readonly exact: false; readonly thrown: number; readonly error: number };
export interface Odds {
  readonly system: string;
  readonly resolution: string;
  readonly title: string;
  readonly policy: string | null;
  readonly facts: Plain;
  readonly figures: readonly Figure[];
  readonly measured: string;
  readonly mean: number | null;
  readonly values: readonly ValueRow[];
  readonly headings: readonly HeadingRow[];
  readonly outcomes: readonly OutcomeRow[];
  readonly parting: readonly HeadingRow[];
  readonly method: Method;
}
export interface Axis {
  readonly key: string;
  readonly values: readonly string[];
}
export interface Cell {
  readonly at: readonly string[];
  readonly mean: number | null;
  readonly chances: Readonly<Record<string, number>>;
  readonly method?: Method;
}
export interface Sweep {
  readonly system: string;
  readonly resolution: string;
  readonly title: string;
  readonly policy: string | null;
  readonly axes: readonly Axis[];
  readonly measured: string;
  readonly headings: readonly string[];
  readonly shown: string;
  readonly cells: readonly Cell[];
}
export interface ThrownDice {
  readonly purpose: string;
  readonly dice: readonly string[];
  readonly faces: readonly (readonly number[])[];
  /** Which dice succeeded. */
  readonly good: readonly (readonly boolean[])[];
  readonly result: string;
}
export interface DiceWanted {
  readonly die: string;
  readonly count: number;
  readonly purpose: string;
  readonly faces: readonly number[];
  /** For a draw of cards: the card of each face. */
  readonly cards: readonly string[];
}
export interface Option {
  readonly words: string;
  readonly answer: Plain;
}
export interface DecisionWanted {
  readonly decision: string;
  readonly who: string;
  readonly when: string;
  readonly between: string;
  readonly limits: string;
  readonly rules: readonly string[];
  readonly options: readonly Option[];
}
export interface Ended {
  readonly measured: string;
  readonly value: number | null;
  readonly headings: readonly string[];
  readonly outcome: Plain;
}
export interface Change {
  readonly party: string;
  readonly mark: string;
  readonly to: Plain;
  readonly words: string;
}
export interface Stage {
  readonly system: string;
  readonly resolution: string;
  readonly title: string;
  readonly figures: readonly Figure[];
  readonly fell: readonly ThrownDice[];
  readonly dice: DiceWanted | null;
  readonly decision: DecisionWanted | null;
  readonly ended: Ended | null;
  readonly changes: readonly Change[];
}
/** A rule as `sandtable rules` shows it; further fields are under their own names. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly rows: readonly Readonly<Record<string, Plain>>[] | null;
  readonly [more: string]: unknown;
}
/** Rules that were found by words. */
export interface RulesFound {
  readonly system: string;
  readonly rules: readonly { readonly id: string; readonly title: string; readonly text: string }[];
}
export interface Mark {
  readonly id: string;
  readonly title: string;
  readonly kind: "count" | "flag" | "choice";
  readonly most: number | null;
  readonly choices: readonly string[];
  readonly start: Plain;
}
export interface Card {
  readonly profile: string;
  readonly title: string;
  readonly army: string;
  readonly figures: readonly { readonly name: string; readonly value: Plain }[];
  readonly marks: Marks;
  readonly most: Readonly<Record<string, number>>;
}
export interface Cards {
  readonly marks: readonly Mark[];
  readonly cards: readonly Card[];
}
export interface Sheet {
  readonly html: string;
}

/** Which answer belongs to which request. */
interface Answers {
  readonly systems: Systems;
  readonly form: Form;
  readonly fill: Filled;
  readonly odds: Odds;
  readonly sweep: Sweep;
  readonly stage: Stage;
  readonly rule: Rule;
  readonly rules: RulesFound;
  readonly cards: Cards;
  readonly sheet: Sheet;
}
export type AnswerTo<R extends Request> = Answers[R["ask"]];
