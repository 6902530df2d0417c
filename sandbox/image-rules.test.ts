import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { codeOf, messageOf, prepareSandbox } from "./test-client.ts";

const PATH = "/v1/image_generation";
const client = prepareSandbox();
const good = { model: "image-01", prompt: "A lighthouse" };

let jpeg = "";
let gif = "";

beforeAll(async () => {
  const picture = sharp({ create: { width: 32, height: 32, channels: 3, background: "#c33" } });
  jpeg = (await picture.clone().jpeg().toBuffer()).toString("base64");
  gif = (await picture.clone().gif().toBuffer()).toString("base64");
});

/** Size of the first picture of an answer, as the decoder tells it. */
async function sizeOf(
  body: Record<string, unknown>,
): Promise<{ format: string; width: number; height: number }> {
  const answer = await client.post(PATH, { ...body, response_format: "base64" });
  expect(messageOf(answer)).toBe("success");
  const [picture = ""] = (answer.body.data as { image_base64: string[] }).image_base64;
  const { format, width, height } = await sharp(Buffer.from(picture, "base64")).metadata();
  return { format, width, height };
}

describe("image rules that refuse with 2013 and name the field", () => {
  it.each([
    ["model", { prompt: "a" }],
    ["model", { ...good, model: "image-02" }],
    ["model", { ...good, model: 1 }],
    ["prompt", { model: "image-01" }],
    ["prompt", { ...good, prompt: "" }],
    ["prompt", { ...good, prompt: null }],
    ["prompt", { ...good, prompt: "灯".repeat(1501) }],
    ["aspect_ratio", { ...good, aspect_ratio: "5:4" }],
    ["aspect_ratio", { ...good, model: "image-01-live", aspect_ratio: "21:9" }],
    ["height", { ...good, width: 512 }],
    ["width", { ...good, height: 512 }],
    ["width", { ...good, width: 504, height: 512 }],
    ["height", { ...good, width: 512, height: 2056 }],
    ["width", { ...good, width: 513, height: 512 }],
    ["width", { ...good, width: "512", height: 512 }],
    ["width", { ...good, width: 512.5, height: 512 }],
    ["width", { ...good, model: "image-01-live", width: 512, height: 512 }],
    ["n", { ...good, n: 0 }],
    ["n", { ...good, n: 10 }],
    ["n", { ...good, n: 1.5 }],
    ["n", { ...good, n: "2" }],
    ["seed", { ...good, seed: "7" }],
    ["seed", { ...good, seed: 1.5 }],
    ["response_format", { ...good, response_format: "png" }],
    ["prompt_optimizer", { ...good, prompt_optimizer: "true" }],
    ["aigc_watermark", { ...good, aigc_watermark: 1 }],
    ["style", { ...good, model: "image-01-live", style: "漫画" }],
    ["style.style_type", { ...good, model: "image-01-live", style: { style_type: "油画" } }],
    ["style.style_type", { ...good, model: "image-01-live", style: { style_weight: 0.5 } }],
    [
      "style.style_weight",
      { ...good, model: "image-01-live", style: { style_type: "漫画", style_weight: 0 } },
    ],
    [
      "style.style_weight",
      { ...good, model: "image-01-live", style: { style_type: "漫画", style_weight: 1.1 } },
    ],
    ["subject_reference", { ...good, subject_reference: { type: "character" } }],
    [
      "subject_reference[0].type",
      { ...good, subject_reference: [{ type: "pet", image_file: "https://a.b/c.jpg" }] },
    ],
    ["subject_reference[0].image_file", { ...good, subject_reference: [{ type: "character" }] }],
    [
      "subject_reference[0].image_file",
      { ...good, subject_reference: [{ type: "character", image_file: "c.jpg" }] },
    ],
    [
      "subject_reference[0].image_file",
      { ...good, subject_reference: [{ type: "character", image_file: "data:image/png;base64,AAAA" }] },
    ],
  ])("%s %#", async (field, body) => {
    const answer = await client.post(PATH, body);
    expect(answer.status).toBe(200);
    expect(codeOf(answer)).toBe(2013);
    expect(messageOf(answer)).toContain(`invalid params, ${field}:`);
  });

  it("an integer seed of more than 64 bits", async () => {
    const answer = await client.post(PATH, `{"model":"image-01","prompt":"a","seed":9223372036854775808}`);
    expect(codeOf(answer)).toBe(2013);
  });

  it("a GIF called JPG, and a JPG that breaks off", async () => {
    const refer = (image_file: string) => ({
      ...good,
      subject_reference: [{ type: "character", image_file }],
    });
    expect(messageOf(await client.post(PATH, refer(`data:image/jpeg;base64,${gif}`)))).toContain(
      "JPG or PNG",
    );
    const broken = Buffer.from(jpeg, "base64").subarray(0, 200).toString("base64");
    expect(messageOf(await client.post(PATH, refer(`data:image/jpeg;base64,${broken}`)))).toContain(
      "damaged",
    );
  });

  it("more references than the settings allow", async () => {
    const reference = { type: "character", image_file: "https://example.com/a.jpg" };
    const two = { ...good, subject_reference: [reference, reference] };
    expect(messageOf(await client.post(PATH, two))).toContain("subject_reference: at most 1");
    await client.post("/__sandbox/settings", { maxSubjectReferences: 2 });
    expect(messageOf(await client.post(PATH, two))).toBe("success");
  });

  it("a reference of 10 MB", async () => {
    const large = Buffer.concat([Buffer.from(jpeg, "base64"), Buffer.alloc(10 * 1024 * 1024)]).toString(
      "base64",
    );
    const subject_reference = [{ type: "character", image_file: `data:image/jpeg;base64,${large}` }];
    expect(messageOf(await client.post(PATH, { ...good, subject_reference }))).toContain("under 10 MB");
  });

  it("a body that is not a JSON object, and a Content-Type that is not JSON", async () => {
    expect(codeOf(await client.post(PATH, "{"))).toBe(2013);
    expect(codeOf(await client.post(PATH, "[]"))).toBe(2013);
    expect(messageOf(await client.post(PATH, good, { "Content-Type": "text/plain" }))).toContain(
      "Content-Type",
    );
  });
});

describe("images that are accepted", () => {
  it.each([
    ["1:1", 1024, 1024],
    ["16:9", 1280, 720],
    ["4:3", 1152, 864],
    ["3:2", 1248, 832],
    ["2:3", 832, 1248],
    ["3:4", 864, 1152],
    ["9:16", 720, 1280],
    ["21:9", 1344, 576],
  ])("aspect ratio %s is %i x %i", async (aspect_ratio, width, height) => {
    expect(await sizeOf({ ...good, aspect_ratio })).toEqual({ format: "jpeg", width, height });
  });

  it("draws exactly the requested width and height, by default 1024 x 1024", async () => {
    expect(await sizeOf({ ...good, width: 512, height: 2048 })).toMatchObject({ width: 512, height: 2048 });
    expect(await sizeOf(good)).toMatchObject({ width: 1024, height: 1024 });
  });

  it("lets an aspect ratio win over width and height, also over one alone", async () => {
    await sizeOf({ ...good, model: "image-01-live", aspect_ratio: "3:2", height: 512 });
    const answer = await sizeOf({ ...good, aspect_ratio: "3:2", width: 512, height: 2048 });
    expect(answer).toMatchObject({ width: 1248, height: 832 });
  });

  it("counts code points: 1,500 characters outside the basic plane are within the limit", async () => {
    expect(codeOf(await client.post(PATH, { ...good, prompt: "😀".repeat(1500) }))).toBe(0);
  });

  it("accepts a style with image-01 and ignores it", async () => {
    const draw = async (extra: object) => {
      const answer = await client.post(PATH, { ...good, seed: 1, response_format: "base64", ...extra });
      return (answer.body.data as { image_base64: string[] }).image_base64[0];
    };
    expect(await draw({ style: { style_type: "漫画" } })).toBe(await draw({}));
  });

  it("accepts a reference by address or as a data URL", async () => {
    for (const image_file of ["https://example.com/face.png", `data:image/jpeg;base64,${jpeg}`]) {
      const subject_reference = [{ type: "character", image_file }];
      expect(codeOf(await client.post(PATH, { ...good, subject_reference }))).toBe(0);
    }
  });

  it("returns the counts as numeric strings, or as numbers if the settings say so", async () => {
    const strings = await client.post(PATH, { ...good, n: 2 });
    expect(strings.body.metadata).toEqual({ success_count: "2", failed_count: "0" });
    await client.post("/__sandbox/settings", { counts: "number" });
    const numbers = await client.post(PATH, good);
    expect(numbers.body.metadata).toEqual({ success_count: 1, failed_count: 0 });
    await client.post("/__sandbox/settings", { counts: "string" });
  });

  it("carries a Trace-Id header and an id, but no trace_id in the body", async () => {
    const answer = await client.post(PATH, good);
    expect(answer.headers.get("trace-id")).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.body.id).toEqual(expect.any(String));
    expect(answer.body).not.toHaveProperty("trace_id");
  });

  it("draws PNG if the settings say so", async () => {
    await client.post("/__sandbox/settings", { imageFormat: "png" });
    expect(await sizeOf({ ...good, width: 512, height: 512 })).toEqual({
      format: "png",
      width: 512,
      height: 512,
    });
    await client.post("/__sandbox/settings", { imageFormat: "jpeg" });
  });
});
