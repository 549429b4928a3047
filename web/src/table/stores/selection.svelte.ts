/** Choosing among what a question offers: who is selected, what is aimed at, which place is held. */
import type { Ghost } from "../../map/input/handles";
import type { Base, Glyph, Missing, OptionView, Picture, PromptView, Who } from "../../wire";
import { headed, type Headline } from "../prompt/headline";
import {
  isMixed,
  missingFor,
  offerAt,
  offersOf,
  offersOn,
  shownOffers,
  soleSubject,
  subjects,
  targetsOf,
  type Offer,
} from "../prompt/offers";
import {
  formation,
  formations,
  headingTo,
  MANY,
  nearestStance,
  stancesOf,
  turned,
  type Stance,
} from "../prompt/placeOptions";

/** So few options have a button each, whoever would act. */
const FEW = 5;
/** Above so many places the others are only marked by where their front would be. */
const CROWD = 14;

interface Looks {
  readonly side: number;
  readonly glyph: Glyph;
  readonly bases: readonly Base[];
}

export class Choosing {
  selected = $state<Who | null>(null);
  hovered = $state<Who | null>(null);
  /** An option that is looked at before it is taken. */
  aimed = $state.raw<Offer | null>(null);
  /** The place that would be taken. */
  held = $state.raw<Stance | null>(null);
  /** Is the next answer to stand for all questions of its kind? */
  always = $state(false);
  /** A grave option that was chosen and must be confirmed. */
  confirming = $state.raw<Offer | null>(null);
  /** Is the list of all options open? */
  listed = $state(false);

  readonly #picture: () => Picture | null;
  readonly #prompt: () => PromptView | null;
  #asked = "";

  constructor(picture: () => Picture | null, prompt: () => PromptView | null) {
    this.#picture = picture;
    this.#prompt = prompt;
  }

  readonly prompt = $derived.by((): PromptView | null => this.#prompt());
  readonly subjects = $derived.by((): Who[] => subjects(this.prompt));
  /** Who would act: the only one who can, or the one that is selected. */
  readonly acting = $derived.by((): Who | null => {
    const sole = soleSubject(this.prompt);
    if (sole !== null) return sole;
    return this.selected !== null && offersOn(this.prompt, this.selected).length > 0 ? this.selected : null;
  });
  readonly all = $derived.by((): Offer[] => offersOf(this.prompt));
  readonly offers = $derived.by((): Offer[] => shownOffers(this.prompt, this.acting));
  readonly targets = $derived.by((): Who[] => targetsOf(this.offers));
  readonly missing = $derived.by((): Missing[] => missingFor(this.prompt, this.acting));
  readonly headline = $derived.by((): Headline => headed(this.prompt?.title ?? "", this.prompt?.words ?? ""));
  readonly stances = $derived.by((): Stance[] => {
    const looks = this.acting === null ? null : this.looks(this.acting);
    const found = stancesOf(this.offers, looks?.bases ?? []);
    return found.length > 1 ? found : [];
  });
  /** Are there too many places for a button each? */
  readonly isDial = $derived.by((): boolean => this.stances.length > MANY);
  /** What has a button: everything where that is little, else what is open to whoever acts; no places of a dial. */
  readonly buttons = $derived.by((): Offer[] => {
    if (this.isDial) return this.offers.filter(({ option }) => !option.place);
    return this.all.length <= FEW ? this.all : this.offers;
  });
  /** Must a button say who would act, because several could? */
  readonly isMixed = $derived.by((): boolean => isMixed(this.buttons));
  readonly formations = $derived.by((): Stance[] =>
    this.held && this.isDial ? formations(this.stances, this.held) : [],
  );
  readonly ghosts = $derived.by((): Ghost[] => [...this.#ghosts(), ...this.#others()]);

  /** How somebody looks who may act. */
  looks(who: Who): Looks | null {
    const picture = this.#picture();
    const token = picture?.tokens.find(({ id }) => id === who);
    if (token) return { side: token.side, glyph: token.glyph, bases: token.bases };
    const body = picture?.bodies.find(({ id }) => id === who);
    return body ? { side: body.side, glyph: body.card.glyph, bases: body.bases } : null;
  }

  nameOf(who: Who | null): string {
    const picture = this.#picture();
    if (who === null || !picture) return "";
    if (typeof who === "string") return picture.tokens.find(({ id }) => id === who)?.name ?? "";
    return picture.bodies.find(({ id }) => id === who)?.card.name ?? "";
  }

  /** Everybody else whom the option that is looked at would have stand elsewhere. */
  #others(): Ghost[] {
    const looked = this.looked;
    return (looked?.option.ghosts ?? []).flatMap(({ who, pose, bases }): Ghost[] => {
      const looks = this.looks(who);
      if (!looked || !looks) return [];
      const { side, glyph } = looks;
      const key = `${looked.index} ${who}`;
      return [{ key, pose, bases, side, glyph, label: looked.option.label, manner: "held" }];
    });
  }

  #ghosts(): Ghost[] {
    const looks = this.acting === null ? null : this.looks(this.acting);
    if (!looks) return [];
    const aimed = this.looked?.option.place ? stancesOf([this.looked], looks.bases)[0] : null;
    const held = aimed ?? this.held;
    const same = held && this.isDial ? formation(held) : null;
    const placed = this.stances.filter((one) => same === null || formation(one) === same);
    const shown = placed.length > 0 ? placed : held ? [held] : [];
    const isHeld = ({ offer }: Stance): boolean => offer.index === held?.offer.index;
    return shown.map((stance) => ({
      key: String(stance.offer.index),
      pose: stance.pose,
      bases: stance.bases,
      glyph: looks.glyph,
      side: looks.side,
      label: stance.offer.option.label,
      manner: isHeld(stance) ? "held" : shown.length > CROWD ? "nib" : "outline",
    }));
  }

  // ---------------------------------------------------------------- a new question
  /** Start anew if another question is asked. */
  heed(step: number): void {
    const asked = this.prompt ? `${step} ${this.prompt.decision}` : "";
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.aimed = null;
    this.always = false;
    this.confirming = null;
    this.listed = false;
    const sole = soleSubject(this.prompt);
    if (sole !== null) this.selected = sole;
    this.held = this.isDial ? (this.stances[0] ?? null) : null;
  }

  /** Select somebody; a place held for another is let go. */
  select(who: Who | null): void {
    this.selected = who;
    this.aimed = null;
    this.held = this.isDial ? (this.stances[0] ?? null) : null;
  }

  // ---------------------------------------------------------------- aiming
  /** The option that a click on somebody would take. */
  at(who: Who): Offer | null {
    return this.acting === null || who === this.acting ? null : offerAt(this.offers, who);
  }

  /** What is aimed at by hovering: the option on whoever lies under the pointer. */
  readonly looked = $derived.by((): Offer | null => {
    if (this.aimed) return this.aimed;
    return this.hovered === null ? null : this.at(this.hovered);
  });

  aim(offer: Offer | null): void {
    this.aimed = offer;
  }

  // ---------------------------------------------------------------- places
  /** Turn or shift the place held towards where somebody points. */
  point(x: number, y: number): void {
    const { held } = this;
    if (!held) return;
    const centre = this.#middle(held);
    const wanted = { x: Math.round(x), y: Math.round(y), heading: headingTo(centre, [x, y]) };
    this.held = nearestStance(this.stances, wanted, held);
  }

  #middle({ pose, bases }: Stance): [number, number] {
    const deep = Math.max(...bases.map(({ y, depth }) => depth - y), 0);
    const angle = (pose.heading * Math.PI) / 1800;
    return [pose.x - (Math.sin(angle) * deep) / 2, pose.y - (Math.cos(angle) * deep) / 2];
  }

  turn(by: 1 | -1): void {
    if (this.held) this.held = turned(this.stances, this.held, by);
  }

  hold(key: string): Stance | null {
    this.held = this.stances.find(({ offer }) => String(offer.index) === key) ?? this.held;
    return this.held;
  }

  /** The option with these words under a number key. */
  numbered(number: number): Offer | null {
    return this.buttons[number - 1] ?? null;
  }

  /** What Enter takes: the place held, or what is aimed at, or the only thing there is to say. */
  get ready(): Offer | null {
    if (this.isDial) return this.held?.offer ?? null;
    return this.aimed ?? (this.all.length === 1 ? (this.all[0] ?? null) : null);
  }
}

/** The words on the button of an option. */
export const titleOf = ({ title, label }: OptionView): string => title || label;
