/** The frame of a table of hexes: the neatline, with the numbers of columns and rows beside it. */
import type { GridView } from "../../wire";
import { centreOf, type Hex } from "../geometry/hexes";
import { escaped, joined, tag, type Markup } from "../drawing/markup";
import type { Sheet } from "../geometry/sheet";

const [BAND, OUTER] = [5.4, 9] as const;

export function hexFrame(grid: GridView, sheet: Sheet): Markup {
  const { width, height } = sheet;
  const rect = (by: number, name: string): Markup =>
    tag("rect", { class: name, x: -by, y: -by, width: width + 2 * by, height: height + 2 * by });
  return joined([rect(0, "neat"), rect(BAND, "neat"), rect(OUTER, "neat outer"), ...numbers(grid, sheet)]);
}

/** A hex is named by its column and its row; columns are numbered along the rows of hexes. */
function numbers(grid: GridView, sheet: Sheet): Markup[] {
  const columns = Array.from({ length: grid.columns }, (_, n): [Hex, number] => [[n, 0], n]);
  const rows = Array.from({ length: grid.rows }, (_, n): [Hex, number] => [[-Math.floor(n / 2), n], n]);
  const isAcross = grid.corners === "north-south";
  return [
    ...columns.flatMap(([hex, n]) => written(grid, sheet, hex, n === 0 ? "column 0" : String(n), isAcross)),
    ...rows.flatMap(([hex, n]) => written(grid, sheet, hex, n === 0 ? "row 0" : String(n), !isAcross)),
  ];
}

function written(grid: GridView, sheet: Sheet, hex: Hex, words: string, isAcross: boolean): Markup[] {
  const { x, y } = sheet.spot(centreOf(grid, hex));
  const at = (left: number, top: number, turn = 0): Markup =>
    tag(
      "text",
      { class: "inches", transform: `translate(${left.toFixed(1)} ${top.toFixed(1)}) rotate(${turn})` },
      escaped(words),
    );
  if (isAcross) return [at(x, -OUTER - 4), at(x, sheet.height + OUTER + 11)];
  const turn = words.length > 2 ? -90 : 0;
  return turn === 0
    ? [at(-OUTER - 7, y + 3.2), at(sheet.width + OUTER + 7, y + 3.2)]
    : [at(-OUTER - 5, y, turn), at(sheet.width + OUTER + 11, y, turn)];
}
