import { describe, expect, it } from "vitest";
import { videoExamples } from "./examples";
import { newVideoInput } from "./new-video-input";
import { readVideoForm, toSentInput } from "./video-form-values";
import { videoInputSchema } from "./video-input";

describe("a form filled from something untrusted", () => {
  it("begins anew without a first frame", () => {
    for (const input of [null, undefined, "text", newVideoInput]) {
      const { form, parked } = readVideoForm(input);
      expect(form).toMatchObject({ model: "Vendor-Video-2.3", prompt: "", resolution: "768P", duration: 6 });
      expect(form.first_frame_image).toBeUndefined();
      expect(parked).toEqual({});
    }
  });

  it("sends an example as it is", () => {
    for (const { input } of videoExamples) {
      const sent = toSentInput(readVideoForm(input).form, null);
      expect(sent).toEqual(input);
      expect(videoInputSchema.safeParse(sent).success).toBe(true);
    }
  });

  it("omits values of another type, and keeps those that only break a rule", () => {
    const { form } = readVideoForm({
      model: "none",
      prompt: "x".repeat(2001),
      first_frame_image: { url: "no address" },
      prompt_optimizer: "yes",
      duration: "6",
      resolution: "4K",
      aigc_watermark: true,
    });
    expect(form).toMatchObject({ model: "Vendor-Video-2.3", prompt: "x".repeat(2001), aigc_watermark: true });
    expect(form.first_frame_image).toBeUndefined();
    expect(form.prompt_optimizer).toBeUndefined();
    expect(form.duration).toBeUndefined();
    expect(form.resolution).toBeUndefined();
  });

  it("puts aside what the model does not have", () => {
    const { form, parked } = readVideoForm({ model: "I2V-01", resolution: "768P", duration: 10 });
    expect(form.resolution).toBeUndefined();
    expect(form.duration).toBeUndefined();
    expect(parked).toEqual({ resolution: "768P", duration: 10 });
  });

  it("does not send what the connected service does not have", () => {
    const { form } = readVideoForm({ ...newVideoInput, aigc_watermark: true, fast_pretreatment: true });
    const features = { fields: { video: { aigc_watermark: false, fast_pretreatment: true } } };
    const sent = toSentInput(form, features as never);
    expect(sent).toMatchObject({ fast_pretreatment: true });
    expect(sent).not.toHaveProperty("aigc_watermark");
    expect(sent).not.toHaveProperty("prompt");
  });
});
