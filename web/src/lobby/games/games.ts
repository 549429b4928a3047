/** The games in the lobby: those this browser plays in, and listed games of others. */
import { Refused, type Service } from "../../api/client";
import type { KeptGame } from "../../api/keys";
import type { GameRowSeen, GameSeen } from "../../wire";
import { errorWords } from "../../shared/text";

export interface Mine {
  readonly held: KeptGame;
  readonly game: GameSeen;
}

export interface MyGames {
  readonly games: readonly Mine[];
  /** Games whose keys are held here but which the service no longer has. */
  readonly gone: readonly KeptGame[];
  /** Games that the service has but does not play in its present configuration. */
  readonly away: readonly (Unplayable & { readonly held: KeptGame })[];
}

/** A game that cannot be played on here, and why. */
export interface Unplayable {
  readonly title: string;
  readonly words: string;
}

type Asked = Pick<Service, "game">;

/** The number of own games that are shown. */
export const MOST_SHOWN = 24;
const NOT_THERE = 404;
const NOT_PLAYED = 423;

/** The games this browser holds seats of, those that wait for it first. */
export async function myGames(service: Asked, all: readonly KeptGame[]): Promise<MyGames> {
  const shown = all.slice(0, MOST_SHOWN);
  const found = await Promise.all(
    shown.map(async (held) => ({ held, game: await lookUp(service, held.game) })),
  );
  const games: Mine[] = [];
  const gone: KeptGame[] = [];
  const away: MyGames["away"][number][] = [];
  for (const { held, game } of found) {
    if (!(game instanceof Refused)) games.push({ held, game });
    else if (game.status === NOT_THERE) gone.push(held);
    else away.push({ held, title: held.title, words: errorWords(game) });
  }
  return { games: byUrgency(games), gone, away };
}

/** A game, or why it is not available: the service does not have it, or does not play it as configured. */
export async function lookUp(service: Asked, game: string): Promise<GameSeen | Refused> {
  try {
    return await service.game(game);
  } catch (fault) {
    if (fault instanceof Refused && [NOT_THERE, NOT_PLAYED].includes(fault.status)) return fault;
    throw fault;
  }
}

/** Unavailable games, grouped by reason. */
export function byReason(away: readonly Unplayable[]): { titles: readonly string[]; words: string }[] {
  const reasons = new Map<string, string[]>();
  for (const { title, words } of away) reasons.set(words, [...(reasons.get(words) ?? []), title]);
  return [...reasons].map(([words, titles]) => ({ titles, words }));
}

/**
 * Games that wait for this player first, then running ones, then finished ones; the newest first within each.
 */
export function byUrgency(games: readonly Mine[]): Mine[] {
  const rank = ({ game, held }: Mine): number => {
    if (game.status === "over") return 3;
    if (game.waiting_for !== null && String(game.waiting_for) in held.seats) return 0;
    return game.status === "running" ? 1 : 2;
  };
  return [...games].sort((one, other) => rank(one) - rank(other) || other.held.since - one.held.since);
}

/** The listed games in which this browser has no seat. */
export const othersOf = (rows: readonly GameRowSeen[], mine: readonly KeptGame[]): GameRowSeen[] =>
  rows.filter(({ game }) => mine.every((held) => held.game !== game));
