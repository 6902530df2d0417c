import { lighten, mixColors, toHex } from "./color.ts";
import { colorAtDepth, drawBirds, drawGround, drawPines } from "./layer.ts";
import type { Palette } from "./palette.ts";
import type { PictureLook } from "./picture-look.ts";
import type { SeededRandom } from "./random.ts";
import type { Canvas, Disc } from "./sky.ts";
import { facetPath, heightAt, makeRidge, makeWave, type Skyline } from "./terrain.ts";

/** What a scene is drawn from. */
export interface SceneParts {
  canvas: Canvas;
  palette: Palette;
  look: PictureLook;
  random: SeededRandom;
  disc: Disc;
  prompt: string;
}

/** A scene and the nearest ground, on which a figure can stand. */
export interface Scene {
  svg: string;
  foreground: Skyline;
}

export type SceneName = "mountains" | "sea" | "dunes" | "forest" | "city" | "bands";

const SCENE_WORDS: readonly [RegExp, SceneName][] = [
  [/abstract|pattern|gradient|logo|icon|抽象|图案/i, "bands"],
  [/city|skyline|street|tower|building|neon|tokyo|shanghai|城|街|楼|都市/i, "city"],
  [/sea|ocean|lake|coast|harbou?r|lighthouse|boat|ship|island|beach|wave|海|湖|灯塔|港|岛|船/i, "sea"],
  [/desert|dune|sand|sahara|沙漠|沙丘|戈壁/i, "dunes"],
  [/forest|tree|pine|wood|jungle|bamboo|fox|deer|森林|树|松|竹|鹿/i, "forest"],
  [/mountain|peak|alp|cliff|valley|ridge|canyon|basalt|山|峰|谷|崖/i, "mountains"],
];

/** Chooses a scene by the words of the prompt, else by chance. */
export function chooseScene(prompt: string, random: SeededRandom): SceneName {
  const byWord = SCENE_WORDS.find(([words]) => words.test(prompt))?.[1];
  const byChance = random.pick([
    "mountains",
    "mountains",
    "mountains",
    "sea",
    "forest",
    "dunes",
    "bands",
  ] as const);
  return byWord ?? byChance;
}

export function drawMountains(parts: SceneParts): Scene {
  const { canvas, palette, look, random } = parts;
  const layerCount = random.integer(5, 7);
  const top = canvas.height * random.between(0.4, 0.5);
  const isLitFromLeft = parts.disc.x < canvas.width / 2;
  const svg: string[] = [random.chance(0.6) ? drawBirds(canvas, random, toHex(palette.near)) : ""];
  let skyline: Skyline = [];
  for (let index = 0; index < layerCount; index += 1) {
    const depth = index / (layerCount - 1);
    const baseY = top + (canvas.height * 0.94 - top) * depth ** 1.12;
    const amplitude = canvas.height * (0.15 - depth * 0.085);
    skyline = look.isRound
      ? makeWave(random, { width: canvas.width, baseY, amplitude: amplitude * 0.6, waves: 0.8 + depth })
      : makeRidge(random, {
          width: canvas.width,
          baseY,
          amplitude,
          roughness: 0.75 - depth * 0.45,
          levels: 5,
        });
    svg.push(drawGround(canvas, palette, look, { id: `m${index}`, skyline, depth, isSmooth: look.isRound }));
    if (!look.isRound && index < layerCount - 2) {
      const lit = toHex(lighten(mixColors(colorAtDepth(palette, depth), palette.horizon, 0.42), 0.02));
      svg.push(
        `<path d="${facetPath(skyline, random, isLitFromLeft, amplitude * 0.8)}" fill="${lit}" fill-opacity="${(0.5 - depth * 0.25).toFixed(2)}"/>`,
      );
    }
    if (depth > 0.45 && !look.isFlat) svg.push(drawMist(canvas, palette, baseY, random));
  }
  svg.push(drawTreeline(parts, skyline));
  return { svg: svg.join(""), foreground: skyline };
}

export function drawForest(parts: SceneParts): Scene {
  const { canvas, palette, look, random } = parts;
  const backdrop = makeRidge(random, {
    width: canvas.width,
    baseY: canvas.height * 0.42,
    amplitude: canvas.height * 0.14,
    roughness: 0.6,
  });
  const svg: string[] = [
    drawGround(canvas, palette, look, {
      id: "backdrop",
      skyline: backdrop,
      depth: 0,
      isSmooth: look.isRound,
    }),
  ];
  let skyline: Skyline = backdrop;
  const rows = 5;
  for (let row = 0; row < rows; row += 1) {
    const depth = 0.12 + (row / (rows - 1)) * 0.88;
    const baseY = canvas.height * (0.52 + row * 0.115);
    skyline = makeWave(random, { width: canvas.width, baseY, amplitude: canvas.height * 0.035, waves: 0.7 });
    const current = skyline;
    svg.push(
      drawPines(current, random, {
        count: Math.round((canvas.width / canvas.unit) * (0.75 - depth * 0.42)),
        height: canvas.height * (0.1 + depth * 0.2),
        color: toHex(colorAtDepth(palette, depth)),
        yAt: (x) => heightAt(current, x),
        width: canvas.width,
      }),
      drawGround(canvas, palette, look, { id: `f${row}`, skyline, depth, isSmooth: true, hazeReach: 0.16 }),
    );
  }
  return { svg: svg.join(""), foreground: skyline };
}

export function drawDunes(parts: SceneParts): Scene {
  const { canvas, palette, look, random } = parts;
  const svg: string[] = [];
  let skyline: Skyline = [];
  const count = 6;
  for (let index = 0; index < count; index += 1) {
    const depth = index / (count - 1);
    const baseY = canvas.height * (0.5 + depth ** 1.2 * 0.42);
    skyline = makeWave(random, {
      width: canvas.width,
      baseY,
      amplitude: canvas.height * (0.035 + depth * 0.05),
      waves: random.between(0.35, 0.75),
    });
    svg.push(
      drawGround(canvas, palette, look, { id: `d${index}`, skyline, depth, isSmooth: true, hazeReach: 0.3 }),
      drawDuneShade(parts, skyline, depth),
    );
  }
  return { svg: svg.join(""), foreground: skyline };
}

/** The lee side of a dune: from its crest a soft blade of shadow. */
function drawDuneShade({ canvas, palette, random }: SceneParts, skyline: Skyline, depth: number): string {
  const crest = skyline.reduce((best, point) => (point[1] < best[1] ? point : best), skyline[0] ?? [0, 0]);
  const reach = canvas.width * random.between(0.18, 0.4) * (random.chance(0.5) ? 1 : -1);
  const drop = canvas.height * (0.08 + depth * 0.2);
  const [x, y] = crest;
  const endX = x + reach;
  const shade = toHex(lighten(colorAtDepth(palette, Math.min(depth + 0.25, 1)), -0.03));
  const edge = skyline
    .filter(([px]) => (reach > 0 ? px >= x && px <= endX : px <= x && px >= endX))
    .toSorted((a, b) => (reach > 0 ? a[0] - b[0] : b[0] - a[0]))
    .map(([px, py]) => `L${px.toFixed(1)} ${py.toFixed(1)}`)
    .join("");
  return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}${edge}Q${(x + reach * 0.5).toFixed(1)} ${(y + drop * 0.55).toFixed(1)} ${(x - reach * 0.12).toFixed(1)} ${(y + drop).toFixed(1)}Q${(x + reach * 0.12).toFixed(1)} ${(y + drop * 0.4).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}Z" fill="${shade}" fill-opacity=".55"/>`;
}

/** Bands of colour that flow across the picture, with a disc between them. */
export function drawBands(parts: SceneParts): Scene {
  const { canvas, palette, look, random } = parts;
  const count = 11;
  const waves = random.between(0.4, 0.9);
  const svg: string[] = [];
  let skyline: Skyline = [];
  for (let index = 0; index < count; index += 1) {
    const depth = index / (count - 1);
    skyline = makeWave(random, {
      width: canvas.width,
      baseY: canvas.height * (0.2 + depth * 0.74),
      amplitude: canvas.height * 0.1 * (1 - depth * 0.4),
      waves,
    });
    const shadow = `<g transform="translate(0 ${(-canvas.unit * 0.7).toFixed(1)})" opacity=".16">${drawGround(canvas, { ...palette, far: palette.near }, { ...look, isFlat: true, inkWidth: 0 }, { id: `s${index}`, skyline, depth: 1, isSmooth: true })}</g>`;
    svg.push(
      shadow,
      drawGround(canvas, palette, look, { id: `b${index}`, skyline, depth, isSmooth: true, hazeReach: 0.34 }),
    );
  }
  return { svg: svg.join(""), foreground: skyline };
}

function drawMist(canvas: Canvas, palette: Palette, y: number, random: SeededRandom): string {
  const x = canvas.width * random.between(0.1, 0.9);
  const id = `mist${Math.round(y)}`;
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${toHex(palette.horizon)}" stop-opacity=".32"/><stop offset="1" stop-color="${toHex(palette.horizon)}" stop-opacity="0"/></radialGradient><ellipse cx="${x.toFixed(1)}" cy="${(y + canvas.height * 0.06).toFixed(1)}" rx="${(canvas.width * 0.5).toFixed(1)}" ry="${(canvas.height * 0.05).toFixed(1)}" fill="url(#${id})"/>`;
}

function drawTreeline({ canvas, palette, random }: SceneParts, skyline: Skyline): string {
  return drawPines(skyline, random, {
    count: random.integer(14, 46),
    height: canvas.height * random.between(0.045, 0.1),
    color: toHex(lighten(palette.near, -0.03)),
    yAt: (x) => heightAt(skyline, x),
    width: canvas.width,
  });
}
