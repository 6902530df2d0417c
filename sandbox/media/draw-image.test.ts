import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawImage, type ImageOrder } from "./draw-image.ts";
import { outlineText, wrapText } from "./text-outline.ts";

const order: ImageOrder = {
  model: "image-01",
  prompt: "A lighthouse on a basalt cliff",
  seed: 42n,
  take: 0,
  width: 640,
  height: 512,
  style: null,
  references: [],
  isOptimized: false,
  hasWatermark: false,
  format: "jpeg",
};

describe("drawImage", () => {
  it("draws the same bytes for the same order", async () => {
    expect((await drawImage(order)).equals(await drawImage({ ...order }))).toBe(true);
  });

  it.each<[string, Partial<ImageOrder>]>([
    ["prompt", { prompt: "A lighthouse on a basalt clifF" }],
    ["seed", { seed: 43n }],
    ["take", { take: 1 }],
    ["model", { model: "image-01-live" }],
    ["style", { model: "image-01-live", style: { type: "水彩", weight: 0.8 } }],
    ["optimizer", { isOptimized: true }],
    ["watermark", { hasWatermark: true }],
    ["reference", { references: [{ imageFile: "https://example.com/a.png", bytes: null }] }],
  ])("draws another picture for another %s", async (_name, change) => {
    expect((await drawImage(order)).equals(await drawImage({ ...order, ...change }))).toBe(false);
  });

  it("draws each style and each weight differently", async () => {
    const pictures = await Promise.all(
      (["漫画", "元气", "中世纪", "水彩"] as const).flatMap((type) =>
        [0.2, 1].map((weight) => drawImage({ ...order, model: "image-01-live", style: { type, weight } })),
      ),
    );
    expect(new Set(pictures.map((picture) => picture.toString("base64"))).size).toBe(8);
  });

  it("writes the prompt in bright strokes into the band at the foot", async () => {
    const countBright = async (prompt: string) => {
      const { data } = await sharp(await drawImage({ ...order, prompt: `city ${prompt}`, format: "png" }))
        .extract({ left: 0, top: 440, width: 640, height: 72 })
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return data.filter((value) => value > 170).length;
    };
    expect(await countBright("玄武岩悬崖上的灯塔晨雾低垂在山谷之间")).toBeGreaterThan(
      (await countBright("")) + 300,
    );
  });

  it("uses the colour of a reference picture", async () => {
    const reference = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#10e040" } })
      .png()
      .toBuffer();
    const readMean = async (references: ImageOrder["references"]) => {
      const { channels } = await sharp(
        await drawImage({ ...order, prompt: "sunset peak", references }),
      ).stats();
      return channels.map((channel) => channel.mean);
    };
    const [plainRed = 0, plainGreen = 0] = await readMean([]);
    const [red = 0, green = 0] = await readMean([{ imageFile: "", bytes: reference }]);
    expect(green - red).toBeGreaterThan(plainGreen - plainRed);
  });
});

describe("text outlines", () => {
  it("draws Latin, Chinese, kana and Cyrillic characters differently, with the fonts of the project", () => {
    for (const text of ["seed 42", "晨雾低垂", "そらの", "Привет"]) {
      const { svg, width } = outlineText(text, { face: "sans", sizePx: 20 });
      expect(width).toBeGreaterThan(20);
      const paths = [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
      expect(paths).toHaveLength(text.replace(/\s/g, "").length);
      expect(new Set(paths).size).toBeGreaterThan(paths.length / 2);
      expect(svg).not.toContain("M80 0H520V700");
    }
  });

  it("draws an empty box for a character without a glyph", () => {
    expect(outlineText("🜁", { face: "sans", sizePx: 20 }).svg).toContain("M80 0H520V700");
  });

  it("cuts a line that is too long with an ellipsis", () => {
    const { width } = outlineText("word ".repeat(200), { face: "sans", sizePx: 20, maxWidth: 300 });
    expect(width).toBeLessThanOrEqual(300);
    expect(width).toBeGreaterThan(250);
  });

  it("wraps between words and between Chinese characters, never over the number of lines", () => {
    const options = { face: "sans", sizePx: 20, maxWidth: 200, maxLines: 2 } as const;
    expect(wrapText("short", options)).toEqual(["short"]);
    expect(wrapText("one two three four five six seven eight nine ten eleven", options)).toHaveLength(2);
    expect(wrapText("玄武岩悬崖上的灯塔晨雾低垂", options)).toHaveLength(2);
  });
});
