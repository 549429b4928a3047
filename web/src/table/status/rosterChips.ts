/** The units of a side by group, with what each needs of its player. */
import type { BodyView, Need, Picture, PromptView, Token, Who } from "../../wire";
import { moverOf, subjects } from "../prompt/offers";
import { capitalised } from "../../shared/text";

export interface Chip {
  readonly id: Who;
  readonly name: string;
  readonly words: string;
  readonly need: Need;
  readonly glyph: BodyView["card"]["glyph"];
  readonly isOff: boolean;
  readonly isDisordered: boolean;
}
export interface Group {
  readonly name: string;
  readonly chips: readonly Chip[];
}

const NEEDS: Readonly<Record<Need, string>> = {
  asked: "to decide",
  waiting: "to act",
  done: "done",
  unable: "no orders",
  "": "",
};

/** The line under a name: what is asked of the unit, else its state. */
function subtitle({ card, pose }: BodyView, need: Need): string {
  if (!pose) return card.state || "off the table";
  const worst = card.markers.find(([words]) => /disorder/i.test(words))?.[0];
  return NEEDS[need] || worst || card.state;
}

function chip(body: BodyView, asked: ReadonlySet<Who>): Chip {
  const need = asked.has(body.id) ? (body.card.need === "waiting" ? "waiting" : "asked") : body.card.need;
  return {
    id: body.id,
    name: body.card.name,
    words: subtitle(body, need),
    need,
    glyph: body.card.glyph,
    isOff: body.pose === null,
    isDisordered: body.card.markers.some(([words]) => /disorder/i.test(words)),
  };
}

const leaderChip = (token: Token, asked: ReadonlySet<Who>): Chip => ({
  id: token.id,
  name: token.name,
  words: asked.has(token.id) ? NEEDS.asked : "",
  need: asked.has(token.id) ? "asked" : "",
  glyph: token.glyph,
  isOff: false,
  isDisordered: false,
});

/** The groups of a side in the order of its bodies; a leader is listed only if asked about. */
export function rosterGroups(picture: Picture, side: number): Group[] {
  const asked = new Set<Who>([...subjects(picture.prompt), ...movers(picture.prompt)]);
  const groups = new Map<string, Chip[]>();
  const put = (group: string, one: Chip): unknown =>
    groups.has(group) ? groups.get(group)?.push(one) : groups.set(group, [one]);
  for (const body of picture.bodies) if (body.side === side) put(body.card.group, chip(body, asked));
  for (const token of picture.tokens)
    if (token.side === side && asked.has(token.id)) put(token.group, leaderChip(token, asked));
  return [...groups].map(([group, chips]) => ({ name: groupName(picture, group, side), chips }));
}

/** A group is called after its leader, if he is at the table. */
function groupName({ tokens }: Picture, group: string, side: number): string {
  const leader = tokens.find((token) => token.side === side && token.group === group);
  return leader?.name ?? capitalised(group.replace(/[-_]/g, " "));
}

const movers = (prompt: PromptView | null): Who[] => {
  const mover = moverOf(prompt);
  return mover === null ? [] : [mover];
};

/** The units that the Tab key cycles through, in the order of the roster. */
export function unitsInNeed(groups: readonly Group[]): Who[] {
  const chips = groups.flatMap(({ chips: all }) => all);
  const asked = chips.filter(({ need }) => need === "asked" || need === "waiting");
  return asked.map(({ id }) => id);
}
