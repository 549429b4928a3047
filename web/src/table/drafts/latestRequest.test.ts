import { expect, it } from "vitest";
import { LatestRequest } from "./latestRequest";

/** A service whose requests the test answers. */
function service() {
  const asked: { wish: number; answer: (found: number) => void; refuse: (error: Error) => void }[] = [];
  const found: number[] = [];
  const failed: string[] = [];
  const latest = new LatestRequest<number, number>(
    (wish) => new Promise((answer, refuse) => asked.push({ wish, answer, refuse })),
    (one) => found.push(one),
    (error) => failed.push((error as Error).message),
  );
  return { latest, asked, found, failed };
}
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it("asks one thing at a time and keeps only the newest wish", async () => {
  const { latest, asked, found } = service();
  for (const wish of [1, 2, 3, 4]) latest.want(wish);
  expect(asked.map(({ wish }) => wish)).toEqual([1]);
  asked[0]?.answer(10);
  await settle();
  expect(asked.map(({ wish }) => wish)).toEqual([1, 4]);
  asked[1]?.answer(40);
  await settle();
  expect(found).toEqual([10, 40]);
});

it("goes on after a refusal", async () => {
  const { latest, asked, found, failed } = service();
  latest.want(1);
  latest.want(2);
  asked[0]?.refuse(new Error("no"));
  await settle();
  asked[1]?.answer(20);
  await settle();
  expect(failed).toEqual(["no"]);
  expect(found).toEqual([20]);
});

it("rests once the newest wish is answered, not the first", async () => {
  const { latest, asked, found } = service();
  latest.want(1);
  latest.want(2);
  let rested = false;
  void latest.settled().then(() => (rested = true));
  asked[0]?.answer(10);
  await settle();
  expect(rested).toBe(false);
  asked[1]?.answer(20);
  await settle();
  expect(rested).toBe(true);
  expect(found).toEqual([10, 20]);
});
