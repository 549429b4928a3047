import { describe, expect, it } from "vitest";
import { centredOn, fit, MARGIN, onSheet, panned, zoomed, type Camera } from "./camera";
import { spot, type Spot } from "./plane";

const SHEET = { width: 1008, height: 672 };
const WINDOW = { width: 1072, height: 712 };

const onScreen = (camera: Camera, at: Spot): Spot =>
  spot(at.x * camera.scale + camera.x, at.y * camera.scale + camera.y);

describe("the camera", () => {
  it("fits the whole sheet with its margin into the window, in the middle", () => {
    const camera = fit(SHEET, WINDOW);
    const [first, last] = [
      onScreen(camera, spot(-MARGIN, -MARGIN)),
      onScreen(camera, spot(1008 + MARGIN, 672 + MARGIN)),
    ];
    for (const at of [first, last]) {
      expect(at.x).toBeGreaterThanOrEqual(-1e-9);
      expect(at.y).toBeGreaterThanOrEqual(-1e-9);
      expect(at.x).toBeLessThanOrEqual(1072 + 1e-9);
      expect(at.y).toBeLessThanOrEqual(712 + 1e-9);
    }
    expect(first.x + last.x).toBeCloseTo(1072);
  });

  it("does not lose its mind in a window of no size", () => {
    expect(fit(SHEET, { width: 0, height: 0 }).scale).toBe(1);
  });

  it("keeps what lies under the pointer there when it zooms", () => {
    const [camera, at] = [fit(SHEET, WINDOW), spot(500, 300)];
    const before = onSheet(camera, at);
    const after = onSheet(zoomed(camera, 2, at, SHEET, WINDOW), at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it("zooms in no further than a base that fills the window, and out no further than the table", () => {
    const camera = fit(SHEET, WINDOW);
    expect(zoomed(camera, 1e6, spot(0, 0), SHEET, WINDOW).scale).toBeLessThan(10);
    expect(zoomed(camera, 1e-6, spot(0, 0), SHEET, WINDOW).scale).toBeGreaterThan(camera.scale / 2);
  });

  it("cannot be pushed off the table", () => {
    const camera = panned(fit(SHEET, WINDOW), spot(1e6, -1e6), SHEET, WINDOW);
    expect(camera.x).toBeLessThan(WINDOW.width);
    expect(camera.y + SHEET.height * camera.scale).toBeGreaterThan(0);
  });

  it("brings a place into the middle of the window", () => {
    const near = zoomed(fit(SHEET, WINDOW), 3, spot(0, 0), SHEET, WINDOW);
    const at = onScreen(centredOn(near, spot(500, 300), SHEET, WINDOW), spot(500, 300));
    expect(at).toEqual(spot(536, 356));
  });

  it("shows nothing beyond the paper when it brings a corner of the table near", () => {
    const near = { scale: 2, x: 0, y: 0 };
    const corner = centredOn(near, spot(0, 672), SHEET, WINDOW);
    expect(onScreen(corner, spot(-MARGIN, 672 + MARGIN))).toEqual(spot(0, 712));
    const [thin, small] = [
      { width: 300, height: 844 },
      { scale: 0.5, x: 0, y: 0 },
    ];
    expect(centredOn(small, spot(0, 0), SHEET, thin).y).toBe((844 - 336) / 2);
  });
});
