import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import type { RouteOperation } from "./openapi/route-operation";
import { defineRoute } from "./route.server";

// One test causes an internal error, whose log line isn't relevant.
vi.stubEnv("STUDIO_LOG_LEVEL", "silent");

/** The API description isn't relevant here. */
const operation: RouteOperation = {
  id: "test",
  tag: "Studio",
  summary: "Test",
  answers: { 200: { description: "Done." } },
};
const noParams = { params: Promise.resolve({}) };
const address = "http://studio.test/api/v1/things";

function post(
  body: BodyInit | null,
  headers: Record<string, string> = { "content-type": "application/json" },
) {
  return new Request(address, { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

async function problemOf(response: Response) {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  return { status: response.status, ...((await response.json()) as { code: string; errors?: unknown }) };
}

const echo = defineRoute({
  auth: "none",
  operation,
  body: z.strictObject({ name: z.string().max(10) }),
  maxBodyBytes: 100,
  handle: ({ body }) => Response.json(body),
});

describe("defineRoute", () => {
  it("hands parsed path, query and body to the handler", async () => {
    const route = defineRoute({
      auth: "none",
      operation,
      params: z.object({ id: z.uuid() }),
      query: z.object({ limit: z.coerce.number(), tag: z.array(z.string()) }),
      body: z.object({ name: z.string() }),
      handle: ({ params, query, body }) => Response.json({ params, query, body }),
    });
    const id = "0197f1c2-0000-7000-8000-000000000000";
    const request = new Request(`${address}?limit=5&tag=a&tag=b`, {
      method: "POST",
      body: '{"name":"x"}',
      headers: { "content-type": "application/json; charset=utf-8" },
    });
    const response = await route(request, { params: Promise.resolve({ id }) });
    expect(await response.json()).toEqual({
      params: { id },
      query: { limit: 5, tag: ["a", "b"] },
      body: { name: "x" },
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("keeps a well-formed request id and replaces any other", async () => {
    const given = await echo(
      post('{"name":"x"}', { "content-type": "application/json", "x-request-id": "abc-12345" }),
      noParams,
    );
    expect(given.headers.get("x-request-id")).toBe("abc-12345");
    const replaced = await echo(
      post('{"name":"x"}', { "content-type": "application/json", "x-request-id": "a b<script>" }),
      noParams,
    );
    expect(replaced.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("names the fields that are wrong", async () => {
    expect(await problemOf(await echo(post('{"name":1,"extra":2}'), noParams))).toMatchObject({
      status: 422,
      code: "input.invalid",
      errors: [
        { path: "name", key: "field.type", values: { expected: "string" } },
        { path: "extra", key: "field.unknown" },
      ],
    });
  });

  it.each([
    ["text that is not JSON", '{"name":', { "content-type": "application/json" }],
    ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), { "content-type": "application/json" }],
    ["another content type", '{"name":"x"}', { "content-type": "text/plain" }],
  ])("refuses %s", async (_title, body, headers) => {
    expect(await problemOf(await echo(post(body as BodyInit, headers), noParams))).toMatchObject({
      status: 400,
      code: "input.malformed",
    });
  });

  it("stops reading a body at its limit, whatever its length claims to be", async () => {
    let chunksRead = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunksRead += 1;
        controller.enqueue(new Uint8Array(40).fill(0x20));
      },
    });
    const response = await echo(
      post(endless, { "content-type": "application/json", "content-length": "10" }),
      noParams,
    );
    expect(await problemOf(response)).toMatchObject({ status: 413, code: "input.too-large" });
    expect(chunksRead).toBeLessThan(6);
  });

  it.each([
    [
      "60,000 keys",
      JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, at]))),
    ],
    ["400,000 values", `[${"0,".repeat(400_000)}0]`],
    ["500,000 levels", `${"[".repeat(500_000)}${"]".repeat(500_000)}`],
  ])("refuses JSON with %s before it is parsed", async (_what, body) => {
    const route = defineRoute({ auth: "none", operation, body: z.unknown(), handle: () => undefined });
    const parse = vi.spyOn(JSON, "parse");
    const response = await route(post(body), noParams);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    expect(await problemOf(response)).toMatchObject({ status: 413, code: "input.too-complex" });
  });

  it("answers a path of another shape with not-found", async () => {
    const route = defineRoute({
      auth: "none",
      operation,
      params: z.object({ id: z.uuid() }),
      handle: () => Response.json({}),
    });
    const response = await route(new Request(address), { params: Promise.resolve({ id: "1" }) });
    expect(await problemOf(response)).toMatchObject({ status: 404, code: "not-found" });
  });

  it("refuses a caller without credentials before it reads anything", async () => {
    const route = defineRoute({ auth: "actor", scope: "read", operation, handle: () => Response.json({}) });
    expect(await problemOf(await route(new Request(address), noParams))).toMatchObject({
      status: 401,
      code: "auth.required",
    });
  });

  it("tells a studio error by its code and anything else only as internal", async () => {
    const throwing = (error: Error) =>
      defineRoute({
        auth: "none",
        operation,
        handle: () => {
          throw error;
        },
      });
    expect(
      await problemOf(await throwing(new StudioError("generation.state"))(new Request(address), noParams)),
    ).toMatchObject({ status: 409, code: "generation.state" });
    const response = await throwing(new Error("password=hunter2"))(new Request(address), noParams);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain('"internal"');
    expect(text).not.toContain("hunter2");
  });

  it("keeps the handler's own headers", async () => {
    const route = defineRoute({
      auth: "none",
      operation,
      handle: () =>
        new Response("x", { status: 201, headers: { "cache-control": "private, max-age=60", etag: '"a"' } }),
    });
    const response = await route(new Request(address), noParams);
    expect(response.status).toBe(201);
    expect(response.headers.get("cache-control")).toBe("private, max-age=60");
    expect(response.headers.get("etag")).toBe('"a"');
  });
});
