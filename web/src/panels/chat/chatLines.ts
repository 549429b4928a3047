/** Chat lines and notes of the service, in one order. */
import type { ChatLine, Note, SeatRow, SideView } from "../../wire";

export interface ChatEntry {
  readonly key: string;
  readonly number: number;
  readonly words: string;
  readonly seat: number | null;
  readonly manner: "said" | "noted";
}

export function chatLines(said: readonly ChatLine[], notes: readonly Note[]): ChatEntry[] {
  const lines: ChatEntry[] = [
    ...said.map((line) => ({ ...line, key: `said ${line.number}`, manner: "said" as const })),
    ...notes.map(({ number, words, seat }) => ({
      key: `noted ${number}`,
      number,
      words,
      seat,
      manner: "noted" as const,
    })),
  ];
  return lines.sort((a, b) => a.number - b.number);
}

/** The speaker's name: that of the seat, else its side; a line without a seat is the umpire's. */
export function speaker(
  seat: number | null,
  seats: readonly SeatRow[],
  sides: readonly SideView[],
  mine: number | null,
): string {
  if (seat === null) return "Umpire";
  if (seat === mine) return "You";
  return seats.find((row) => row.seat === seat)?.name ?? sides[seat]?.name ?? `Seat ${seat + 1}`;
}
