/** Where a card stands that belongs to something else: below it if there is room, else above, and in the window. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}
export interface Room {
  readonly width: number;
  readonly height: number;
}

const GAP = 6;
const MARGIN = 8;

export function popoverPosition(
  anchor: Omit<Box, "width" | "height">,
  card: Room,
  room: Room,
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

/** As near to the wanted place as the window allows; what is too large begins at the window's edge. */
const within = (wanted: number, size: number, room: number): number =>
  Math.max(MARGIN, Math.min(wanted, room - MARGIN - size));
