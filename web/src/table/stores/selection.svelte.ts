/** The player's selection among what a question offers: the unit, the previewed option, the held place. */
import type { Ghost } from "../../map/input/handles";
import type { Base, Glyph, Missing, Picture, PromptView, Who } from "../../wire";
import { headlineOf, type Headline } from "../prompt/headline";
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
  formationKey,
  onePerFormation,
  DIAL_THRESHOLD,
  nearestPlace,
  placeOptionsOf,
  nextByTurning,
  type PlaceOption,
} from "../prompt/placeOptions";
import { headingTo } from "../../map/geometry/headings";

/** Up to this many options all have a button, regardless of the actor. */
const MOST_BUTTONS = 5;
/** With more places than this the others are drawn as nibs only. */
const MOST_OUTLINES = 14;

interface Appearance {
  readonly side: number;
  readonly glyph: Glyph;
  readonly bases: readonly Base[];
}

export class Selection {
  selected = $state<Who | null>(null);
  hovered = $state<Who | null>(null);
  /** An option that is previewed before it is taken. */
  aimed = $state.raw<Offer | null>(null);
  /** The place that Enter would take. */
  held = $state.raw<PlaceOption | null>(null);
  /** Is the next answer to become a standing answer? */
  always = $state(false);
  /** A grave option that waits for confirmation. */
  confirming = $state.raw<Offer | null>(null);
  /** Is the list of all options open? */
  isListOpen = $state(false);

  readonly #picture: () => Picture | null;
  readonly #prompt: () => PromptView | null;
  #asked = "";

  constructor(picture: () => Picture | null, prompt: () => PromptView | null) {
    this.#picture = picture;
    this.#prompt = prompt;
  }

  readonly prompt = $derived.by((): PromptView | null => this.#prompt());
  readonly subjects = $derived.by((): Who[] => subjects(this.prompt));
  /** The actor: the only possible one, or the selected unit. */
  readonly actor = $derived.by((): Who | null => {
    const sole = soleSubject(this.prompt);
    if (sole !== null) return sole;
    return this.selected !== null && offersOn(this.prompt, this.selected).length > 0 ? this.selected : null;
  });
  readonly all = $derived.by((): Offer[] => offersOf(this.prompt));
  readonly offers = $derived.by((): Offer[] => shownOffers(this.prompt, this.actor));
  readonly targets = $derived.by((): Who[] => targetsOf(this.offers));
  readonly missing = $derived.by((): Missing[] => missingFor(this.prompt, this.actor));
  readonly headline = $derived.by((): Headline =>
    headlineOf(this.prompt?.title ?? "", this.prompt?.words ?? ""),
  );
  readonly places = $derived.by((): PlaceOption[] => {
    const looks = this.actor === null ? null : this.looks(this.actor);
    const found = placeOptionsOf(this.offers, looks?.bases ?? []);
    return found.length > 1 ? found : [];
  });
  /** Are there too many places for buttons? */
  readonly isDial = $derived.by((): boolean => this.places.length > DIAL_THRESHOLD);
  /** The options with a button: all if few, else those of the actor; never the places of a dial. */
  readonly buttons = $derived.by((): Offer[] => {
    if (this.isDial) return this.offers.filter(({ option }) => !option.place);
    return this.all.length <= MOST_BUTTONS ? this.all : this.offers;
  });
  /** Must a button name its actor, because there are several? */
  readonly isMixed = $derived.by((): boolean => isMixed(this.buttons));
  readonly formations = $derived.by((): PlaceOption[] =>
    this.held && this.isDial ? onePerFormation(this.places, this.held) : [],
  );
  readonly ghosts = $derived.by((): Ghost[] => [...this.#ghosts(), ...this.#others()]);

  /** The side, glyph and bases of a unit. */
  looks(who: Who): Appearance | null {
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

  /** The other pieces that the previewed option would move. */
  #others(): Ghost[] {
    const previewed = this.previewed;
    return (previewed?.option.ghosts ?? []).flatMap(({ who, pose, bases }): Ghost[] => {
      const looks = this.looks(who);
      if (!previewed || !looks) return [];
      const { side, glyph } = looks;
      const key = `${previewed.index} ${who}`;
      return [{ key, pose, bases, side, glyph, label: previewed.option.label, manner: "held" }];
    });
  }

  #ghosts(): Ghost[] {
    const looks = this.actor === null ? null : this.looks(this.actor);
    if (!looks) return [];
    const aimed = this.previewed?.option.place ? placeOptionsOf([this.previewed], looks.bases)[0] : null;
    const held = aimed ?? this.held;
    const same = held && this.isDial ? formationKey(held) : null;
    const placed = this.places.filter((one) => same === null || formationKey(one) === same);
    const shown = placed.length > 0 ? placed : held ? [held] : [];
    const isHeld = ({ offer }: PlaceOption): boolean => offer.index === held?.offer.index;
    return shown.map((place) => ({
      key: String(place.offer.index),
      pose: place.pose,
      bases: place.bases,
      glyph: looks.glyph,
      side: looks.side,
      label: place.offer.option.label,
      manner: isHeld(place) ? "held" : shown.length > MOST_OUTLINES ? "nib" : "outline",
    }));
  }

  // ---------------------------------------------------------------- a new question
  /** Resets the selection if the question has changed. */
  onQuestion(step: number): void {
    const asked = this.prompt ? `${step} ${this.prompt.decision}` : "";
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.aimed = null;
    this.always = false;
    this.confirming = null;
    this.isListOpen = false;
    const sole = soleSubject(this.prompt);
    if (sole !== null) this.selected = sole;
    this.held = this.isDial ? (this.places[0] ?? null) : null;
  }

  /** Selects a unit; a place held for another is released. */
  select(who: Who | null): void {
    this.selected = who;
    this.aimed = null;
    this.held = this.isDial ? (this.places[0] ?? null) : null;
  }

  // ---------------------------------------------------------------- aiming
  /** The option that a click on a unit would take. */
  at(who: Who): Offer | null {
    return this.actor === null || who === this.actor ? null : offerAt(this.offers, who);
  }

  /** The previewed option: the aimed one, else the one that a click on the hovered unit would take. */
  readonly previewed = $derived.by((): Offer | null => {
    if (this.aimed) return this.aimed;
    return this.hovered === null ? null : this.at(this.hovered);
  });

  aim(offer: Offer | null): void {
    this.aimed = offer;
  }

  // ---------------------------------------------------------------- places
  /** Holds the place nearest to a point, facing it. */
  point(x: number, y: number): void {
    const { held } = this;
    if (!held) return;
    const centre = this.#middle(held);
    const wanted = { x: Math.round(x), y: Math.round(y), heading: headingTo(centre, [x, y]) };
    this.held = nearestPlace(this.places, wanted, held);
  }

  #middle({ pose, bases }: PlaceOption): [number, number] {
    const deep = Math.max(...bases.map(({ y, depth }) => depth - y), 0);
    const angle = (pose.heading * Math.PI) / 1800;
    return [pose.x - (Math.sin(angle) * deep) / 2, pose.y - (Math.cos(angle) * deep) / 2];
  }

  turn(by: 1 | -1): void {
    if (this.held) this.held = nextByTurning(this.places, this.held, by);
  }

  hold(key: string): PlaceOption | null {
    this.held = this.places.find(({ offer }) => String(offer.index) === key) ?? this.held;
    return this.held;
  }

  /** The option of a number key. */
  numbered(number: number): Offer | null {
    return this.buttons[number - 1] ?? null;
  }

  /** The option that Enter takes: the held place, the aimed option, or the only one. */
  get ready(): Offer | null {
    if (this.isDial) return this.held?.offer ?? null;
    return this.aimed ?? (this.all.length === 1 ? (this.all[0] ?? null) : null);
  }
}
