import { createHash } from "node:crypto";
import sharp from "sharp";
import type { ImageModel, ImageStyle } from "../rules/image-rules.ts";
import { drawCaption, drawWatermark } from "./caption.ts";
import { toHex } from "./color.ts";
import { drawFinish } from "./finish.ts";
import { drawFigure } from "./layer.ts";
import { choosePalette, turnPalette } from "./palette.ts";
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
  /** Bytes that stand for each subject reference; they turn the colours and put a figure into the scene. */
  references: readonly Uint8Array[];
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
  const picture = sharp(Buffer.from(drawSvg(order)), { limitInputPixels: false }).flatten();
  return order.format === "png"
    ? picture.png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer()
    : picture.jpeg({ quality: 88, chromaSubsampling: "4:4:4" }).toBuffer();
}

function drawSvg(order: ImageOrder): string {
  const { width, height, prompt } = order;
  const canvas: Canvas = { width, height, unit: Math.min(width, height) / 100 };
  const kinship = new SeededRandom(`${prompt}\n${order.seed}`);
  const random = new SeededRandom(
    [prompt, order.seed, order.take, order.model, order.isOptimized].map(String).join("\n"),
  );
  const look = chooseLook(order.model, order.style);
  const sceneName = chooseScene(prompt, kinship);
  const referenceTurn = order.references.reduce((sum, bytes) => sum + readTurn(bytes), 0);
  const palette = tintPalette(turnPalette(choosePalette(prompt, kinship), referenceTurn), look);
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
  });
  const figures = order.references.map((_reference, index) => {
    const x = width * (0.5 + index * 0.06) + (disc.x < width / 2 ? width * 0.12 : -width * 0.12);
    const footY = Math.min(heightAt(scene.foreground, x), height - caption.height * 0.9) + canvas.unit;
    return drawFigure(x, footY, canvas.unit * 15, toHex(palette.near));
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${sky}${scene.svg}${figures.join("")}${drawFinish(canvas, palette, look, random)}${caption.svg}${order.hasWatermark ? drawWatermark(canvas) : ""}</svg>`;
}

/** Degrees by which a reference turns the hues. */
function readTurn(bytes: Uint8Array): number {
  const digest = createHash("sha256").update(bytes).digest();
  return (digest.readUInt16LE(0) / 0xffff) * 300 + 30;
}
