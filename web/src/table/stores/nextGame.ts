/** A new game that continues this one from a step, or fights it again, with the same players. */
import { service } from "../../api/client";
import { keepAndContribute } from "../../api/contribution";
import type { GameSeen, SeatRow, SeatWanted } from "../../wire";
import type { Table } from "./table.svelte";

/** Makes the fork and keeps its keys; returns the new game's id. */
export async function forkGame(table: Table, step: number): Promise<string> {
  const seats = seatsAgain(table.game?.seats ?? [], held(table));
  const made = await table.session.seat.fork({ step, seats, listed: false });
  await keepAndContribute(made);
  return made.game.game;
}

/** Makes the same battle anew with the same players and readings; returns the new game's id. */
export async function startRematch(table: Table, game: GameSeen): Promise<string> {
  const { system, scenario, readings, dice_stand } = game;
  const seats = seatsAgain(game.seats, held(table));
  const made = await service.make({
    system,
    scenario,
    readings,
    seats,
    umpire: game.umpire ? { name: game.umpire.name, mine: false } : null,
    dice_stand,
    listed: true,
  });
  await keepAndContribute(made);
  return made.game.game;
}

const held = (table: Table): number[] => table.session.held.map(({ seat }) => seat);

/**
 * The same players again. A seat that a person resigned to an agent is a person's; a seat not played here is
 * for a friend.
 */
export function seatsAgain(rows: readonly SeatRow[], mine: readonly number[]): SeatWanted[] {
  return rows.map((row): SeatWanted => {
    const agent = row.kind === "agent" ? (row.agent ?? row.name) : null;
    if (agent !== null) return { kind: "agent", name: agent, mine: false };
    return { kind: "person", name: row.name, mine: mine.length === 0 || mine.includes(row.seat) };
  });
}
