/** The flags of armies, each on a cloth 10.5 wide and 7 high whose upper left corner is at (.5, -11). */
import { joined, path, type Markup } from "./markup";

export const SQUARE = "M.5 -11H11V-4H.5Z";
export const TAILED = "M.5 -11H11.5L8.9 -7.5L11.5 -4H.5Z";
export const cloth = (d: string, fill: string, line: string): Markup =>
  path("cloth", d, { fill, stroke: line });
const patch = (d: string, fill: string): Markup => path("", d, { fill });
const stroke = (d: string, colour: string, width: number): Markup =>
  path("", d, { stroke: colour, "stroke-width": width, fill: "none" });

const CONTINENTAL = joined([
  cloth(TAILED, "#24466b", "#142b45"),
  patch("M5 -10.7H11L8.6 -7.5L11 -4.3H5Z", "#dcbb7e"),
  stroke("M1.7 -7.5h2M2.7 -8.5v2", "#fff", 0.8),
]);
const BRITISH = joined([
  cloth(SQUARE, "#a4382b", "#430f0a"),
  patch("M.8 -10.7h4.8v3.6H.8z", "#24466b"),
  stroke("M3.2 -10.7v3.6M.8 -8.9h4.8", "#fff", 0.9),
]);

const BOURBON = joined([
  cloth(SQUARE, "#fbf7ee", "#3b382f"),
  patch(
    "M3 -9.6l.7 1.3 -.7 .9 -.7 -.9zM2 -8.3h2v.5H2zM8.3 -9.6l.7 1.3 -.7 .9 -.7 -.9zM7.3 -8.3h2v.5h-2zM5.65 -7l.7 1.3 -.7 .9 -.7 -.9zM4.65 -5.7h2v.5h-2z",
    "#b8892b",
  ),
]);
const PRUSSIAN = joined([
  cloth(SQUARE, "#fbf7ee", "#191932"),
  patch("M.8 -10.7H10.7V-9H.8ZM.8 -6H10.7V-4.3H.8Z", "#232228"),
  patch(
    "M5.7 -8.9l.8 .7 1.6 -.4 -.7 1.3 .3 .9 -1.3 -.2 -.7 .5 -.7 -.5 -1.3 .2 .3 -.9 -.7 -1.3 1.6 .4z",
    "#232228",
  ),
]);

export const FLAGS: Readonly<Record<string, Markup>> = {
  british: BRITISH,
  allies: BRITISH,
  american: CONTINENTAL,
  continental: CONTINENTAL,
  hessian: joined([
    cloth(SQUARE, "#e9e2cf", "#2a2a4a"),
    stroke("M.8 -10.7L10.7 -4.3M10.7 -10.7L.8 -4.3", "#3d3c66", 1.8),
  ]),
  french: joined([
    cloth(TAILED, "#fbf7ee", "#142b45"),
    patch("M.8 -10.7H4.2V-4.3H.8Z", "#24466b"),
    patch("M7.6 -10.7H11L8.6 -7.5L11 -4.3H7.6Z", "#a4382b"),
  ]),
  bourbon: BOURBON,
  "franco-bavarian": BOURBON,
  "franco-imperial": BOURBON,
  russians: joined([
    cloth(TAILED, "#fbf7ee", "#33360f"),
    patch("M.8 -8.7H9.6L8.7 -7.5L9.6 -6.3H.8Z", "#24466b"),
    patch("M.8 -6.3H9.6L11 -4.3H.8Z", "#a4382b"),
  ]),
  union: joined([
    cloth(SQUARE, "#fbf7ee", "#191932"),
    stroke("M.8 -10.2H10.7M.8 -8.4H10.7M.8 -6.6H10.7M.8 -4.8H10.7", "#a4382b", 0.95),
    patch("M.8 -10.7h4.8v3.6H.8z", "#2c2b52"),
    stroke("M1.7 -9.7h.7M3.9 -9.7h.7M2.8 -8.9h.7M1.7 -8.1h.7M3.9 -8.1h.7", "#fff", 0.8),
  ]),
  confederates: joined([
    cloth(TAILED, "#fbf7ee", "#3b382f"),
    patch("M.8 -10.7H11L9.6 -8.6H.8ZM.8 -6.4H9.6L11 -4.3H.8Z", "#a4382b"),
    patch("M.8 -10.7h4.3v4.3H.8z", "#24466b"),
    stroke("M1.7 -9.8h.7M3.5 -9.8h.7M1.7 -7.4h.7M3.5 -7.4h.7M2.6 -8.6h.7", "#fff", 0.8),
  ]),
  prussia: PRUSSIAN,
  prussians: PRUSSIAN,
  romans: joined([
    cloth(SQUARE, "#a4382b", "#430f0a"),
    stroke("M.9 -10.5H10.6M.9 -4.5H10.6", "#e3b23c", 0.8),
    patch(
      "M5.7 -9.6l.9 .9 2 -.6 -1.2 1.6 .2 1.5 -1.3 -.5 -.6 .9 -.6 -.9 -1.3 .5 .2 -1.5 -1.2 -1.6 2 .6z",
      "#e3b23c",
    ),
  ]),
  britons: joined([
    cloth(TAILED, "#e9e2cf", "#33360f"),
    stroke("M2 -7.5a1.5 1.5 0 1 1 1.5 1.5M6.6 -7.5a1.5 1.5 0 1 1 1.5 1.5", "#5c6426", 1),
    stroke("M3.5 -7.5h3.1", "#5c6426", 0.9),
  ]),
  caledonians: joined([
    cloth(TAILED, "#e9e2cf", "#142b45"),
    stroke("M1.5 -9.3L4.6 -5.7M4.6 -9.3L1.5 -5.7M6 -9.6v4.2M7.6 -9.2v3.4", "#24466b", 1),
  ]),
  austrians: joined([cloth(TAILED, "#e3b23c", "#3b382f"), patch("M.8 -10.7H11L8.6 -7.5H.8Z", "#232228")]),
};
