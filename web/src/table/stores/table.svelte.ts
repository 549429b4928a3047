/** The table as one screen of it knows it: what is told, what is chosen, drafted, looked at and measured. */
import { untrack } from "svelte";
import { Refused } from "../../api/client";
import { attention } from "../../shared/windowTitle.svelte";
import type { Bout, GameSeen, Note, OptionView, Picture, PromptView, Who } from "../../wire";
import { Arraying } from "../drafts/deploymentDraft.svelte";
import { Choosing } from "./selection.svelte";
import type { Draft } from "../drafts/draft";
import { Drafting } from "../drafts/legMoveDraft.svelte";
import { Looking } from "./inspection.svelte";
import { nextOf, type Offer } from "../prompt/offers";
import { Placing } from "../drafts/placeDraft.svelte";
import { Replaying } from "./replay.svelte";
import { inNeed, roster, type Group } from "../status/rosterChips";
import { Sitting } from "./seatSession.svelte";
import { keep, kept, mayStand, standingOption, withAnswer, type StandingAnswer } from "./standingAnswers";
import { withStood } from "../drafts/draftPicture";
import { Stepping } from "../drafts/hexMoveDraft.svelte";
import { Tapes } from "./tapes.svelte";

/** A trouble that is told until it is read. */
export interface Told {
  readonly words: string;
  readonly rule: string;
}

function storage(): Storage | null {
  try {
    return typeof localStorage === "undefined" ? null : localStorage;
  } catch {
    return null;
  }
}

export class Table {
  readonly sitting: Sitting;
  readonly replaying = new Replaying();
  readonly choosing: Choosing;
  readonly looking = new Looking(storage());
  readonly tapes: Tapes;
  #drawn = $state.raw<Draft | null>(null);
  standing = $state.raw<readonly StandingAnswer[]>([]);
  told = $state.raw<Told | null>(null);
  /** Acts of the umpire up to this number were read, or happened before this screen was opened. */
  #rulingsRead = $state<number | null>(null);
  /** The step whose question was answered from here, while the next picture is on its way. */
  answered = $state(-1);
  /** A step at which a standing answer is not given, because it was gone back to. */
  #spared = -1;
  readonly #step: () => number | null;

  constructor(game: string, step: () => number | null) {
    this.#step = step;
    this.sitting = new Sitting(game);
    this.tapes = new Tapes(this.sitting.seat);
    this.choosing = new Choosing(
      () => this.picture,
      () => this.prompt,
    );
  }

  // ---------------------------------------------------------------- what is told
  /** The step that is looked at in a battle walked through; none at the live table. */
  readonly replayStep = $derived.by((): number | null => this.#step());
  readonly picture = $derived.by((): Picture | null =>
    this.replayStep === null ? this.sitting.live.picture : this.replaying.picture,
  );
  /** The picture with everybody who is put down by the draft. */
  readonly drawn = $derived.by((): Picture | null => {
    const [picture, stood] = [this.picture, this.drafting?.stood];
    return picture && stood ? withStood(picture, stood) : picture;
  });
  /** The move that is being drawn; it waits while the battle is walked through. */
  readonly drafting = $derived.by((): Draft | null => (this.replayStep === null ? this.#drawn : null));
  readonly game = $derived.by((): GameSeen | null => this.sitting.live.game);
  readonly mine = $derived.by((): number | null => this.sitting.live.seat);
  readonly prompt = $derived.by((): PromptView | null =>
    this.replayStep === null && !this.isOver ? (this.sitting.live.picture?.prompt ?? null) : null,
  );
  readonly isOver = $derived.by(
    (): boolean => this.game?.status === "over" || (this.sitting.live.picture?.outcome ?? null) !== null,
  );
  readonly busy = $derived.by((): boolean => this.answered === this.sitting.live.picture?.step);
  readonly groups = $derived.by((): Group[] => {
    const { picture, prompt } = this;
    return picture ? roster({ ...picture, prompt }, this.mine ?? picture.track.side) : [];
  });
  readonly wanting = $derived.by((): Who[] => inNeed(this.groups));
  /** The body about which overlays are drawn. */
  readonly watched = $derived.by((): number | null => {
    const { selected, hovered } = this.choosing;
    const who = this.drafting?.mover ?? selected ?? hovered;
    return typeof who === "number" ? who : null;
  });
  /** What the enemy is looked at for: whoever acts, against whoever lies under the pointer. */
  readonly opposed = $derived.by((): { body: number; against: number } | null => {
    const { picture, choosing } = this;
    const [by, against] = [choosing.acting ?? choosing.selected, choosing.hovered];
    if (!picture || typeof by !== "number" || typeof against !== "number") return null;
    const side = (id: number): number | undefined => picture.bodies.find((one) => one.id === id)?.side;
    return side(by) !== side(against) ? { body: by, against } : null;
  });

  /** What the umpire has done since it was last read. */
  readonly rulings = $derived.by((): readonly Note[] => {
    const read = this.#rulingsRead;
    return read === null
      ? []
      : this.sitting.live.notes.filter(({ number, by_umpire }) => by_umpire && number > read);
  });

  readRulings(): void {
    this.#rulingsRead = this.sitting.live.number;
  }

  // ---------------------------------------------------------------- watching
  /** Keep everything in step; called while the screen is set up. */
  watch(): void {
    $effect(() => {
      const { picture } = this.sitting.live;
      if (!picture) return;
      untrack(() => {
        this.#arrive(picture);
      });
    });
    $effect(() => {
      const [seat, game] = [this.mine, this.sitting.game];
      const shelf = storage();
      this.standing = seat === null || !shelf ? [] : kept(shelf, game, seat);
    });
    $effect(() => {
      const { picture, game } = this.sitting.live;
      if (this.replayStep === null) this.sitting.heed(game?.waiting_for ?? picture?.waiting_for ?? null);
    });
    $effect(() => {
      const step = this.replayStep;
      const [seat, last] = [this.sitting.seat, this.sitting.live.step];
      untrack(() => {
        if (step === null) this.replaying.leave();
        else void this.replaying.turnTo(seat, step, last);
      });
    });
    $effect(() => {
      attention.yourMove(this.prompt !== null, this.picture?.title ?? "");
    });
    $effect(() => {
      const who = this.choosing.selected;
      untrack(() => this.drafting?.hold?.(who));
    });
    this.#watchLooks();
  }

  /** What is asked of the service because somebody looks at it. */
  #watchLooks(): void {
    $effect(() => {
      const { seat } = this.sitting;
      this.tapes.by(seat);
      const [picture, draft] = [this.picture, this.drafting];
      if (!picture || this.busy) return;
      const drafted = draft?.drafted ?? null;
      const [body, step] = [this.watched, picture.step];
      untrack(() => {
        this.looking.about(seat, step, body, drafted);
      });
    });
    $effect(() => {
      const [{ seat }, step] = [this.sitting, this.picture?.step ?? 0];
      const looked = this.prompt && !this.busy ? this.choosing.looked : null;
      const [draft, opposed] = [this.drafting, looked ? this.#unsaid(looked) : this.opposed];
      const drafted = draft && !draft.isHeld && !this.busy ? draft.drafted : null;
      const mover = draft?.mover;
      untrack(() => {
        this.looking.option(seat, step, looked?.index ?? null);
        if (drafted && typeof mover === "number")
          this.looking.bout(seat, step, { body: mover, against: opposed?.against ?? null, drafted });
        else this.looking.bout(seat, step, opposed && { ...opposed, drafted: null });
      });
    });
  }

  /** Who is against whom in an option whose odds say nothing yet, because the other side decides first. */
  #unsaid({ option: { subject, target } }: Offer): { body: number; against: number } | null {
    const { found } = this.looking.odds;
    if (!found || found.odds.units.length > 0 || found.odds.too_many) return null;
    return typeof subject === "number" && typeof target === "number"
      ? { body: subject, against: target }
      : null;
  }

  /** A new picture has come. */
  #arrive(picture: Picture): void {
    const { prompt } = picture;
    if (this.#rulingsRead === null) this.readRulings();
    // The question may come back when the answer is taken back, and is then to be answered anew.
    if (picture.step !== this.answered) this.answered = -1;
    this.looking.forget();
    if (this.#drawn?.step !== picture.step || !prompt) this.#drawn = this.#draft(picture);
    this.choosing.heed(picture.step);
    const chosen = standingOption(prompt, this.standing);
    if (chosen && this.#spared !== picture.step) void this.answer(chosen.answer);
  }

  /** What is drafted to answer a question: a move in legs or in steps, or a place. */
  #draft({ prompt, grid, step }: Picture): Draft | null {
    const { seat } = this.sitting;
    if (prompt?.move) return new Drafting(seat, step, prompt.move);
    if (prompt?.steps && grid) return new Stepping(seat, step, prompt.steps, grid);
    if (prompt?.array) return new Arraying(seat, step, prompt.array, grid ?? null);
    return prompt?.spot ? new Placing(seat, step, prompt.spot) : null;
  }

  // ---------------------------------------------------------------- answering
  async answer(answer: OptionView["answer"]): Promise<void> {
    const { picture } = this.sitting.live;
    if (!picture?.prompt || this.busy || this.replayStep !== null) return;
    this.answered = picture.step;
    await this.#try(() => this.sitting.live.answer(answer));
  }

  /** Take an option: at once, or after a question if it is grave. */
  async take(offer: Offer, always = this.choosing.always): Promise<void> {
    const { prompt } = this;
    if (!prompt) return;
    if (offer.option.grave && this.choosing.confirming?.index !== offer.index) {
      this.choosing.confirming = offer;
      return;
    }
    if (always && mayStand(prompt, offer.option))
      this.#stand(withAnswer(this.standing, prompt, offer.option));
    await this.answer(offer.option.answer);
  }

  async commit(): Promise<void> {
    // Whoever lets go of a unit and commits at once means where it was let go, not where it was last seen.
    await this.drafting?.rest();
    if (this.drafting?.canCommit) await this.answer(this.drafting.answer);
    else if (this.choosing.ready) await this.take(this.choosing.ready);
  }

  #stand(standing: readonly StandingAnswer[]): void {
    this.standing = standing;
    const shelf = storage();
    if (shelf && this.mine !== null) keep(shelf, this.sitting.game, this.mine, standing);
  }

  /** Have a kind of question asked again. */
  askAgain(decision: string): void {
    this.#stand(this.standing.filter((one) => one.decision !== decision));
  }

  async #try(ask: () => Promise<unknown>): Promise<boolean> {
    this.told = null;
    try {
      await ask();
      return true;
    } catch (error) {
      this.answered = -1;
      this.tell(error);
      return false;
    }
  }

  /** Tell a player what went wrong. */
  tell(error: unknown): void {
    if (error instanceof Refused) this.told = { words: error.trouble.words, rule: error.trouble.rule };
    else this.told = { words: error instanceof Error ? error.message : "Something went wrong.", rule: "" };
  }

  // ---------------------------------------------------------------- back and forth
  /** Take back the last answer that was given by hand: standing answers on the way go with it. */
  async undo(): Promise<void> {
    const { live } = this.sitting;
    while (live.picture?.can_undo) {
      const { step } = live.picture;
      this.#spared = step - 1;
      if (!(await this.#try(() => live.undo()))) return;
      await this.#moved(step);
      this.#spared = live.picture.step;
      if (!standingOption(live.picture.prompt, this.standing)) return;
    }
  }

  /** Wait until the picture of another step is here. */
  async #moved(from: number): Promise<void> {
    for (let tries = 0; tries < 100 && this.sitting.live.picture?.step === from; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async redo(): Promise<void> {
    const { live } = this.sitting;
    if (live.picture?.can_redo) await this.#try(() => live.redo());
  }

  /** Something else that is asked of the service. */
  ask(ask: () => Promise<unknown>): Promise<boolean> {
    return this.#try(ask);
  }

  /** The next unit that wants something. */
  next(by: 1 | -1): Who | null {
    const who = nextOf(this.wanting, this.choosing.selected, by);
    if (who !== null) this.choosing.select(who);
    return who;
  }

  /** What is told of a shot or a charge: who by, at whom, with what else may come of it. */
  readonly bouts = $derived.by((): readonly Bout[] => this.looking.bouts.found ?? []);

  leave(): void {
    this.sitting.leave();
    this.replaying.leave();
    attention.rest();
  }
}
