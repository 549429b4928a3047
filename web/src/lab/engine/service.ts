/** Asks the service: the same requests and answers as Python in the worker. */
import { Fault, orThrowFault, OutOfReach } from "./fault";
import { pauseFor } from "./waiting";
import type { Fetching } from "../../api/fetching";

const ADDRESS = "/api/lab";
const TOO_FAST = 429;
/** How often a question is sent again that the service refused as too fast. */
const TRIES = 4;
/** Statuses of an absent service: a page without one, one that is starting, or a proxy in front of it. */
const ABSENT = [404, 405, 502, 503, 504];

/** The answer of the service; Fault if it refuses, OutOfReach if there is none. */
export async function askService(
  fetching: Fetching,
  request: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  for (let tried = 1; ; tried++) {
    const response = await reach(fetching, request, signal);
    if (response.status === TOO_FAST && tried < TRIES) {
      await pauseFor(1_000 * Number(response.headers.get("retry-after") ?? 1), signal);
      continue;
    }
    return read(response);
  }
}

async function reach(fetching: Fetching, request: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = { accept: "application/json", "content-type": "application/json" };
  const asked: RequestInit = { method: "POST", headers, credentials: "omit", cache: "no-store" };
  try {
    return await fetching(ADDRESS, {
      ...asked,
      body: JSON.stringify(request),
      ...(signal ? { signal } : {}),
    });
  } catch (fault) {
    if (signal?.aborted) throw fault;
    throw new OutOfReach("the service cannot be reached");
  }
}

async function read(response: Response): Promise<unknown> {
  if (ABSENT.includes(response.status)) throw new OutOfReach("the service does not answer");
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    // For example the login page of a network.
    throw new OutOfReach("something else answers in place of the service");
  }
  orThrowFault(answer);
  if (response.ok) return answer;
  const { words } = answer as { words?: unknown };
  const number = response.status.toString();
  throw new Fault(typeof words === "string" ? words : `The service answered with ${number} and no reason.`);
}
