import type { StyleType } from "../rules/image-rules.ts";
import { PALETTES, mixPalettes, type Palette } from "./palette.ts";

/** How a picture is finished, from its model and style. */
export interface PictureLook {
  name: "plain" | "live" | "comic" | "lively" | "medieval" | "watercolour";
  /** 0 to 1: the style's weight. */
  weight: number;
  /** Width of the ink line round shapes, in hundredths of the short side; 0 for none. */
  inkWidth: number;
  inkColor: string;
  /** Flat fills instead of gradients and haze. */
  isFlat: boolean;
  /** Width of the frame in hundredths of the short side; the caption stays inside it. */
  frameWidth: number;
  /** Rounded hills instead of jagged ridges. */
  isRound: boolean;
}

const LOOK_OF_STYLE: Record<StyleType, PictureLook["name"]> = {
  漫画: "comic",
  元气: "lively",
  中世纪: "medieval",
  水彩: "watercolour",
};

/** The look of a model and style. `image-01-live` has a look of its own even without a style. */
export function chooseLook(
  model: "image-01" | "image-01-live",
  style: { type: StyleType; weight: number } | null,
): PictureLook {
  const name = style !== null ? LOOK_OF_STYLE[style.type] : model === "image-01-live" ? "live" : "plain";
  const weight = style?.weight ?? 1;
  const inkWidths = { plain: 0, live: 0.16, comic: 0.55, lively: 0, medieval: 0.3, watercolour: 0 };
  return {
    name,
    weight,
    inkWidth: inkWidths[name] * (0.4 + weight * 0.6),
    inkColor: name === "medieval" ? "#3a2414" : "#16121f",
    frameWidth: { plain: 0, live: 0, comic: 2.15, lively: 0, medieval: 4.6, watercolour: 3.6 }[name],
    isFlat: name === "comic" || name === "medieval",
    isRound: name === "live" || name === "lively",
  };
}

const BRIGHT: Palette = {
  zenith: [0.66, 0.15, 245],
  sky: [0.82, 0.11, 220],
  horizon: [0.96, 0.06, 95],
  disc: [0.97, 0.1, 95],
  far: [0.82, 0.12, 175],
  near: [0.58, 0.17, 148],
  isNight: false,
};

/** Ultramarine, gold leaf, verdigris and red earth of an illuminated page. */
const ILLUMINATED: Palette = {
  zenith: [0.38, 0.14, 266],
  sky: [0.58, 0.11, 255],
  horizon: [0.9, 0.075, 88],
  disc: [0.83, 0.15, 84],
  far: [0.66, 0.1, 150],
  near: [0.33, 0.1, 35],
  isNight: false,
};

const WASHED: Palette = {
  zenith: [0.78, 0.06, 240],
  sky: [0.88, 0.05, 215],
  horizon: [0.96, 0.03, 80],
  disc: [0.9, 0.08, 65],
  far: [0.78, 0.06, 215],
  near: [0.45, 0.07, 235],
  isNight: false,
};

/** Pulls a palette towards what the look wants. */
export function tintPalette(palette: Palette, look: PictureLook): Palette {
  switch (look.name) {
    case "plain":
      return palette;
    case "live":
      return mixPalettes(palette, PALETTES.day, 0.35);
    case "comic":
      return mixPalettes(palette, PALETTES.amber, 0.15 * look.weight);
    case "lively":
      return mixPalettes(palette, BRIGHT, 0.75 * look.weight);
    case "medieval":
      return mixPalettes(palette, ILLUMINATED, 0.8 * look.weight);
    case "watercolour":
      return mixPalettes(palette, WASHED, 0.6 * look.weight);
  }
}
