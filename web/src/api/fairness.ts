/**
 * Checks fair dice in the browser: do the faces of a battle follow from the secret that was committed to before
 * it, and from the players' contributions? The derivation is that of `sandtable/dice/fair.py`, by WebCrypto.
 */
import type { CastSeen, DiceSeen } from "../wire";

/** What this browser saw and sent before the first throw. */
export interface Witness {
  /** The commitment shown then; null if this browser was not present. */
  readonly commitment: string | null;
  /** The contributions sent from this browser. */
  readonly contributions: readonly string[];
}

/** The parts of a record that are compared with the revealed casts. */
export interface RecordedDice {
  readonly commitment: string;
  readonly faces: readonly (readonly number[])[];
}

export type Verdict =
  | { readonly isFair: true; readonly casts: number; readonly dice: number; readonly isWitnessed: boolean }
  | { readonly isFair: false; readonly words: string };

type Bytes = Uint8Array<ArrayBuffer>;

const COMMITMENT = "sandtable fair dice: commitment, 1";
const THROW = "sandtable fair dice: throw, 1";
const THROW_IN_EPOCH = "sandtable fair dice: throw, 2";

const text = (words: string): Bytes => new TextEncoder().encode(words);

export function fromHex(digits: string): Bytes {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A whole number as eight bytes, the highest first. */
function eightBytes(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

function joined(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Fields one after another, each preceded by its length. */
const framed = (...fields: readonly Bytes[]): Bytes =>
  joined(...fields.flatMap((field) => [eightBytes(field.length), field]));

/** The commitment to a secret, which is shown before the battle. */
export async function commitmentOf(secret: Bytes): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", framed(text(COMMITMENT), secret))));
}

/** A function that derives the faces of casts from a secret and the contributions. */
export async function thrower(
  secret: Bytes,
  contributions: readonly string[],
): Promise<(cast: CastSeen) => Promise<number[]>> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const mixed = contributions.map(fromHex);

  return async ({ number, epoch, sides, purpose, faces: { length: count } }) => {
    const label = epoch > 0 ? [text(THROW_IN_EPOCH), eightBytes(epoch)] : [text(THROW)];
    const figures = [number, count, sides.length, mixed.length].map(eightBytes);
    const cast = framed(...label, ...figures, ...mixed, text(purpose));
    const block = async (at: number): Promise<Uint8Array> =>
      new Uint8Array(await crypto.subtle.sign("HMAC", key, joined(cast, eightBytes(at))));
    const found = await drawNumbers(block, sides.length, count);
    return found.map((side) => sides[side] ?? Number.NaN);
  };
}

/**
 * Numbers below `sides` from an endless stream of bytes, all equally likely: values past the last whole
 * multiple are skipped.
 */
async function drawNumbers(
  block: (at: number) => Promise<Uint8Array>,
  sides: number,
  count: number,
): Promise<number[]> {
  const width = Math.ceil(Math.log2(sides) / 8) || 1;
  const whole = 256 ** width - (256 ** width % sides);
  const found: number[] = [];
  let [bytes, at]: [number[], number] = [[], 0];
  while (found.length < count) {
    if (bytes.length < width) {
      bytes = [...bytes, ...(await block(at))];
      at += 1;
      continue;
    }
    const value = bytes.slice(0, width).reduce((sum, byte) => sum * 256 + byte, 0);
    bytes = bytes.slice(width);
    if (value < whole) found.push(value % sides);
  }
  return found;
}

/** Can this browser check dice? WebCrypto is missing on pages served without TLS from another machine. */
export const canCheck = (): boolean =>
  (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined;

/** The dice in the text of a record; those before a fork belong to another game. */
export function recordedDice(record: string): RecordedDice {
  const { dice, entries, fork } = JSON.parse(record) as {
    dice: { commitment: string };
    entries: readonly { type: string; faces?: readonly (readonly number[])[] }[];
    fork?: { entries: number };
  };
  const own = entries.slice(fork?.entries ?? 0);
  return { commitment: dice.commitment, faces: own.flatMap(({ faces = [] }) => faces) };
}

/** Checks the dice of a finished battle against what this browser saw before it and against its record. */
export async function checkDice(dice: DiceSeen, witness: Witness, recorded: RecordedDice): Promise<Verdict> {
  const words = await fault(dice, witness, recorded);
  if (words) return { isFair: false, words };
  const count = dice.casts.reduce((sum, { faces }) => sum + faces.length, 0);
  return { isFair: true, casts: dice.casts.length, dice: count, isWitnessed: witness.commitment !== null };
}

async function fault(
  { commitment, secret, contributions, casts, take_backs: takeBacks }: DiceSeen,
  witness: Witness,
  recorded: RecordedDice,
): Promise<string> {
  if (witness.commitment !== null && witness.commitment !== commitment)
    return "The commitment is not the one that was shown before the battle.";
  if ((await commitmentOf(fromHex(secret))) !== commitment)
    return "The secret is not the one that was committed to.";
  if (witness.contributions.some((mine) => !contributions.includes(mine)))
    return "What was put in from here is not among what the dice were made of.";
  if (recorded.commitment !== commitment || JSON.stringify(recorded.faces) !== facesOf(casts))
    return "The record says other dice than the table.";
  return badOrder(casts, takeBacks) || (await badFaces(casts, fromHex(secret), contributions));
}

const facesOf = (casts: readonly CastSeen[]): string => JSON.stringify(casts.map(({ faces }) => faces));

/** Why casts are out of order: they are numbered one by one, and each epoch begins with a take-back. */
function badOrder(casts: readonly CastSeen[], takeBacks: number): string {
  const first = casts[0]?.number ?? 0;
  let epoch = 0;
  for (const [place, cast] of casts.entries()) {
    if (cast.number !== first + place) return `Throw ${(first + place).toString()} is left out.`;
    if (cast.epoch < epoch || cast.epoch > takeBacks)
      return `Throw ${cast.number.toString()} is of a take-back that is not counted.`;
    epoch = cast.epoch;
  }
  return "";
}

async function badFaces(
  casts: readonly CastSeen[],
  secret: Bytes,
  contributions: readonly string[],
): Promise<string> {
  const thrown = await thrower(secret, contributions);
  for (const cast of casts) {
    const faces = await thrown(cast);
    if (faces.join(" ") !== cast.faces.join(" "))
      return `Throw ${cast.number.toString()} (${cast.purpose}) shows ${cast.faces.join(" ")}, but the secret gives ${faces.join(" ")}.`;
  }
  return "";
}
