import { describe, expect, test } from "vitest";
import { fetched, type Part } from "./parts";

const FILES: readonly Part[] = [
  { address: "/a.wasm", bytes: 9_600_000, sent: 3_600_000 },
  { address: "/b.zip", bytes: 5_400_000, sent: 5_400_000 },
];

describe("how far the files have come", () => {
  test("is counted in what is sent, though whole bytes are received", () => {
    const half = fetched(FILES, new Map([["/a.wasm", 4_800_000]]), false);
    expect(half).toEqual({ words: "fetching Python, 2 of 9 MB", fraction: 0.2 });
  });

  test("begins at nothing and ends at all", () => {
    expect(fetched(FILES, new Map(), false).fraction).toBe(0);
    const all = new Map(FILES.map(({ address, bytes }) => [address, bytes]));
    expect(fetched(FILES, all, false)).toEqual({ words: "fetching Python, 9 of 9 MB", fraction: 1 });
  });

  test("is not told of what lies on the device", () => {
    expect(fetched(FILES, new Map([["/a.wasm", 4_800_000]]), true)).toEqual({
      words: "opening Python",
      fraction: 0.2,
    });
  });

  test("is never more than all, should a file have grown", () => {
    expect(fetched(FILES, new Map([["/b.zip", 99_000_000]]), false).fraction).toBeCloseTo(0.6);
  });
});
