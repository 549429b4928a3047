/** What the service is asked about the unit or option in focus: overlays, odds, bouts. */
import type { Seat } from "../../api/client";
import type { Bout, OddsSeen, Overlay, OverlayKind } from "../../wire";
import type { DraftedMove } from "../drafts/draft";
import { HoverQuery } from "./hoverQuery.svelte";
import { readOverlayKinds, storeOverlayKinds } from "./overlayKinds";

export type Inspector = Pick<Seat, "odds" | "bouts" | "overlays">;

export class Inspection {
  shown = $state.raw<readonly OverlayKind[]>([]);
  readonly overlays = new HoverQuery<readonly Overlay[]>();
  readonly odds = new HoverQuery<OddsSeen>();
  readonly bouts = new HoverQuery<readonly Bout[]>();
  readonly #storage: Pick<Storage, "getItem" | "setItem"> | null;

  constructor(storage: Pick<Storage, "getItem" | "setItem"> | null) {
    this.#storage = storage;
    this.shown = readOverlayKinds(storage);
  }

  toggle(kind: OverlayKind): void {
    const on = this.shown.includes(kind);
    this.shown = on ? this.shown.filter((one) => one !== kind) : [...this.shown, kind];
    storeOverlayKinds(this.#storage, this.shown);
  }

  /** The overlays of the unit in focus whose kind is switched on. */
  get shownOverlays(): readonly Overlay[] {
    return (this.overlays.found ?? []).filter(({ kind }) => this.shown.includes(kind));
  }

  overlaysAbout(seat: Inspector, step: number, body: number | null, drafted: DraftedMove | null): void {
    const isWanted = body !== null && this.shown.length > 0;
    const key = `${step} ${body ?? ""} ${drafted ? JSON.stringify(drafted) : ""}`;
    const ask = async (signal: AbortSignal): Promise<readonly Overlay[]> =>
      body === null ? [] : (await seat.overlays(step, body, drafted ?? {}, signal)).overlays;
    this.overlays.at(isWanted ? { key, ask } : null, drafted ? "keep" : "drop");
  }

  oddsOf(seat: Inspector, step: number, option: number | null): void {
    if (option === null) this.odds.at(null);
    else this.odds.at({ key: `${step} ${option}`, ask: (signal) => seat.odds(step, option, signal) });
  }

  boutsOf(
    seat: Inspector,
    step: number,
    wanted: {
      readonly body: number;
      readonly against: number | null;
      readonly drafted: DraftedMove | null;
    } | null,
  ): void {
    if (!wanted) {
      this.bouts.at(null);
      return;
    }
    const { body, against, drafted } = wanted;
    const key = `${step} ${body} ${against ?? ""} ${drafted ? JSON.stringify(drafted) : ""}`;
    const ask = async (signal: AbortSignal): Promise<readonly Bout[]> =>
      (await seat.bouts(step, body, { against, ...drafted }, signal)).bouts;
    this.bouts.at({ key, ask }, drafted ? "keep" : "drop");
  }

  forget(): void {
    this.overlays.forget();
    this.odds.forget();
    this.bouts.forget();
  }
}
