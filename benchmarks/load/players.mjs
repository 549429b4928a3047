/**
 * Scripted players of the duel: each game has two, each with a socket of his own, and the one that is asked answers.
 *
 * node players.mjs URL GAMES SECONDS [ANSWERS_A_SECOND]
 *
 * With a pace, each game's answers fall due at even times, whether or not the table keeps up, and a wait is counted from
 * the time it fell due: a slow table cannot hide behind its own slowness. Without one, everybody answers at once.
 */
import WebSocket from "ws";
import { told } from "./waits.mjs";

const [url, games, seconds, pace] = [process.argv[2], ...process.argv.slice(3).map(Number)];

async function made() {
  const seats = [0, 1].map(() => ({ kind: "person", name: "fencer" }));
  const reply = await fetch(`${url}/api/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ system: "duel", scenario: "dawn", seats }),
  });
  if (!reply.ok) throw new Error(await reply.text());
  const found = await reply.json();
  for (const { key } of found.keys) {
    const mixed = await fetch(`${url}/api/games/${found.game.game}/contribute`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ contribution: "00112233445566778899" }),
    });
    if (!mixed.ok) throw new Error(await mixed.text());
  }
  return found;
}

/** One game: its two sockets, and the time at which its next answer is due. */
function play({ game, keys }, first) {
  const every = pace ? (games / pace) * 1000 : 0;
  let due = first;
  for (const { key } of keys) {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/games/${game.game}/live`, {
      perMessageDeflate: false,
    });
    socket.on("open", () => socket.send(JSON.stringify({ type: "hello", key, watch: "prompt" })));
    socket.on("message", (text) => {
      const said = JSON.parse(text);
      if (said.type === "denied") throw new Error(JSON.stringify(said));
      if (said.type === "done") {
        waits.add(performance.now() - Number(said.ref));
        return;
      }
      if (!said.prompt) return;
      const answer = () => {
        const since = pace ? due : performance.now();
        due += every;
        socket.send(JSON.stringify({ type: "answer", ref: String(since), question: said.question, answer: "salute" }));
      };
      const early = due - performance.now();
      if (pace && early > 0) setTimeout(answer, early);
      else answer();
    });
  }
}

const tables = [];
for (let count = 0; count < games; count += 1) tables.push(await made());
const start = performance.now() + 500;
const waits = told(seconds);
tables.forEach((table, place) => play(table, start + (pace ? (place / pace) * 1000 : 0)));
