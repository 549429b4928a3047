/** The position of a popover: below its anchor if there is room, else above, and within the window. */
import type { Size } from "../../map/geometry/camera";
import type { Box } from "../../map/geometry/plane";

const GAP = 6;
const MARGIN = 8;

export function popoverPosition(
  anchor: Pick<Box, "left" | "top" | "bottom">,
  card: Size,
  room: Size,
): { x: number; y: number } {
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - card.height;
  const fitsBelow = below + card.height <= room.height - MARGIN;
  const y = fitsBelow || above < MARGIN ? below : above;
  return {
    x: within(anchor.left, card.width, room.width),
    y: within(y, card.height, room.height),
  };
}

/** The nearest position that the window allows; a card that is too large begins at the window's edge. */
const within = (wanted: number, size: number, room: number): number =>
  Math.max(MARGIN, Math.min(wanted, room - MARGIN - size));
