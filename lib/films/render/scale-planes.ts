import type { Plane } from "./planes";

/** A part of a plane, in samples of it; need not be whole. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Half of each side, each sample the mean of four. */
export function halvePlane(source: Plane): Plane {
  const width = Math.max(1, source.width >> 1);
  const height = Math.max(1, source.height >> 1);
  const data = new Uint8Array(width * height);
  const { data: from, stride } = source;
  const right = source.width > 1 ? 1 : 0;
  const below = source.height > 1 ? stride : 0;
  for (let row = 0, to = 0; row < height; row += 1) {
    let at = source.offset + 2 * row * stride;
    for (let column = 0; column < width; column += 1, to += 1, at += 2) {
      data[to] = (from[at]! + from[at + right]! + from[at + below]! + from[at + below + right]! + 2) >> 2;
    }
  }
  return { data, offset: 0, stride: width, width, height };
}

/** A plane and its halves, made when they are needed. One for each picture that stands still keeps them. */
export class PlanePyramid {
  readonly #levels: Plane[];

  constructor(plane: Plane) {
    this.#levels = [plane];
  }

  /**
   * Draws a part of the plane into a part of another: bilinear, from a half that is less than twice as large as what is drawn,
   * so that no sample is left out.
   */
  draw(area: Area, target: Plane, box: Area): void {
    const ratio = Math.min(area.width / box.width, area.height / box.height);
    const wanted = Math.max(0, Math.floor(Math.log2(ratio) + 1e-6));
    while (this.#levels.length <= wanted) this.#levels.push(halvePlane(this.#levels.at(-1)!));
    const level = this.#levels[wanted]!;
    const [across, down] = [level.width / this.#levels[0]!.width, level.height / this.#levels[0]!.height];
    const scaled = {
      ...{ x: area.x * across, y: area.y * down },
      ...{ width: area.width * across, height: area.height * down },
    };
    if (isCopy(scaled, box)) copyPlane(level, scaled, target, box);
    else drawBilinear(level, scaled, target, box);
  }
}

function isCopy(area: Area, box: Area): boolean {
  const isWhole = Number.isInteger(area.x) && Number.isInteger(area.y);
  return isWhole && area.width === box.width && area.height === box.height;
}

function copyPlane(source: Plane, area: Area, target: Plane, box: Area): void {
  for (let row = 0; row < box.height; row += 1) {
    const from = source.offset + (area.y + row) * source.stride + area.x;
    const to = target.offset + (box.y + row) * target.stride + box.x;
    target.data.set(source.data.subarray(from, from + box.width), to);
  }
}

/** Where samples are read along one side: the first of two neighbours, and how much of the second, of 256. */
function findPlaces(start: number, length: number, steps: number, samples: number) {
  const first = new Int32Array(steps);
  const weight = new Int32Array(steps);
  const scale = length / steps;
  for (let step = 0; step < steps; step += 1) {
    const at = Math.min(Math.max(start + (step + 0.5) * scale - 0.5, 0), samples - 1);
    first[step] = Math.min(Math.floor(at), Math.max(0, samples - 2));
    weight[step] = Math.round((at - first[step]!) * 256);
  }
  return { first, weight };
}

function drawBilinear(source: Plane, area: Area, target: Plane, box: Area): void {
  const columns = findPlaces(area.x, area.width, box.width, source.width);
  const rows = findPlaces(area.y, area.height, box.height, source.height);
  const from = source.data;
  const to = target.data;
  // One row mixed of two, in 16 bits, then read between its samples.
  const firstColumn = columns.first[0]!;
  const lastColumn = Math.min(source.width - 1, columns.first[box.width - 1]! + 1);
  const mixed = new Uint16Array(lastColumn + 2);
  const below = source.height > 1 ? source.stride : 0;
  const { first, weight } = columns;
  for (let row = 0; row < box.height; row += 1) {
    const down = rows.weight[row]!;
    const up = 256 - down;
    const start = source.offset + rows.first[row]! * source.stride;
    for (let x = firstColumn, at = start + firstColumn; x <= lastColumn; x += 1, at += 1) {
      mixed[x] = from[at]! * up + from[at + below]! * down;
    }
    mixed[lastColumn + 1] = mixed[lastColumn]!;
    let out = target.offset + (box.y + row) * target.stride + box.x;
    for (let column = 0; column < box.width; column += 1, out += 1) {
      const at = first[column]!;
      const left = mixed[at]!;
      to[out] = (left * 256 + (mixed[at + 1]! - left) * weight[column]! + 32_768) >> 16;
    }
  }
}
