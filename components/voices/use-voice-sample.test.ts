import { expect, it } from "vitest";
import type { ErrorDto } from "@/lib/errors/error-dto";
import { makeGeneration } from "@/lib/generations/testing/make-generation";
import { describeSampleEnd } from "./use-voice-sample";

const fail = (code: string, made: ErrorDto["made"]) =>
  describeSampleEnd(
    "Serene_Woman",
    makeGeneration({ state: "failed", error: { code, message: "", action: "", made } }),
  );

it("is made anew without asking only where it is proven that nothing was made", () => {
  expect(fail("service.balance", "nothing")).toEqual({
    phase: "failed",
    voiceId: "Serene_Woman",
    code: "service.balance",
    mayCostAgain: false,
  });
  expect(fail("result.damaged", "something")).toMatchObject({ phase: "failed", mayCostAgain: true });
  expect(fail("service.timeout", "unknown")).toMatchObject({ phase: "failed", mayCostAgain: true });
});

it("is unknown where nobody knows how it ended", () => {
  expect(describeSampleEnd("Serene_Woman", makeGeneration({ state: "unknown" }))).toEqual({
    phase: "unknown",
    voiceId: "Serene_Woman",
  });
});
