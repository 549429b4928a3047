/** The games the lobby shows: those this browser plays in, and those that others let everybody see. */
import { Refused, type Service } from "../api/client";
import type { Held } from "../api/keys";
import type { GameRowSeen, GameSeen } from "../wire";

export interface Mine {
  readonly held: Held;
  readonly game: GameSeen;
}

export interface MyGames {
  readonly games: readonly Mine[];
  /** Games whose keys are held here but which the table no longer has. */
  readonly gone: readonly Held[];
}

type Asked = Pick<Service, "game">;

/** So many games of one's own are shown at once. */
export const MOST_SHOWN = 24;
const NOT_THERE = 404;

/** The games this browser holds seats of, those that wait for it first. */
export async function myGames(service: Asked, all: readonly Held[]): Promise<MyGames> {
  const shown = all.slice(0, MOST_SHOWN);
  const found = await Promise.all(shown.map((held) => lookedUp(service, held)));
  const games = found.filter((one): one is Mine => "game" in one.held && one.game !== null);
  return { games: byUrgency(games), gone: found.filter(({ game }) => game === null).map(({ held }) => held) };
}

async function lookedUp(service: Asked, held: Held): Promise<{ held: Held; game: GameSeen | null }> {
  try {
    return { held, game: await service.game(held.game) };
  } catch (fault) {
    if (fault instanceof Refused && fault.status === NOT_THERE) return { held, game: null };
    throw fault;
  }
}

/** Mine to move first, then what is under way, then what is over; among equals the newest. */
export function byUrgency(games: readonly Mine[]): Mine[] {
  const rank = ({ game, held }: Mine): number => {
    if (game.status === "over") return 3;
    if (game.waiting_for !== null && String(game.waiting_for) in held.seats) return 0;
    return game.status === "running" ? 1 : 2;
  };
  return [...games].sort((one, other) => rank(one) - rank(other) || other.held.since - one.held.since);
}

/** The listed games that this browser has no part in. */
export const othersOf = (rows: readonly GameRowSeen[], mine: readonly Held[]): GameRowSeen[] =>
  rows.filter(({ game }) => mine.every((held) => held.game !== game));
