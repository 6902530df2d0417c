import type { Canvas } from "./sky.ts";
import { outlineText, wrapText } from "./text-outline.ts";

/** The band at the foot of every picture: prompt, then model, seed and that it is a stand-in. */
export function drawCaption(
  canvas: Canvas,
  caption: { prompt: string; facts: readonly string[]; frameWidth: number },
): { svg: string; height: number } {
  const textPx = Math.max(canvas.unit * 2.35, 15);
  const factPx = Math.max(canvas.unit * 1.65, 11.5);
  const frame = canvas.unit * caption.frameWidth;
  const margin = canvas.unit * 3;
  const left = frame + margin;
  const inner = canvas.width - left * 2;
  const bottom = canvas.height - frame;
  const lines = wrapText(caption.prompt, { face: "sans", sizePx: textPx, maxWidth: inner, maxLines: 2 });
  const height = margin * 1.5 + lines.length * textPx * 1.34 + factPx * 1.25;
  const top = bottom - height;
  const prompt = lines.map((line, index) => {
    const { svg } = outlineText(line, { face: "sans", sizePx: textPx, maxWidth: inner });
    const y = top + margin * 0.72 + textPx * (0.95 + index * 1.34);
    return `<g transform="translate(${left.toFixed(1)} ${y.toFixed(1)})" fill="#fff" color="#fff">${svg}</g>`;
  });
  const facts = outlineText(caption.facts.join(" · "), { face: "mono", sizePx: factPx, maxWidth: inner });
  const factY = bottom - margin * 0.72;
  const svg = `<linearGradient id="band" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0b0a0d" stop-opacity="0"/><stop offset=".32" stop-color="#0b0a0d" stop-opacity=".52"/><stop offset="1" stop-color="#0b0a0d" stop-opacity=".78"/></linearGradient><rect y="${(top - margin).toFixed(1)}" width="${canvas.width}" height="${(height + margin + frame).toFixed(1)}" fill="url(#band)"/>${prompt.join("")}<g transform="translate(${left.toFixed(1)} ${factY.toFixed(1)})" fill="#e7e2da" color="#e7e2da" opacity=".86">${facts.svg}</g>`;
  return { svg, height: height + frame };
}

/** The visible watermark of `aigc_watermark`, in the upper right corner. */
export function drawWatermark(canvas: Canvas): string {
  const sizePx = Math.max(canvas.unit * 2, 13);
  const label = outlineText("AI 生成 · AI generated", { face: "sans", sizePx });
  const padding = sizePx * 0.75;
  const width = label.width + padding * 2;
  const height = sizePx * 1.95;
  const x = canvas.width - width - canvas.unit * 5.4;
  const y = canvas.unit * 5.4;
  return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" rx="${(height / 2).toFixed(1)}" fill="#0b0a0d" fill-opacity=".55" stroke="#fff" stroke-opacity=".5"/><g transform="translate(${(x + padding).toFixed(1)} ${(y + sizePx * 1.33).toFixed(1)})" fill="#fff" color="#fff">${label.svg}</g>`;
}
