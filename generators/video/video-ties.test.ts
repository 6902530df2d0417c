import { describe, expect, it } from "vitest";
import { listParked, settleTies } from "../_kit/field-ties";
import { VIDEO_MODELS, VIDEO_RESOLUTIONS } from "@/lib/service/contract/video-modes";
import { newVideoInput } from "./new-video-input";
import { videoInputSchema, type VideoForm } from "./video-input";
import {
  listDurations,
  listModelDurations,
  listResolutions,
  videoTies,
  whyNoPretreatment,
} from "./video-ties";

const first_frame_image = { url: "https://pictures.example/a.jpg" };
const form = { ...newVideoInput, first_frame_image } as unknown as VideoForm;

/** service.md Limits, both tables, in their wider reading: seconds by model and resolution. */
const offered = {
  "Vendor-Video-2.3": { "768P": [6, 10], "1080P": [6] },
  "Vendor-Video-2.3-Fast": { "768P": [6, 10], "1080P": [6] },
  "Vendor-Video-02": { "512P": [6, 10], "768P": [6, 10], "1080P": [6] },
  "I2V-01-Director": { "720P": [6], "1080P": [6] },
  "I2V-01-live": { "720P": [6], "1080P": [6] },
  "I2V-01": { "720P": [6], "1080P": [6] },
};

describe.each(VIDEO_MODELS)("what %s offers", (model) => {
  const table: Partial<Record<string, number[]>> = offered[model];

  it("is what the tables say, no more and no less", () => {
    expect(listResolutions(model)).toEqual(Object.keys(table));
    for (const resolution of VIDEO_RESOLUTIONS) {
      expect(listDurations(model, resolution)).toEqual(table[resolution] ?? []);
    }
    expect(listModelDurations(model)).toEqual(model.startsWith("I2V") ? [6] : [6, 10]);
  });

  it.each(VIDEO_RESOLUTIONS.flatMap((resolution) => [5, 6, 10, 11].map((seconds) => [resolution, seconds])))(
    "is judged alike by the schema: %s for %i s",
    (resolution, duration) => {
      const fits = table[resolution as string]?.includes(duration as number) ?? false;
      const input = { model, first_frame_image, resolution, duration };
      expect(videoInputSchema.safeParse(input).success).toBe(fits);
    },
  );

  it.each(
    VIDEO_RESOLUTIONS.flatMap((resolution) => [6, 10].map((seconds) => [resolution, seconds] as const)),
  )("is what a form settles on that came with %s for %i s", (resolution, duration) => {
    const settled = settleTies(videoTies, { ...form, model, resolution, duration }).form;
    expect(videoInputSchema.safeParse(settled).error).toBeUndefined();
  });
});

describe("a value that the model excludes", () => {
  it("is parked and restored", () => {
    const rich = { ...form, model: "Vendor-Video-02", resolution: "512P", duration: 10 } as const;
    const switched = settleTies(videoTies, { ...rich, fast_pretreatment: true, model: "I2V-01-live" });
    expect(switched.form).toMatchObject({ resolution: undefined, duration: undefined });
    expect(listParked(videoTies, switched.form, { parked: switched.parked, causedBy: "model" })).toEqual([
      "resolution",
      "duration",
      "fast_pretreatment",
    ]);
    const back = settleTies(videoTies, { ...switched.form, model: "Vendor-Video-02" }, switched.parked);
    expect(back.form).toMatchObject({ ...rich, fast_pretreatment: true });
    expect(back.parked).toEqual({});
  });

  it("is not restored over a newer choice", () => {
    const switched = settleTies(videoTies, { ...form, model: "I2V-01" });
    const chosen = settleTies(videoTies, { ...switched.form, resolution: "1080P" }, switched.parked);
    const back = settleTies(videoTies, { ...chosen.form, model: "Vendor-Video-2.3" }, chosen.parked);
    expect(back.form.resolution).toBe("1080P");
  });
});

describe("fast pretreatment", () => {
  it("is for three models, and shortens what the optimiser does", () => {
    const none = VIDEO_MODELS.filter((model) => whyNoPretreatment({ ...form, model }) === "model");
    expect(none).toEqual(["I2V-01-Director", "I2V-01-live", "I2V-01"]);
    expect(whyNoPretreatment({ ...form, prompt_optimizer: false })).toBe("optimizer");
    expect(whyNoPretreatment({ ...form, prompt_optimizer: undefined })).toBeNull();
  });
});
