import { lighten, mixColors, toHex } from "./color.ts";
import type { PictureLook } from "./picture-look.ts";
import type { Palette } from "./palette.ts";
import type { SeededRandom } from "./random.ts";

/** Measures every part of a picture shares, in pixels. */
export interface Canvas {
  width: number;
  height: number;
  /** A hundredth of the short side. */
  unit: number;
}

export interface Disc {
  x: number;
  y: number;
  radius: number;
}

/** Sky with its stars, sun or moon and clouds, down to the horizon. */
export function drawSky(
  canvas: Canvas,
  palette: Palette,
  look: PictureLook,
  random: SeededRandom,
  disc: Disc,
): string {
  const parts = [
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${toHex(palette.zenith)}"/>
      <stop offset=".38" stop-color="${toHex(palette.sky)}"/>
      <stop offset=".68" stop-color="${toHex(palette.horizon)}"/></linearGradient>
      <radialGradient id="glow"><stop offset="0" stop-color="${toHex(palette.disc)}" stop-opacity=".75"/>
      <stop offset=".28" stop-color="${toHex(palette.disc)}" stop-opacity=".26"/>
      <stop offset="1" stop-color="${toHex(palette.disc)}" stop-opacity="0"/></radialGradient></defs>`,
    `<rect width="${canvas.width}" height="${canvas.height}" fill="url(#sky)"/>`,
  ];
  if (palette.isNight) parts.push(drawStars(canvas, palette, random));
  if (palette.zenith[0] < 0.2) parts.push(drawAurora(canvas, random));
  parts.push(drawDisc(canvas, palette, look, disc));
  parts.push(
    look.isRound ? drawCumulus(canvas, palette, look, random) : drawStreaks(canvas, palette, random),
  );
  return parts.join("");
}

function drawStars(canvas: Canvas, palette: Palette, random: SeededRandom): string {
  const count = random.integer(70, 130);
  const stars = Array.from({ length: count }, () => {
    const y = random.next() ** 1.6 * canvas.height * 0.6;
    const radius = canvas.unit * random.between(0.05, 0.19);
    const opacity = random.between(0.25, 0.95) * (1 - y / canvas.height);
    return `<circle cx="${random.between(0, canvas.width).toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(2)}" fill-opacity="${opacity.toFixed(2)}"/>`;
  });
  return `<g fill="${toHex(lighten(palette.disc, 0.02))}">${stars.join("")}</g>`;
}

/** Rays of each curtain of an aurora. */
const AURORA_RAYS = 96;

function drawAurora(canvas: Canvas, random: SeededRandom): string {
  const curtains = Array.from({ length: 3 }, (_unused, index) => {
    const baseY = canvas.height * random.between(0.22, 0.42);
    const hue = random.between(150, 185) + index * 22;
    const phase = random.between(0, 6);
    const rays = Array.from({ length: AURORA_RAYS }, (_ray, rayIndex) => {
      const share = rayIndex / (AURORA_RAYS - 1);
      const x = share * canvas.width;
      const y = baseY + Math.sin(share * 5 + phase) * canvas.height * 0.07;
      const tall = canvas.height * (0.12 + 0.14 * (0.5 + 0.5 * Math.sin(share * 17 + phase * 2)));
      const opacity = (0.5 + 0.5 * Math.sin(share * 9 + phase)) * 0.5;
      return `<rect x="${x.toFixed(1)}" y="${(y - tall).toFixed(1)}" width="${(canvas.width / (AURORA_RAYS - 1)).toFixed(1)}" height="${tall.toFixed(1)}" fill-opacity="${opacity.toFixed(2)}"/>`;
    });
    return `<linearGradient id="aurora${index}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${toHex([0.7, 0.15, hue + 60])}" stop-opacity="0"/><stop offset=".75" stop-color="${toHex([0.82, 0.17, hue])}" stop-opacity=".8"/><stop offset="1" stop-color="${toHex([0.85, 0.16, hue])}" stop-opacity="0"/></linearGradient><g fill="url(#aurora${index})">${rays.join("")}</g>`;
  });
  return curtains.join("");
}

function drawDisc(canvas: Canvas, palette: Palette, look: PictureLook, disc: Disc): string {
  const { x, y, radius } = disc;
  const ink =
    look.inkWidth === 0 ? "" : ` stroke="${look.inkColor}" stroke-width="${look.inkWidth * canvas.unit}"`;
  const body = `<circle cx="${x}" cy="${y}" r="${radius}" fill="${toHex(palette.disc)}"${ink}/>`;
  if (look.name !== "medieval") {
    return `<circle cx="${x}" cy="${y}" r="${radius * 4.6}" fill="url(#glow)"/>${body}`;
  }
  const rays = Array.from({ length: 16 }, (_unused, index) => {
    const angle = (index / 16) * Math.PI * 2;
    const reach = radius * (index % 2 === 0 ? 1.9 : 1.55);
    const at = (turn: number, distance: number) =>
      `${(x + Math.cos(angle + turn) * distance).toFixed(1)} ${(y + Math.sin(angle + turn) * distance).toFixed(1)}`;
    return `<path d="M${at(-0.13, radius * 1.08)}L${at(0, reach)}L${at(0.13, radius * 1.08)}Z" fill="${toHex(palette.disc)}"${ink}/>`;
  });
  return rays.join("") + body;
}

function drawStreaks(canvas: Canvas, palette: Palette, random: SeededRandom): string {
  const color = toHex(mixColors(palette.horizon, [1, 0, 0], 0.45));
  const streaks = Array.from({ length: random.integer(4, 9) }, () => {
    const y = canvas.height * random.between(0.08, 0.5);
    const half = canvas.width * random.between(0.08, 0.3);
    const x = random.between(-half * 0.5, canvas.width);
    const thick = canvas.unit * random.between(0.35, 1.3);
    const opacity = random.between(0.07, 0.26) * (palette.isNight ? 0.6 : 1);
    return `<path d="M${(x - half).toFixed(1)} ${y.toFixed(1)}Q${x.toFixed(1)} ${(y - thick * 2).toFixed(1)} ${(x + half).toFixed(1)} ${y.toFixed(1)}Q${x.toFixed(1)} ${(y + thick).toFixed(1)} ${(x - half).toFixed(1)} ${y.toFixed(1)}Z" fill-opacity="${opacity.toFixed(2)}"/>`;
  });
  return `<g fill="${color}">${streaks.join("")}</g>`;
}

function drawCumulus(canvas: Canvas, palette: Palette, look: PictureLook, random: SeededRandom): string {
  const light = toHex(mixColors(palette.horizon, [1, 0, 0], 0.85));
  const shade = toHex(mixColors(palette.sky, [1, 0, 0], 0.55));
  const clouds = Array.from({ length: random.integer(3, 5) }, () => {
    const size = canvas.unit * random.between(4, 9.5);
    const x = random.between(0, canvas.width);
    const y = canvas.height * random.between(0.14, 0.46);
    const puffs = Array.from({ length: 7 }, (_unused, index) => {
      const along = (index - 3) * size * 0.52;
      const radius = size * (0.95 - Math.abs(index - 3) * 0.19) * random.between(0.82, 1.1);
      return { x: x + along, y: y - radius * 0.62, radius };
    });
    const draw = (fill: string, shift: number) =>
      puffs
        .map(
          (puff) =>
            `<circle cx="${puff.x.toFixed(1)}" cy="${(puff.y + shift).toFixed(1)}" r="${puff.radius.toFixed(1)}" fill="${fill}"/>`,
        )
        .join("");
    const opacity = look.name === "lively" ? 0.95 : 0.88;
    return `<g opacity="${opacity}">${draw(shade, size * 0.16)}${draw(light, 0)}</g>`;
  });
  return clouds.join("");
}
