/** The open question as the address holds it: its form, odds, sweep, and how far it is resolved. */
import { plainQuestion, type Cast, type Question } from "../navigation/address";
import { ask } from "../engine/client";
import type {
  AskCards,
  AskForm,
  AskOdds,
  AskStage,
  AskSweep,
  Card,
  Facts,
  Field,
  Marks,
  PartyOnRoster,
  Plain,
  Said,
} from "../engine/contract";
import { knownFacts, withFact, withFilled } from "../facts/form";
import { LatestAnswer } from "./latestAnswer.svelte";
import type { Roster, Unit } from "../roster/roster";
import { rosters } from "../roster/rosters.svelte";
import { labRouter } from "../navigation/labRouter.svelte";
import { errorWords } from "../../shared/text";

/** Milliseconds without a change before the odds are requested again. */
const PAUSE = 180;

export class OpenQuestion {
  readonly form = new LatestAnswer<AskForm>();
  readonly cards = new LatestAnswer<AskCards>();
  readonly odds = new LatestAnswer<AskOdds>();
  readonly stage = new LatestAnswer<AskStage>();
  readonly sweep = new LatestAnswer<AskSweep>();
  /** Are dice to be thrown as soon as the stage says which? */
  isThrowDue = $state(false);
  /** Why a unit could not fill in its facts. */
  trouble = $state("");

  readonly question = $derived.by((): Question => {
    const { place } = labRouter;
    return place.page === "ask" ? place.question : NO_QUESTION;
  });
  readonly fields = $derived(this.form.answer?.fields ?? []);
  readonly roster: Roster = $derived(rosters.open(this.question.system));
  /** The facts that the resolution has; a link may be older than the rules. */
  readonly known = $derived(knownFacts(this.question.facts, this.fields));

  /** Sends the requests that the question needs; called in an effect. */
  follow(): void {
    const { system, resolution, set } = this.question;
    if (system === "") return;
    const about = `${system} ${resolution}`;
    const rules = set.length > 0 ? { set } : {};
    this.form.put({ ask: "form", system, resolution, ...rules }, about);
    this.cards.put({ ask: "cards", system, ...rules }, system);
    if (this.form.answer?.resolution !== resolution || this.form.answer.system !== system) return;
    this.odds.put(this.oddsAsked, about, PAUSE);
    this.stage.put(this.stageAsked, about);
    this.sweep.put(this.sweepAsked, about, PAUSE);
  }

  get #common(): { system: string; resolution: string; facts: Facts; set?: readonly string[] } {
    const { system, resolution, set } = this.question;
    return { system, resolution, facts: this.known.facts, ...(set.length > 0 ? { set } : {}) };
  }
  get oddsAsked(): AskOdds {
    return { ask: "odds", ...this.#common, policy: this.question.policy };
  }
  get stageAsked(): AskStage | null {
    const { said, isApplied } = this.question;
    if (said === null) return null;
    return { ask: "stage", ...this.#common, said, ...(isApplied ? {} : { parties: this.#parties() }) };
  }
  get sweepAsked(): AskSweep | null {
    const { over, policy } = this.question;
    const running = over?.filter(({ key, values }) => key !== "" && values !== "") ?? [];
    if (running.length === 0) return null;
    const keys = running.map(({ key }) => key);
    const facts = Object.fromEntries(Object.entries(this.known.facts).filter(([key]) => !keys.includes(key)));
    return { ask: "sweep", ...this.#common, facts, policy, over: running };
  }

  #parties(): Record<string, PartyOnRoster> {
    const entries = Object.entries(this.question.parties);
    return Object.fromEntries(
      entries.map(([party, cast]) => [party, { profile: cast.profile, marks: this.#marksOf(cast) }]),
    );
  }
  unitOf(cast: Cast | undefined): Unit | undefined {
    return this.roster.units.find(({ id, profile }) => id === cast?.unit && profile === cast.profile);
  }
  #marksOf(cast: Cast): Marks {
    return this.unitOf(cast)?.marks ?? {};
  }
  /** The units of the roster that are parties, by party. */
  get units(): Readonly<Record<string, string>> {
    const entries = Object.entries(this.question.parties).flatMap(([party, cast]) => {
      const unit = this.unitOf(cast);
      return unit ? [[party, unit.id] as const] : [];
    });
    return Object.fromEntries(entries);
  }

  // ---------------------------------------------------------------- facts
  #amend(more: Partial<Question>): void {
    labRouter.ask({ ...this.question, ...more }, "amend");
  }
  fact(field: Field, value: Plain): void {
    this.#amend({ facts: withFact(this.known.facts, field, value) });
  }
  reset(): void {
    this.#amend({ facts: {}, parties: {} });
  }
  policy(policy: string | null): void {
    this.#amend({ policy });
  }
  unset(): void {
    this.#amend({ set: [] });
  }

  castUnit(party: string, unit: Unit): Promise<void> {
    return this.#cast(party, { profile: unit.profile, unit: unit.id }, unit.marks);
  }
  castCard(party: string, card: Card): Promise<void> {
    return this.#cast(party, { profile: card.profile, unit: null }, {});
  }
  uncast(party: string): void {
    const parties = Object.entries(this.question.parties).filter(([id]) => id !== party);
    this.#amend({ parties: Object.fromEntries(parties) });
  }
  /** Lets the roster units fill in their facts again, since they have changed. */
  async refill(): Promise<void> {
    for (const [party, cast] of Object.entries(this.question.parties)) {
      const unit = this.unitOf(cast);
      if (unit) await this.castUnit(party, unit);
    }
  }
  async #cast(party: string, cast: Cast, marks: Marks): Promise<void> {
    const { system, resolution, set } = this.question;
    this.trouble = "";
    try {
      const profile = cast.profile;
      const { facts } = await ask({ ask: "fill", system, resolution, party, profile, marks, set });
      if (this.question.system !== system || this.question.resolution !== resolution) return;
      this.#amend({
        facts: withFilled(this.known.facts, this.fields, facts),
        parties: { ...this.question.parties, [party]: cast },
      });
    } catch (fault) {
      this.trouble = errorWords(fault);
    }
  }

  // ---------------------------------------------------------------- the umpire
  /** Starts the umpire; with the device's own dice the first throw follows at once. */
  resolve(manner: "throw" | "my dice"): void {
    this.isThrowDue = manner === "throw";
    labRouter.ask({ ...this.question, said: [], isApplied: false, over: null });
  }
  say(said: Said): void {
    labRouter.ask({ ...this.question, said: [...(this.question.said ?? []), said] });
  }
  /** Takes back the last thing told to the umpire. */
  takeBack(): void {
    this.isThrowDue = false;
    this.#amend({ said: (this.question.said ?? []).slice(0, -1), isApplied: false });
  }
  /** Goes back to the odds, with the roster units as they are now. */
  async leave(): Promise<void> {
    const wasApplied = this.question.isApplied;
    labRouter.ask({ ...this.question, said: null, isApplied: false, over: null });
    if (wasApplied) await this.refill();
  }
  apply(): void {
    const changes = this.stage.answer?.changes ?? [];
    rosters.apply(this.question.system, changes, this.units);
    this.#amend({ isApplied: true });
  }
  unapply(): void {
    rosters.undo(this.question.system);
    this.#amend({ isApplied: false });
  }

  // ---------------------------------------------------------------- sweeps
  openSweep(over: Question["over"]): void {
    labRouter.ask({ ...this.question, said: null, isApplied: false, over });
  }
  run(over: Question["over"]): void {
    this.#amend({ over });
  }
}

const NO_QUESTION = plainQuestion("", "");

export const openQuestion = new OpenQuestion();
