import type { SeededRandom } from "./random.ts";

/** A skyline: points from left to right across the picture, in pixels. */
export type Skyline = readonly (readonly [x: number, y: number])[];

/** A mountain skyline by midpoint displacement: jagged where `roughness` is near 1, calm near 0. */
export function makeRidge(
  random: SeededRandom,
  shape: { width: number; baseY: number; amplitude: number; roughness: number; levels?: number },
): Skyline {
  let heights = [random.between(-0.5, 0.5), random.between(-0.6, 1), random.between(-0.5, 0.5)];
  let spread = 1;
  for (let level = 0; level < (shape.levels ?? 5); level += 1) {
    const finer: number[] = [];
    for (const [index, height] of heights.entries()) {
      if (index > 0)
        finer.push(((heights[index - 1] ?? 0) + height) / 2 + random.between(-spread, spread) / 2);
      finer.push(height);
    }
    heights = finer;
    spread *= 0.34 + shape.roughness * 0.24;
  }
  const step = shape.width / (heights.length - 1);
  return heights.map((height, index) => [index * step, shape.baseY - height * shape.amplitude]);
}

/** A smooth skyline of a few waves, for hills, dunes and bands. */
export function makeWave(
  random: SeededRandom,
  shape: { width: number; baseY: number; amplitude: number; waves: number; points?: number },
): Skyline {
  const parts = [1, 2.3, 4.1].map((frequency, index) => ({
    frequency: frequency * shape.waves,
    phase: random.between(0, Math.PI * 2),
    size: 1 / (index * 1.6 + 1),
  }));
  const count = shape.points ?? 48;
  return Array.from({ length: count + 1 }, (_unused, index) => {
    const share = index / count;
    const height = parts.reduce(
      (sum, part) => sum + part.size * Math.sin(share * part.frequency * Math.PI * 2 + part.phase),
      0,
    );
    return [share * shape.width, shape.baseY - (height * shape.amplitude) / 1.8];
  });
}

/** Height of a skyline at a place, by straight lines between its points. */
export function heightAt(skyline: Skyline, x: number): number {
  const next = skyline.findIndex(([pointX]) => pointX >= x);
  const [x2, y2] = skyline[Math.max(next, 0)] ?? [0, 0];
  const [x1, y1] = skyline[Math.max(next - 1, 0)] ?? [x2, y2];
  return x2 === x1 ? y2 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
}

/** Path of the ground under a skyline, down to `bottom`. */
export function groundPath(skyline: Skyline, bottom: number): string {
  const last = skyline.at(-1)?.[0] ?? 0;
  const first = skyline[0]?.[0] ?? 0;
  return `${linePath(skyline)}L${last.toFixed(1)} ${bottom}L${first.toFixed(1)} ${bottom}Z`;
}

export function linePath(skyline: Skyline): string {
  return `M${skyline.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

/** Path through the points with rounded turns. */
export function smoothGroundPath(skyline: Skyline, bottom: number): string {
  const first = skyline[0] ?? [0, 0];
  let path = `M${first[0].toFixed(1)} ${first[1].toFixed(1)}`;
  for (let index = 1; index < skyline.length; index += 1) {
    const [x1, y1] = skyline[index - 1] ?? first;
    const [x2, y2] = skyline[index] ?? first;
    path += `Q${x1.toFixed(1)} ${y1.toFixed(1)} ${((x1 + x2) / 2).toFixed(1)} ${((y1 + y2) / 2).toFixed(1)}`;
  }
  const last = skyline.at(-1) ?? first;
  return `${path}L${last[0].toFixed(1)} ${last[1].toFixed(1)}L${last[0].toFixed(1)} ${bottom}L${first[0].toFixed(1)} ${bottom}Z`;
}

/** Lit faces of a mountain: under each peak a slope that falls away from the light, as flat facets. */
export function facetPath(
  skyline: Skyline,
  random: SeededRandom,
  lightFromLeft: boolean,
  depth: number,
): string {
  let path = "";
  for (let index = 2; index < skyline.length - 2; index += 1) {
    const [x, y] = skyline[index] ?? [0, 0];
    const isPeak = [-2, -1, 1, 2].every((offset) => (skyline[index + offset]?.[1] ?? 0) > y);
    if (!isPeak) continue;
    const towards = lightFromLeft ? -1 : 1;
    const reach = depth * random.between(0.7, 1.3);
    const slope: string[] = [`M${x.toFixed(1)} ${y.toFixed(1)}`];
    let edge = index + towards;
    while (edge > 0 && edge < skyline.length - 1 && Math.abs(edge - index) < 7) {
      const [edgeX, edgeY] = skyline[edge] ?? [x, y];
      slope.push(`L${edgeX.toFixed(1)} ${edgeY.toFixed(1)}`);
      if (edgeY - y > reach) break;
      edge += towards;
    }
    for (let turn = 3; turn > 0; turn -= 1) {
      const down = (reach * turn) / 3.4;
      const sideways = (turn % 2 === 0 ? -0.22 : 0.3) * reach * random.between(0.3, 1) * -towards;
      slope.push(`L${(x + sideways).toFixed(1)} ${(y + down).toFixed(1)}`);
    }
    path += `${slope.join("")}Z`;
  }
  return path;
}
