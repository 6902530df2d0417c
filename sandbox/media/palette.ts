import type { SeededRandom } from "./random.ts";
import type { StyleType } from "../rules/image-rules.ts";

export type Color = readonly [number, number, number];

const NAMES = ["zenith", "sky", "horizon", "far", "near", "light"] as const;

/** Colours from the top of the sky to the nearest ground; `light` is that of the sun or moon. */
export type Palette = Readonly<Record<(typeof NAMES)[number], Color>>;

const PALETTES = {
  dawn: readPalette("504c8a d77787 ffd199 c8787b 140d2c fff4c8"),
  amber: readPalette("703229 d67f46 facc7e bf7946 1c0600 fff5c0"),
  blueHour: readPalette("121f4f 3463a6 87c3e7 496fa8 05041b def6ff"),
  teal: readPalette("002434 006670 73c2b8 007178 000915 d3fff3"),
  rose: readPalette("8b4e8f e78aaa ffd9b9 cb7ba2 27082f fff6db"),
  mist: readPalette("619891 9dc9b5 edefc9 72ad96 001f18 fffedf"),
  day: readPalette("1f6cb0 61afda caf0f5 619dc4 002833 fffddf"),
  ember: readPalette("2a051d 9b1d29 fea247 9a2929 0b0005 ffeaa0"),
  lilac: readPalette("3e2d76 8e6dbc f2c3e7 8a70b8 10052f fff2ff"),
  olive: readPalette("4e602b a5a34c f6e59f 8a9b52 021704 fffdd7"),
  polar: readPalette("060820 05264c 007277 0d4768 01010a dcf8fa"),
};

/** Words of a prompt that call for a palette, in English and Chinese; the first match wins. */
const PALETTE_WORDS: readonly (readonly [RegExp, readonly [Palette, ...Palette[]]])[] = [
  [/aurora|northern lights|polar|极光|北极/i, [PALETTES.polar]],
  [/dawn|sunrise|first light|morning|晨|黎明|日出|早/i, [PALETTES.dawn, PALETTES.rose, PALETTES.amber]],
  [/sunset|dusk|evening|golden|autumn|黄昏|日落|傍晚|秋/i, [PALETTES.amber, PALETTES.ember, PALETTES.dawn]],
  [/night|moon|star|夜|月|星/i, [PALETTES.blueHour, PALETTES.teal, PALETTES.lilac]],
  [/volcan|lava|fire|flame|mars|火|熔岩/i, [PALETTES.ember]],
  [/fog|mist|rain|haze|雾|雨|霭/i, [PALETTES.mist, PALETTES.teal, PALETTES.olive]],
  [/spring|blossom|cherry|pink|春|樱|粉/i, [PALETTES.rose, PALETTES.lilac]],
  [/snow|ice|winter|glacier|冬|雪|冰/i, [PALETTES.day, PALETTES.blueHour, PALETTES.mist]],
  [/summer|noon|beach|sunny|blue sky|夏|晴|海滩/i, [PALETTES.day, PALETTES.mist]],
];

const BRIGHT = readPalette("4a9be8 8fd3f5 fff4c9 86d9b8 2f9e4f fff3a8");
/** Ultramarine, gold leaf, verdigris and red earth of an illuminated page. */
const ILLUMINATED = readPalette("1f3f9e 5b83bd f3ddb0 6fa27c 6b2f1d e9b949");
const WASHED = readPalette("a9c3e6 c8e0ee fbf1e4 a3bdd2 47597d f3d9b6");

/** How a picture is finished. Widths are in hundredths of the short side. */
export interface Look {
  name: "plain" | "live" | "comic" | "lively" | "medieval" | "watercolour";
  weight: number;
  ink: number;
  /** Width of the frame; the caption stays inside. */
  frame: number;
  isFlat: boolean;
  isRound: boolean;
}

const LOOKS: Readonly<Record<Look["name"], Omit<Look, "name" | "weight">>> = {
  plain: { ink: 0, frame: 0, isFlat: false, isRound: false },
  live: { ink: 0.16, frame: 0, isFlat: false, isRound: true },
  comic: { ink: 0.5, frame: 2.2, isFlat: true, isRound: false },
  lively: { ink: 0, frame: 0, isFlat: false, isRound: true },
  medieval: { ink: 0.3, frame: 4.4, isFlat: true, isRound: false },
  watercolour: { ink: 0, frame: 3.4, isFlat: false, isRound: false },
};
const LOOK_OF_STYLE: Readonly<Record<StyleType, Look["name"]>> = {
  漫画: "comic",
  元气: "lively",
  中世纪: "medieval",
  水彩: "watercolour",
};
/** The palette each look leans towards, and how far. */
const TINTS: Readonly<Partial<Record<Look["name"], readonly [Palette, number]>>> = {
  live: [PALETTES.day, 0.35],
  comic: [PALETTES.amber, 0.2],
  lively: [BRIGHT, 0.75],
  medieval: [ILLUMINATED, 0.8],
  watercolour: [WASHED, 0.65],
};

/** The look of a model and style; `image-01-live` without a style has a look too. */
export function chooseLook(model: string, style: { type: StyleType; weight: number } | null): Look {
  const name = style !== null ? LOOK_OF_STYLE[style.type] : model === "image-01-live" ? "live" : "plain";
  return { name, weight: style?.weight ?? 1, ...LOOKS[name] };
}

/** Chooses by the words of the prompt, else by chance. A look and lent colours (of subject references) tint the choice. */
export function choosePalette(
  prompt: string,
  random: SeededRandom,
  look: Look,
  lent: readonly Color[],
): Palette {
  const all = Object.values(PALETTES) as [Palette, ...Palette[]];
  const candidates = PALETTE_WORDS.find(([words]) => words.test(prompt))?.[1] ?? all;
  const drawn = mixPalettes(random.pick(candidates), random.pick(candidates), random.between(0, 0.35));
  const [tint, share] = TINTS[look.name] ?? [drawn, 0];
  const tinted = mixPalettes(drawn, tint, share * look.weight);
  return lent.reduce((palette, color) => mapPalette(palette, (own) => mix(own, color, 0.3)), tinted);
}

/** Stars are seen, and lamps are lit. */
export function isNight({ zenith: [red, green, blue] }: Palette): boolean {
  return 0.21 * red + 0.72 * green + 0.07 * blue < 60;
}

export function mix(one: Color, other: Color, share: number): Color {
  const at = (place: 0 | 1 | 2) => one[place] + (other[place] - one[place]) * share;
  return [at(0), at(1), at(2)];
}

export function toHex(color: Color): string {
  return `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

function mixPalettes(one: Palette, other: Palette, share: number): Palette {
  return mapPalette(one, (color, name) => mix(color, other[name], share));
}

function mapPalette(palette: Palette, change: (color: Color, name: keyof Palette) => Color): Palette {
  const entries = NAMES.map((name) => [name, change(palette[name], name)] as const);
  return Object.fromEntries(entries) as Record<keyof Palette, Color>;
}

function readPalette(text: string): Palette {
  const colors = text.split(" ").map((hex): Color => {
    const value = Number.parseInt(hex, 16);
    return [value >> 16, (value >> 8) & 255, value & 255];
  });
  return Object.fromEntries(NAMES.map((name, index) => [name, colors[index]])) as Record<
    keyof Palette,
    Color
  >;
}
