/** The rosters of this device: which is open for a system, and its undo history. */
import type { Change } from "../engine/contract";
import {
  newTimeline,
  emptyRoster,
  LONGEST,
  withNext,
  redone,
  undone,
  withChanges,
  type Roster,
  type Timeline,
} from "./roster";
import { storeRosters, readRosters, NO_ROSTERS, type StoredRosters } from "./rosterFile";
import { browserStorage } from "../../shared/browserStorage";

type Device = Pick<Storage, "getItem" | "setItem">;

export class Rosters {
  #lines = $state.raw<readonly Timeline[]>([]);
  #open = $state.raw<StoredRosters["open"]>({});
  /** What went wrong with the device's storage, in a sentence. */
  fault = $state("");

  constructor(private readonly device: Device | null) {
    const held = device ? readRosters(device) : { kept: NO_ROSTERS, fault: "" };
    this.#lines = held.kept.rosters.map(newTimeline);
    this.#open = held.kept.open;
    this.fault = held.fault;
  }

  /** The rosters of a system, in the order they were made. */
  of(system: string): Roster[] {
    return this.#lines.map(({ now }) => now).filter((roster) => roster.system === system);
  }

  /** The open roster of a system; if there is none, an empty one that is not kept yet. */
  open(system: string): Roster {
    return this.#openLine(system).now;
  }
  #openLine(system: string): Timeline {
    const own = this.#lines.filter(({ now }) => now.system === system);
    return (
      own.find(({ now }) => now.id === this.#open[system]) ??
      own[0] ??
      newTimeline(emptyRoster(this.#freeId(), system, "Battle 1"))
    );
  }

  /** Opens another roster. */
  choose(roster: Roster): void {
    this.#open = { ...this.#open, [roster.system]: roster.id };
    this.#keep();
  }

  /** Makes a new empty roster and opens it. */
  begin(system: string, name: string): Roster {
    const wanted = name.trim().slice(0, LONGEST) || `Battle ${this.of(system).length + 1}`;
    return this.take(emptyRoster(this.#freeId(), system, wanted));
  }

  /** Adds a roster from a file to those of this device. */
  take(roster: Roster): Roster {
    const taken = this.#line(roster.id) ? { ...roster, id: this.#freeId() } : roster;
    this.#put(newTimeline(taken));
    this.choose(taken);
    return taken;
  }

  /** Replaces the open roster of a system. */
  change(next: Roster): void {
    const line = this.#line(next.id) ?? newTimeline({ ...next, units: [] });
    if (line.now !== next) this.#put(withNext(line, next));
  }

  /** Writes the effects of a resolution to the open roster. */
  apply(system: string, changes: readonly Change[], units: Readonly<Record<string, string>>): void {
    this.change(withChanges(this.open(system), changes, units));
  }

  remove(roster: Roster): void {
    this.#lines = this.#lines.filter(({ now }) => now.id !== roster.id);
    this.#keep();
  }

  canUndo = (system: string): boolean => this.#openLine(system).past.length > 0;
  canRedo = (system: string): boolean => this.#openLine(system).ahead.length > 0;
  undo = (system: string): void => this.#put(undone(this.#openLine(system)));
  redo = (system: string): void => this.#put(redone(this.#openLine(system)));

  #line(id: string): Timeline | undefined {
    return this.#lines.find(({ now }) => now.id === id);
  }
  #put(line: Timeline): void {
    const isSame = ({ now }: Timeline): boolean => now.id === line.now.id;
    this.#lines = this.#lines.some(isSame)
      ? this.#lines.map((one) => (isSame(one) ? line : one))
      : [...this.#lines, line];
    this.#keep();
  }
  #keep(): void {
    const rosters = this.#lines.map(({ now }) => now);
    if (this.device && !storeRosters(this.device, { rosters, open: this.#open }))
      this.fault = "This device does not keep the rosters: export those you need.";
  }
  #freeId(): string {
    const highest = Math.max(0, ...this.#lines.map(({ now }) => Number(/^r(\d+)$/.exec(now.id)?.[1] ?? 0)));
    return `r${highest + 1}`;
  }
}

export const rosters = new Rosters(browserStorage());
