/** A new battle that goes on from a step of another, with the same players where they can sit down again. */
import { keys } from "../api/keys";
import type { SeatWanted } from "../wire";
import type { Table } from "./table.svelte";

/** Make it and keep its keys; gives the new game's id. */
export async function offerFork(table: Table, step: number): Promise<string> {
  const rows = table.game?.seats ?? [];
  const mine = table.sitting.held.map(({ seat }) => seat);
  const seats = rows.map((row): SeatWanted => {
    const agent = row.agent ?? (row.kind === "agent" ? row.name : null);
    if (agent !== null) return { kind: "agent", name: agent, mine: false };
    return { kind: "person", name: row.name, mine: mine.length === 0 || mine.includes(row.seat) };
  });
  const made = await table.sitting.seat.fork({ step, seats, listed: false }, table.sitting.umpire);
  keys.keepMade(made);
  return made.game.game;
}
