import { describe, expect, it } from "vitest";
import { nearestRatio, readImageForm, sizeOf, switchModel, toSentInput } from "./image-form-values";
import { imageInputSchema } from "./image-input";

const base = readImageForm({ model: "image-01", prompt: "A lighthouse", aspect_ratio: "3:2", n: 4 });

describe("readImageForm", () => {
  it("returns a new form without input", () => {
    expect(readImageForm(null)).toMatchObject({ model: "image-01", prompt: "", aspect_ratio: "1:1", n: 4 });
    expect(readImageForm("x")).toEqual(readImageForm(null));
  });

  it("reads valid values and omits others", () => {
    const form = readImageForm({
      model: "image-09",
      prompt: "",
      n: 12,
      seed: "9007199254740993",
      aspect_ratio: "5:4",
      aigc_watermark: "yes",
      colour: "red",
    });
    expect(form).toMatchObject({ model: "image-01", prompt: "", n: 1, seed: "9007199254740993" });
    expect(form.aspect_ratio).toBe("1:1");
    expect(form.aigc_watermark).toBeUndefined();
    expect(form).not.toHaveProperty("colour");
  });

  it("keeps typed values that break a rule", () => {
    expect(readImageForm({ prompt: "x", width: 513, height: 4000, seed: "7x" })).toMatchObject({
      width: 513,
      height: 4000,
      seed: "7x",
    });
  });

  it("takes references and a style only in their shape", () => {
    const file = { assetId: "01900000-0000-7000-8000-000000000000" };
    const form = readImageForm({
      model: "image-01-live",
      subject_reference: [
        { type: "character", image_file: file },
        { image_file: { url: "no address" } },
        null,
      ],
      style: { style_type: "漫画", style_weight: "much" },
    });
    expect(form.subject_reference).toEqual([{ type: "character", image_file: file }]);
    expect(form.style).toEqual({ style_type: "漫画" });
    expect(readImageForm({ model: "image-01-live", style: { style_type: 7 } }).style).toBeUndefined();
    // The connected service decides which styles exist.
    expect(readImageForm({ model: "image-01-live", style: { style_type: "油画" } }).style).toBeDefined();
  });

  it("reads back whatever the schema accepts", () => {
    const inputs = [
      { model: "image-01", prompt: "x", width: 512, height: 2048, n: 9, seed: "-9223372036854775808" },
      {
        model: "image-01-live",
        prompt: "x",
        aspect_ratio: "9:16",
        n: 1,
        style: { style_type: "水彩", style_weight: 1 },
        subject_reference: [{ type: "character", image_file: { url: "https://example.com/a.png" } }],
        response_format: "base64",
        prompt_optimizer: true,
        aigc_watermark: false,
      },
    ];
    for (const input of inputs) {
      expect(imageInputSchema.safeParse(input).success).toBe(true);
      expect(toSentInput(readImageForm(input), null)).toEqual(input);
    }
  });

  it("lets an aspect ratio win over a size, as the service does", () => {
    const form = readImageForm({ prompt: "x", aspect_ratio: "16:9", width: 512, height: 512 });
    expect(form).toMatchObject({ aspect_ratio: "16:9", width: undefined, height: undefined });
  });

  it("keeps a size of one's own", () => {
    const form = readImageForm({ prompt: "x", width: 1024, height: 576 });
    expect(form).toMatchObject({ aspect_ratio: undefined, width: 1024, height: 576 });
  });

  it("never gives a form that its own model refuses", () => {
    const form = readImageForm({
      model: "image-01-live",
      prompt: "x",
      aspect_ratio: "21:9",
      width: 512,
      height: 512,
    });
    expect(imageInputSchema.safeParse(form).success).toBe(true);
    expect(form.aspect_ratio).toBe("16:9");
  });
});

describe("switchModel", () => {
  it("puts 21:9 aside for image-01-live and brings it back", () => {
    const live = switchModel({ ...base, aspect_ratio: "21:9" }, {}, "image-01-live");
    expect(live.form).toMatchObject({ model: "image-01-live", aspect_ratio: "16:9" });
    const back = switchModel(live.form, live.parked, "image-01");
    expect(back.form.aspect_ratio).toBe("21:9");
  });

  it("does not restore a replaced value", () => {
    const live = switchModel({ ...base, aspect_ratio: "21:9" }, {}, "image-01-live");
    const back = switchModel({ ...live.form, aspect_ratio: "1:1" }, live.parked, "image-01");
    expect(back.form.aspect_ratio).toBe("1:1");
  });

  it("puts a size of one's own aside and takes the nearest shape", () => {
    const sized = { ...base, aspect_ratio: undefined, width: 800, height: 1200 };
    const live = switchModel(sized, {}, "image-01-live");
    expect(live.form).toMatchObject({ aspect_ratio: "2:3", width: undefined, height: undefined });
    expect(switchModel(live.form, live.parked, "image-01").form).toMatchObject({
      aspect_ratio: undefined,
      width: 800,
      height: 1200,
    });
  });

  it("puts a style aside for image-01 and brings it back", () => {
    const style = { style_type: "水彩", style_weight: 0.5 } as const;
    const plain = switchModel({ ...base, model: "image-01-live", style }, {}, "image-01");
    expect(plain.form.style).toBeUndefined();
    expect(switchModel(plain.form, plain.parked, "image-01-live").form.style).toEqual(style);
  });

  it("keeps what both offer", () => {
    const { form } = switchModel({ ...base, seed: 7, aigc_watermark: true }, {}, "image-01-live");
    expect(form).toMatchObject({
      prompt: "A lighthouse",
      n: 4,
      seed: 7,
      aigc_watermark: true,
      aspect_ratio: "3:2",
    });
  });
});

describe("toSentInput", () => {
  const features = (style: boolean) =>
    ({
      endpoints: {},
      fields: {
        image: { style, seed: true, response_format: true, prompt_optimizer: true, aigc_watermark: true },
      },
      maxSubjectReferences: 1,
    }) as unknown as Parameters<typeof toSentInput>[1];

  it("sends set fields only", () => {
    expect(toSentInput(base, features(true))).toEqual({
      model: "image-01",
      prompt: "A lighthouse",
      aspect_ratio: "3:2",
      n: 4,
    });
  });

  it("leaves out what the connected service does not have", () => {
    const form = { ...base, model: "image-01-live", style: { style_type: "漫画" } } as typeof base;
    expect(toSentInput(form, features(true))).toHaveProperty("style");
    expect(toSentInput(form, features(false))).not.toHaveProperty("style");
  });
});

describe("sizeOf and nearestRatio", () => {
  it("know the pixels of the eight shapes", () => {
    expect(sizeOf(base)).toEqual({ width: 1248, height: 832 });
    expect(sizeOf({ aspect_ratio: undefined, width: 512, height: undefined })).toBeNull();
  });

  it("find the shape nearest to a size", () => {
    expect(nearestRatio("image-01", { width: 2048, height: 880 })).toBe("21:9");
    expect(nearestRatio("image-01-live", { width: 2048, height: 880 })).toBe("16:9");
    expect(nearestRatio("image-01", { width: 512, height: 520 })).toBe("1:1");
  });
});
