import {
  areaPath,
  drawFacets,
  drawGround,
  drawPines,
  drawStreak,
  inkOf,
  makeSkyline,
  px,
  type Skyline,
  type Stage,
  WHITE,
} from "./ground.ts";
import { isNight, mix, toHex } from "./palette.ts";
import type { SeededRandom } from "./random.ts";

/** A scene as SVG elements, and the height of its nearest ground, for a figure. */
interface Scene {
  svg: string;
  groundAt: (x: number) => number;
}

const SCENES: readonly (readonly [RegExp, (stage: Stage) => Scene])[] = [
  [/abstract|pattern|gradient|logo|icon|抽象|图案/i, drawWaves],
  [/city|skyline|street|tower|building|neon|tokyo|shanghai|城|街|楼|都市/i, drawCity],
  [/sea|ocean|lake|coast|harbou?r|lighthouse|boat|ship|island|beach|海|湖|灯塔|港|岛|船/i, drawSea],
  [/desert|dune|sand|sahara|沙漠|沙丘|戈壁/i, drawDunes],
  [/forest|tree|pine|wood|jungle|bamboo|fox|deer|森林|树|松|竹|鹿/i, drawForest],
  [/mountain|peak|alp|cliff|valley|ridge|canyon|basalt|山|峰|谷|崖/i, drawMountains],
];

/** Draws the scene that the words of the prompt call for, else one by chance. */
export function drawScene(stage: Stage, kinship: SeededRandom): Scene {
  const byWord = SCENES.find(([words]) => words.test(stage.prompt))?.[1];
  const byChance = kinship.pick([drawMountains, drawMountains, drawSea, drawForest, drawDunes, drawWaves]);
  const scene = (byWord ?? byChance)(stage);
  return { ...scene, svg: drawSky(stage) + scene.svg };
}

function drawSky({ width, height, unit, palette, look, random, disc }: Stage): string {
  const light = toHex(palette.light);
  const stops = [palette.zenith, palette.sky, palette.horizon].map(toHex);
  const sky = `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${stops[0]}"/><stop offset=".38" stop-color="${stops[1]}"/><stop offset=".68" stop-color="${stops[2]}"/></linearGradient><radialGradient id="glow"><stop offset="0" stop-color="${light}" stop-opacity=".75"/><stop offset=".28" stop-color="${light}" stop-opacity=".26"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient><rect width="${width}" height="${height}" fill="url(#sky)"/>`;
  const stars = Array.from({ length: isNight(palette) ? 100 : 0 }, () => {
    const y = random.next() ** 1.6 * height * 0.6;
    const opacity = random.between(0.25, 0.95) * (1 - y / height);
    return `<circle cx="${px(random.between(0, width))}" cy="${px(y)}" r="${(unit * random.between(0.05, 0.19)).toFixed(2)}" fill-opacity="${opacity.toFixed(2)}"/>`;
  });
  const clouds = Array.from({ length: random.integer(4, 8) }, () => {
    const [x, y] = [random.between(0, width), height * random.between(0.08, 0.46)];
    const half = width * random.between(0.06, 0.2);
    if (!look.isRound) return drawStreak(x, y, half * 1.4, unit * random.between(0.4, 1.4));
    return Array.from({ length: 5 }, (_puff, index) => {
      const radius = half * (0.24 - Math.abs(index - 2) * 0.055);
      return `<circle cx="${px(x + (index - 2) * half * 0.2)}" cy="${px(y - radius * 0.6)}" r="${px(radius)}"/>`;
    }).join("");
  });
  const cloudColor = toHex(mix(palette.horizon, WHITE, look.isRound ? 0.8 : 0.4));
  return `${sky}<g fill="${light}">${stars.join("")}</g><circle cx="${px(disc.x)}" cy="${px(disc.y)}" r="${px(disc.radius * 4.6)}" fill="url(#glow)"/><circle cx="${px(disc.x)}" cy="${px(disc.y)}" r="${px(disc.radius)}" fill="${light}"${inkOf(look, unit)}/><g fill="${cloudColor}" opacity="${look.isRound ? 0.85 : 0.2}">${clouds.join("")}</g>`;
}

function drawMountains(stage: Stage): Scene {
  const { width, height, unit, look, random, disc } = stage;
  const layers = random.integer(5, 6);
  const top = height * random.between(0.42, 0.5);
  let svg = "";
  let line: Skyline = () => top;
  for (let index = 0; index < layers; index += 1) {
    const depth = index / (layers - 1);
    const y = top + (height * 0.93 - top) * depth ** 1.1;
    const rise = height * (0.17 - depth * 0.11);
    line = makeSkyline(stage, { y, rise, waves: 4 - depth, isRound: look.isRound });
    svg += drawGround(stage, line, depth, `m${index}`);
    if (!look.isRound && depth < 0.7) svg += drawFacets(stage, line, depth, disc.x < width / 2 ? -1 : 1);
  }
  svg += drawPines(stage, line, 1, unit * 9, Math.round(width / unit / 4));
  return { svg, groundAt: line };
}

function drawForest(stage: Stage): Scene {
  const { width, height, unit } = stage;
  let svg = "";
  let line: Skyline = () => height;
  for (let index = 0; index < 5; index += 1) {
    const depth = index / 4;
    line = makeSkyline(stage, {
      y: height * (0.5 + 0.42 * depth ** 1.1),
      rise: height * (0.07 - depth * 0.04),
      waves: 2,
      isRound: true,
    });
    const tall = unit * (5 + 18 * depth ** 1.5);
    svg += drawPines(stage, line, depth, tall, Math.round((width / tall) * (3.2 - depth)));
    svg += drawGround(stage, line, depth, `f${index}`);
  }
  return { svg, groundAt: line };
}

function drawDunes(stage: Stage): Scene {
  const { height, palette, random } = stage;
  let svg = "";
  let line: Skyline = () => height;
  const sand = mix(palette.horizon, palette.far, 0.35);
  for (let index = 0; index < 5; index += 1) {
    const depth = index / 4;
    line = makeSkyline(stage, {
      y: height * (0.56 + 0.36 * depth),
      rise: height * (0.05 + 0.05 * depth),
      waves: 1.7 - depth * 0.5,
      isRound: true,
      octaves: 2,
    });
    svg += drawGround(stage, line, depth, `d${index}`, mix(sand, palette.near, depth ** 1.3 * 0.9));
    // The slope that faces the light, below a crest that swings away from it.
    const swing = makeSkyline(stage, { y: 0, rise: height * 0.05, waves: 2, isRound: true, octaves: 2 });
    const lit: Skyline = (x) => line(x) + Math.max(swing(x), -height * 0.01) + height * 0.012;
    const color = toHex(mix(sand, palette.light, 0.45 * (1 - depth)));
    svg += `<path d="${areaPath(stage, line, lit)}" fill="${color}" fill-opacity="${random.between(0.3, 0.5).toFixed(2)}"/>`;
  }
  return { svg, groundAt: line };
}

function drawWaves(stage: Stage): Scene {
  const { height, palette, random } = stage;
  let svg = "";
  let line: Skyline = () => height;
  const colors = [palette.sky, palette.light, palette.far, palette.horizon, palette.zenith, palette.near];
  for (const [index, color] of colors.entries()) {
    line = makeSkyline(stage, {
      y: height * (0.36 + 0.1 * index),
      rise: height * random.between(0.07, 0.14),
      waves: random.between(0.8, 1.6),
      isRound: true,
      octaves: 1,
    });
    svg += drawGround(stage, line, 0.3 + index * 0.14, `w${index}`, color);
  }
  return { svg, groundAt: line };
}

/** Open water with the light's path on it, a headland with or without a lighthouse, and a dark shore in front. */
function drawSea(stage: Stage): Scene {
  const { width, height, unit, palette, look, random, disc, prompt } = stage;
  const horizon = height * random.between(0.52, 0.6);
  const isOnRight = disc.x < width / 2;
  const isles = makeSkyline(stage, {
    y: horizon + unit,
    rise: height * 0.05,
    waves: 3,
    isRound: look.isRound,
  });
  const deep = toHex(mix(palette.zenith, palette.near, 0.55));
  const water = `<linearGradient id="water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${toHex(mix(palette.horizon, palette.sky, 0.35))}"/><stop offset=".3" stop-color="${toHex(mix(palette.sky, palette.near, 0.3))}"/><stop offset="1" stop-color="${deep}"/></linearGradient><rect y="${px(horizon)}" width="${width}" height="${px(height - horizon)}" fill="url(#water)"/>`;
  const glints = Array.from({ length: 110 }, (_glint, index) => {
    const isGlint = index % 2 === 0;
    const share = isGlint ? (index / 110) ** 1.5 : random.next() ** 1.3;
    const y = horizon + share * (height - horizon);
    const spread = disc.radius * (0.9 + share * 2.6);
    const half = isGlint
      ? spread * random.between(0.2, 1)
      : width * random.between(0.02, 0.08) * (0.4 + share);
    const x = isGlint ? disc.x + random.between(-0.6, 0.6) * spread : random.between(0, width);
    const opacity = isGlint ? (1 - share) * random.between(0.35, 0.9) : random.between(0.05, 0.16);
    return `<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(half)}" ry="${(unit * (0.1 + share * 0.4)).toFixed(2)}" fill-opacity="${opacity.toFixed(2)}"/>`;
  });
  const wantsLighthouse = /lighthouse|harbou?r|coast|灯塔|港/i.test(prompt) || random.chance(0.35);
  const wantsBoat = /boat|ship|sail|船|帆/i.test(prompt) || random.chance(0.4);
  const shore = makeSkyline(stage, { y: height * 0.9, rise: height * 0.03, waves: 2, isRound: look.isRound });
  const svg = [
    drawGround(stage, isles, 0.05, "isles"),
    water,
    `<g fill="${toHex(palette.light)}">${glints.join("")}</g>`,
    drawHeadland(stage, horizon, isOnRight, wantsLighthouse),
    wantsBoat ? drawBoat(stage, horizon) : "",
    drawGround(stage, shore, 1, "shore"),
  ];
  return { svg: svg.join(""), groundAt: shore };
}

function drawHeadland(stage: Stage, horizon: number, isOnRight: boolean, hasLighthouse: boolean): string {
  const { width, height, unit, palette, look, random } = stage;
  const reach = width * random.between(0.32, 0.46);
  const tall = height * random.between(0.13, 0.19);
  const foot = horizon + height * 0.05;
  const xAt = (share: number) => (isOnRight ? width - reach * (1 - share) : reach * (1 - share));
  const points = Array.from({ length: 15 }, (_point, step) => {
    const rise = Math.min(step / 2, 1) * 0.72 + 0.02 * step;
    return `${px(xAt(step / 14))} ${px(foot - tall * rise * random.between(0.94, 1.05))}`;
  });
  const edge = isOnRight ? width : 0;
  const cliff = `<path d="M${px(xAt(0))} ${px(foot)}L${points.join("L")}L${edge} ${px(foot)}Z" fill="${toHex(mix(palette.far, palette.near, 0.72))}"${inkOf(look, unit)}/><path d="M${px(xAt(0))} ${px(foot)}L${edge} ${px(foot)}V${px(foot + tall * 0.5)}Z" fill="${toHex(palette.near)}" fill-opacity=".28"/>`;
  return hasLighthouse
    ? cliff + drawLighthouse(stage, xAt(0.26), foot - tall * 0.72, isOnRight ? -1 : 1)
    : cliff;
}

function drawLighthouse({ width, height, palette }: Stage, x: number, foot: number, towards: 1 | -1): string {
  const tall = height * 0.13;
  const half = tall * 0.09;
  const light = toHex(palette.light);
  const dark = toHex(palette.near);
  const end = x + towards * width * 0.55;
  const lamp = foot - tall * 1.06;
  return `<linearGradient id="beam" gradientUnits="userSpaceOnUse" x1="${px(x)}" y1="0" x2="${px(end)}" y2="0"><stop offset="0" stop-color="${light}" stop-opacity="${isNight(palette) ? 0.4 : 0.25}"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></linearGradient><path d="M${px(x)} ${px(lamp)}L${px(end)} ${px(lamp - tall * 0.5)}V${px(lamp + tall * 0.28)}Z" fill="url(#beam)"/>
    <path d="M${px(x - half * 1.3)} ${px(foot + tall * 0.06)}L${px(x - half * 0.75)} ${px(foot - tall)}H${px(x + half * 0.75)}L${px(x + half * 1.3)} ${px(foot + tall * 0.06)}Z" fill="${toHex(mix(palette.horizon, palette.light, 0.5))}"/><path d="M${px(x - half * 1.08)} ${px(foot - tall * 0.36)}L${px(x - half * 0.95)} ${px(foot - tall * 0.6)}H${px(x + half * 0.95)}L${px(x + half * 1.08)} ${px(foot - tall * 0.36)}ZM${px(x - half * 1.2)} ${px(foot - tall)}h${px(half * 2.4)}v${px(-tall * 0.03)}h${px(-half * 2.4)}ZM${px(x - half)} ${px(foot - tall * 1.11)}L${px(x)} ${px(foot - tall * 1.25)}L${px(x + half)} ${px(foot - tall * 1.11)}Z" fill="${dark}"/><circle cx="${px(x)}" cy="${px(lamp)}" r="${px(half * 0.65)}" fill="${light}"/>`;
}

function drawBoat({ width, height, unit, palette, random }: Stage, horizon: number): string {
  const x = width * random.between(0.3, 0.7);
  const y = horizon + height * random.between(0.06, 0.14);
  return `<g transform="translate(${px(x)} ${px(y)}) scale(${(unit * random.between(3, 4.6)).toFixed(2)})"><path d="M-1 0H1L.66.34H-.7Z" fill="${toHex(palette.near)}"/><path d="M.04-.1V-1.8Q.72-.9.8-.1Z" fill="${toHex(mix(palette.horizon, WHITE, 0.5))}"/><path d="M-.06-.1V-1.5L-.72-.1Z" fill="${toHex(mix(palette.horizon, palette.far, 0.3))}"/></g>`;
}

function drawCity(stage: Stage): Scene {
  const { width, height, unit, palette, look, random } = stage;
  let svg = "";
  for (let row = 0; row < 4; row += 1) {
    const depth = 0.08 + row * 0.27;
    const cell = unit * (0.75 + depth * 0.55);
    let [towers, windows] = ["", ""];
    for (let x = -unit * random.between(0, 6); x < width;) {
      const wide = unit * random.between(4, 9) * (0.7 + depth * 0.7);
      const middle = 1 - Math.abs(x / width - 0.5);
      const tall = height * random.between(0.12, 0.34) * (1.25 - depth * 0.55) * (0.55 + middle * 0.75);
      const y = height * (0.64 + depth * 0.3) - tall;
      const crown = random.chance(0.35) ? `l${px(wide / 2)} ${px(-wide * random.between(0.3, 0.9))}` : "";
      towers += `M${px(x)} ${height}V${px(y)}${crown}L${px(x + wide)} ${px(y)}V${height}Z`;
      for (let top = y + cell; depth > 0.3 && top < height * 0.93; top += cell * 1.5) {
        for (let left = x + cell * 0.7; left < x + wide - cell; left += cell * 1.25) {
          if (random.chance(0.26))
            windows += `M${px(left)} ${px(top)}h${px(cell * 0.55)}v${px(cell * 0.75)}h${px(-cell * 0.55)}z`;
        }
      }
      x += wide * random.between(0.85, 1.25);
    }
    const color = mix(palette.far, palette.near, depth ** 0.85);
    const fill = look.isFlat ? toHex(color) : `url(#row${row})`;
    svg += `<linearGradient id="row${row}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${toHex(color)}"/><stop offset=".85" stop-color="${toHex(mix(color, palette.horizon, 0.5 * (1 - depth)))}"/></linearGradient><path d="${towers}" fill="${fill}"${inkOf(look, unit)}/><path d="${windows}" fill="${toHex(mix(palette.light, [255, 205, 120], 0.5))}" fill-opacity="${(0.35 + depth * 0.4).toFixed(2)}"/>`;
  }
  return { svg, groundAt: () => height * 0.95 };
}
