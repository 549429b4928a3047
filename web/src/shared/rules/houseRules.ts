/** House rules in words. */
import type { HouseRuleRow } from "../../wire";
import { typeset } from "../typography";

/** Which figure it is: the title of its rule, and where in the rule it stands. */
export function figureOf({ figure, rule, title }: HouseRuleRow): string {
  const place = figure.startsWith(`${rule}.`) ? figure.slice(rule.length + 1) : figure;
  return `${typeset(title)}: ${place.replace(/[-_]/g, " ").replaceAll(".", ", ")}`;
}
