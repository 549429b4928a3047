/** House rules in words. */
import type { HouseRuleRow } from "../../wire";
import { typeset } from "../typography";

/** A changed figure: the title of its rule, and its place within the rule. */
export function figureOf({ figure, rule, title }: HouseRuleRow): string {
  const place = figure.startsWith(`${rule}.`) ? figure.slice(rule.length + 1) : figure;
  return `${typeset(title)}: ${place.replace(/[-_]/g, " ").replaceAll(".", ", ")}`;
}
