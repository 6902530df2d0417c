import { toHex } from "./color.ts";
import type { Palette } from "./palette.ts";
import type { PictureLook } from "./picture-look.ts";
import type { SeededRandom } from "./random.ts";
import type { Canvas } from "./sky.ts";

/** What a look lays over the finished scene, under the caption: screen dots, hatching, washes, sparkles. */
export function drawOverlay(
  canvas: Canvas,
  palette: Palette,
  look: PictureLook,
  random: SeededRandom,
): string {
  switch (look.name) {
    case "plain":
      return drawVignette(canvas);
    case "live":
      return drawSparkles(canvas, random, 9, 0.6);
    case "lively":
      return `${drawRainbow(canvas, look.weight)}${drawSparkles(canvas, random, 26, look.weight)}`;
    case "comic":
      return drawScreenDots(canvas, look);
    case "medieval":
      return drawHatching(canvas, look);
    case "watercolour":
      return drawBlooms(canvas, palette, look, random);
  }
}

/** The frame of a look, over everything; empty for looks without one. */
export function drawFrame(canvas: Canvas, palette: Palette, look: PictureLook, random: SeededRandom): string {
  if (look.name === "comic") return drawComicFrame(canvas);
  if (look.name === "medieval") return drawGoldFrame(canvas, palette);
  return look.name === "watercolour" ? drawPaperEdge(canvas, random) : "";
}

/** Darker sides; linear, because a radial gradient over the whole picture costs more than all the rest. */
function drawVignette({ width, height }: Canvas): string {
  return `<linearGradient id="vignette"><stop offset="0" stop-opacity=".2"/><stop offset=".28" stop-opacity="0"/><stop offset=".72" stop-opacity="0"/><stop offset="1" stop-opacity=".2"/></linearGradient><rect width="${width}" height="${height}" fill="url(#vignette)"/>`;
}

function drawSparkles(canvas: Canvas, random: SeededRandom, count: number, weight: number): string {
  const sparkles = Array.from({ length: count }, () => {
    const x = random.between(0, canvas.width);
    const y = random.between(0, canvas.height * 0.85);
    const size = canvas.unit * random.between(0.5, 1.9);
    const thin = size * 0.16;
    return `<path d="M${x.toFixed(1)} ${(y - size).toFixed(1)}l${thin.toFixed(1)} ${(size - thin).toFixed(1)} ${(size - thin).toFixed(1)} ${thin.toFixed(1)} ${(thin - size).toFixed(1)} ${thin.toFixed(1)} ${(-thin).toFixed(1)} ${(size - thin).toFixed(1)} ${(-thin).toFixed(1)} ${(thin - size).toFixed(1)} ${(thin - size).toFixed(1)} ${(-thin).toFixed(1)} ${(size - thin).toFixed(1)} ${(-thin).toFixed(1)}Z"/>`;
  });
  return `<g fill="#fff" opacity="${(0.85 * weight).toFixed(2)}">${sparkles.join("")}</g>`;
}

function drawRainbow(canvas: Canvas, weight: number): string {
  const hues = [20, 60, 95, 145, 230, 300];
  const arcs = hues.map((hue, index) => {
    const radius = canvas.unit * (52 - index * 2.1);
    return `<circle cx="${canvas.width * 0.5}" cy="${canvas.height * 0.74}" r="${radius.toFixed(1)}" stroke="${toHex([0.86, 0.13, hue])}"/>`;
  });
  return `<g fill="none" stroke-width="${(canvas.unit * 2.1).toFixed(1)}" opacity="${(0.3 * weight).toFixed(2)}">${arcs.join("")}</g>`;
}

/** Screen dots of a printed comic: diamonds that shrink towards the horizon. One path, because patterns are slow. */
function drawScreenDots(canvas: Canvas, look: PictureLook): string {
  const cell = canvas.unit * 1.35;
  const bottom = canvas.height * 0.46;
  let path = "";
  for (let row = 0; row * cell < bottom; row += 1) {
    const y = row * cell;
    const half = cell * 0.36 * (1 - y / bottom);
    const edge = half.toFixed(1);
    for (let x = (row % 2) * (cell / 2); x < canvas.width; x += cell) {
      path += `M${x.toFixed(1)} ${(y - half).toFixed(1)}l${edge} ${edge} -${edge} ${edge} -${edge} -${edge}z`;
    }
  }
  return `<path d="${path}" fill="${look.inkColor}" fill-opacity="${(0.3 * look.weight).toFixed(2)}"/>`;
}

function drawComicFrame({ width, height, unit }: Canvas): string {
  const margin = unit * 1.8;
  return `<path d="M0 0H${width}V${height}H0ZM${margin} ${margin}V${height - margin}H${width - margin}V${margin}Z" fill="#fbf7ee"/><rect x="${margin}" y="${margin}" width="${width - margin * 2}" height="${height - margin * 2}" fill="none" stroke="#16121f" stroke-width="${unit * 0.7}"/>`;
}

/** Engraver's lines over the ground, denser towards the foot. */
function drawHatching(canvas: Canvas, look: PictureLook): string {
  const gap = canvas.unit * 1.25;
  const top = canvas.height * 0.45;
  const reach = canvas.height - top;
  const lines: string[] = [];
  for (let x = -reach; x < canvas.width; x += gap) {
    lines.push(`M${x.toFixed(1)} ${canvas.height}L${(x + reach * 0.62).toFixed(1)} ${top.toFixed(1)}`);
  }
  return `<linearGradient id="hatch" gradientUnits="userSpaceOnUse" x1="0" y1="${top.toFixed(1)}" x2="0" y2="${canvas.height}"><stop offset="0" stop-color="${look.inkColor}" stop-opacity="0"/><stop offset="1" stop-color="${look.inkColor}" stop-opacity="${(0.5 * look.weight).toFixed(2)}"/></linearGradient><path d="${lines.join("")}" stroke="url(#hatch)" stroke-width="${(canvas.unit * 0.14).toFixed(2)}" fill="none"/>`;
}

function drawGoldFrame({ width, height, unit }: Canvas, palette: Palette): string {
  const gold = toHex([0.74, 0.12, 82]);
  const dark = toHex([0.3, 0.07, 35]);
  const outer = unit * 4.4;
  const corners = [
    [outer / 2, outer / 2],
    [width - outer / 2, outer / 2],
    [outer / 2, height - outer / 2],
    [width - outer / 2, height - outer / 2],
  ] as const;
  const rosettes = corners.map(([x, y]) => {
    const petals = Array.from({ length: 8 }, (_unused, index) => {
      const angle = (index / 8) * 360;
      return `<ellipse cx="0" cy="${(-unit * 0.95).toFixed(1)}" rx="${(unit * 0.42).toFixed(1)}" ry="${(unit * 0.85).toFixed(1)}" transform="rotate(${angle})"/>`;
    });
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" fill="${gold}">${petals.join("")}<circle r="${(unit * 0.5).toFixed(1)}" fill="${toHex(palette.near)}"/></g>`;
  });
  const bead = unit * 1.9;
  const beads = `<pattern id="beads" width="${bead}" height="${bead}" patternUnits="userSpaceOnUse"><circle cx="${bead / 2}" cy="${bead / 2}" r="${(unit * 0.34).toFixed(2)}" fill="${gold}" fill-opacity=".75"/></pattern>`;
  const ring = `M0 0H${width}V${height}H0ZM${outer} ${outer}V${height - outer}H${width - outer}V${outer}Z`;
  return `${beads}<path d="${ring}" fill="${dark}"/><path d="${ring}" fill="url(#beads)"/><rect x="${outer}" y="${outer}" width="${width - outer * 2}" height="${height - outer * 2}" fill="none" stroke="${gold}" stroke-width="${unit * 0.55}"/><rect x="${unit * 0.5}" y="${unit * 0.5}" width="${width - unit}" height="${height - unit}" fill="none" stroke="${gold}" stroke-width="${unit * 0.35}"/>${rosettes.join("")}`;
}

/** Wet patches of pigment that ran into each other. */
function drawBlooms(canvas: Canvas, palette: Palette, look: PictureLook, random: SeededRandom): string {
  const blooms = Array.from({ length: 22 }, (_unused, index) => {
    const color = toHex(random.pick([palette.sky, palette.horizon, palette.far, palette.disc] as const));
    const id = `bloom${index}`;
    const radius = canvas.unit * random.between(14, 42);
    return `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity=".3"/><stop offset=".6" stop-color="${color}" stop-opacity=".16"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient><ellipse cx="${random.between(0, canvas.width).toFixed(1)}" cy="${random.between(0, canvas.height).toFixed(1)}" rx="${radius.toFixed(1)}" ry="${(radius * random.between(0.3, 0.8)).toFixed(1)}" fill="url(#${id})"/>`;
  });
  return `<g opacity="${look.weight.toFixed(2)}">${blooms.join("")}</g>`;
}

/** A ragged paper margin, as a brush leaves it. */
function drawPaperEdge({ width, height, unit }: Canvas, random: SeededRandom): string {
  const inset = () => unit * random.between(2.6, 4.2);
  const steps = 26;
  const along = (step: number, side: number) => unit * 4 + (step / steps) * (side - unit * 8);
  const edge = (place: (step: number) => [number, number]) =>
    Array.from({ length: steps + 1 }, (_unused, step) => place(step));
  const points = [
    ...edge((step) => [along(step, width), inset()]),
    ...edge((step) => [width - inset(), along(step, height)]),
    ...edge((step) => [along(steps - step, width), height - inset()]),
    ...edge((step) => [inset(), along(steps - step, height)]),
  ];
  const outline = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  return `<path fill-rule="evenodd" d="M0 0H${width}V${height}H0ZM${outline}Z" fill="#f8f4ea"/>`;
}
