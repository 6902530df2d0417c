/** A decoded YUV frame: a luma plane followed by one or two chroma planes. */
export interface PlanarFrame {
  /** A WebCodecs pixel format, for example `I420`. */
  format: string;
  /** Visible size in pixels. */
  width: number;
  height: number;
  data: Uint8Array;
  /** Offset of each plane in `data`, and bytes from row to row. */
  planes: readonly { offset: number; stride: number }[];
  /** Matrix coefficients; null where the video doesn't specify them. */
  matrix: string | null;
  fullRange: boolean;
}

interface PlanarFormat {
  /** Chroma subsampling: pixels per chroma sample, horizontally and vertically. */
  across: 1 | 2;
  down: 1 | 2;
  bits: 8 | 10 | 12;
  /** Both chroma components alternate in one plane. */
  isInterleaved?: boolean;
}

/** WebCodecs "Pixel Format", without alpha, which no video of a camera or the service has. */
const planarFormats: Readonly<Record<string, PlanarFormat>> = {
  I420: { across: 2, down: 2, bits: 8 },
  I420P10: { across: 2, down: 2, bits: 10 },
  I420P12: { across: 2, down: 2, bits: 12 },
  I422: { across: 2, down: 1, bits: 8 },
  I422P10: { across: 2, down: 1, bits: 10 },
  I422P12: { across: 2, down: 1, bits: 12 },
  I444: { across: 1, down: 1, bits: 8 },
  I444P10: { across: 1, down: 1, bits: 10 },
  I444P12: { across: 1, down: 1, bits: 12 },
  NV12: { across: 2, down: 2, bits: 8, isInterleaved: true },
};

/** Weights of red and blue in luma (ITU-T H.273, table 4). */
const matrices: Readonly<Record<string, { red: number; blue: number }>> = {
  bt709: { red: 0.2126, blue: 0.0722 },
  bt470bg: { red: 0.299, blue: 0.114 },
  smpte170m: { red: 0.299, blue: 0.114 },
  "bt2020-ncl": { red: 0.2627, blue: 0.0593 },
};
/** Players assume the matrix of high definition from this height on where none is specified. */
const highDefinitionHeight = 720;

/** Whether `toRgb` supports this format. */
export function isPlanarFormat(format: string): boolean {
  return Object.hasOwn(planarFormats, format);
}

/**
 * Converts to RGB with the video's own matrix and range; the decoder's conversion uses the same matrix for
 * every video. Chroma isn't interpolated: pixels that share a sample get the same colour, so a frame encoded
 * again, for example as the first frame of the next video, doesn't change.
 */
export function toRgb(frame: PlanarFrame): Uint8ClampedArray {
  const format = planarFormats[frame.format];
  if (!format) throw new Error(`Frames of ${frame.format} cannot be converted`);
  const { width, height } = frame;
  const [luma, chromaBlue, chromaRed] = openPlanes(frame, format);
  const { lumaScale, lumaZero, chromaZero, red, green, blue } = findFactors(frame, format.bits);
  const rgb = new Uint8ClampedArray(width * height * 3);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const chromaY = format.down === 2 ? y >> 1 : y;
    for (let x = 0; x < width; x += 1) {
      const chromaX = format.across === 2 ? x >> 1 : x;
      const light = (luma(x, y) - lumaZero) * lumaScale;
      const u = chromaBlue(chromaX, chromaY) - chromaZero;
      const v = chromaRed(chromaX, chromaY) - chromaZero;
      rgb[at] = light + red * v;
      rgb[at + 1] = light + green.u * u + green.v * v;
      rgb[at + 2] = light + blue * u;
      at += 3;
    }
  }
  return rgb;
}

type ReadSample = (x: number, y: number) => number;

function openPlanes(
  { data, planes }: PlanarFrame,
  { bits, isInterleaved }: PlanarFormat,
): [ReadSample, ReadSample, ReadSample] {
  const open = (index: number, step: number, shift: number): ReadSample => {
    const plane = planes[index];
    if (!plane) throw new Error(`The frame has no plane ${index}`);
    const { offset, stride } = plane;
    // Colours of an odd width or height may lack their last column or row: the one before stands for it.
    const lastX = Math.floor(stride / (bits === 8 ? step : 2)) - 1;
    const lastY = Math.floor(((planes[index + 1]?.offset ?? data.length) - offset) / stride) - 1;
    const find = (x: number, y: number, bytes: number) =>
      offset + Math.min(y, lastY) * stride + Math.min(x, lastX) * bytes;
    if (bits === 8) return (x, y) => data[find(x, y, step) + shift] ?? 0;
    return (x, y) => {
      const at = find(x, y, 2);
      return (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8);
    };
  };
  if (isInterleaved) return [open(0, 1, 0), open(1, 2, 0), open(1, 2, 1)];
  return [open(0, 1, 0), open(1, 1, 0), open(2, 1, 0)];
}

/** Factors from YUV to RGB of 0 to 255 (ITU-T H.273, 8.3). */
function findFactors({ matrix, fullRange, height }: PlanarFrame, bits: number) {
  const guess = height >= highDefinitionHeight ? "bt709" : "smpte170m";
  const shares = matrices[matrix ?? guess] ?? matrices[guess];
  if (!shares) throw new Error(`There is no matrix ${matrix}`);
  const steps = 2 ** (bits - 8);
  const whole = 2 ** bits - 1;
  const lumaScale = 255 / (fullRange ? whole : 219 * steps);
  const chromaScale = 255 / (fullRange ? whole : 224 * steps);
  const red = 2 * (1 - shares.red) * chromaScale;
  const blue = 2 * (1 - shares.blue) * chromaScale;
  const greenShare = 1 - shares.red - shares.blue;
  return {
    lumaScale,
    lumaZero: fullRange ? 0 : 16 * steps,
    chromaZero: 128 * steps,
    red,
    blue,
    green: { u: (-blue * shares.blue) / greenShare, v: (-red * shares.red) / greenShare },
  };
}
