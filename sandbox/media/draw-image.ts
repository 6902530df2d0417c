import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Stage } from "./ground.ts";
import { chooseLook, choosePalette, type Color, toHex } from "./palette.ts";
import { SeededRandom } from "./random.ts";
import { drawScene } from "./scene.ts";
import { outlineText, wrapText } from "./text-outline.ts";
import type { ImageModel, ImageStyle, SubjectReference } from "../rules/image-rules.ts";

type ImageFormat = "jpeg" | "png";

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
  /** Subject references: each tints the colours and puts a figure into the scene. */
  references: readonly SubjectReference[];
  isOptimized: boolean;
  hasWatermark: boolean;
  format: ImageFormat;
}

/** Draws a picture of the exact size that carries its prompt and seed, as JPEG or PNG bytes. */
export async function drawImage(order: ImageOrder): Promise<Buffer> {
  const lent = await Promise.all(order.references.map(readColor));
  const picture = sharp(Buffer.from(drawSvg(order, lent)), { limitInputPixels: false }).flatten();
  return order.format === "png"
    ? picture.png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer()
    : picture.jpeg({ quality: 88, chromaSubsampling: "4:4:4" }).toBuffer();
}

function drawSvg(order: ImageOrder, lent: readonly Color[]): string {
  const { width, height, prompt } = order;
  const unit = Math.min(width, height) / 100;
  // Takes of one seed share scene and colours.
  const kinship = new SeededRandom(`${prompt}\n${order.seed}`);
  const random = new SeededRandom(
    [prompt, order.seed, order.take, order.model, order.isOptimized].map(String).join("\n"),
  );
  const look = chooseLook(order.model, order.style);
  const palette = choosePalette(prompt, kinship, look, lent);
  const disc = {
    x: width * (random.chance(0.5) ? random.between(0.2, 0.42) : random.between(0.58, 0.8)),
    y: height * random.between(0.2, 0.36),
    radius: unit * random.between(5, 9.5),
  };
  const stage: Stage = { width, height, unit, palette, look, random, prompt, disc };
  const scene = drawScene(stage, kinship);
  const figures = lent.map((_color, index) => {
    const x = width * (disc.x < width / 2 ? 0.62 : 0.38) + index * unit * 6;
    return drawFigure(x, Math.min(scene.groundAt(x), height * 0.9) + unit, unit * 15, toHex(palette.near));
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${scene.svg}${figures.join("")}${drawFinish(stage)}${drawCaption(order, stage)}${drawFrame(stage)}${order.hasWatermark ? drawWatermark(width, unit) : ""}</svg>`;
}

/** The mean colour of a reference; of one that is known by its address only, a colour derived from the address. */
async function readColor({ bytes, imageFile }: SubjectReference): Promise<Color> {
  const digest = createHash("sha256").update(imageFile).digest();
  const pixel =
    bytes === null
      ? digest
      : await sharp(bytes).flatten().toColourspace("srgb").resize(1, 1).raw().toBuffer();
  return [pixel[0] ?? 0, pixel[1] ?? 0, pixel[2] ?? 0];
}

/** Someone who stands with their back to the viewer. */
function drawFigure(x: number, foot: number, tall: number, color: string): string {
  return `<g transform="translate(${x.toFixed(1)} ${foot.toFixed(1)}) scale(${(tall / 100).toFixed(3)})" fill="${color}"><circle cy="-90" r="9"/><path d="M-12-74Q0-86 12-74L17-34 11-33 9-54 12 0H4L0-36-4 0H-12L-9-54-11-33-17-34Z"/></g>`;
}

/** What a look lays over the scene: screen dots, sparkles, hatching or washes of colour. */
function drawFinish({ width, height, unit, palette, look, random }: Stage): string {
  const scatter = (count: number, draw: (x: number, y: number, size: number) => string) =>
    Array.from({ length: count }, () =>
      draw(random.between(0, width), random.between(0, height), random.between(0.3, 1)),
    ).join("");
  const opacity = (look.weight * 0.8).toFixed(2);
  switch (look.name) {
    case "plain":
      return "";
    case "live":
    case "lively":
      return `<g fill="#fff" opacity="${opacity}">${scatter(look.name === "live" ? 9 : 30, (x, y, size) => {
        const [long, thin] = [unit * size * 1.8, unit * size * 0.25].map((length) => length.toFixed(2));
        return `<path transform="translate(${x.toFixed(1)} ${(y * 0.85).toFixed(1)})" d="M0-${long}L${thin}-${thin} ${long} 0 ${thin} ${thin} 0 ${long}-${thin} ${thin}-${long} 0-${thin}-${thin}Z"/>`;
      })}</g>`;
    case "comic": {
      // One path: a pattern of dots takes ten times as long to draw.
      const cell = unit * 1.35;
      let dots = "";
      for (let y = 0; y < height * 0.46; y += cell) {
        const half = (cell * 0.36 * (1 - y / (height * 0.46))).toFixed(1);
        const from = (Math.round(y / cell) % 2) * (cell / 2);
        for (let x = from; x < width; x += cell) {
          dots += `M${x.toFixed(1)} ${(y - Number(half)).toFixed(1)}l${half} ${half}-${half} ${half}-${half}-${half}z`;
        }
      }
      return `<path d="${dots}" fill="#16121f" fill-opacity="${(0.3 * look.weight).toFixed(2)}"/>`;
    }
    case "medieval": {
      let lines = "";
      for (let x = -height; x < width; x += unit * 1.25) {
        lines += `M${x.toFixed(1)} ${height}l${(height * 0.34).toFixed(1)}-${(height * 0.5).toFixed(1)}`;
      }
      return `<path d="${lines}" stroke="#3a2414" stroke-opacity="${(0.25 * look.weight).toFixed(2)}" stroke-width="${(unit * 0.14).toFixed(2)}"/>`;
    }
    case "watercolour": {
      const bloom = (color: Color, index: number) =>
        `<radialGradient id="bloom${index}"><stop offset="0" stop-color="${toHex(color)}" stop-opacity=".45"/><stop offset="1" stop-color="${toHex(color)}" stop-opacity="0"/></radialGradient>`;
      const colors = [palette.sky, palette.horizon, palette.far, palette.light];
      return `${colors.map(bloom).join("")}<g opacity="${opacity}">${scatter(22, (x, y, size) => {
        const radius = unit * size * 40;
        return `<ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="${radius.toFixed(1)}" ry="${(radius * 0.6).toFixed(1)}" fill="url(#bloom${random.integer(0, 3)})"/>`;
      })}</g>`;
    }
  }
}

/** The frame of a look, over everything. */
function drawFrame({ width, height, unit, look }: Stage): string {
  const stroke = (color: string, from: number, wide: number, opacity = 1) =>
    `<rect x="${(from * unit).toFixed(1)}" y="${(from * unit).toFixed(1)}" width="${(width - from * unit * 2).toFixed(1)}" height="${(height - from * unit * 2).toFixed(1)}" fill="none" stroke="${color}" stroke-opacity="${opacity}" stroke-width="${(wide * unit).toFixed(1)}"/>`;
  if (look.name === "comic") return stroke("#fbf7ee", 0.9, 1.8) + stroke("#16121f", 1.8, 0.7);
  if (look.name === "medieval") {
    return (
      stroke("#55201a", 2.1, 4.2) +
      stroke("#d9ab45", 0.6, 0.4) +
      stroke("#d9ab45", 2.1, 0.9, 0.6) +
      stroke("#d9ab45", 4.1, 0.6)
    );
  }
  if (look.name !== "watercolour") return "";
  // Paper that shows at the edges, where the wash thins out.
  return [2, 2.6, 3.2, 3.8, 4.4].map((wide) => stroke("#fbf8f1", 0.5, wide * 1.3, 0.45)).join("");
}

/** The band at the foot of every picture: prompt, then what made it. */
function drawCaption(order: ImageOrder, { width, height, unit, look }: Stage): string {
  const textPx = Math.max(unit * 2.35, 15);
  const factPx = Math.max(unit * 1.65, 11.5);
  const margin = unit * 3;
  const left = unit * look.frame + margin;
  const bottom = height - unit * look.frame;
  const line = { face: "sans", sizePx: textPx, maxWidth: width - left * 2 } as const;
  const lines = wrapText(order.prompt, { ...line, maxLines: 2 });
  const top = bottom - margin * 1.5 - lines.length * textPx * 1.34 - factPx * 1.25;
  const place = (svg: string, y: number, color: string) =>
    `<g transform="translate(${left.toFixed(1)} ${y.toFixed(1)})" fill="${color}" color="${color}">${svg}</g>`;
  const prompt = lines.map((text, index) =>
    place(outlineText(text, line).svg, top + margin * 0.72 + textPx * (0.95 + index * 1.34), "#fff"),
  );
  const { model, seed, take, isOptimized } = order;
  const facts = [
    "sandbox",
    model,
    `seed ${seed}${take === 0 ? "" : ` take ${take + 1}`}`,
    `${width}×${height}`,
    ...(isOptimized ? ["optimised"] : []),
  ].join(" · ");
  const { svg } = outlineText(facts, { ...line, face: "mono", sizePx: factPx });
  return `<linearGradient id="band" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0b0a0d" stop-opacity="0"/><stop offset=".32" stop-color="#0b0a0d" stop-opacity=".52"/><stop offset="1" stop-color="#0b0a0d" stop-opacity=".78"/></linearGradient><rect y="${(top - margin).toFixed(1)}" width="${width}" height="${(height - top + margin).toFixed(1)}" fill="url(#band)"/>${prompt.join("")}${place(svg, bottom - margin * 0.72, "#d6d1ca")}`;
}

/** The visible mark of `aigc_watermark`, in the upper right corner; `unit` is a hundredth of the short side. */
export function drawWatermark(width: number, unit: number): string {
  const sizePx = Math.max(unit * 2, 13);
  const label = outlineText("AI 生成 · AI generated", { face: "sans", sizePx });
  const wide = label.width + sizePx * 1.5;
  const x = width - wide - unit * 5.4;
  const y = unit * 5.4;
  return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${wide.toFixed(1)}" height="${(sizePx * 1.95).toFixed(1)}" rx="${sizePx.toFixed(1)}" fill="#0b0a0d" fill-opacity=".55" stroke="#fff" stroke-opacity=".5"/><g transform="translate(${(x + sizePx * 0.75).toFixed(1)} ${(y + sizePx * 1.33).toFixed(1)})" fill="#fff" color="#fff">${label.svg}</g>`;
}
