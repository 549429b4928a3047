/** Words on the lab page: sentences of what went wrong, and figures as people write them. */
import { figure } from "../panels/odds/chances";
import type { Tally } from "../panels/panelTypes";
import type { Figure, Plain, Step } from "./engine/contract";

/** A step of a tally as people write it: "2.5", "−0.5", "× 4", "at least 1". */
export function stepShown(step: Step): string {
  switch (step.effect) {
    case "plus":
      return step.value < 0 ? figure(step.value) : `+${figure(step.value)}`;
    case "times":
      return `× ${figure(step.value)}`;
    case "at least":
    case "at most":
      return `${step.effect} ${figure(step.value)}`;
    case "round up":
      return step.effect;
    default:
      return figure(step.value);
  }
}

/** A figure with its reasons, as the rows of a tally show it. */
export const tallyOf = (one: Figure): Tally => ({
  name: one.name,
  total: one.total,
  shown: one.shown,
  items: one.steps.map((step) => ({
    words: step.words,
    value: step.value,
    rule: step.rule,
    effect: step.effect as Tally["items"][number]["effect"],
    shown: stepShown(step),
  })),
});

/** A value of a rule's table as people write it. */
export function cellWords(value: Plain | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return figure(value);
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(cellWords).join(", ");
  return Object.entries(value)
    .map(([name, part]) => `${name.replaceAll("_", " ")} ${cellWords(part as Plain)}`)
    .join(", ");
}
