import { describe, expect, it } from "vitest";
import cowpens from "../../../fixtures/cowpens-1.json";
import type { Picture } from "../../wire";
import { bodyAt, facingFor } from "./pictureGeometry";

const PICTURE = cowpens as unknown as Picture;

describe("the table under a pointer", () => {
  it("is the body that covers the place", () => {
    const body = PICTURE.bodies.find(({ pose }) => pose?.heading === 0);
    const pose = body?.pose ?? { x: 0, y: 0 };
    expect(bodyAt(PICTURE, [pose.x, pose.y - 50])).toBe(body?.id);
    expect(bodyAt(PICTURE, [10, 10])).toBeNull();
  });

  it("is seen with one's own men nearest", () => {
    expect(facingFor(PICTURE, 1)).toBe("up");
    expect(facingFor(PICTURE, 0)).toBe("down");
    expect(facingFor(PICTURE, null)).toBe("up");
  });
});
