import { describe, expect, it } from "vitest";
import { TaskEndedError } from "@/lib/generations/record/runner-port.server";
import { ServiceError } from "@/lib/service/errors/service-error";
import { isNotThere, tellCutOff, toTaskEnd } from "./remote-task.server";

async function* breakWith(error: Error): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(1);
  await Promise.reject(error);
}

describe("tellCutOff", () => {
  it("reports a body that ended early as a damaged result, and other faults unchanged", async () => {
    const short = new ServiceError("answer.truncated", { kind: "malformed", sent: "maybe" });
    await expect(Array.fromAsync(tellCutOff(breakWith(short)))).rejects.toMatchObject({
      code: "result.incomplete",
      cause: short,
    });
    const lost = new ServiceError("network.lost", { kind: "network", sent: "maybe" });
    await expect(Array.fromAsync(tellCutOff(breakWith(lost)))).rejects.toBe(lost);
  });
});

describe("isNotThere", () => {
  it("knows the service's own code and HTTP 404, and nothing else", () => {
    const refuse = (facts: { serviceCode?: number; httpStatus?: number }) =>
      new ServiceError("service.invalid-parameters", { kind: "refused", sent: "maybe", ...facts });
    expect(isNotThere(refuse({ serviceCode: 2013 }))).toBe(true);
    expect(isNotThere(refuse({ httpStatus: 404 }))).toBe(true);
    expect(isNotThere(refuse({ serviceCode: 1004, httpStatus: 200 }))).toBe(false);
    expect(isNotThere(new Error("404"))).toBe(false);
  });
});

describe("toTaskEnd", () => {
  it("ends with the service's code, words and trace where it gives them", () => {
    const end = toTaskEnd("videoQuery", { serviceCode: 1027, serviceMessage: "sensitive" }, "t-1");
    expect(end).toBeInstanceOf(TaskEndedError);
    expect(end.reason).toMatchObject({
      code: "service.output-sensitive",
      endpoint: "videoQuery",
      serviceCode: 1027,
      traceId: "t-1",
    });
  });

  it("ends without a reason where the service gives none", () => {
    for (const failure of [null, { serviceCode: null, serviceMessage: null }]) {
      expect(toTaskEnd("narrationQuery", failure, null).reason).toMatchObject({ code: "task.failed" });
    }
  });
});
