/** A colour in OKLCH: lightness 0 to 1, chroma 0 to about 0.3, hue in degrees. */
export type Color = readonly [lightness: number, chroma: number, hue: number];

/** Mixes two colours in OKLab; `share` is the part of the second, 0 to 1. */
export function mixColors(first: Color, second: Color, share: number): Color {
  const [l1, a1, b1] = toLab(first);
  const [l2, a2, b2] = toLab(second);
  const a = a1 + (a2 - a1) * share;
  const b = b1 + (b2 - b1) * share;
  return [l1 + (l2 - l1) * share, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

export function turnHue([lightness, chroma, hue]: Color, degrees: number): Color {
  return [lightness, chroma, hue + degrees];
}

export function lighten([lightness, chroma, hue]: Color, amount: number): Color {
  return [Math.min(Math.max(lightness + amount, 0), 1), chroma, hue];
}

/** The OKLCH colour of sRGB channels, each 0 to 255. */
export function fromRgb(red: number, green: number, blue: number): Color {
  const [r, g, b] = [fromChannel(red), fromChannel(green), fromChannel(blue)];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const labA = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const labB = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  return [lightness, Math.hypot(labA, labB), (Math.atan2(labB, labA) * 180) / Math.PI];
}

/** `#rrggbb` in sRGB, clipped to its gamut. */
export function toHex(color: Color): string {
  const [lightness, a, b] = toLab(color);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return `#${linear.map(toChannel).join("")}`;
}

function toLab([lightness, chroma, hue]: Color): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

function toChannel(linear: number): string {
  const clipped = Math.min(Math.max(linear, 0), 1);
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
}

function fromChannel(channel: number): number {
  const encoded = channel / 255;
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}
