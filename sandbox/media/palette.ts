import { mixColors, turnHue, type Color } from "./color.ts";
import type { SeededRandom } from "./random.ts";

/** Colours of one picture, from the top of the sky to the nearest ground. */
export interface Palette {
  zenith: Color;
  sky: Color;
  horizon: Color;
  /** Sun or moon. */
  disc: Color;
  far: Color;
  near: Color;
  isNight: boolean;
}

export const PALETTES = {
  dawn: {
    zenith: [0.45, 0.1, 285],
    sky: [0.68, 0.12, 10],
    horizon: [0.89, 0.09, 70],
    disc: [0.97, 0.06, 88],
    far: [0.66, 0.1, 18],
    near: [0.19, 0.06, 290],
    isNight: false,
  },
  amber: {
    zenith: [0.4, 0.09, 30],
    sky: [0.68, 0.13, 52],
    horizon: [0.87, 0.11, 80],
    disc: [0.97, 0.07, 92],
    far: [0.64, 0.11, 55],
    near: [0.16, 0.045, 50],
    isNight: false,
  },
  blueHour: {
    zenith: [0.26, 0.09, 268],
    sky: [0.5, 0.12, 258],
    horizon: [0.79, 0.08, 235],
    disc: [0.96, 0.03, 230],
    far: [0.54, 0.1, 258],
    near: [0.13, 0.05, 278],
    isNight: true,
  },
  teal: {
    zenith: [0.24, 0.06, 225],
    sky: [0.46, 0.09, 205],
    horizon: [0.76, 0.08, 185],
    disc: [0.97, 0.05, 175],
    far: [0.5, 0.085, 202],
    near: [0.13, 0.04, 235],
    isNight: true,
  },
  rose: {
    zenith: [0.52, 0.12, 325],
    sky: [0.74, 0.12, 358],
    horizon: [0.92, 0.07, 55],
    disc: [0.98, 0.04, 80],
    far: [0.68, 0.11, 350],
    near: [0.21, 0.08, 318],
    isNight: false,
  },
  mist: {
    zenith: [0.64, 0.06, 185],
    sky: [0.8, 0.055, 165],
    horizon: [0.94, 0.05, 110],
    disc: [0.99, 0.04, 105],
    far: [0.7, 0.07, 168],
    near: [0.21, 0.05, 178],
    isNight: false,
  },
  day: {
    zenith: [0.52, 0.13, 250],
    sky: [0.72, 0.1, 235],
    horizon: [0.93, 0.04, 205],
    disc: [0.99, 0.04, 100],
    far: [0.67, 0.085, 238],
    near: [0.25, 0.06, 215],
    isNight: false,
  },
  ember: {
    zenith: [0.2, 0.07, 345],
    sky: [0.45, 0.16, 22],
    horizon: [0.79, 0.15, 62],
    disc: [0.95, 0.1, 85],
    far: [0.46, 0.15, 25],
    near: [0.1, 0.04, 345],
    isNight: false,
  },
  lilac: {
    zenith: [0.36, 0.12, 290],
    sky: [0.6, 0.12, 302],
    horizon: [0.87, 0.07, 335],
    disc: [0.98, 0.03, 330],
    far: [0.6, 0.11, 300],
    near: [0.17, 0.08, 288],
    isNight: true,
  },
  olive: {
    zenith: [0.46, 0.08, 125],
    sky: [0.7, 0.11, 108],
    horizon: [0.92, 0.09, 96],
    disc: [0.99, 0.05, 100],
    far: [0.66, 0.1, 120],
    near: [0.18, 0.05, 145],
    isNight: false,
  },
  polar: {
    zenith: [0.15, 0.05, 275],
    sky: [0.27, 0.08, 255],
    horizon: [0.5, 0.09, 200],
    disc: [0.96, 0.03, 200],
    far: [0.38, 0.08, 240],
    near: [0.08, 0.035, 270],
    isNight: true,
  },
} as const satisfies Record<string, Palette>;

type PaletteName = keyof typeof PALETTES;

/** Words that call for a palette, in English and Chinese. The first that matches wins. */
const PALETTE_WORDS: readonly [RegExp, readonly [PaletteName, ...PaletteName[]]][] = [
  [/aurora|northern lights|polar|极光|北极/i, ["polar"]],
  [/dawn|sunrise|first light|morning|晨|黎明|日出|早/i, ["dawn", "rose", "amber"]],
  [/sunset|dusk|evening|golden|autumn|fall\b|黄昏|日落|傍晚|秋/i, ["amber", "ember", "dawn"]],
  [/night|moon|star|midnight|夜|月|星/i, ["blueHour", "teal", "lilac", "polar"]],
  [/volcan|lava|fire|flame|mars|火|熔岩/i, ["ember"]],
  [/fog|mist|rain|haze|雾|雨|霭/i, ["mist", "teal", "olive"]],
  [/spring|blossom|cherry|pink|春|樱|粉/i, ["rose", "lilac"]],
  [/snow|ice|winter|glacier|冬|雪|冰/i, ["day", "blueHour", "mist"]],
  [/summer|noon|beach|sunny|blue sky|夏|晴|海滩/i, ["day", "mist"]],
];

const ALL_NAMES = Object.keys(PALETTES) as [PaletteName, ...PaletteName[]];

/** Chooses a palette by the words of the prompt, else by chance, and turns its hues a little so that no two are alike. */
export function choosePalette(prompt: string, random: SeededRandom): Palette {
  const byWord = PALETTE_WORDS.find(([words]) => words.test(prompt))?.[1];
  return turnPalette(PALETTES[random.pick(byWord ?? ALL_NAMES)], random.between(-14, 14));
}

export function turnPalette(palette: Palette, degrees: number): Palette {
  return mapPalette(palette, (color) => turnHue(color, degrees));
}

/** Turns a palette towards the hue of another colour, as a subject reference does; greys turn it hardly at all. */
export function lendHue(palette: Palette, lender: Color): Palette {
  const away = ((((lender[2] - palette.sky[2]) % 360) + 540) % 360) - 180;
  return turnPalette(palette, away * 0.5 * Math.min(lender[1] / 0.1, 1));
}

/** Mixes a palette towards another; `share` is the part of the second, 0 to 1. */
export function mixPalettes(first: Palette, second: Palette, share: number): Palette {
  return {
    ...mapPalette(first, (color, name) => mixColors(color, second[name], share)),
    isNight: share > 0.5 ? second.isNight : first.isNight,
  };
}

function mapPalette(
  palette: Palette,
  change: (color: Color, name: keyof Omit<Palette, "isNight">) => Color,
): Palette {
  return {
    zenith: change(palette.zenith, "zenith"),
    sky: change(palette.sky, "sky"),
    horizon: change(palette.horizon, "horizon"),
    disc: change(palette.disc, "disc"),
    far: change(palette.far, "far"),
    near: change(palette.near, "near"),
    isNight: palette.isNight,
  };
}
