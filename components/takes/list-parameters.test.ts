import { describe, expect, it } from "vitest";
import { listParameters } from "./list-parameters";

describe("listParameters", () => {
  it("keeps the order of the input and leaves its text to its own place", () => {
    expect(
      listParameters({ model: "image-01", prompt: "A lighthouse", n: 4, aigc_watermark: false }),
    ).toEqual([
      { kind: "value", field: "model", value: "image-01" },
      { kind: "value", field: "n", value: 4 },
      { kind: "value", field: "aigc_watermark", value: false },
    ]);
  });

  it("opens nested settings", () => {
    expect(listParameters({ style: { style_type: "水彩", style_weight: 0.8 } })).toEqual([
      { kind: "value", field: "style_type", value: "水彩" },
      { kind: "value", field: "style_weight", value: 0.8 },
    ]);
  });

  it("tells references by what they refer to", () => {
    const subject_reference = [
      { type: "character", image_file: { assetId: "a1" } },
      { type: "character", image_file: { url: "https://example.com/a.png" } },
    ];
    expect(listParameters({ subject_reference })).toEqual([
      { kind: "asset", field: "subject_reference", assetId: "a1", picture: true },
      { kind: "url", field: "subject_reference", url: "https://example.com/a.png" },
    ]);
  });

  it("tells pictures from other files", () => {
    expect(listParameters({ first_frame_image: { assetId: "a1" }, text_file: { assetId: "a2" } })).toEqual([
      { kind: "asset", field: "first_frame_image", assetId: "a1", picture: true },
      { kind: "asset", field: "text_file", assetId: "a2", picture: false },
    ]);
  });

  it("marks what was not sent: a field with all that is in it, or one field within", () => {
    const note = { values: {}, message: "" };
    const style = { ...note, path: "style", key: "model-has-no-styles" };
    const bitrate = { ...note, path: "audio_setting.bitrate", key: "bitrate-is-for-mp3" };
    const input = {
      style: { style_type: "水彩", style_weight: 0.8 },
      audio_setting: { format: "wav", bitrate: 64000 },
      bitrate: 1,
    };
    expect(listParameters(input, [style, bitrate])).toEqual([
      { kind: "value", field: "style_type", value: "水彩", unsent: style },
      { kind: "value", field: "style_weight", value: 0.8, unsent: style },
      { kind: "value", field: "format", value: "wav" },
      { kind: "value", field: "bitrate", value: 64000, unsent: bitrate },
      { kind: "value", field: "bitrate", value: 1 },
    ]);
  });

  it("passes over what has no value", () => {
    expect(listParameters({ seed: undefined, style: null })).toEqual([]);
  });
});
