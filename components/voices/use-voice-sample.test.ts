import { expect, it } from "vitest";
import type { ErrorDto } from "@/lib/errors/error-dto";
import { makeGeneration } from "@/lib/generations/testing/make-generation";
import { describeSampleEnd } from "./use-voice-sample";

const fail = (code: string, made: ErrorDto["made"]) =>
  describeSampleEnd(
    "Serene_Woman",
    makeGeneration({ state: "failed", error: { code, message: "", action: "", made } }),
  );

it("offers a free retry only if nothing was generated", () => {
  expect(fail("service.balance", "nothing")).toEqual({
    phase: "failed",
    voiceId: "Serene_Woman",
    code: "service.balance",
    mayCostAgain: false,
  });
  expect(fail("result.damaged", "something")).toMatchObject({ phase: "failed", mayCostAgain: true });
  expect(fail("service.timeout", "unknown")).toMatchObject({ phase: "failed", mayCostAgain: true });
});

it("is unknown without a result", () => {
  expect(describeSampleEnd("Serene_Woman", makeGeneration({ state: "unknown" }))).toEqual({
    phase: "unknown",
    voiceId: "Serene_Woman",
  });
});
