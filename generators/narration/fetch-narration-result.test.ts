import { describe, expect, it } from "vitest";
import { readExtraFacts } from "./fetch-narration-result.server";

describe("readExtraFacts", () => {
  it("takes the facts that are described, and leaves what else the service wrote", () => {
    const extra = { audio_length: "1500", audio_format: "mp3", note: "x".repeat(10_000) };
    const facts = readExtraFacts(Buffer.from(JSON.stringify(extra)));
    expect(facts).toMatchObject({ audio_length: 1_500, audio_format: "mp3", bitrate: null });
    expect(facts).not.toHaveProperty("note");
  });

  it.each(["", "{", "[]", "null", '"mp3"', "<html>"])("finds nothing in %j", (text) => {
    expect(readExtraFacts(Buffer.from(text))).toBeNull();
  });
});
