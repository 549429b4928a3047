/** A replay: the picture at a step, and automatic playback. */
import type { Seat } from "../../api/client";
import type { Picture } from "../../wire";

export type PictureSource = Pick<Seat, "look">;

const MOST_KEPT = 120;
const SPEED = 2;

export class Replay {
  picture = $state.raw<Picture | null>(null);
  playing = $state(false);
  /** Steps a second. */
  speed = $state(SPEED);
  trouble = $state("");
  // Nothing is drawn from this map, so it needs no signals.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #kept = new Map<number, Promise<Picture>>();
  #at = -1;

  /** Shows a step and fetches the next one ahead. */
  async turnTo(album: PictureSource, step: number, last: number): Promise<void> {
    this.#at = step;
    try {
      const picture = await this.#look(album, step);
      if (this.#at !== step) return;
      this.picture = picture;
      this.trouble = "";
      if (step < last) await this.#look(album, step + 1);
    } catch (error) {
      if (this.#at !== step) return;
      this.trouble = error instanceof Error ? error.message : "This step cannot be shown.";
      this.playing = false;
    }
  }

  #look(album: PictureSource, step: number): Promise<Picture> {
    const known = this.#kept.get(step);
    if (known) return known;
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    const asked = album.look(step).then(({ picture }) => picture);
    this.#kept.set(step, asked);
    asked.catch(() => this.#kept.delete(step));
    return asked;
  }

  leave(): void {
    this.#at = -1;
    this.playing = false;
    this.picture = null;
  }
}
