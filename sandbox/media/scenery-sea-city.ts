import { lighten, mixColors, toHex } from "./color.ts";
import { colorAtDepth, drawBirds, drawGround } from "./layer.ts";
import type { Scene, SceneParts } from "./scenery.ts";
import { heightAt, makeRidge, makeWave, type Skyline } from "./terrain.ts";

/** Open water with the light's path on it, a headland, a lighthouse or a boat, and a dark shore in front. */
export function drawSea(parts: SceneParts): Scene {
  const { canvas, palette, look, random, disc } = parts;
  const horizonY = canvas.height * random.between(0.52, 0.6);
  const headlandOnRight = disc.x < canvas.width / 2;
  const islands = makeRidge(random, {
    width: canvas.width,
    baseY: horizonY + canvas.height * 0.012,
    amplitude: canvas.height * 0.05,
    roughness: 0.5,
  });
  const shore = makeShore(parts, headlandOnRight);
  const svg = [
    drawGround(canvas, palette, look, { id: "isles", skyline: islands, depth: 0.05, isSmooth: look.isRound }),
    drawWater(parts, horizonY),
    random.chance(0.7) ? drawBirds(canvas, random, toHex(palette.near)) : "",
    drawHeadland(parts, horizonY, headlandOnRight),
    /boat|ship|sail|船|帆/i.test(parts.prompt) || random.chance(0.4) ? drawBoat(parts, horizonY) : "",
    drawGround(canvas, palette, look, { id: "shore", skyline: shore, depth: 1, isSmooth: look.isRound }),
  ];
  return { svg: svg.join(""), foreground: shore };
}

function makeShore({ canvas, random }: SceneParts, headlandOnRight: boolean): Skyline {
  const ridge = makeRidge(random, {
    width: canvas.width,
    baseY: canvas.height * 0.9,
    amplitude: canvas.height * 0.03,
    roughness: 0.5,
  });
  return ridge.map(([x, y]) => {
    const share = headlandOnRight ? 1 - x / canvas.width : x / canvas.width;
    return [x, y - canvas.height * 0.13 * Math.max(0, share - 0.45) ** 1.4];
  });
}

function drawWater({ canvas, palette, random, disc }: SceneParts, horizonY: number): string {
  const near = mixColors(palette.zenith, palette.near, 0.55);
  const water = `<linearGradient id="water" gradientUnits="userSpaceOnUse" x1="0" y1="${horizonY.toFixed(1)}" x2="0" y2="${canvas.height}"><stop offset="0" stop-color="${toHex(mixColors(palette.horizon, palette.sky, 0.35))}"/><stop offset=".3" stop-color="${toHex(mixColors(palette.sky, near, 0.45))}"/><stop offset="1" stop-color="${toHex(near)}"/></linearGradient><rect y="${horizonY.toFixed(1)}" width="${canvas.width}" height="${(canvas.height - horizonY).toFixed(1)}" fill="url(#water)"/>`;
  const glints = Array.from({ length: 70 }, (_unused, index) => {
    const share = (index / 70) ** 1.5;
    const y = horizonY + share * (canvas.height - horizonY);
    const spread = disc.radius * (0.9 + share * 2.6);
    const half = spread * random.between(0.2, 1);
    const x = disc.x + random.between(-0.6, 0.6) * spread;
    const opacity = (1 - share) * random.between(0.35, 0.9);
    return `<ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="${half.toFixed(1)}" ry="${(canvas.unit * (0.14 + share * 0.5)).toFixed(2)}" fill-opacity="${opacity.toFixed(2)}"/>`;
  });
  const ripples = Array.from({ length: 60 }, () => {
    const share = random.next();
    const y = horizonY + share ** 1.3 * (canvas.height - horizonY);
    const half = canvas.width * random.between(0.02, 0.09) * (0.4 + share);
    return `<ellipse cx="${random.between(0, canvas.width).toFixed(1)}" cy="${y.toFixed(1)}" rx="${half.toFixed(1)}" ry="${(canvas.unit * (0.07 + share * 0.2)).toFixed(2)}" fill-opacity="${random.between(0.06, 0.2).toFixed(2)}"/>`;
  });
  return `${water}<g fill="${toHex(palette.horizon)}">${ripples.join("")}</g><g fill="${toHex(palette.disc)}">${glints.join("")}</g>`;
}

function drawHeadland(parts: SceneParts, horizonY: number, isOnRight: boolean): string {
  const { canvas, palette, look, random } = parts;
  const reach = canvas.width * random.between(0.34, 0.5);
  const tall = canvas.height * random.between(0.13, 0.2);
  const footY = horizonY + canvas.height * 0.05;
  const points: [number, number][] = [];
  for (let step = 0; step <= 14; step += 1) {
    const share = step / 14;
    const rise = share < 0.14 ? (share / 0.14) * 0.72 : 0.72 + 0.28 * ((share - 0.14) / 0.86);
    const x = isOnRight ? canvas.width - reach * (1 - share) : reach * (1 - share);
    points.push([x, footY - tall * rise * random.between(0.93, 1.05)]);
  }
  const outline = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const edgeX = isOnRight ? canvas.width : 0;
  const startX = points[0]?.[0] ?? 0;
  const color = toHex(colorAtDepth(palette, 0.68));
  const ink =
    look.inkWidth === 0
      ? ""
      : ` stroke="${look.inkColor}" stroke-width="${(look.inkWidth * canvas.unit).toFixed(2)}"`;
  const cliff = `<path d="M${startX.toFixed(1)} ${footY.toFixed(1)}L${outline}L${edgeX} ${footY.toFixed(1)}Z" fill="${color}"${ink}/>`;
  const reflection = `<path d="M${startX.toFixed(1)} ${footY.toFixed(1)}L${edgeX} ${footY.toFixed(1)}L${edgeX} ${(footY + tall * 0.5).toFixed(1)}Q${((startX + edgeX) / 2).toFixed(1)} ${(footY + tall * 0.42).toFixed(1)} ${startX.toFixed(1)} ${footY.toFixed(1)}Z" fill="${toHex(palette.near)}" fill-opacity=".28"/>`;
  const wantsLighthouse = /lighthouse|harbou?r|coast|灯塔|港/i.test(parts.prompt) || random.chance(0.35);
  const spot = points[3] ?? [0, 0];
  return `${reflection}${cliff}${wantsLighthouse ? drawLighthouse(parts, spot[0], spot[1], isOnRight) : ""}`;
}

function drawLighthouse(parts: SceneParts, x: number, footY: number, isOnRight: boolean): string {
  const { canvas, palette } = parts;
  const tall = canvas.height * 0.13;
  const half = tall * 0.085;
  const lampY = footY - tall * 1.06;
  const towards = isOnRight ? -1 : 1;
  const beamEnd = x + towards * canvas.width * 0.55;
  const dark = toHex(lighten(palette.near, 0.05));
  const wall = toHex(mixColors(palette.horizon, palette.disc, 0.5));
  const beam = palette.isNight || palette.zenith[0] < 0.5 ? 0.34 : 0.16;
  return `<linearGradient id="beam" gradientUnits="userSpaceOnUse" x1="${x.toFixed(1)}" y1="0" x2="${beamEnd.toFixed(1)}" y2="0"><stop offset="0" stop-color="${toHex(palette.disc)}" stop-opacity="${beam}"/><stop offset="1" stop-color="${toHex(palette.disc)}" stop-opacity="0"/></linearGradient>
    <path d="M${x.toFixed(1)} ${lampY.toFixed(1)}L${beamEnd.toFixed(1)} ${(lampY - tall * 0.5).toFixed(1)}L${beamEnd.toFixed(1)} ${(lampY + tall * 0.28).toFixed(1)}Z" fill="url(#beam)"/>
    <path d="M${(x - half * 1.25).toFixed(1)} ${(footY + tall * 0.05).toFixed(1)}L${(x - half * 0.75).toFixed(1)} ${(footY - tall).toFixed(1)}L${(x + half * 0.75).toFixed(1)} ${(footY - tall).toFixed(1)}L${(x + half * 1.25).toFixed(1)} ${(footY + tall * 0.05).toFixed(1)}Z" fill="${wall}"/>
    <path d="M${(x - half * 1.05).toFixed(1)} ${(footY - tall * 0.35).toFixed(1)}L${(x - half * 0.95).toFixed(1)} ${(footY - tall * 0.58).toFixed(1)}L${(x + half * 0.95).toFixed(1)} ${(footY - tall * 0.58).toFixed(1)}L${(x + half * 1.05).toFixed(1)} ${(footY - tall * 0.35).toFixed(1)}Z" fill="${dark}" fill-opacity=".8"/>
    <rect x="${(x - half * 1.15).toFixed(1)}" y="${(footY - tall * 1.02).toFixed(1)}" width="${(half * 2.3).toFixed(1)}" height="${(tall * 0.035).toFixed(1)}" fill="${dark}"/>
    <circle cx="${x.toFixed(1)}" cy="${lampY.toFixed(1)}" r="${(half * 0.62).toFixed(1)}" fill="${toHex(palette.disc)}"/>
    <path d="M${(x - half * 0.95).toFixed(1)} ${(footY - tall * 1.11).toFixed(1)}L${x.toFixed(1)} ${(footY - tall * 1.24).toFixed(1)}L${(x + half * 0.95).toFixed(1)} ${(footY - tall * 1.11).toFixed(1)}Z" fill="${dark}"/>`;
}

function drawBoat({ canvas, palette, random }: SceneParts, horizonY: number): string {
  const x = canvas.width * random.between(0.25, 0.75);
  const y = horizonY + canvas.height * random.between(0.06, 0.14);
  const size = canvas.unit * random.between(3, 4.6);
  const at = (dx: number, dy: number) => `${(x + dx * size).toFixed(1)} ${(y + dy * size).toFixed(1)}`;
  return `<path d="M${at(-1, 0)}L${at(1, 0)}L${at(0.66, 0.34)}L${at(-0.7, 0.34)}Z" fill="${toHex(palette.near)}"/><path d="M${at(0.04, -0.1)}L${at(0.04, -1.8)}Q${at(0.72, -0.9)} ${at(0.8, -0.1)}Z" fill="${toHex(mixColors(palette.horizon, [1, 0, 0], 0.5))}"/><path d="M${at(-0.06, -0.1)}L${at(-0.06, -1.5)}L${at(-0.72, -0.1)}Z" fill="${toHex(mixColors(palette.horizon, palette.far, 0.3))}"/><ellipse cx="${x.toFixed(1)}" cy="${(y + size * 0.52).toFixed(1)}" rx="${(size * 0.95).toFixed(1)}" ry="${(size * 0.11).toFixed(1)}" fill="${toHex(palette.near)}" fill-opacity=".35"/>`;
}

/** Rows of towers with lit windows, over water or haze. */
export function drawCity(parts: SceneParts): Scene {
  const { canvas, palette, look, random } = parts;
  const svg: string[] = [];
  const rows = 4;
  for (let row = 0; row < rows; row += 1) {
    const depth = 0.08 + (row / (rows - 1)) * 0.82;
    svg.push(drawTowerRow(parts, row, depth));
  }
  const ground = makeWave(random, {
    width: canvas.width,
    baseY: canvas.height * 0.93,
    amplitude: canvas.height * 0.008,
    waves: 0.5,
  });
  svg.push(drawGround(canvas, palette, look, { id: "quay", skyline: ground, depth: 1, isSmooth: true }));
  return { svg: svg.join(""), foreground: ground };
}

function drawTowerRow({ canvas, palette, look, random }: SceneParts, row: number, depth: number): string {
  const color = colorAtDepth(palette, depth);
  const foot = toHex(mixColors(color, palette.horizon, 0.5 * (1 - depth)));
  const window = toHex(mixColors(palette.disc, [0.9, 0.11, 80], 0.5));
  const ink =
    look.inkWidth === 0
      ? ""
      : ` stroke="${look.inkColor}" stroke-width="${(look.inkWidth * canvas.unit).toFixed(2)}"`;
  const towers: string[] = [];
  const windows: string[] = [];
  const baseline: Skyline = [
    [0, canvas.height],
    [canvas.width, canvas.height],
  ];
  let x = -canvas.unit * random.between(0, 6);
  while (x < canvas.width) {
    const wide = canvas.unit * random.between(4, 9) * (0.7 + depth * 0.7);
    const middle = 1 - Math.abs(x / canvas.width - 0.5);
    const tall = canvas.height * random.between(0.12, 0.34) * (1.25 - depth * 0.55) * (0.55 + middle * 0.75);
    const footY = heightAt(baseline, x) - canvas.height * (0.36 - depth * 0.3);
    const y = footY - tall;
    const crown = random.chance(0.3)
      ? `L${(x + wide * 0.5).toFixed(1)} ${(y - wide * 0.45).toFixed(1)}`
      : random.chance(0.3)
        ? `L${(x + wide * 0.47).toFixed(1)} ${y.toFixed(1)}L${(x + wide * 0.5).toFixed(1)} ${(y - wide * 0.9).toFixed(1)}L${(x + wide * 0.53).toFixed(1)} ${y.toFixed(1)}`
        : "";
    towers.push(
      `M${x.toFixed(1)} ${canvas.height}L${x.toFixed(1)} ${y.toFixed(1)}${crown}L${(x + wide).toFixed(1)} ${y.toFixed(1)}L${(x + wide).toFixed(1)} ${canvas.height}Z`,
    );
    if (depth > 0.3) {
      const cell = canvas.unit * (0.75 + depth * 0.55);
      for (let windowY = y + cell; windowY < canvas.height * 0.93; windowY += cell * 1.5) {
        for (let windowX = x + cell * 0.7; windowX < x + wide - cell; windowX += cell * 1.25) {
          if (random.chance(0.26)) {
            windows.push(
              `M${windowX.toFixed(1)} ${windowY.toFixed(1)}h${(cell * 0.55).toFixed(1)}v${(cell * 0.75).toFixed(1)}h${(-cell * 0.55).toFixed(1)}Z`,
            );
          }
        }
      }
    }
    x += wide * random.between(0.85, 1.25);
  }
  return `<linearGradient id="row${row}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${toHex(color)}"/><stop offset=".8" stop-color="${foot}"/></linearGradient><path d="${towers.join("")}" fill="${look.isFlat ? toHex(color) : `url(#row${row})`}"${ink}/><path d="${windows.join("")}" fill="${window}" fill-opacity="${(0.35 + depth * 0.4).toFixed(2)}"/>`;
}
