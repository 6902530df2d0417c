import { describe, expect, it } from "vitest";
import type { PrepareContext } from "@/lib/generations/record/runner-port.server";
import { VIDEO_MODELS } from "@/lib/service/contract/video-modes";
import { runner } from "./runner.server";
import { chooseSentFields } from "./sent-fields";
import type { VideoInput } from "./video-input";

const prompt = "A ship";
const asTheServiceDoesAnyway = {
  prompt_optimizer: true,
  fast_pretreatment: false,
  aigc_watermark: false,
  duration: 6,
} as const;
const series01 = VIDEO_MODELS.filter((model) => model.startsWith("I2V-01"));
const others = VIDEO_MODELS.filter((model) => !model.startsWith("I2V-01"));

describe("the fields of a video as they are sent", () => {
  it.each(series01)("are those of %s that differ from its defaults", (model) => {
    const defaults = { model, prompt, ...asTheServiceDoesAnyway, resolution: "720P" } as const;
    expect(chooseSentFields(defaults)).toEqual({ model, prompt });
    const changed = { prompt_optimizer: false, aigc_watermark: true, resolution: "1080P" } as const;
    expect(chooseSentFields({ ...defaults, ...changed })).toEqual({ model, prompt, ...changed });
  });

  it.each(others)("are those of %s that were chosen, and no others", (model) => {
    const chosen = { model, prompt, ...asTheServiceDoesAnyway, resolution: "768P" } as const;
    expect(chooseSentFields(chosen)).toEqual(chosen);
    expect(chooseSentFields({ model, resolution: undefined, duration: undefined })).toEqual({ model });
  });
});

describe("the request for a video", () => {
  const url = "https://pictures.example/frame.png";
  const prepare = (input: Partial<VideoInput>, callbackUrl: string | null) => {
    const context = { openCallback: () => Promise.resolve(callbackUrl) } as unknown as PrepareContext;
    return runner.prepare({ model: "I2V-01", first_frame_image: { url }, ...input }, context);
  };

  it("has the first frame, what is not left out, and a callback address where there is one", async () => {
    const input = { ...asTheServiceDoesAnyway, prompt, resolution: "720P" } as const;
    const request = { model: "I2V-01", prompt, first_frame_image: url };
    await expect(prepare(input, null)).resolves.toEqual(request);
    const callback_url = "https://studio.example/api/callbacks/video/rvc_1";
    await expect(prepare(input, callback_url)).resolves.toEqual({ ...request, callback_url });
  });
});
