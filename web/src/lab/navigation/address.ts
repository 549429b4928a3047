/**
 * The address of the lab page holds the whole question: system, resolution, the facts that differ from their
 * defaults, the policy, the parties, what was said to the umpire, and which facts are swept.
 *
 *     #/liberty/volley?fire.range=7&policy=best&party:shooter=british-line&said=4.1.6
 */
import type { Facts, Over, Plain, Said } from "../engine/contract";
import { decodedPart, fragmentPath } from "../../shared/fragments";

/** A party: a profile of the system, and the roster unit if it is one. */
export interface Cast {
  readonly profile: string;
  readonly unit: string | null;
}

/** A question as the address holds it. */
export interface Question {
  readonly system: string;
  readonly resolution: string;
  readonly facts: Facts;
  readonly policy: string | null;
  readonly parties: Readonly<Record<string, Cast>>;
  /** What was told to the umpire so far; null while only odds are asked for. */
  readonly said: readonly Said[] | null;
  /** Was the outcome applied to the roster? */
  readonly isApplied: boolean;
  /** The facts that run through their values; null while no sweep is open. */
  readonly over: readonly Over[] | null;
  /** House rules in force. */
  readonly set: readonly string[];
}

export type Place =
  | { readonly page: "start" }
  | { readonly page: "system"; readonly system: string }
  | { readonly page: "ask"; readonly question: Question }
  | { readonly page: "roster"; readonly system: string | null }
  | { readonly page: "sheet"; readonly system: string | null; readonly rule: string | null };

/** Pages that are not systems; no system may have these names. */
const ROSTER = "roster";
const SHEET = "reference";
const PARTY = "party:";
const BETWEEN = "~";
const AN_ANSWER = "!";

export const plainQuestion = (system: string, resolution: string): Question => ({
  system,
  resolution,
  facts: {},
  policy: null,
  parties: {},
  said: null,
  isApplied: false,
  over: null,
  set: [],
});

// ------------------------------------------------------------------ reading
/** The place that a fragment names. */
export function placeOf(fragment: string): Place {
  const [path = "", query = ""] = cut(fragment.replace(/^#/, ""), "?");
  const [first, second] = path.split("/").filter(Boolean).map(decodedPart);
  if (first === undefined) return { page: "start" };
  if (first === ROSTER) return { page: "roster", system: second ?? null };
  if (first === SHEET)
    return { page: "sheet", system: second ?? null, rule: new URLSearchParams(query).get("rule") };
  if (second === undefined) return { page: "system", system: first };
  return { page: "ask", question: asked(first, second, new URLSearchParams(query)) };
}

function asked(system: string, resolution: string, query: URLSearchParams): Question {
  const facts: Record<string, Plain> = {};
  const parties: Record<string, Cast> = {};
  for (const [key, value] of query) {
    if (key.startsWith(PARTY)) parties[key.slice(PARTY.length)] = castOf(value);
    else if (!RESERVED.has(key)) facts[key] = factOf(value);
  }
  const [said, over] = [query.get("said"), query.getAll("over")];
  return {
    system,
    resolution,
    facts,
    policy: query.get("policy"),
    parties,
    said: said === null ? null : saidOf(said),
    isApplied: query.get("applied") === "yes",
    over: over.length === 0 ? null : over.filter(Boolean).map(overOf),
    set: query.getAll("set"),
  };
}
const RESERVED: ReadonlySet<string> = new Set(["policy", "said", "applied", "over", "set"]);

/**
 * Values stand in the address as people write them; a text that would be read as another type is quoted as
 * JSON.
 */
function factOf(text: string): Plain {
  if (text === "yes" || text === "true") return true;
  if (text === "no" || text === "false") return false;
  if (text === "none") return null;
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (/^["[{]/.test(text)) return fromJson(text) ?? text;
  return text;
}

function castOf(text: string): Cast {
  const [profile = "", unit = ""] = cut(text, BETWEEN);
  return { profile, unit: unit || null };
}

function overOf(text: string): Over {
  const [key = "", values = ""] = cut(text, "=");
  return { key, values };
}

/** What was told to the umpire, up to the first unreadable piece: a truncated link still opens. */
function saidOf(text: string): Said[] {
  const said: Said[] = [];
  for (const piece of text.split(BETWEEN).filter(Boolean)) {
    const one = oneSaid(piece);
    if (!one) break;
    said.push(one);
  }
  return said;
}

function oneSaid(piece: string): Said | null {
  if (piece.startsWith(AN_ANSWER)) {
    const answer = fromJson(decodedPart(piece.slice(AN_ANSWER.length)));
    return answer === undefined ? null : { type: "answer", answer };
  }
  const faces = piece.split(".").map(Number);
  return faces.every(Number.isInteger) ? { type: "faces", faces } : null;
}

function fromJson(text: string): Plain | undefined {
  try {
    return JSON.parse(text) as Plain;
  } catch {
    return undefined;
  }
}

// ------------------------------------------------------------------ writing
/** The fragment that names a place. */
export function fragmentOf(place: Place): string {
  switch (place.page) {
    case "start":
      return "#/";
    case "system":
      return fragmentPath(place.system);
    case "roster":
      return place.system === null ? fragmentPath(ROSTER) : fragmentPath(ROSTER, place.system);
    case "sheet": {
      const rule = place.rule === null ? "" : `?rule=${encodeURIComponent(place.rule)}`;
      return (place.system === null ? fragmentPath(SHEET) : fragmentPath(SHEET, place.system)) + rule;
    }
    case "ask":
      return withQuery(fragmentPath(place.question.system, place.question.resolution), place.question);
  }
}

function withQuery(start: string, question: Question): string {
  const pairs: (readonly [string, string])[] = [
    ...Object.entries(question.facts).map(([key, value]) => [key, factText(value)] as const),
    ...(question.policy === null ? [] : [["policy", question.policy] as const]),
    ...Object.entries(question.parties).map(([party, cast]) => [PARTY + party, castText(cast)] as const),
    ...question.set.map((rule) => ["set", rule] as const),
    ...overText(question.over).map((over) => ["over", over] as const),
    ...(question.said === null ? [] : [["said", question.said.map(saidText).join(BETWEEN)] as const]),
    ...(question.isApplied ? [["applied", "yes"] as const] : []),
  ];
  if (pairs.length === 0) return start;
  return `${start}?${pairs.map(([key, value]) => `${legible(key)}=${legible(value)}`).join("&")}`;
}

function factText(value: Plain): string {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (value === null) return "none";
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return JSON.stringify(value);
  return factOf(value) === value ? value : JSON.stringify(value);
}

const castText = ({ profile, unit }: Cast): string =>
  unit === null ? profile : `${profile}${BETWEEN}${unit}`;

/** A sweep that is open without a fact is still open. */
const overText = (over: readonly Over[] | null): string[] => {
  if (over === null) return [];
  return over.length === 0 ? [""] : over.map(({ key, values }) => `${key}=${values}`);
};

const saidText = (said: Said): string =>
  said.type === "faces"
    ? said.faces.join(".")
    : AN_ANSWER + encodeURIComponent(JSON.stringify(said.answer)).replaceAll(BETWEEN, "%7E");

/** Escaped for a query, except for characters that are safe there, so that an address stays readable. */
const legible = (text: string): string =>
  encodeURIComponent(text).replace(/%(3A|2F|2C|3D)/gi, (escaped) => decodeURIComponent(escaped));

function cut(text: string, at: string): [string, string] | [string] {
  const place = text.indexOf(at);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + at.length)];
}
