import { lighten, mixColors, toHex, type Color } from "./color.ts";
import type { Palette } from "./palette.ts";
import type { PictureLook } from "./picture-look.ts";
import type { SeededRandom } from "./random.ts";
import type { Canvas } from "./sky.ts";
import { groundPath, smoothGroundPath, type Skyline } from "./terrain.ts";

/** Colour of a layer of ground; `depth` is 0 at the horizon and 1 at the viewer's feet. */
export function colorAtDepth(palette: Palette, depth: number): Color {
  return mixColors(palette.far, palette.near, depth ** 0.85);
}

/** One layer of ground that fades into haze towards its foot, so that layers stand apart. */
export function drawGround(
  canvas: Canvas,
  palette: Palette,
  look: PictureLook,
  layer: { id: string; skyline: Skyline; depth: number; isSmooth: boolean; hazeReach?: number },
): string {
  const color = colorAtDepth(palette, layer.depth);
  const path = layer.isSmooth
    ? smoothGroundPath(layer.skyline, canvas.height)
    : groundPath(layer.skyline, canvas.height);
  const top = Math.min(...layer.skyline.map(([, y]) => y));
  const foot = top + canvas.height * (layer.hazeReach ?? 0.26);
  const haze = mixColors(color, palette.horizon, 0.6 * (1 - layer.depth));
  const ink =
    look.inkWidth === 0
      ? ""
      : ` stroke="${look.inkColor}" stroke-width="${(look.inkWidth * canvas.unit).toFixed(2)}" stroke-linejoin="round"`;
  if (look.isFlat) return `<path d="${path}" fill="${toHex(color)}"${ink}/>`;
  const gradient = `<linearGradient id="${layer.id}" gradientUnits="userSpaceOnUse" x1="0" y1="${top.toFixed(1)}" x2="0" y2="${foot.toFixed(1)}"><stop offset="0" stop-color="${toHex(lighten(color, -0.02))}"/><stop offset="1" stop-color="${toHex(haze)}"/></linearGradient>`;
  if (look.name !== "watercolour") return `${gradient}<path d="${path}" fill="url(#${layer.id})"${ink}/>`;
  // Three thin washes that do not quite meet, darker where the pigment gathered at the edge.
  const washes = [-0.9, 0, 1.1].map(
    (shift) =>
      `<path d="${path}" transform="translate(${(shift * canvas.unit * 1.6).toFixed(1)} ${(shift * canvas.unit).toFixed(1)})" fill="url(#${layer.id})" fill-opacity=".5"/>`,
  );
  return `${gradient}${washes.join("")}<path d="${path}" fill="none" stroke="${toHex(lighten(color, -0.08))}" stroke-width="${(canvas.unit * 0.22).toFixed(2)}" opacity=".35"/>`;
}

/** A row of pines along a skyline. */
export function drawPines(
  skyline: Skyline,
  random: SeededRandom,
  trees: { count: number; height: number; color: string; yAt: (x: number) => number; width: number },
): string {
  let path = "";
  for (let index = 0; index < trees.count; index += 1) {
    const x = random.between(0, trees.width);
    const tall = trees.height * random.between(0.45, 1.15);
    path += pinePath(x, trees.yAt(x) + tall * 0.08, tall, random);
  }
  return `<path d="${path}" fill="${trees.color}"/>`;
}

function pinePath(x: number, footY: number, tall: number, random: SeededRandom): string {
  const tiers = 6;
  const half = tall * random.between(0.15, 0.2);
  const left: string[] = [];
  const right: string[] = [];
  for (let tier = 1; tier <= tiers; tier += 1) {
    const share = tier / tiers;
    const y = footY - tall + tall * 0.94 * share;
    const reach = half * share ** 0.9 * random.between(0.85, 1.1);
    const waist = reach * 0.5;
    left.push(
      `L${(x - reach).toFixed(1)} ${y.toFixed(1)}L${(x - waist).toFixed(1)} ${(y - tall * 0.03).toFixed(1)}`,
    );
    right.unshift(
      `L${(x + waist).toFixed(1)} ${(y - tall * 0.03).toFixed(1)}L${(x + reach).toFixed(1)} ${y.toFixed(1)}`,
    );
  }
  return `M${x.toFixed(1)} ${(footY - tall).toFixed(1)}${left.join("")}L${x.toFixed(1)} ${footY.toFixed(1)}${right.join("")}Z`;
}

/** A few birds, far off. */
export function drawBirds(canvas: Canvas, random: SeededRandom, color: string): string {
  const centerX = canvas.width * random.between(0.2, 0.8);
  const centerY = canvas.height * random.between(0.16, 0.34);
  const birds = Array.from({ length: random.integer(3, 7) }, () => {
    const x = centerX + canvas.unit * random.between(-12, 12);
    const y = centerY + canvas.unit * random.between(-4, 4);
    const span = canvas.unit * random.between(0.7, 1.5);
    return `<path d="M${(x - span).toFixed(1)} ${(y - span * 0.2).toFixed(1)}Q${(x - span * 0.45).toFixed(1)} ${(y - span * 0.75).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}Q${(x + span * 0.45).toFixed(1)} ${(y - span * 0.75).toFixed(1)} ${(x + span).toFixed(1)} ${(y - span * 0.2).toFixed(1)}"/>`;
  });
  return `<g fill="none" stroke="${color}" stroke-width="${(canvas.unit * 0.22).toFixed(2)}" stroke-linecap="round" opacity=".75">${birds.join("")}</g>`;
}

/** A person seen from behind, small, as scale and as the mark of a subject reference. */
export function drawFigure(x: number, footY: number, tall: number, color: string): string {
  const at = (dx: number, dy: number) => `${(x + dx * tall).toFixed(1)} ${(footY - dy * tall).toFixed(1)}`;
  return `<g fill="${color}"><circle cx="${x.toFixed(1)}" cy="${(footY - tall * 0.91).toFixed(1)}" r="${(tall * 0.085).toFixed(1)}"/><path d="M${at(-0.05, 0.8)}Q${at(-0.15, 0.78)} ${at(-0.17, 0.62)}L${at(-0.2, 0.28)}L${at(-0.09, 0.28)}L${at(-0.08, 0)}L${at(-0.01, 0)}L${at(0, 0.26)}L${at(0.02, 0)}L${at(0.09, 0)}L${at(0.1, 0.28)}L${at(0.2, 0.28)}L${at(0.17, 0.62)}Q${at(0.15, 0.78)} ${at(0.05, 0.8)}Z"/></g>`;
}
