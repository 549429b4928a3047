/** The face of the turn clock: a ring with a section for each turn, past and present ones filled. */
export interface ClockPart {
  readonly d: string;
  readonly state: "past" | "now" | "to come";
}

const [OUTER, INNER, MIDDLE] = [14.5, 9.6, 16] as const;

const at = (angle: number, radius: number): string =>
  `${(MIDDLE + Math.sin(angle) * radius).toFixed(2)} ${(MIDDLE - Math.cos(angle) * radius).toFixed(2)}`;

/** The sections of the ring in a square of 32, one for each turn. */
export function clockParts(turn: number, last: number): ClockPart[] {
  const part = (2 * Math.PI) / last;
  const gap = Math.min(0.055, part / 6);
  return Array.from({ length: last }, (_, n) => {
    const [start, end] = [n * part + gap, (n + 1) * part - gap];
    const large = end - start > Math.PI ? 1 : 0;
    return {
      d: `M${at(start, OUTER)}A${OUTER} ${OUTER} 0 ${large} 1 ${at(end, OUTER)}L${at(end, INNER)}A${INNER} ${INNER} 0 ${large} 0 ${at(start, INNER)}Z`,
      state: n + 1 < turn ? "past" : n + 1 === turn ? "now" : "to come",
    };
  });
}
