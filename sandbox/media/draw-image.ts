import { createHash } from "node:crypto";
import sharp from "sharp";
import type { ImageModel, ImageStyle, SubjectReference } from "../rules/image-rules.ts";
import { drawCaption, drawWatermark } from "./caption.ts";
import { fromRgb, toHex, type Color } from "./color.ts";
import { drawFrame, drawOverlay } from "./finish.ts";
import { drawFigure } from "./layer.ts";
import { choosePalette, lendHue } from "./palette.ts";
import { chooseLook, tintPalette } from "./picture-look.ts";
import { SeededRandom } from "./random.ts";
import { drawCity, drawSea } from "./scenery-sea-city.ts";
import {
  chooseScene,
  drawBands,
  drawDunes,
  drawForest,
  drawMountains,
  type Scene,
  type SceneName,
  type SceneParts,
} from "./scenery.ts";
import { drawSky, type Canvas } from "./sky.ts";
import { heightAt } from "./terrain.ts";

export type ImageFormat = "jpeg" | "png";

/** Everything that shows in a picture. The same values give the same bytes. */
export interface ImageOrder {
  model: ImageModel;
  prompt: string;
  seed: bigint;
  /** Place among pictures of the same seed, from 0. */
  take: number;
  width: number;
  height: number;
  style: ImageStyle | null;
  /** Subject references: each lends its hue to the colours and puts a figure into the scene. */
  references: readonly SubjectReference[];
  isOptimized: boolean;
  hasWatermark: boolean;
  format: ImageFormat;
}

const SCENES: Record<SceneName, (parts: SceneParts) => Scene> = {
  mountains: drawMountains,
  forest: drawForest,
  dunes: drawDunes,
  bands: drawBands,
  sea: drawSea,
  city: drawCity,
};

/** Draws a picture of exactly the asked size that carries its prompt and seed, as JPEG or PNG bytes. */
export async function drawImage(order: ImageOrder): Promise<Buffer> {
  const lentColors = await Promise.all(order.references.map(readColor));
  const picture = sharp(Buffer.from(drawSvg(order, lentColors)), { limitInputPixels: false }).flatten();
  return order.format === "png"
    ? picture.png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer()
    : picture.jpeg({ quality: 88, chromaSubsampling: "4:4:4" }).toBuffer();
}

function drawSvg(order: ImageOrder, lentColors: readonly Color[]): string {
  const { width, height, prompt } = order;
  const canvas: Canvas = { width, height, unit: Math.min(width, height) / 100 };
  const kinship = new SeededRandom(`${prompt}\n${order.seed}`);
  const random = new SeededRandom(
    [prompt, order.seed, order.take, order.model, order.isOptimized].map(String).join("\n"),
  );
  const look = chooseLook(order.model, order.style);
  const sceneName = chooseScene(prompt, kinship);
  const palette = tintPalette(lentColors.reduce(lendHue, choosePalette(prompt, kinship)), look);
  const disc = {
    x: width * (random.chance(0.5) ? random.between(0.2, 0.42) : random.between(0.58, 0.8)),
    y: height * random.between(0.2, 0.36),
    radius: canvas.unit * random.between(5, 9.5),
  };
  const sky = drawSky(canvas, palette, look, random, disc);
  const scene = SCENES[sceneName]({ canvas, palette, look, random, disc, prompt });
  const caption = drawCaption(canvas, {
    prompt,
    facts: [
      "sandbox",
      order.model,
      `seed ${order.seed}${order.take === 0 ? "" : ` take ${order.take + 1}`}`,
      `${width}×${height}`,
      ...(order.isOptimized ? ["optimised"] : []),
    ],
    frameWidth: look.frameWidth,
  });
  const figures = order.references.map((_reference, index) => {
    const x = width * (0.5 + index * 0.06) + (disc.x < width / 2 ? width * 0.12 : -width * 0.12);
    const footY = Math.min(heightAt(scene.foreground, x), height - caption.height * 0.9) + canvas.unit;
    return drawFigure(x, footY, canvas.unit * 15, toHex(palette.near));
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${sky}${scene.svg}${figures.join("")}${drawOverlay(canvas, palette, look, random)}${caption.svg}${drawFrame(canvas, palette, look, random)}${order.hasWatermark ? drawWatermark(canvas) : ""}</svg>`;
}

/** The mean colour of a reference; of one that is only given by address, a colour that its address stands for. */
async function readColor({ bytes, imageFile }: SubjectReference): Promise<Color> {
  if (bytes === null) {
    const digest = createHash("sha256").update(imageFile).digest();
    return [0.6, 0.12, (digest.readUInt16LE(0) / 0xffff) * 360];
  }
  const mean = await sharp(bytes).flatten().toColourspace("srgb").resize(1, 1).raw().toBuffer();
  return fromRgb(mean[0] ?? 0, mean[1] ?? 0, mean[2] ?? 0);
}
