import { type Color, type Look, mix, type Palette, toHex } from "./palette.ts";
import type { SeededRandom } from "./random.ts";

/** What a scene is drawn on and from; `unit` is a hundredth of the short side. */
export interface Stage {
  width: number;
  height: number;
  unit: number;
  palette: Palette;
  look: Look;
  random: SeededRandom;
  prompt: string;
  disc: { x: number; y: number; radius: number };
}

/** Height of a line across the picture in pixels from the top, by the place from the left. */
export type Skyline = (x: number) => number;

export const WHITE: Color = [255, 255, 255];
/** Points of a skyline that are joined by straight lines. */
const STEPS = 128;

/** A skyline of noise in octaves; `waves` is the number of hills. */
export function makeSkyline(
  { width, random }: Stage,
  shape: { y: number; rise: number; waves: number; isRound: boolean; octaves?: number },
): Skyline {
  const values = Array.from({ length: 256 }, () => random.between(-1, 1));
  const noise = (place: number) => {
    const whole = Math.floor(place);
    const share = place - whole;
    const eased = shape.isRound ? share * share * (3 - 2 * share) : share;
    const [from = 0, to = 0] = [values[whole % 256], values[(whole + 1) % 256]];
    return from + (to - from) * eased;
  };
  return (x) => {
    let height = 0;
    for (let octave = 0; octave < (shape.octaves ?? (shape.isRound ? 3 : 5)); octave += 1) {
      height += noise((x / width + 0.3) * shape.waves * 2 * 2.1 ** octave + octave * 31) * 0.45 ** octave;
    }
    return shape.y - shape.rise * height;
  };
}

/** A layer of ground that fades into haze towards its foot, which separates it from the next; depth 0 is the horizon. */
export function drawGround(
  { palette, look, ...stage }: Stage,
  line: Skyline,
  depth: number,
  id: string,
  color?: Color,
): string {
  const own = color ?? mix(palette.far, palette.near, depth ** 0.85);
  const path = areaPath(stage, line, () => stage.height);
  if (look.isFlat) return `<path d="${path}" fill="${toHex(own)}"${inkOf(look, stage.unit)}/>`;
  const haze = mix(own, palette.horizon, 0.6 * Math.max(1 - depth, 0));
  const isWash = look.name === "watercolour";
  const edge = isWash
    ? ` stroke="${toHex(mix(own, palette.near, 0.3))}" stroke-width="${px(stage.unit * 0.3)}" fill-opacity=".8"`
    : inkOf(look, stage.unit);
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${toHex(own)}"/><stop offset=".6" stop-color="${toHex(haze)}"/></linearGradient><path d="${path}" fill="url(#${id})"${edge}/>`;
}

/** Lit faces of a ridge: below each peak, a slope on the side of the light. */
export function drawFacets(
  { width, height, palette }: Stage,
  line: Skyline,
  depth: number,
  towards: 1 | -1,
): string {
  const step = width / STEPS;
  let path = "";
  for (let index = 2; index < STEPS - 2; index += 1) {
    const x = index * step;
    const y = line(x);
    if ([-2, -1, 1, 2].some((offset) => line(x + offset * step) <= y)) continue;
    const reach = height * 0.11 * (1 - depth * 0.5);
    path += `M${px(x)} ${px(y)}`;
    let side = 1;
    for (; side < 9 && line(x + towards * side * step) < y + reach; side += 1) {
      path += `L${px(x + towards * side * step)} ${px(line(x + towards * side * step))}`;
    }
    path += `L${px(x + towards * side * 0.35 * step)} ${px(y + reach * 0.75)}L${px(x - towards * step * 0.7)} ${px(y + reach * 0.5)}L${px(x + towards * step * 0.8)} ${px(y + reach * 0.25)}Z`;
  }
  const color = toHex(mix(mix(palette.far, palette.near, depth ** 0.85), palette.light, 0.42));
  return `<path d="${path}" fill="${color}" fill-opacity="${(0.5 - depth * 0.35).toFixed(2)}"/>`;
}

/** Pines along a skyline, of tiers that overlap. */
export function drawPines(
  { width, palette, random }: Stage,
  line: Skyline,
  depth: number,
  tall: number,
  count: number,
): string {
  let path = "";
  for (let index = 0; index < count; index += 1) {
    const x = random.between(0, width);
    const size = tall * random.between(0.5, 1.15);
    const half = size * random.between(0.16, 0.22);
    const top = line(x) + size * 0.08 - size;
    for (const [tier, share] of [0.45, 0.7, 1].entries()) {
      const from = top + size * tier * 0.24;
      path += `M${px(x)} ${px(from)}L${px(x + half * share)} ${px(top + size * share)}H${px(x - half * share)}Z`;
    }
  }
  return `<path d="${path}" fill="${toHex(mix(palette.far, palette.near, Math.min(depth ** 0.85 + 0.06, 1)))}"/>`;
}

export function drawStreak(x: number, y: number, half: number, thick: number): string {
  return `<path d="M${px(x - half)} ${px(y)}Q${px(x)} ${px(y - thick * 2)} ${px(x + half)} ${px(y)}Q${px(x)} ${px(y + thick)} ${px(x - half)} ${px(y)}Z"/>`;
}

/** The area between a line and one below. */
export function areaPath({ width }: { width: number }, upper: Skyline, lower: Skyline): string {
  const places = Array.from({ length: STEPS + 1 }, (_place, index) => (index * width) / STEPS);
  const above = places.map((x) => `${px(x)} ${px(upper(x))}`);
  const below = places.toReversed().map((x) => `${px(x)} ${px(lower(x))}`);
  return `M${above.join("L")}L${below.join("L")}Z`;
}

export function inkOf(look: Look, unit: number): string {
  const width = look.ink * unit * (0.4 + look.weight * 0.6);
  const color = look.name === "medieval" ? "#3a2414" : "#16121f";
  return width === 0 ? "" : ` stroke="${color}" stroke-width="${width.toFixed(2)}" stroke-linejoin="round"`;
}

export function px(value: number): string {
  return value.toFixed(1);
}
