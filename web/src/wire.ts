/**
 * The types of requests and answers, by the names the pages use. They are made from the service's own
 * description (`openapi.json`, by `npm run schema`), so that the two cannot differ. Lengths are hundredths of
 * an inch from the lower left corner of the table, headings tenths of a degree clockwise from up the table; a
 * place is the middle of a front edge.
 */
import type { Base, Figured, Overlay, Point, Pose, Sheet, TokenView, TryPlan, TrySteps } from "./api/schema";

export type {
  AgentRow,
  Area,
  Array as ArrayView,
  Arrayed,
  AtBody,
  AtPlace,
  Base,
  BoutSeen as Bout,
  BoutsSeen,
  CastSeen,
  ChatLine,
  DeckCards,
  DeckSeen,
  DiceSeen,
  DiceRow,
  Done,
  Drawn,
  Field,
  Figure,
  Figured as BodyView,
  ForkGame,
  Fortune as LuckSeen,
  FromClient,
  FromTable,
  GameMade,
  GameRowSeen,
  Games,
  GameSeen,
  Glyph,
  GridView,
  GroundName,
  HexMoveView,
  HexPlanSeen,
  HexReachSeen,
  HouseRuleRow,
  ImportGame,
  InvitationSeen,
  Joined,
  JoinGame,
  KeyRow,
  LegTerms,
  LogEntry,
  MakeGame,
  Manner,
  Measured,
  Missing,
  MoveView,
  Note,
  OddsSeen,
  OptionView,
  OutcomeChance,
  Overlay,
  OverlaysSeen,
  Picture,
  Piece,
  PlanSeen,
  Point,
  Pose,
  PromptView,
  Put,
  ReachSeen,
  ReadingRow,
  RecordSeen,
  Rules,
  RuleSeen,
  ScenarioRow,
  Scenarios,
  ScenarioSeen,
  SeatRow,
  SeatWanted,
  Seen,
  Sheet as Card,
  SideFortune,
  SideRow,
  SideView,
  SpotSeen,
  SpotsSeen,
  SpotView,
  Strip,
  SystemRow,
  Systems,
  TallySeen as Tally,
  TokenView as Token,
  Trouble,
  UmpireWanted,
  Update,
  ValueChance,
  VariantRow,
  WantedHex,
  WantedPose,
  Wedge,
} from "./api/schema";

/** A body or a token: numbers are bodies, words are tokens. */
export type Who = Figured["id"] | TokenView["id"];

/** A leg of a move as it is sent. */
export type Leg = NonNullable<TryPlan["legs"]>[number];

/** A step of a move on hexes as it is sent. */
export type HexStep = NonNullable<TrySteps["steps"]>[number];

/** What a body needs of its player. */
export type Need = Sheet["need"];

export type OverlayShape = Overlay["shapes"][number];
export type OverlayKind = Overlay["kind"];

/** A leg of a planned move as the service traced it: where it leads, its cost, and for a wheel its pivot. */
export interface TracedLeg {
  readonly kind: string;
  readonly words: string;
  readonly from: Pose;
  readonly to: Pose;
  readonly cost: number;
  readonly pivot: Point | null;
  readonly legal: boolean;
}

/** Why a plan is not allowed, and where. */
export interface Obstacle {
  readonly words: string;
  readonly rule: string;
  readonly place: Point | null;
  /** The outline of the obstacle. */
  readonly outline: readonly Point[];
}

/** A planned move: its legs, the bases it would end with, what is left of the allowance. */
export interface Plan {
  readonly body: Who;
  readonly legs: readonly TracedLeg[];
  readonly bases: readonly Base[];
  readonly left: number;
  readonly obstacles: readonly Obstacle[];
  /** Where it would stand, if that is not where the last leg leads. */
  readonly end?: Pose;
  /** How a cost is written, if not in inches. */
  readonly costWords?: (cost: number) => string;
}

/** Where a body can get for a cost, as rings to be shaded. */
export interface ReachBand {
  readonly cost: number;
  readonly rings: readonly (readonly Point[])[];
}
