/** Pictures of scenarios and of games for small maps; each is requested once while the page is open. */
import { Seat, service } from "../../api/client";
import type { Picture } from "../../wire";

const scenarios = new Map<string, Promise<Picture>>();

/** The picture of a scenario with some options. */
export function scenarioPicture(system: string, scenario: string, options = ""): Promise<Picture> {
  const name = `${system}/${scenario}/${options}`;
  const known = scenarios.get(name);
  if (known) return known;
  const coming = service.scenarioPicture(system, scenario, options);
  scenarios.set(name, coming);
  coming.catch(() => scenarios.delete(name));
  return coming;
}

/** The present picture of a game. */
export const gamePicture = async (game: string, key: string | null): Promise<Picture> =>
  (await new Seat(game, key).look()).picture;
