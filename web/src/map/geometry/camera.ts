/** The camera over the sheet: the pixels of a unit, and the place of the sheet's corner in the window. */
import type { Spot } from "./plane";
import { INCH } from "./sheet";

export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The paper around the table, with the rule along its edges. */
export const MARGIN = 24;
const CLOSEST = 110;
/** Below this many pixels to the inch a body is one sign, and only bodies in focus have names. */
export const FAR = 9;
/** Above this many pixels an inch single hits are shown. */
export const NEAR = 28;

export const inchOn = (camera: Camera): number => camera.scale * INCH;

/** The whole sheet with its margin in the middle of a window. */
export function fit(sheet: Size, window: Size): Camera {
  const scale = Math.min(
    window.width / (sheet.width + 2 * MARGIN),
    window.height / (sheet.height + 2 * MARGIN),
  );
  const sure = Number.isFinite(scale) && scale > 0 ? scale : 1;
  return centred({ scale: sure, x: 0, y: 0 }, sheet, window);
}

function centred(camera: Camera, sheet: Size, window: Size): Camera {
  const { scale } = camera;
  return {
    scale,
    x: (window.width - sheet.width * scale) / 2,
    y: (window.height - sheet.height * scale) / 2,
  };
}

/** Zooms so that the point of the sheet at a place of the window stays there. */
export function zoomed(camera: Camera, factor: number, at: Spot, sheet: Size, window: Size): Camera {
  const least = fit(sheet, window).scale * 0.8;
  const scale = Math.min(Math.max(camera.scale * factor, least), Math.max(CLOSEST / INCH, least));
  const ratio = scale / camera.scale;
  return held(
    { scale, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio },
    sheet,
    window,
  );
}

export function panned(camera: Camera, by: Spot, sheet: Size, window: Size): Camera {
  return held({ scale: camera.scale, x: camera.x + by.x, y: camera.y + by.y }, sheet, window);
}

/** Centres a place of the sheet, or as nearly as possible without showing more than the paper. */
export function centredOn(camera: Camera, at: Spot, sheet: Size, window: Size): Camera {
  const { scale } = camera;
  const margin = MARGIN * scale;
  const along = (place: number, long: number, room: number): number => {
    if (long + 2 * margin <= room) return (room - long) / 2;
    return Math.min(Math.max(room / 2 - place, room - margin - long), margin);
  };
  return {
    scale,
    x: along(at.x * scale, sheet.width * scale, window.width),
    y: along(at.y * scale, sheet.height * scale, window.height),
  };
}

/** At least half of the window, or of the table where that is smaller, always shows the table. */
function held(camera: Camera, sheet: Size, window: Size): Camera {
  const keep = (at: number, long: number, room: number): number => {
    const shown = Math.min(long, room) / 2;
    return Math.min(Math.max(at, shown - long), room - shown);
  };
  return {
    scale: camera.scale,
    x: keep(camera.x, sheet.width * camera.scale, window.width),
    y: keep(camera.y, sheet.height * camera.scale, window.height),
  };
}

export const onSheet = (camera: Camera, at: Spot): Spot => ({
  x: (at.x - camera.x) / camera.scale,
  y: (at.y - camera.y) / camera.scale,
});
