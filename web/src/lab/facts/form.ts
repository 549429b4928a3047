/** The form of a resolution: its facts in groups, what a value may be, what was changed. It knows no rule. */
import type { Facts, Field, Plain } from "../engine/contract";
import { capitalised } from "../../shared/text";

export interface Group {
  readonly name: string;
  readonly fields: readonly Field[];
}

/** Facts that only the played game sets; the form on paper leaves them out. */
const PLUMBING: ReadonlySet<string> = new Set(["seat", "unit"]);
const READING = /^reading:\s*/i;
export const READINGS = "How the rules are read";
export const PLAIN_GROUP = "Facts";

const lastPart = (key: string): string => key.slice(key.lastIndexOf(".") + 1);

/** Is a fact shown in the form? */
export const isAsked = ({ key, description, group }: Field): boolean =>
  group !== "hidden" && !PLUMBING.has(lastPart(key)) && (description !== "" || group !== "");

/**
 * The facts in groups as the resolution has them; readings of the rules come last, since few ever change
 * them.
 */
export function grouped(fields: readonly Field[]): Group[] {
  const groups = new Map<string, Field[]>();
  const readings: Field[] = [];
  for (const field of fields.filter(isAsked)) {
    if (READING.test(field.description)) readings.push(field);
    else groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  }
  const named = [...groups].map(([name, inIt]) => ({ name: name || PLAIN_GROUP, fields: inIt }));
  return readings.length > 0 ? [...named, { name: READINGS, fields: readings }] : named;
}

/** The name of a fact within its group: "Fire · range" is "Range" under "Fire". */
export function nameOf({ label, key }: Field): string {
  const own = label.split("·").at(-1)?.trim() || lastPart(key).replaceAll("_", " ");
  return capitalised(own);
}

/** The description of a fact without the prefix "reading:"; empty if it only repeats the name. */
export function descriptionOf(field: Field): string {
  const said = field.description.replace(READING, "");
  return said.replace(/^(its|the) /, "").toLowerCase() === nameOf(field).toLowerCase() ? "" : said;
}

// ------------------------------------------------------------------ values
/** Parts that belong together, by name; they go into the address as "8/16/24". */
export type Parts = Readonly<Record<string, number>>;

export function partsOf(field: Field, value: Plain): Parts {
  const given = typeof value === "string" ? value.split("/").map(Number) : [];
  const held = value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  return Object.fromEntries(
    field.parts.map(({ name, least }, place) => {
      const found = (held as Record<string, Plain>)[name] ?? given[place];
      return [name, typeof found === "number" && Number.isFinite(found) ? found : (least ?? 0)];
    }),
  );
}

export const partsText = (field: Field, parts: Parts): string =>
  field.parts.map(({ name, least }) => parts[name] ?? least ?? 0).join("/");

/** The values of a list fact; an address may hold them with commas between. */
export function listOf(value: Plain): readonly Plain[] {
  if (Array.isArray(value)) return value;
  return typeof value === "string" && value !== "" ? value.split(",") : [];
}

/** A value in the normal form in which it is compared and kept. */
function normalised(field: Field, value: Plain): Plain {
  if (field.kind === "parts" && value !== null) return partsText(field, partsOf(field, value));
  if (field.kind === "list") return listOf(value);
  return value;
}

export const isSame = (field: Field, one: Plain, other: Plain): boolean =>
  JSON.stringify(normalised(field, one)) === JSON.stringify(normalised(field, other));

/** The value of a fact: the given one, or its default. */
export function valueOf(field: Field, facts: Facts): Plain {
  const said = facts[field.key];
  return said === undefined ? field.default : said;
}

export const isChanged = (field: Field, facts: Facts): boolean =>
  !isSame(field, valueOf(field, facts), field.default);

/** The facts with one of them set; a fact that equals its default is left out. */
export function withFact(facts: Facts, field: Field, value: Plain): Facts {
  const rest = Object.fromEntries(Object.entries(facts).filter(([key]) => key !== field.key));
  return isSame(field, value, field.default) ? rest : { ...rest, [field.key]: normalised(field, value) };
}

/** The facts with those that a unit filled in. */
export function withFilled(facts: Facts, fields: readonly Field[], filled: Facts): Facts {
  return fields.reduce((so, field) => {
    const value = filled[field.key];
    return value === undefined ? so : withFact(so, field, value);
  }, facts);
}

/** The facts that the resolution has, and the keys it does not know; a link may be older than the rules. */
export function knownFacts(
  facts: Facts,
  fields: readonly Field[],
): { facts: Facts; unknown: readonly string[] } {
  const keys = new Set(fields.map(({ key }) => key));
  const entries = Object.entries(facts);
  const isKnown = (key: string): boolean => keys.has(key) || keys.has(key.slice(0, key.lastIndexOf(".")));
  return {
    facts: Object.fromEntries(entries.filter(([key]) => isKnown(key))),
    unknown: entries.map(([key]) => key).filter((key) => !isKnown(key)),
  };
}

// ------------------------------------------------------------------ figures
interface Limits {
  readonly least: number | null;
  readonly most: number | null;
}

/** A figure a step up or down, within its limits. */
export function stepped(limits: Limits, value: number, by: number): number {
  const next = Math.round((value + by) * 100) / 100;
  return Math.min(limits.most ?? Infinity, Math.max(limits.least ?? -Infinity, next));
}

export type ParsedFigure =
  { readonly value: number; readonly fault: "" } | { readonly value: null; readonly fault: string };

/** The typed figure, or a sentence that says what is allowed. */
export function parseFigure(limits: Limits & { readonly kind: string }, text: string): ParsedFigure {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  const value = Number(plain);
  const isFigure = /^-?\d+(\.\d+)?$/.test(plain) && (limits.kind !== "whole" || Number.isInteger(value));
  const fits =
    (limits.least === null || value >= limits.least) && (limits.most === null || value <= limits.most);
  return isFigure && fits ? { value, fault: "" } : { value: null, fault: `It must be ${allowed(limits)}.` };
}

/** The allowed values of a figure, in words. */
export function allowed({ least, most, kind }: Limits & { readonly kind: string }): string {
  const what = kind === "whole" ? "a whole number" : "a number";
  if (least !== null && most !== null) return `${what} from ${least} to ${most}`;
  if (least !== null) return `${what} from ${least} up`;
  return most !== null ? `${what} up to ${most}` : what;
}

/** May the value be none? */
export const mayBeNone = (field: Field): boolean =>
  field.default === null || field.choices.some(({ value }) => value === null);

/** A value in words: "Range 7", "In Cover", "not Enfiladed". */
export function valueInWords(field: Field, value: Plain): string {
  const name = nameOf(field);
  switch (field.kind) {
    case "flag":
      return value === true ? name : `not ${name}`;
    case "choice":
      return `${name} ${choiceWords(field, value)}`;
    case "parts":
      return `${name} ${partsText(field, partsOf(field, value))}`;
    case "list":
      return `${name} ${listOf(value).join(", ") || "none"}`;
    default:
      return `${name} ${value === null ? "none" : String(value)}`;
  }
}

export const choiceWords = (field: Field, value: Plain): string =>
  field.choices.find((choice) => choice.value === value)?.words ?? (value === null ? "none" : String(value));

// ------------------------------------------------------------------ sweeps
/** A sweep with more values than this would be too large to read. */
const MOST_PLACES = 41;

/** The values of a sweep over a fact, as the engine reads them; null if it cannot be swept. */
export function rangeOf(field: Field): string | null {
  switch (field.kind) {
    case "flag":
      return "no,yes";
    case "choice": {
      const words = field.choices.map(({ value }) => (value === null ? "none" : String(value)));
      return words.length > 1 && !words.some((word) => word.includes(",")) ? words.join(",") : null;
    }
    case "whole":
    case "number":
      return wholes(field);
    default:
      return null;
  }
}

function wholes({ least, most, default: start }: Field): string {
  const from = Math.ceil(least ?? 0);
  const to = Math.floor(most ?? Math.max(from + 10, typeof start === "number" ? start * 2 : 0));
  const every = Math.ceil((to - from + 1) / MOST_PLACES);
  return every > 1 ? `${from}..${to}:${every}` : `${from}..${to}`;
}
