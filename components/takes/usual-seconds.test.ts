import { describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { makeGeneration } from "@/lib/generations/testing/make-generation";
import { usualSeconds } from "./usual-seconds";

const startedAt = "2026-03-04T05:00:00.000Z";

function video(seconds: number | null, changes: Partial<GenerationDto> = {}): GenerationDto {
  const finishedAt = seconds === null ? null : new Date(Date.parse(startedAt) + seconds * 1000).toISOString();
  return makeGeneration({
    generator: "video",
    model: "Vendor-Video-02",
    input: { resolution: "768P", duration: 6 },
    state: seconds === null ? "running" : "succeeded",
    startedAt,
    finishedAt,
    ...changes,
  });
}

describe("usualSeconds", () => {
  const now = video(null);

  it("is the middle of what alike ones took, so that one that waited long does not count for more", () => {
    expect(usualSeconds(now, [now, video(70), video(3600), video(60)])).toBe(70);
  });

  it("does not go by others: another model, length, size, service, or one that failed", () => {
    const others = [
      video(10, { model: "Vendor-Video-01" }),
      video(10, { input: { resolution: "768P", duration: 10 } }),
      video(10, { input: { resolution: "1080P", duration: 6 } }),
      video(10, { sandbox: false }),
      video(10, { profileId: "custom" }),
      video(10, { state: "failed" }),
    ];
    expect(usualSeconds(now, [...others, video(60), video(70)])).toBe(70);
    expect(usualSeconds(now, others)).toBeNull();
  });

  it("says nothing after one alone", () => {
    expect(usualSeconds(now, [video(60)])).toBeNull();
  });
});
