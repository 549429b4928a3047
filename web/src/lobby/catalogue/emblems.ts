/** The emblems of the systems: an engraved sky and ground, with something typical of the period. */
import { SeededRandom } from "../../map/ground/seededRandom";
import { joined, path, pen, tag, type Markup } from "../../map/drawing/markup";

const WIDTH = 200;
const HEIGHT = 118;
const HORIZON = 88;

/** The emblem of a system, in a box of 200 by 118; a system without one gets crossed colours. */
export function emblem(system: string): Markup {
  const drawn = (FIGURES[system] ?? COLOURS).join("") as Markup;
  const random = new SeededRandom(`emblem ${system}`);
  return joined([
    path("sk", sky(random)),
    path("hz", pen("M", 0, HORIZON, "H", WIDTH)),
    path("gd", ground(random)),
    tag("g", {}, drawn),
  ]);
}

/** Lines of an engraved sky, closer together towards the top. */
function sky(random: SeededRandom): string {
  const lines: string[] = [];
  let gap = 3.3;
  for (let y = 6; y < HORIZON - 4; y += gap, gap += 0.14) {
    for (let x = random.between(0, 14); x < WIDTH;) {
      const long = random.between(18, 58);
      lines.push(pen("M", x, y, "H", Math.min(WIDTH, x + long)));
      x += long + random.between(6, 24);
    }
  }
  return lines.join("");
}

/** Short strokes on the ground, denser towards the horizon. */
function ground(random: SeededRandom): string {
  return Array.from({ length: 70 }, () => {
    const depth = random.between(0, 1) ** 2;
    return pen(
      "M",
      random.between(5, WIDTH),
      HORIZON + 0.5 + depth * (HEIGHT - HORIZON),
      "h",
      random.between(6, 22),
    );
  }).join("");
}

const COLOURS: readonly string[] = [
  `<ellipse cx="100" cy="103" rx="40" ry="4" fill="#2b2620" opacity=".2"/>`,
  `<path class="ln" d="M68 102L124 18M132 102L76 18" style="stroke-width:2.4"/>`,
  `<path d="M124 18L158 30L146 42L152 58L106 45Z" fill="#9c3428" class="ln"/>`,
  `<path d="M76 18L42 30L54 42L48 58L94 45Z" fill="#24466b" class="ln"/>`,
];

const FIGURES: Readonly<Record<string, readonly string[]>> = {
  liberty: [
    `<g>`,
    `<path class="ln" d="M52 96V14" style="stroke-width:2"/>`,
    `<path d="M53 16C66 10 78 24 96 17V50C78 57 66 43 53 49Z" fill="#fbf7ee" class="ln"/>`,
    `<path d="M74 20L80 28H77L83 35H79L85 42H63L69 35H65L71 28H68Z" fill="#4c6b4f" class="ln" style="stroke-width:.6"/>`,
    `<path class="ln" d="M74 42V47" style="stroke-width:2.2"/>`,
    `<path d="M53 16C66 10 78 24 96 17V50C78 57 66 43 53 49Z" fill="url(#emblem-dark)" opacity=".35"/>`,
    `</g>`,
    `<ellipse cx="126" cy="103" rx="46" ry="4" fill="#2b2620" opacity=".2"/>`,
    `<path d="M120 84L74 102L72 98L112 76Z" fill="#a98c5c" class="ln"/>`,
    `<g transform="rotate(-9 126 76)">`,
    `<path d="M100 70L104 67.4H150L168 69.4V80.6L150 82.6H104L100 80Z" fill="#c59b45" class="ln"/>`,
    `<path d="M104 75.5H168V80.6L150 82.6H104L100 80Z" fill="url(#emblem-dark)"/>`,
    `<path class="ln" d="M110 67.4V82.6M136 67.4V82.6M150 67.4V82.6M163 69V81"/>`,
    `<circle cx="97.4" cy="75" r="3" fill="#c59b45" class="ln"/>`,
    `<path class="ln" d="M168 70V80" style="stroke-width:3"/>`,
    `</g>`,
    `<circle cx="126" cy="84" r="19.5" class="ln" fill="none" style="stroke-width:2.6"/>`,
    `<circle cx="126" cy="84" r="16.9" class="ln" fill="none" style="stroke-width:.6"/>`,
    `<path class="ln" d="M126 84L144.1 87.7"/>`,
    `<path class="ln" d="M126 84L138.5 97.6"/>`,
    `<path class="ln" d="M126 84L128.1 102.4"/>`,
    `<path class="ln" d="M126 84L116.9 100.1"/>`,
    `<path class="ln" d="M126 84L109.2 91.7"/>`,
    `<path class="ln" d="M126 84L107.9 80.3"/>`,
    `<path class="ln" d="M126 84L113.5 70.4"/>`,
    `<path class="ln" d="M126 84L123.9 65.6"/>`,
    `<path class="ln" d="M126 84L135.1 67.9"/>`,
    `<path class="ln" d="M126 84L142.8 76.3"/>`,
    `<circle cx="126" cy="84" r="3.2" fill="#f4ecdb" class="ln"/>`,
  ],
  tricorn: [
    `<g transform="translate(62 50) rotate(-20)">`,
    `<rect x="-17" y="-27" width="34" height="52" rx="3" fill="#fbf7ee" class="ln"/>`,
    `<rect x="-14" y="-24" width="28" height="46" rx="1.5" fill="none" class="ln" style="stroke-width:.5"/>`,
    `<path d="M0 -10L2.8 -3.6L9.6 -3L4.4 1.4L6 8L0 4.6L-6 8L-4.4 1.4L-9.6 -3L-2.8 -3.6Z" fill="#9c3428"/>`,
    `</g>`,
    `<g transform="translate(138 50) rotate(20)">`,
    `<rect x="-17" y="-27" width="34" height="52" rx="3" fill="#fbf7ee" class="ln"/>`,
    `<rect x="-14" y="-24" width="28" height="46" rx="1.5" fill="none" class="ln" style="stroke-width:.5"/>`,
    `<path d="M-8 8L6 -10M8 8L-6 -10" stroke="#24466b" stroke-width="2.2"/>`,
    `</g>`,
    `<g transform="translate(100 38) rotate(0)">`,
    `<rect x="-17" y="-27" width="34" height="52" rx="3" fill="#fbf7ee" class="ln"/>`,
    `<rect x="-14" y="-24" width="28" height="46" rx="1.5" fill="none" class="ln" style="stroke-width:.5"/>`,
    `<path d="M-6 -16V2M-6 -16H8L5 -11L8 -6H-6" fill="#94690f" stroke="#2b2620" stroke-width="1"/>`,
    `</g>`,
    `<ellipse cx="100" cy="106" rx="62" ry="4.6" fill="#2b2620" opacity=".22"/>`,
    `<path d="M30 82C44 88 60 70 78 60C90 53 112 53 124 60C142 71 156 88 171 81C168 96 138 106 100 106C62 106 34 98 30 82Z" fill="#3a332b" class="ln"/>`,
    `<path d="M104 56C130 60 148 90 171 81C168 96 138 106 108 106C122 94 124 72 104 56Z" fill="url(#emblem-pale)" opacity=".55"/>`,
    `<path d="M30 82C50 98 76 88 100 78C124 88 152 97 171 81" fill="none" stroke="#fbf7ee" stroke-width="4"/>`,
    `<path d="M30 82C50 98 76 88 100 78C124 88 152 97 171 81" fill="none" stroke="#2b2620" stroke-width=".7" stroke-dasharray="1.4 2.2"/>`,
    `<path d="M30 82C44 88 60 70 78 60C90 53 112 53 124 60C142 71 156 88 171 81" fill="none" stroke="#c59b45" stroke-width="2"/>`,
    `<g transform="translate(72 84)">`,
    `<circle r="7.4" fill="#2b2620" stroke="#fbf7ee" stroke-width="1"/>`,
    `<circle r="4.2" fill="none" stroke="#fbf7ee" stroke-width=".8"/>`,
    `<circle r="1.8" fill="#c59b45"/>`,
    `</g>`,
  ],
  coldsteel: [
    `<g transform="translate(72 62) rotate(50) scale(1 1)">`,
    `<path d="M-1.6 30Q-10 -10 6 -50Q-2 -8 3 30Z" fill="#fbf7ee" class="ln"/>`,
    `<path class="ln" d="M.2 26Q-5 -8 3.6 -40" style="stroke-width:.5"/>`,
    `<path d="M-7 30H8V33H-7Z" fill="#c59b45" class="ln"/>`,
    `<path d="M-1.4 33H3.4V46H-1.4Z" fill="#3c3225" class="ln"/>`,
    `<path d="M8 33Q12 42 3 47" fill="none" class="ln" style="stroke-width:1.8;stroke:#94690f"/>`,
    `</g>`,
    `<g transform="translate(128 62) rotate(-50) scale(-1 1)">`,
    `<path d="M-1.6 30Q-10 -10 6 -50Q-2 -8 3 30Z" fill="#fbf7ee" class="ln"/>`,
    `<path class="ln" d="M.2 26Q-5 -8 3.6 -40" style="stroke-width:.5"/>`,
    `<path d="M-7 30H8V33H-7Z" fill="#c59b45" class="ln"/>`,
    `<path d="M-1.4 33H3.4V46H-1.4Z" fill="#3c3225" class="ln"/>`,
    `<path d="M8 33Q12 42 3 47" fill="none" class="ln" style="stroke-width:1.8;stroke:#94690f"/>`,
    `</g>`,
    `<ellipse cx="100" cy="104" rx="38" ry="4" fill="#2b2620" opacity=".2"/>`,
    `<path d="M96 30C90 16 96 6 101 2C108 8 110 18 105 30Z" fill="#9c3428" class="ln"/>`,
    `<path class="ln" d="M100 28C97 18 99 10 101 6M103 27C105 18 104 12 102 8" style="stroke-width:.5"/>`,
    `<path d="M66 34L74 92H126L134 34Q100 44 66 34Z" fill="#3a332b" class="ln"/>`,
    `<path d="M108 38Q122 38 134 34L126 92H110Z" fill="url(#emblem-pale)" opacity=".7"/>`,
    `<ellipse cx="100" cy="34" rx="34" ry="6.4" fill="#2b2620" class="ln"/>`,
    `<path d="M66 34Q100 46 134 34V39Q100 51 66.6 39Z" fill="#c59b45" class="ln"/>`,
    `<path d="M71 86Q100 95 129 86L127 94Q100 102 73 94Z" fill="#2b2620" class="ln"/>`,
    `<path d="M72 95Q100 103 128 95C130 102 120 107 100 107C80 107 70 102 72 95Z" fill="#2b2620" class="ln"/>`,
    `<path d="M68 48Q84 84 100 84T132 48" fill="none" stroke="#fbf7ee" stroke-width="2.6"/>`,
    `<path d="M68 48Q84 84 100 84T132 48" fill="none" stroke="#2b2620" stroke-width=".5" stroke-dasharray="2 2"/>`,
    `<path d="M100 52L111 62L100 78L89 62Z" fill="#c59b45" class="ln"/>`,
    `<circle cx="100" cy="63" r="4.6" fill="#fbf7ee" class="ln"/>`,
    `<circle cx="100" cy="34" r="4.6" fill="#fbf7ee" class="ln"/>`,
    `<circle cx="100" cy="34" r="1.8" fill="#24466b"/>`,
  ],
  elan: [
    `<g transform="translate(100 60) rotate(47)">`,
    `<path class="wd" d="M-2 46.0L-4.6 46.0Q-6 27.6 -2.4 18.4L-1.7 -31.28H1.6L2 16.56L1.4 46.0Z"/>`,
    `<path class="ln" d="M.9 16.56V-46.0" style="stroke-width:1.5"/>`,
    `<path class="ln" d="M.9 -46.0L2.4 -46.0L1.4 -62.56Z" fill="#f4ecdb"/>`,
    `<path class="ln" d="M-1.6 -9.2H2M-1.6 -22.08H2M2 14.72l3 -3"/>`,
    `</g>`,
    `<g transform="translate(100 60) rotate(-47)">`,
    `<path class="wd" d="M-2 46.0L-4.6 46.0Q-6 27.6 -2.4 18.4L-1.7 -31.28H1.6L2 16.56L1.4 46.0Z"/>`,
    `<path class="ln" d="M.9 16.56V-46.0" style="stroke-width:1.5"/>`,
    `<path class="ln" d="M.9 -46.0L2.4 -46.0L1.4 -62.56Z" fill="#f4ecdb"/>`,
    `<path class="ln" d="M-1.6 -9.2H2M-1.6 -22.08H2M2 14.72l3 -3"/>`,
    `</g>`,
    `<ellipse cx="100" cy="101" rx="44" ry="4.4" fill="#2b2620" opacity=".2"/>`,
    `<path d="M68 88C64 70 72 42 82 34C92 27 118 30 124 40C131 52 134 74 132 88Z" fill="#24466b" class="ln"/>`,
    `<path d="M104 31C124 32 132 66 132 88H112C116 68 112 44 104 31Z" fill="url(#emblem-pale)" opacity=".8"/>`,
    `<ellipse cx="103" cy="37" rx="21" ry="7" transform="rotate(7 103 37)" fill="#9c3428" class="ln"/>`,
    `<path d="M68 76Q100 84 132.6 76V88Q100 96 68 88Z" fill="#9c3428" class="ln"/>`,
    `<path d="M66 89Q100 97 134 89C136 97 126 103 100 103C74 103 64 97 66 89Z" fill="#2b2620" class="ln"/>`,
    `<path d="M74 96Q100 102 126 96" stroke="#8d7f67" fill="none" stroke-width="1"/>`,
    `<circle cx="100" cy="62" r="8.4" fill="#c59b45" class="ln"/>`,
    `<text x="100" y="66.4" text-anchor="middle" style="font:600 12px var(--serif)">13</text>`,
    `<circle cx="70.4" cy="85" r="1.9" fill="#c59b45" class="ln"/>`,
    `<circle cx="130" cy="85" r="1.9" fill="#c59b45" class="ln"/>`,
  ],
  eagle: [
    `<ellipse cx="100" cy="109" rx="66" ry="4" fill="#2b2620" opacity=".2"/>`,
    `<path d="M98.4 50H101.6V110H98.4Z" fill="#a98c5c" class="ln"/>`,
    `<path d="M100 46C86 46 70 38 60 12C74 22 84 22 92 26C93 18 96 14 100 13C104 14 107 18 108 26C116 22 126 22 140 12C130 38 114 46 100 46Z" fill="#c59b45" class="ln"/>`,
    `<path class="ln" d="M91 33q-3 11 -1.4 17" style="stroke-width:.9"/>`,
    `<path class="ln" d="M85.8 30.4q-3 10.2 -1.4 15.6" style="stroke-width:.9"/>`,
    `<path class="ln" d="M80.6 27.8q-3 9.4 -1.4 14.2" style="stroke-width:.9"/>`,
    `<path class="ln" d="M75.4 25.2q-3 8.6 -1.4 12.8" style="stroke-width:.9"/>`,
    `<path class="ln" d="M70.2 22.6q-3 7.8 -1.4 11.4" style="stroke-width:.9"/>`,
    `<path class="ln" d="M65 20q-3 7 -1.4 10" style="stroke-width:.9"/>`,
    `<path class="ln" d="M109 33q3 11 1.4 17" style="stroke-width:.9"/>`,
    `<path class="ln" d="M114.2 30.4q3 10.2 1.4 15.6" style="stroke-width:.9"/>`,
    `<path class="ln" d="M119.4 27.8q3 9.4 1.4 14.2" style="stroke-width:.9"/>`,
    `<path class="ln" d="M124.6 25.2q3 8.6 1.4 12.8" style="stroke-width:.9"/>`,
    `<path class="ln" d="M129.8 22.6q3 7.8 1.4 11.4" style="stroke-width:.9"/>`,
    `<path class="ln" d="M135 20q3 7 1.4 10" style="stroke-width:.9"/>`,
    `<path d="M97 18Q95 10 101 9Q107 10 105 15L109 17L104 19Z" fill="#c59b45" class="ln"/>`,
    `<path d="M90 47H110L107 54H93Z" fill="#c59b45" class="ln"/>`,
    `<circle cx="100" cy="66" r="6.4" fill="#fbf7ee" class="ln"/>`,
    `<circle cx="100" cy="82" r="6.4" fill="#fbf7ee" class="ln"/>`,
    `<circle cx="100" cy="66" r="3" fill="none" class="ln"/>`,
    `<circle cx="100" cy="82" r="3" fill="none" class="ln"/>`,
    `<g>`,
    `<path d="M28 52Q48 46 68 52V104Q48 110 28 104Z" fill="#9c3428" class="ln"/>`,
    `<path d="M50 47.4Q60 48 68 52V104Q60 108 50 108.6Z" fill="url(#emblem-dark)" opacity=".8"/>`,
    `<path d="M48 56V100M48 78L34 62M48 78L62 62M48 78L34 94M48 78L62 94" stroke="#e7c777" stroke-width="1.6" fill="none"/>`,
    `<circle cx="48" cy="78" r="7" fill="#c59b45" class="ln"/>`,
    `<rect x="31" y="54" width="34" height="49" fill="none" stroke="#e7c777" stroke-width=".9"/>`,
    `</g>`,
    `<g>`,
    `<ellipse cx="152" cy="79" rx="20" ry="30" fill="#4c6b7a" class="ln"/>`,
    `<path d="M152 49A20 30 0 0 1 152 109Q164 96 164 79T152 49Z" fill="url(#emblem-dark)" opacity=".8"/>`,
    `<path d="M152 54C144 64 160 70 152 79C144 88 160 94 152 104" stroke="#f4ecdb" stroke-width="2" fill="none"/>`,
    `<path d="M140 70q6 -6 8 2M164 88q-6 6 -8 -2" stroke="#f4ecdb" stroke-width="1.5" fill="none"/>`,
    `<circle cx="152" cy="79" r="6" fill="#c59b45" class="ln"/>`,
    `</g>`,
  ],
};
