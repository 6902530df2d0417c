import { blackLight, createPlanes, noColour, type Planes } from "./planes";

/** How a video writes its colours. */
export interface ColourSpace {
  /** Matrix coefficients; null where the video doesn't specify them. */
  matrix: string | null;
  fullRange: boolean;
}

/** Weights of red and blue in light (ITU-R BT.709), which every film has. */
const red = 0.2126;
const blue = 0.0722;
const green = 1 - red - blue;

/** ITU-T H.273, table 4. */
const matrices: Readonly<Record<string, { red: number; blue: number }>> = {
  bt709: { red, blue },
  bt470bg: { red: 0.299, blue: 0.114 },
  smpte170m: { red: 0.299, blue: 0.114 },
  "bt2020-ncl": { red: 0.2627, blue: 0.0593 },
};
/** Players assume the matrix of high definition from this height on where none is specified. */
const highDefinitionHeight = 720;

/** Converts a picture in place from the colour space of its source to that of films. */
export function convertColours(picture: Planes, { matrix, fullRange }: ColourSpace): void {
  const guess = picture.height >= highDefinitionHeight ? "bt709" : "smpte170m";
  const source = matrices[matrix ?? guess] ?? matrices[guess]!;
  if (source.red === red && !fullRange) return;
  const tables = makeTables(source, fullRange);
  const { width, height, data, planes } = picture;
  const [, blues, reds] = planes;
  for (let row = 0; row < height; row += 1) {
    const chroma = (row >> 1) * blues.stride;
    for (let column = 0, at = row * width; column < width; column += 1, at += 1) {
      const u = data[blues.offset + chroma + (column >> 1)]!;
      const v = data[reds.offset + chroma + (column >> 1)]!;
      data[at] = clamp((tables.light[data[at]!]! + tables.lightOfBlue[u]! + tables.lightOfRed[v]!) >> 8);
    }
  }
  for (let at = blues.offset, other = reds.offset; at < reds.offset; at += 1, other += 1) {
    const u = data[at]!;
    const v = data[other]!;
    data[at] = clamp((tables.blueOfBlue[u]! + tables.blueOfRed[v]!) >> 8);
    data[other] = clamp((tables.redOfBlue[u]! + tables.redOfRed[v]!) >> 8);
  }
}

const clamp = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value);

/** What each value adds to each result, in 256ths: the way over red, green and blue as one multiplication of matrices. */
function makeTables(source: { red: number; blue: number }, fullRange: boolean) {
  const lightScale = fullRange ? 1 / 255 : 1 / 219;
  const colourScale = fullRange ? 1 / 255 : 1 / 224;
  const zero = fullRange ? 0 : blackLight;
  const sourceGreen = 1 - source.red - source.blue;
  // Red, green and blue of one step of each colour.
  const redOfV = 2 * (1 - source.red);
  const blueOfU = 2 * (1 - source.blue);
  const greenOfU = (-blueOfU * source.blue) / sourceGreen;
  const greenOfV = (-redOfV * source.red) / sourceGreen;
  const lightOfU = green * greenOfU + blue * blueOfU;
  const lightOfV = red * redOfV + green * greenOfV;
  const blueFactor = 224 / (2 * (1 - blue));
  const redFactor = 224 / (2 * (1 - red));
  const table = (scale: (value: number) => number) =>
    Int32Array.from({ length: 256 }, (_, value) => Math.round(256 * scale(value)));
  const colour = (value: number) => (value - noColour) * colourScale;
  return {
    light: table((value) => blackLight + 0.5 + 219 * (value - zero) * lightScale),
    lightOfBlue: table((value) => 219 * lightOfU * colour(value)),
    lightOfRed: table((value) => 219 * lightOfV * colour(value)),
    blueOfBlue: table((value) => noColour + 0.5 + blueFactor * (blueOfU - lightOfU) * colour(value)),
    blueOfRed: table((value) => -blueFactor * lightOfV * colour(value)),
    redOfBlue: table((value) => -redFactor * lightOfU * colour(value)),
    redOfRed: table((value) => noColour + 0.5 + redFactor * (redOfV - lightOfV) * colour(value)),
  };
}

/** Light and colours of red, green and blue from 0 to 255. */
export function toFilmColour(r: number, g: number, b: number): [light: number, blue: number, red: number] {
  const light = red * r + green * g + blue * b;
  return [
    Math.round(blackLight + (219 / 255) * light),
    Math.round(noColour + ((224 / 255) * (b - light)) / (2 * (1 - blue))),
    Math.round(noColour + ((224 / 255) * (r - light)) / (2 * (1 - red))),
  ];
}

/** A picture of red, green and blue, and perhaps opacity, which is left out. */
export function toPlanes(
  pixels: Uint8Array | Uint8ClampedArray,
  { width, height, channels }: { width: number; height: number; channels: 3 | 4 },
): Planes {
  const picture = createPlanes(width, height);
  const { data, planes } = picture;
  for (let at = 0, from = 0; at < width * height; at += 1, from += channels) {
    const light = red * pixels[from]! + green * pixels[from + 1]! + blue * pixels[from + 2]!;
    data[at] = blackLight + 0.5 + (219 / 255) * light;
  }
  const [, blues, reds] = planes;
  for (let row = 0, to = 0; row < blues.height; row += 1) {
    for (let column = 0; column < blues.width; column += 1, to += 1) {
      const below = Math.min(2 * row + 1, height - 1);
      const right = Math.min(2 * column + 1, width - 1);
      let [r, g, b] = [0, 0, 0];
      for (const y of [2 * row, below]) {
        for (const x of [2 * column, right]) {
          const from = (y * width + x) * channels;
          r += pixels[from]!;
          g += pixels[from + 1]!;
          b += pixels[from + 2]!;
        }
      }
      const [, u, v] = toFilmColour(r / 4, g / 4, b / 4);
      data[blues.offset + to] = u;
      data[reds.offset + to] = v;
    }
  }
  return picture;
}
