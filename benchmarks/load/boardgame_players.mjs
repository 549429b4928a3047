/**
 * Scripted players at boardgame.io's server: each match has two, each with a socket of his own.
 *
 * node boardgame_players.mjs URL MATCHES SECONDS [MOVES_A_SECOND]
 *
 * They speak the protocol of its client without its optimistic copy of the game, which would cost them time. A wait is from
 * the moment a move is due until its player has the new state.
 */
import { io } from "socket.io-client";
import { told } from "./waits.mjs";

const [url, matches, seconds, pace] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const waits = told(seconds);

function play(match, first) {
  const every = pace ? (matches / pace) * 1000 : 0;
  let due = first;
  for (const player of ["0", "1"]) {
    let since = 0;
    const socket = io(`${url}/salutes`, { transports: ["websocket"] });
    const onState = (state) => {
      if (since && state.ctx.currentPlayer !== player) {
        waits.add(performance.now() - since);
        since = 0;
      }
      if (state.ctx.currentPlayer !== player) return;
      const move = () => {
        since = pace ? due : performance.now();
        due += every;
        const payload = { type: "salute", args: [], playerID: player, credentials: undefined };
        socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, match, player);
      };
      const early = due - performance.now();
      if (pace && early > 0) setTimeout(move, early);
      else move();
    };
    socket.on("connect", () => socket.emit("sync", match, player, undefined, 2));
    socket.on("sync", (_, sync) => onState(sync.state));
    socket.on("update", (_, state) => onState(state));
  }
}

const start = performance.now() + 500;
for (let count = 0; count < matches; count += 1) {
  play(`match-${count}`, start + (pace ? (count / pace) * 1000 : 0));
}
