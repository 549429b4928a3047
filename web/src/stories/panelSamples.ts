/** Made-up contents of the panels for their story page, where no service answers. */
import type { Bout, DiceRow, LogEntry, Luck, OddsShown, Tally } from "../panels/panelTypes";
import type { BodyView, ChatLine, GameSeen, Note, Picture, RuleSeen, SeatRow } from "../wire";

const BARE = { seat: null, dice: [], tallies: [], result: "", rules: [], parties: [] } as const;

function dice(need: string, faces: readonly number[], good: number, result: string, again = 0): DiceRow {
  return {
    purpose: need.startsWith("save") ? "saves" : "dice",
    need,
    die: "D6",
    sides: 6,
    faces,
    good: faces.map((_, place) => place < good),
    again: faces.map((_, place) => place >= faces.length - again),
    result,
    secret: false,
    card: "",
  };
}

/** The number of a body by its name. */
const numbered = (bodies: readonly BodyView[], name: string): number =>
  bodies.find(({ card }) => card.name === name)?.id ?? 0;

type When = readonly [step: number, turn: number, phase: string, side: number];

const deed = ([step, turn, phase, side]: When, title: string, more: Partial<LogEntry>): LogEntry => ({
  ...BARE,
  step,
  turn,
  phase,
  active: turn === 1 ? 0 : 1,
  side,
  kind: "deed",
  title,
  words: [],
  ...more,
});

/** The moments of the mock-up, the oldest first. */
export function entriesOf({ bodies }: Picture): LogEntry[] {
  const of = (...names: string[]): number[] => names.map((name) => numbered(bodies, name));
  const secret = { ...dice("", [], 0, ""), purpose: "strength of the reserve", secret: true };
  return [
    deed([0, 0, "Deployment", 1], "Both armies stand as the scenario has them.", { kind: "note" }),
    deed([41, 1, "Shooting", 0], "Riflemen, right, fire on Legion infantry", {
      words: ["14 in, effective. 4 dice: 1.5 a base, −0.5 worn."],
      dice: [dice("3+", [6, 5, 3, 1], 3, "3 hits"), dice("save 5+", [5, 2, 1], 1, "1 saved")],
      result: "2 hits, under fire. Morale passed, 3 of 2.",
      rules: ["shooting.dice.worn"],
      parties: of("Riflemen, right", "Legion infantry"),
    }),
    deed([44, 1, "Shooting", 1], "7th Fusiliers test morale", {
      words: ["Steady, 4 dice, 2 successes needed; 2 rerolls."],
      dice: [dice("4+", [4, 3, 2, 1], 1, "1", 2), dice("4+", [3, 2], 0, "none")],
      result: "1 of 2: disordered, two markers.",
      rules: ["morale.need", "dice.reroll.supported", "disorder.enemy-phase"],
      parties: of("7th Fusiliers"),
    }),
    deed([46, 1, "Shooting", 0], "Riflemen, left, fire on 7th Fusiliers", {
      words: ["13 in, effective. 6 dice: 1.5 a base, 4 bases."],
      dice: [dice("3+", [6, 5, 4, 3, 2, 1], 4, "4 hits"), dice("save 5+", [5, 4, 3, 1], 1, "1 saved")],
      result: "3 hits, under fire.",
      rules: ["shooting.to-hit.marksmen", "saves.shooting", "underfire.gain"],
      parties: of("Riflemen, left", "7th Fusiliers"),
    }),
    deed([52, 2, "Command", 1], "7th Fusiliers", {
      words: ["One of two disorder markers comes off."],
      rules: ["turn.command.b"],
      parties: of("7th Fusiliers"),
    }),
    deed([53, 2, "Command", 1], "Two 3pdr guns", {
      seat: 1,
      kind: "decision",
      words: ["Ordered to hold; steady, so no test."],
      rules: ["orders.hold"],
      parties: of("Two 3pdr guns"),
    }),
    deed([55, 2, "Command", 1], "The hidden reserve is counted", { dice: [secret] }),
  ];
}

/** A volley that is worth showing thrown. */
export function volley(step: number, { bodies }: Picture): LogEntry {
  const faces = Array.from({ length: 6 }, (_, place) => ((step * 7 + place * 5) % 6) + 1).sort(
    (a, b) => b - a,
  );
  const hits = faces.filter((face) => face >= 4).length;
  const saves = faces.slice(0, hits).map((face) => ((face + step) % 6) + 1);
  const saved = saves.filter((face) => face >= 5).length;
  return {
    ...BARE,
    step,
    turn: 2,
    phase: "Shooting",
    active: 1,
    side: 1,
    kind: "deed",
    title: "Legion infantry fire on Riflemen, right",
    words: ["9 in, effective."],
    dice: [
      dice("4+", faces, hits, `${hits} hits`),
      dice(
        "save 5+",
        saves.sort((a, b) => b - a),
        saved,
        `${saved} saved`,
      ),
    ],
    result: `${hits - saved} hits.`,
    rules: ["shooting.dice"],
    parties: [numbered(bodies, "Legion infantry"), numbered(bodies, "Riflemen, right")],
  };
}

/** A long battle, to see that a long log stays quick. */
export function manyOf(picture: Picture, count: number): LogEntry[] {
  const few = entriesOf(picture).slice(1);
  return Array.from({ length: count }, (_, place) => {
    const turn = 1 + Math.floor((place * 10) / count);
    const entry = few[place % few.length] ?? volley(place, picture);
    const phase = ["Command", "Shooting", "Melee"][Math.floor(place / 12) % 3] ?? "Command";
    return { ...entry, step: place, turn, phase, active: Math.floor(place / 36) % 2 };
  });
}

const TALLIES: readonly Tally[] = [
  {
    name: "dice",
    total: 6,
    shown: "6",
    items: [
      { words: "Infantry", value: 2.5, rule: "shooting.dice", effect: "base", shown: "2.5" },
      {
        words: "Skirmishers",
        value: -0.5,
        rule: "shooting.dice.small-target",
        effect: "plus",
        shown: "−0.5",
      },
      { words: "9 in, effective", value: 0, rule: "shooting.range.round", effect: "plus", shown: "+0" },
      { words: "Bases in sight", value: 3, rule: "shooting.los.base", effect: "times", shown: "×3" },
    ],
  },
  {
    name: "to hit",
    total: 4,
    shown: "4+",
    items: [{ words: "Regular", value: 4, rule: "shooting.to-hit", effect: "base", shown: "4" }],
  },
  {
    name: "save",
    total: 5,
    shown: "5+",
    items: [{ words: "against shooting", value: 5, rule: "saves.shooting", effect: "base", shown: "5" }],
  },
];
const SPREAD = [0.088, 0.263, 0.329, 0.219, 0.082, 0.0165, 0.0014].map((chance, value) => ({
  value,
  chance,
}));

export function boutsOf({ bodies }: Picture): Bout[] {
  const [by, against] = [numbered(bodies, "Legion infantry"), numbered(bodies, "Riflemen, right")];
  return [
    {
      by,
      against,
      title: "Volley at Riflemen, right",
      tallies: TALLIES,
      outcomes: [
        { words: "no effect", chance: 0.82 },
        { words: "disordered", chance: 0 },
        { words: "retires", chance: 0.08 },
        { words: "broken", chance: 0.1 },
      ],
      parts: [
        { words: "stands", chance: 0.82 },
        { words: "retires", chance: 0.08 },
        { words: "broken", chance: 0.1 },
      ],
      expected: 2,
      measured: "hits lost",
      spread: SPREAD,
    },
    {
      by: against,
      against: by,
      title: "Volley of Riflemen, right, at Legion infantry",
      tallies: TALLIES.map((tally, place) => (place === 0 ? { ...tally, total: 4, shown: "4" } : tally)),
      outcomes: [
        { words: "stands", chance: 0.951 },
        { words: "the target ends worn", chance: 0.04 },
        { words: "retires", chance: 0.0088 },
        { words: "broken", chance: 0.0002 },
      ],
      parts: [],
      expected: 1.8,
      measured: "hits lost",
      spread: [],
    },
  ];
}

export const ODDS: OddsShown = {
  step: 55,
  stakes: [],
  odds: {
    option: 2,
    label: "Charge Riflemen, right, with Legion cavalry",
    too_many: false,
    units: [
      {
        number: 2,
        side: 0,
        name: "Riflemen, right",
        now: "WORN",
        then: [
          { words: "BROKEN, off the table", chance: 0.61 },
          { words: "WORN", chance: 0.3 },
          { words: "SHAKEN, disordered 1", chance: 0.09 },
        ],
      },
      {
        number: 12,
        side: 1,
        name: "Legion cavalry",
        now: "STEADY",
        then: [
          { words: "STEADY", chance: 0.97 },
          { words: "WORN", chance: 0.03 },
        ],
      },
    ],
  },
  tallies: [TALLIES[0] as Tally],
};

export const LUCK: Luck = {
  sides: [
    { side: 0, expected: 61.3, actual: 70, words: "One battle in eleven goes so well." },
    { side: 1, expected: 74.8, actual: 66, words: "One battle in nine goes so badly." },
  ],
};

const SEATS: readonly SeatRow[] = [
  {
    seat: 0,
    side: "american",
    name: "captain",
    kind: "agent",
    taken: true,
    agent: "captain",
    gave_up: false,
    has_contributed: false,
  },
  {
    seat: 1,
    side: "british",
    name: "Ann",
    kind: "person",
    taken: true,
    agent: null,
    gave_up: false,
    has_contributed: true,
  },
];

export const GAME: GameSeen = {
  game: "cowpens",
  system: "liberty",
  system_name: "Liberty",
  scenario: "cowpens",
  title: "Hannah's Cowpens",
  status: "running",
  seats: SEATS,
  umpire: null,
  readings: {},
  house_rules: [
    {
      figure: "shooting.to-hit.militia.to_hit",
      rule: "shooting.to-hit",
      title: "Shooting, to hit",
      value: "6",
      printed: "5",
    },
  ],
  number: 60,
  step: 55,
  first_step: 0,
  question: 60,
  waiting_for: 1,
  thinking: null,
  take_back: null,
  take_backs: 3,
  dice_stand: false,
  outcome: null,
  commitment: "",
  contributions: [],
  secret: null,
  forked_from: "",
  from_record: "",
};

export const SAID: readonly ChatLine[] = [
  { number: 3, seat: 1, words: "Good luck! I have not played this one for years." },
  { number: 9, seat: 0, words: "Have a good battle." },
  { number: 20, seat: null, words: "Ten minutes a turn, please." },
];
export const NOTES: readonly Note[] = [
  { number: 1, kind: "seat", words: "Ann takes the British seat.", seat: 1, by_umpire: false },
  {
    number: 15,
    kind: "take-back",
    words: "Ann asks to go back to step 40; it is granted.",
    seat: 1,
    by_umpire: false,
  },
];

const rule = (id: string, text: string, more: Partial<RuleSeen> = {}): RuleSeen => ({
  id,
  title: "",
  text,
  where: "page 4, Shooting",
  basis: "stated",
  why: "",
  readings: [],
  ...more,
});

export const RULES: readonly RuleSeen[] = [
  rule(
    "turn.command.b",
    "One disorder marker comes off every unit at the beginning of its own command phase.",
  ),
  rule("orders.hold", "A unit that holds stays where it is; a steady one needs no test for it."),
  rule(
    "shooting.dice",
    "Each base that can shoot gives a number of dice by its arm; see combatdice for the table.",
  ),
  rule("shooting.dice.worn", "A worn unit shoots with half a die less for each base, see shooting.dice."),
  rule("shooting.dice.small-target", "Skirmishers are a small target: half a die less for each base."),
  rule("shooting.range.round", "Ranges are measured in whole inches; a fraction is dropped.", {
    basis: "ruling",
    why: "The sheet measures in inches and never says what becomes of a fraction.",
    readings: ["fractions are dropped", "fractions are rounded up"],
  }),
  rule("saves.shooting", "Each hit by shooting is saved on a five or six.", { where: "page 5, Saves" }),
  rule("morale.need", "A unit tests its morale when it has lost hits.", { where: "page 6, Morale" }),
];
