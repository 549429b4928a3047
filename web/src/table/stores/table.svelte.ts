/**
 * The state of one table screen: the live game, the selection, the draft, inspection and tapes, kept in step.
 */
import { untrack } from "svelte";
import { Refused } from "../../api/client";
import { hasOdds } from "../../panels/odds/chances";
import { windowTitle } from "../../shared/windowTitle.svelte";
import type { Bout, GameSeen, Note, OptionView, Picture, PromptView, Who } from "../../wire";
import { DeploymentDraft } from "../drafts/deploymentDraft.svelte";
import { Selection } from "./selection.svelte";
import type { Draft } from "../drafts/draft";
import { LegMoveDraft } from "../drafts/legMoveDraft.svelte";
import { Inspection } from "./inspection.svelte";
import { nextOf, type Offer } from "../prompt/offers";
import { PlaceDraft } from "../drafts/placeDraft.svelte";
import { Replay } from "./replay.svelte";
import { unitsInNeed, rosterGroups, type Group } from "../status/rosterChips";
import { SeatSession } from "./seatSession.svelte";
import {
  storeStandingAnswers,
  readStandingAnswers,
  canBeStanding,
  standingOption,
  withStandingAnswer,
  type StandingAnswer,
} from "./standingAnswers";
import { withPlacedPieces } from "../drafts/draftPicture";
import { HexMoveDraft } from "../drafts/hexMoveDraft.svelte";
import { Tapes } from "./tapes.svelte";
import { browserStorage } from "../../shared/browserStorage";

/** An error message that stays until it is closed. */
export interface Notice {
  readonly words: string;
  readonly rule: string;
}

export class Table {
  readonly session: SeatSession;
  readonly replay = new Replay();
  readonly selection: Selection;
  readonly inspection = new Inspection(browserStorage());
  readonly tapes: Tapes;
  #liveDraft = $state.raw<Draft | null>(null);
  standingAnswers = $state.raw<readonly StandingAnswer[]>([]);
  notice = $state.raw<Notice | null>(null);
  /** Acts of the umpire up to this number were read or are older than this screen. */
  #rulingsRead = $state<number | null>(null);
  /** The step that was answered from here, until the next picture arrives. */
  answered = $state(-1);
  /** The step that undo went back to: no standing answer is given there. */
  #stepGoneBackTo = -1;
  readonly #step: () => number | null;

  constructor(game: string, step: () => number | null) {
    this.#step = step;
    this.session = new SeatSession(game);
    this.tapes = new Tapes(this.session.seat);
    this.selection = new Selection(
      () => this.picture,
      () => this.prompt,
    );
  }

  // ---------------------------------------------------------------- state
  /** The step of a replay; null at the live table. */
  readonly replayStep = $derived.by((): number | null => this.#step());
  readonly picture = $derived.by((): Picture | null =>
    this.replayStep === null ? this.session.live.picture : this.replay.picture,
  );
  /** The picture with the pieces that the draft puts down. */
  readonly draftedPicture = $derived.by((): Picture | null => {
    const [picture, placed] = [this.picture, this.draft?.placed];
    return picture && placed ? withPlacedPieces(picture, placed) : picture;
  });
  /** The draft of an answer; hidden during a replay. */
  readonly draft = $derived.by((): Draft | null => (this.replayStep === null ? this.#liveDraft : null));
  readonly game = $derived.by((): GameSeen | null => this.session.live.game);
  readonly mine = $derived.by((): number | null => this.session.live.seat);
  readonly prompt = $derived.by((): PromptView | null =>
    this.replayStep === null && !this.isOver ? (this.session.live.picture?.prompt ?? null) : null,
  );
  readonly isOver = $derived.by(
    (): boolean => this.game?.status === "over" || (this.session.live.picture?.outcome ?? null) !== null,
  );
  readonly busy = $derived.by((): boolean => this.answered === this.session.live.picture?.step);
  readonly groups = $derived.by((): Group[] => {
    const { picture, prompt } = this;
    return picture ? rosterGroups({ ...picture, prompt }, this.mine ?? picture.track.side) : [];
  });
  readonly unitsInNeed = $derived.by((): Who[] => unitsInNeed(this.groups));
  /** The body whose overlays are drawn. */
  readonly overlayBody = $derived.by((): number | null => {
    const { selected, hovered } = this.selection;
    const who = this.draft?.mover ?? selected ?? hovered;
    return typeof who === "number" ? who : null;
  });
  /** The actor and the enemy under the pointer. */
  readonly hoveredEnemy = $derived.by((): { body: number; against: number } | null => {
    const { picture, selection } = this;
    const [by, against] = [selection.actor ?? selection.selected, selection.hovered];
    if (!picture || typeof by !== "number" || typeof against !== "number") return null;
    const side = (id: number): number | undefined => picture.bodies.find((one) => one.id === id)?.side;
    return side(by) !== side(against) ? { body: by, against } : null;
  });

  /** The acts of the umpire that were not read yet. */
  readonly rulings = $derived.by((): readonly Note[] => {
    const read = this.#rulingsRead;
    return read === null
      ? []
      : this.session.live.notes.filter(({ number, by_umpire }) => by_umpire && number > read);
  });

  readRulings(): void {
    this.#rulingsRead = this.session.live.number;
  }

  // ---------------------------------------------------------------- watching
  /** Sets up the effects that keep all parts in step; called while the screen is set up. */
  watch(): void {
    $effect(() => {
      const { picture } = this.session.live;
      if (!picture) return;
      untrack(() => {
        this.#onPicture(picture);
      });
    });
    $effect(() => {
      const [seat, game] = [this.mine, this.session.game];
      const shelf = browserStorage();
      this.standingAnswers = seat === null || !shelf ? [] : readStandingAnswers(shelf, game, seat);
    });
    $effect(() => {
      const { picture, game } = this.session.live;
      if (this.replayStep === null) this.session.coverFor(game?.waiting_for ?? picture?.waiting_for ?? null);
    });
    $effect(() => {
      const step = this.replayStep;
      const [seat, last] = [this.session.seat, this.session.live.step];
      untrack(() => {
        if (step === null) this.replay.leave();
        else void this.replay.turnTo(seat, step, last);
      });
    });
    $effect(() => {
      windowTitle.yourMove(this.prompt !== null, this.picture?.title ?? "");
    });
    $effect(() => {
      const who = this.selection.selected;
      untrack(() => this.draft?.hold?.(who));
    });
    this.#watchInspection();
  }

  /** The effects that request overlays, odds and bouts of what is in focus. */
  #watchInspection(): void {
    $effect(() => {
      const { seat } = this.session;
      this.tapes.by(seat);
      const [picture, draft] = [this.picture, this.draft];
      if (!picture || this.busy) return;
      const drafted = draft?.drafted ?? null;
      const [body, step] = [this.overlayBody, picture.step];
      untrack(() => {
        this.inspection.overlaysAbout(seat, step, body, drafted);
      });
    });
    $effect(() => {
      const [{ seat }, step] = [this.session, this.picture?.step ?? 0];
      const previewed = this.prompt && !this.busy ? this.selection.previewed : null;
      const [draft, opposed] = [this.draft, previewed ? this.#opponentsOf(previewed) : this.hoveredEnemy];
      const drafted = draft && !draft.isHeld && !this.busy ? draft.drafted : null;
      const mover = draft?.mover;
      untrack(() => {
        this.inspection.oddsOf(seat, step, previewed?.index ?? null);
        if (drafted && typeof mover === "number")
          this.inspection.boutsOf(seat, step, { body: mover, against: opposed?.against ?? null, drafted });
        else this.inspection.boutsOf(seat, step, opposed && { ...opposed, drafted: null });
      });
    });
  }

  /** Actor and target of an option without odds, because the other side decides first. */
  #opponentsOf({ option: { subject, target } }: Offer): { body: number; against: number } | null {
    const { found } = this.inspection.odds;
    if (!found || hasOdds(found)) return null;
    return typeof subject === "number" && typeof target === "number"
      ? { body: subject, against: target }
      : null;
  }

  /** A new picture has arrived. */
  #onPicture(picture: Picture): void {
    const { prompt } = picture;
    if (this.#rulingsRead === null) this.readRulings();
    // After an undo the same step may be answered again.
    if (picture.step !== this.answered) this.answered = -1;
    this.inspection.forget();
    if (this.#liveDraft?.step !== picture.step || !prompt) this.#liveDraft = this.#newDraft(picture);
    this.selection.onQuestion(picture.step);
    const chosen = standingOption(prompt, this.standingAnswers);
    if (chosen && this.#stepGoneBackTo !== picture.step) void this.answer(chosen.answer);
  }

  /** A new draft for a question that is answered on the map; null for others. */
  #newDraft({ prompt, grid, step }: Picture): Draft | null {
    const { seat } = this.session;
    if (prompt?.move) return new LegMoveDraft(seat, step, prompt.move);
    if (prompt?.steps && grid) return new HexMoveDraft(seat, step, prompt.steps, grid);
    if (prompt?.array) return new DeploymentDraft(seat, step, prompt.array, grid ?? null);
    return prompt?.spot ? new PlaceDraft(seat, step, prompt.spot) : null;
  }

  // ---------------------------------------------------------------- answering
  async answer(answer: OptionView["answer"]): Promise<void> {
    const { picture } = this.session.live;
    if (!picture?.prompt || this.busy || this.replayStep !== null) return;
    this.answered = picture.step;
    await this.#try(() => this.session.live.answer(answer));
  }

  /** Takes an option; a grave one has to be confirmed first. */
  async take(offer: Offer, always = this.selection.always): Promise<void> {
    const { prompt } = this;
    if (!prompt) return;
    if (offer.option.grave && this.selection.confirming?.index !== offer.index) {
      this.selection.confirming = offer;
      return;
    }
    if (always && canBeStanding(prompt, offer.option))
      this.#setStandingAnswers(withStandingAnswer(this.standingAnswers, prompt, offer.option));
    await this.answer(offer.option.answer);
  }

  async commit(): Promise<void> {
    // A commit right after a drag means the end of the drag, which the service may still be judging.
    await this.draft?.settled();
    if (this.draft?.canCommit) await this.answer(this.draft.answer);
    else if (this.selection.ready) await this.take(this.selection.ready);
  }

  #setStandingAnswers(standing: readonly StandingAnswer[]): void {
    this.standingAnswers = standing;
    const shelf = browserStorage();
    if (shelf && this.mine !== null) storeStandingAnswers(shelf, this.session.game, this.mine, standing);
  }

  /** Deletes the standing answer to a kind of question. */
  askAgain(decision: string): void {
    this.#setStandingAnswers(this.standingAnswers.filter((one) => one.decision !== decision));
  }

  async #try(ask: () => Promise<unknown>): Promise<boolean> {
    this.notice = null;
    try {
      await ask();
      return true;
    } catch (error) {
      this.answered = -1;
      this.report(error);
      return false;
    }
  }

  /** Shows an error to the player. */
  report(error: unknown): void {
    if (error instanceof Refused) this.notice = { words: error.trouble.words, rule: error.trouble.rule };
    else this.notice = { words: error instanceof Error ? error.message : "Something went wrong.", rule: "" };
  }

  // ---------------------------------------------------------------- back and forth
  /** Undoes the last answer given by hand, and standing answers after it. */
  async undo(): Promise<void> {
    const { live } = this.session;
    while (live.picture?.can_undo) {
      const { step } = live.picture;
      this.#stepGoneBackTo = step - 1;
      if (!(await this.#try(() => live.undo()))) return;
      await this.#untilStepChanges(step);
      this.#stepGoneBackTo = live.picture.step;
      if (!standingOption(live.picture.prompt, this.standingAnswers)) return;
    }
  }

  /** Waits until the picture of another step has arrived. */
  async #untilStepChanges(from: number): Promise<void> {
    for (let tries = 0; tries < 100 && this.session.live.picture?.step === from; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async redo(): Promise<void> {
    const { live } = this.session;
    if (live.picture?.can_redo) await this.#try(() => live.redo());
  }

  /** Sends another request; shows its error and returns whether it succeeded. */
  ask(ask: () => Promise<unknown>): Promise<boolean> {
    return this.#try(ask);
  }

  /** Selects the next unit in need. */
  next(by: 1 | -1): Who | null {
    const who = nextOf(this.unitsInNeed, this.selection.selected, by);
    if (who !== null) this.selection.select(who);
    return who;
  }

  /** The bouts of what is in focus. */
  readonly bouts = $derived.by((): readonly Bout[] => this.inspection.bouts.found ?? []);

  leave(): void {
    this.session.leave();
    this.replay.leave();
    windowTitle.reset();
  }
}
