/**
 * The peer: boardgame.io's own server, in memory, with a game as trivial as ours: two players salute in turn.
 *
 * node boardgame_host.mjs      prints the port it listens at
 */
import { createRequire } from "node:module";

const { Server, Origins } = createRequire(import.meta.url)("boardgame.io/server");

const salutes = {
  name: "salutes",
  setup: () => ({ salutes: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { salute: ({ G }) => ({ salutes: G.salutes + 1 }) },
};
const server = Server({ games: [salutes], origins: [Origins.LOCALHOST] });
const log = console.log;
console.log = () => undefined;
const { appServer } = await server.run({ port: 0, lobbyConfig: undefined });
log(appServer.address().port);
