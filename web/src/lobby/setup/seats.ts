/** Who plays each side of a new battle, and the request that follows from it. */
import type { SeatWanted, SideRow, UmpireWanted, VariantRow } from "../../wire";
import { nameOr } from "../../shared/names";

/** Me: at this browser. Hot seat: another player at this browser. Friend: by a link. */
export type Player = "me" | "computer" | "friend" | "hot";

export interface Chair {
  readonly player: Player;
  /** The agent, if the computer plays. */
  readonly agent: string;
}

export const PLAYERS: readonly { readonly value: Player; readonly words: string }[] = [
  { value: "me", words: "Me" },
  { value: "computer", words: "Computer" },
  { value: "friend", words: "Friend" },
  { value: "hot", words: "Hot seat" },
];

/** The default: the player has the side that moves first, against the strongest agent. */
export function firstChairs(count: number, agent: string, mine = 0): Chair[] {
  return Array.from({ length: count }, (_, seat) => ({ player: seat === mine ? "me" : "computer", agent }));
}

/** The chairs after one side was given to another player; others change where they must. */
export function seated(chairs: readonly Chair[], seat: number, player: Player): Chair[] {
  const before = chairs[seat];
  if (!before || before.player === player) return [...chairs];
  const given = chairs.map((chair, place) => {
    if (place === seat) return { ...chair, player };
    // "Me" can sit once: the two sides exchange their players.
    if (player === "me" && chair.player === "me") return { ...chair, player: before.player };
    return chair;
  });
  return player === "hot" ? withSecondPlayer(given, seat) : withoutLoneHotSeat(given);
}

/** A hot seat needs a second player at this browser: me. */
function withSecondPlayer(chairs: readonly Chair[], seat: number): Chair[] {
  if (chairs.some((chair, place) => place !== seat && isHere(chair))) return [...chairs];
  const other = chairs.findIndex((_, place) => place !== seat);
  return chairs.map((chair, place) => (place === other ? { ...chair, player: "me" } : chair));
}

/** A hot seat without a second player becomes "me". */
function withoutLoneHotSeat(chairs: readonly Chair[]): Chair[] {
  const here = chairs.filter(isHere);
  if (here.some(({ player }) => player === "me")) return [...chairs];
  const first = chairs.findIndex(isHere);
  return chairs.map((chair, place) => (place === first ? { ...chair, player: "me" } : chair));
}

const isHere = ({ player }: Chair): boolean => player === "me" || player === "hot";

/** The seats in the form of the request. */
export function wanted(
  chairs: readonly Chair[],
  sides: readonly Pick<SideRow, "name">[],
  myName: string,
): SeatWanted[] {
  return chairs.map(({ player, agent }, seat) => {
    const side = sides[seat]?.name ?? `Side ${(seat + 1).toString()}`;
    switch (player) {
      case "computer":
        return { kind: "agent", name: agent, mine: true };
      case "friend":
        return { kind: "person", name: "A friend", mine: false };
      case "me":
        return { kind: "person", name: nameOr(myName), mine: true };
      case "hot":
        return { kind: "person", name: nameOr(`${side} player`), mine: true };
    }
  });
}

/** What starting means with these chairs, in a line under the button. */
export function consequence(chairs: readonly Chair[]): string {
  const of = (player: Player): number => chairs.filter((chair) => chair.player === player).length;
  const here = of("me") + of("hot");
  if (of("friend") > 1) return "You get a link for each of them; the battle begins when all sit.";
  if (of("friend") === 1) return "You get a link to send; the battle begins when your friend sits.";
  if (here > 1) return "You share this screen; it is covered between turns.";
  if (here === 0) return "The computer plays itself; you watch.";
  return "";
}

/** The umpire: only the service, a friend by a link, or me if I play no side. */
export type Umpire = "none" | "friend" | "me";

export function umpires(chairs: readonly Chair[]): { readonly value: Umpire; readonly words: string }[] {
  const offered: { readonly value: Umpire; readonly words: string }[] = [
    { value: "none", words: "None" },
    { value: "friend", words: "Friend" },
  ];
  return chairs.some(isHere) ? offered : [...offered, { value: "me", words: "Me" }];
}

/** The umpire in the form of the request. */
export function umpireWanted(umpire: Umpire, chairs: readonly Chair[], myName: string): UmpireWanted | null {
  if (umpire === "none") return null;
  if (umpire === "me" && !chairs.some(isHere)) return { name: nameOr(myName), mine: true };
  return { name: "The umpire", mine: false };
}

/** The variants that differ from the default, as in the address: ids with the index of each choice. */
export const optionsOf = (
  variants: readonly Pick<VariantRow, "id">[],
  chosen: Readonly<Record<string, number>>,
): string =>
  variants
    .filter(({ id }) => (chosen[id] ?? 0) > 0)
    .map(({ id }) => `${id}:${chosen[id] ?? 0}`)
    .join(",");
