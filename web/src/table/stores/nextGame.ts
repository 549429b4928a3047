/** A new battle that goes on from a step of another, or fights it again, with the same players where they can sit down again. */
import { service } from "../../api/client";
import { keepAndContribute } from "../../api/contribution";
import type { GameSeen, SeatRow, SeatWanted } from "../../wire";
import type { Table } from "./table.svelte";

/** Make it and keep its keys; gives the new game's id. */
export async function forkGame(table: Table, step: number): Promise<string> {
  const seats = seatsAgain(table.game?.seats ?? [], held(table));
  const made = await table.session.seat.fork({ step, seats, listed: false });
  await keepAndContribute(made);
  return made.game.game;
}

/** The same battle from its beginning, by the same players and readings; gives the new game's id. */
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

/** Who sat there sits there again: whoever gave up is a person still, and what nobody here plays is for a friend. */
export function seatsAgain(rows: readonly SeatRow[], mine: readonly number[]): SeatWanted[] {
  return rows.map((row): SeatWanted => {
    const agent = row.kind === "agent" ? (row.agent ?? row.name) : null;
    if (agent !== null) return { kind: "agent", name: agent, mine: false };
    return { kind: "person", name: row.name, mine: mine.length === 0 || mine.includes(row.seat) };
  });
}
