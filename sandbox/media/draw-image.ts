import { createHash } from "node:crypto";
import sharp from "sharp";
import { px, type Stage } from "./ground.ts";
import { chooseLook, choosePalette, type Color, toHex } from "./palette.ts";
import { SeededRandom } from "./random.ts";
import { drawScene } from "./scene.ts";
import { outlineText, wrapText } from "./text-outline.ts";
import type { ImageRequest, SubjectReference } from "../rules/image-rules.ts";

/** Everything that shows in a picture. The same values give the same bytes. */
export interface ImageOrder extends Pick<
  ImageRequest,
  "model" | "prompt" | "width" | "height" | "style" | "references" | "isOptimized" | "hasWatermark"
> {
  seed: bigint;
  /** Place among pictures of the same seed, from 0. */
  take: number;
  format: "jpeg" | "png";
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

/** A person seen from behind. */
function drawFigure(x: number, foot: number, tall: number, color: string): string {
  return `<g transform="translate(${px(x)} ${px(foot)}) scale(${(tall / 100).toFixed(3)})" fill="${color}"><circle cy="-90" r="9"/><path d="M-12-74Q0-86 12-74L17-34 11-33 9-54 12 0H4L0-36-4 0H-12L-9-54-11-33-17-34Z"/></g>`;
}

/** What a look lays over the scene: sparkles or washes of colour. */
function drawFinish({ width, height, unit, palette, look, random }: Stage): string {
  const scatter = (count: number, draw: (x: string, y: string, size: number) => string) => {
    const drawn = Array.from({ length: count }, () =>
      draw(px(random.between(0, width)), px(random.between(0, height)), unit * random.between(0.3, 1)),
    );
    return `<g fill="#fff" opacity="${(look.weight * 0.8).toFixed(2)}">${drawn.join("")}</g>`;
  };
  if (look.name === "live" || look.name === "lively") {
    return scatter(look.name === "live" ? 9 : 30, (x, y, size) => {
      const [long, thin] = [(size * 1.8).toFixed(2), (size * 0.25).toFixed(2)];
      return `<path transform="translate(${x} ${y})" d="M0-${long}L${thin}-${thin} ${long} 0 ${thin} ${thin} 0 ${long}-${thin} ${thin}-${long} 0-${thin}-${thin}Z"/>`;
    });
  }
  if (look.name !== "watercolour") return "";
  const blooms = [palette.sky, palette.horizon, palette.far, palette.light]
    .map(toHex)
    .map(
      (color, index) =>
        `<radialGradient id="bloom${index}"><stop offset="0" stop-color="${color}" stop-opacity=".45"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`,
    );
  const draw = (x: string, y: string, size: number) =>
    `<ellipse cx="${x}" cy="${y}" rx="${px(size * 40)}" ry="${px(size * 24)}" fill="url(#bloom${random.integer(0, 3)})"/>`;
  return blooms.join("") + scatter(22, draw);
}

/** Strokes along the edges: colour, distance from the edge, width (both in units) and opacity. */
const FRAMES: Readonly<Partial<Record<Stage["look"]["name"], string>>> = {
  comic: "#fbf7ee 0.9 1.8 1, #16121f 1.8 0.7 1",
  medieval: "#55201a 2.1 4.2 1, #d9ab45 0.6 0.4 1, #d9ab45 2.1 0.9 0.6, #d9ab45 4.1 0.6 1",
  watercolour: "#fbf8f1 0.5 3 0.5, #fbf8f1 0.5 4.2 0.45, #fbf8f1 0.5 5.6 0.45",
};

function drawFrame({ width, height, unit, look }: Stage): string {
  const strokes = FRAMES[look.name]?.split(", ").map((stroke) => {
    const [color, from, wide, opacity] = stroke.split(" ");
    const edge = Number(from) * unit;
    return `<rect x="${px(edge)}" y="${px(edge)}" width="${px(width - edge * 2)}" height="${px(height - edge * 2)}" fill="none" stroke="${color}" stroke-opacity="${opacity}" stroke-width="${px(Number(wide) * unit)}"/>`;
  });
  return strokes?.join("") ?? "";
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
    `<g transform="translate(${px(left)} ${px(y)})" fill="${color}" color="${color}">${svg}</g>`;
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
  return `<linearGradient id="band" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0b0a0d" stop-opacity="0"/><stop offset=".32" stop-color="#0b0a0d" stop-opacity=".52"/><stop offset="1" stop-color="#0b0a0d" stop-opacity=".78"/></linearGradient><rect y="${px(top - margin)}" width="${width}" height="${px(height - top + margin)}" fill="url(#band)"/>${prompt.join("")}${place(svg, bottom - margin * 0.72, "#d6d1ca")}`;
}

/** The visible mark of `aigc_watermark`, in the upper right corner; `unit` is a hundredth of the short side. */
export function drawWatermark(width: number, unit: number): string {
  const sizePx = Math.max(unit * 2, 13);
  const label = outlineText("AI 生成 · AI generated", { face: "sans", sizePx });
  const wide = label.width + sizePx * 1.5;
  const x = width - wide - unit * 5.4;
  const y = unit * 5.4;
  return `<rect x="${px(x)}" y="${px(y)}" width="${px(wide)}" height="${px(sizePx * 1.95)}" rx="${px(sizePx)}" fill="#0b0a0d" fill-opacity=".55" stroke="#fff" stroke-opacity=".5"/><g transform="translate(${px(x + sizePx * 0.75)} ${px(y + sizePx * 1.33)})" fill="#fff" color="#fff">${label.svg}</g>`;
}
