import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/service/errors/service-error";
import { problemResponse } from "./problem-response.server";
import { problemSchema } from "./problem-schema";
import { StudioError } from "./studio-error";

async function read(error: unknown) {
  const response = problemResponse(error, "request-1", "/api/v1/things");
  const body = problemSchema.strict().parse(await response.json());
  expect(response.status).toBe(body.status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  return { body, retryAfter: response.headers.get("retry-after") };
}

describe("problemResponse", () => {
  it("tells an error of the studio with its fields, and when it may be tried again", async () => {
    const fields = [{ path: "width", key: "field.multiple", values: { divisor: 8 } }];
    expect((await read(new StudioError("input.invalid", { fields }))).body).toMatchObject({
      status: 422,
      code: "input.invalid",
      requestId: "request-1",
      instance: "/api/v1/things",
      errors: fields,
    });
    const throttled = new StudioError("rate.throttled", { values: { retryAfterMs: 12_000 } });
    expect((await read(throttled)).retryAfter).toBe("12");
  });

  it("tells a refusal of the service with its code and its trace, and whether anything was made", async () => {
    const refused = new ServiceError("service.balance", {
      kind: "refused",
      sent: "maybe",
      serviceCode: 1008,
      serviceMessage: "words of the service",
      traceId: "trace-1",
      retryAfterMs: 1_500,
    });
    const { body, retryAfter } = await read(refused);
    expect(body).toMatchObject({
      status: 402,
      code: "service.balance",
      made: "nothing",
      serviceCode: 1008,
      traceId: "trace-1",
    });
    expect(JSON.stringify(body)).not.toContain("words of the service");
    expect(retryAfter).toBe("2");
  });

  it("does not claim that nothing was made where nobody knows", async () => {
    const lost = new ServiceError("network.lost", { kind: "network", sent: "maybe" });
    expect((await read(lost)).body).toMatchObject({ code: "network.lost", made: "unknown" });
    const unsent = new ServiceError("network.lost", { kind: "network", sent: "no" });
    expect((await read(unsent)).body).toMatchObject({ code: "network.lost", made: "nothing" });
  });

  it("tells nothing of what it does not know", async () => {
    const { body } = await read(new Error("password=secret"));
    expect(body).toMatchObject({ status: 500, code: "internal" });
    expect(JSON.stringify(body)).not.toContain("secret");
  });
});
