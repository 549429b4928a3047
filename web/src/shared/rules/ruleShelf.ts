/** The cache of rules: each is requested once, and a loaded rulebook answers for its rules. */
import { service } from "../../api/client";
import type { Rules, RuleSeen } from "../../wire";

/** The part of the service that is used. */
export interface Library {
  rules(system: string): Promise<Rules>;
  rule(system: string, rule: string): Promise<RuleSeen>;
}

export class RuleShelf {
  readonly #books = new Map<string, Promise<Rules>>();
  readonly #rules = new Map<string, Promise<RuleSeen>>();

  constructor(private readonly library: Library) {}

  /** All rules of a system. */
  book(system: string): Promise<Rules> {
    return fetchedOnce(this.#books, system, () => this.library.rules(system));
  }

  async rule(system: string, rule: string): Promise<RuleSeen> {
    const book = this.#books.get(system);
    const found = book && (await book).rules.find(({ id }) => id === rule);
    return found ?? fetchedOnce(this.#rules, `${system} ${rule}`, () => this.library.rule(system, rule));
  }
}

/** The cached promise of a key, or a new one; a failure is not cached, so that it can be retried. */
function fetchedOnce<T>(shelf: Map<string, Promise<T>>, name: string, fetched: () => Promise<T>): Promise<T> {
  const known = shelf.get(name);
  if (known) return known;
  const promise = fetched();
  shelf.set(name, promise);
  promise.catch(() => shelf.delete(name));
  return promise;
}

export const ruleShelf = new RuleShelf(service);

/** The basis of a rule, in a player's words. */
export const BASES: Readonly<Record<string, string>> = {
  stated: "The sheet says so",
  inferred: "It follows from the sheet",
  ruling: "Our ruling",
};
