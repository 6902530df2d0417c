import { describe, expect, it } from "vitest";
import { chooseAnalysis } from "./choose-analysis";
import type { CoverAnalysisDto } from "./cover-analysis-dto";

const now = Date.parse("2026-11-21T12:00:00Z");

function analysis(id: string, state: CoverAnalysisDto["state"], expiresInHours: number | null = null) {
  return {
    id,
    state,
    expiresAt: expiresInHours === null ? null : new Date(now + expiresInHours * 3_600_000).toISOString(),
  } as CoverAnalysisDto;
}

const choose = (...analyses: CoverAnalysisDto[]) => chooseAnalysis(analyses, now)?.id;

describe("chooseAnalysis", () => {
  it("is the call that is out", () => {
    expect(choose(analysis("a", "running"), analysis("b", "ready", 3))).toBe("a");
  });

  it.each(["failed", "unknown"] as const)("is one that lives, though asking again %s", (state) => {
    expect(choose(analysis("a", state), analysis("b", "ready", 3))).toBe("b");
  });

  it("is the newest where none lives", () => {
    expect(choose(analysis("a", "unknown"), analysis("b", "ready", -1))).toBe("a");
    expect(choose(analysis("a", "ready", 0), analysis("b", "unknown"))).toBe("a");
    expect(choose()).toBeUndefined();
  });
});
