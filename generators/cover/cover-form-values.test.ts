import { describe, expect, it } from "vitest";
import { placeSound, readCoverForm, toDraft, toSentInput } from "./cover-form-values";
import { coverInputSchema } from "./cover-input";
import { newCoverInput } from "./new-cover-input";

const assetId = "0198c0de-0000-7000-8000-000000000001";
const sound = { assetId };
const prompt = "Slow lounge jazz, brushed drums";
const lyrics = "[Verse]\nThe ferry keeps its engine low";

describe("readCoverForm", () => {
  it("returns a new form without input", () => {
    for (const input of [null, "x", newCoverInput]) {
      expect(readCoverForm(input)).toMatchObject({ way: "one-step", form: { ...newCoverInput }, parked: {} });
    }
  });

  it("knows the way of an earlier cover by what it sent", () => {
    expect(readCoverForm({ prompt, audio_base64: sound })).toMatchObject({ way: "one-step", sound });
    const analysed = readCoverForm({ prompt, lyrics, cover_feature_id: "f-1" });
    expect(analysed).toMatchObject({ way: "two-steps", form: { cover_feature_id: "f-1" } });
    expect(analysed.sound).toBeUndefined();
  });

  it("reads back the draft of two steps, with the sound beside its analysis", () => {
    const start = readCoverForm({ prompt, lyrics, cover_feature_id: "f-1" });
    const again = readCoverForm(toDraft(start.form, { way: "two-steps", sound }));
    expect(again).toMatchObject({ way: "two-steps", sound, form: { cover_feature_id: "f-1", lyrics } });
  });

  it("leaves out what no field could show, and puts aside what excludes itself", () => {
    const start = readCoverForm({
      model: "music-3.0",
      audio_base64: { assetId: 4 },
      audio_url: { url: "no" },
      stream: true,
      aigc_watermark: true,
      audio_setting: { format: "wav", bitrate: 32000 },
    });
    expect(start.form).toMatchObject({
      model: "music-cover",
      stream: true,
      audio_setting: { format: "wav" },
    });
    expect(start.form.aigc_watermark).toBeUndefined();
    expect(start.sound).toBeUndefined();
    expect(start.parked).toEqual({ aigc_watermark: true, bitrate: 32000 });
  });
});

describe("toSentInput", () => {
  const filled = { ...readCoverForm({ prompt, lyrics }).form, cover_feature_id: "f-1" };

  it.each([
    ["one-step", sound, { audio_base64: sound }],
    ["one-step", { url: "https://example.org/a.mp3" }, { audio_url: { url: "https://example.org/a.mp3" } }],
    ["two-steps", sound, { cover_feature_id: "f-1" }],
  ] as const)("never excludes itself: %s of %j", (way, chosen, named) => {
    const sent = toSentInput(placeSound(filled, { way, sound: chosen }));
    const { audio_url, audio_base64, cover_feature_id } = sent;
    expect(JSON.parse(JSON.stringify({ audio_url, audio_base64, cover_feature_id }))).toEqual(named);
    expect(coverInputSchema.safeParse(sent).success).toBe(true);
  });

  it("keeps an analysis where the way is changed there and back", () => {
    const alone = placeSound(filled, { way: "one-step", sound });
    expect(alone.cover_feature_id).toBeUndefined();
  });

  it("leaves an empty text out", () => {
    expect(toSentInput({ ...filled, lyrics: "" })).not.toHaveProperty("lyrics");
  });
});
