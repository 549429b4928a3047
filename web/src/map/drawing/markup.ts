/** SVG as text, for drawings that never change. */
import type { Spot } from "../geometry/plane";

declare const drawn: unique symbol;
/** Markup made by our own functions: every text in it is escaped. */
export type Markup = string & { readonly [drawn]: true };

export const NOTHING = "" as Markup;

/** A number to a hundredth, as short as possible. */
export function short(value: number): string {
  const text = (Math.round(value * 100) / 100).toString();
  return text === "-0" ? "0" : text;
}

/** A path from letters and numbers: pen("M", 1, 2, "h", 3). */
export function pen(...parts: (string | number)[]): string {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else {
      const figure = short(part);
      text += /[\d.]$/.test(text) && !figure.startsWith("-") ? ` ${figure}` : figure;
    }
  }
  return text;
}

/** A path through places. */
export function way(line: readonly Spot[], ends: "open" | "closed" = "open"): string {
  const drawn = line.map(({ x, y }, place) => pen(place === 0 ? "M" : "L", x, y)).join("");
  return ends === "closed" && drawn ? `${drawn}Z` : drawn;
}

const UNSAFE: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escaped = (text: string): Markup =>
  text.replace(/[&<>"']/g, (letter) => UNSAFE[letter] ?? "") as Markup;

export const joined = (parts: readonly Markup[]): Markup => parts.join("") as Markup;

type Attributes = Readonly<Record<string, string | number>>;

/** An element with its attributes and content. */
export function tag(name: string, attributes: Attributes, ...inside: Markup[]): Markup {
  const listed = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? short(value) : escaped(value)}"`)
    .join("");
  const content = joined(inside);
  return (content ? `<${name}${listed}>${content}</${name}>` : `<${name}${listed}/>`) as Markup;
}

/** A path element with a class. */
export const path = (className: string, d: string, more: Attributes = {}): Markup =>
  d ? tag("path", { class: className, d, ...more }) : NOTHING;
