import packageJson from "@/package.json" with { type: "json" };
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import type { BatchDto } from "@/lib/batches/batch-dto";
import type { GenerationDto, GenerationPage } from "@/lib/generations/read/generation-dto";
import type { Lineage } from "@/lib/generations/read/lineage-dto";
import type { ItemTaskDto } from "@/lib/item-tasks/item-task-dto";
import type { ItemDto, ItemMonths, ItemNeighbours, ItemPage } from "@/lib/items/item-dto";
import { listHandlers, type OpenApiDocument } from "@/lib/http/openapi/build-openapi-document";
import { drawPicture } from "@/lib/media/testing/sample-media";
import type { ProjectDto } from "@/lib/projects/project-dto";
import { loadApiRoutes } from "./api-routes";
import { GET as getDescription } from "./route";

const apiRoutes = await loadApiRoutes();

const origin = "http://127.0.0.1:3000";

/** Objects without additional fields, so that a response with undocumented fields fails. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== "object" || value === null) return value;
  const closed = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, close(part)]));
  return "properties" in closed && !("additionalProperties" in closed)
    ? { ...closed, additionalProperties: false }
    : closed;
}

describe("answers of the REST API", () => {
  let studio: StudioHarness;
  let description: OpenApiDocument;
  let validator: Ajv2020;
  let authorization: string;

  beforeAll(async () => {
    studio = await openStudioHarness();
    await studio.startWorker();
    const { token } = await createTestToken(studio.userId, studio.test.database);
    authorization = `Bearer ${token}`;
    const request = new Request(`${origin}/api/v1/openapi.json`);
    description = (await (
      await getDescription(request, { params: Promise.resolve({}) })
    ).json()) as OpenApiDocument;
    const components = close(description.components);
    validator = addFormats
      .default(new Ajv2020({ strict: false, allErrors: true }))
      .addSchema({ ...description, components }, "description");
  });
  afterAll(() => studio.close());

  /** Calls a route like a script and checks the response against its description. */
  async function call<Result>(
    method: string,
    route: string,
    options: {
      params?: Record<string, string>;
      query?: string;
      body?: unknown;
      form?: FormData;
      anonymous?: boolean;
      idempotencyHeader?: string;
    } = {},
  ): Promise<{ status: number; body: Result; headers: Headers }> {
    const { params = {}, query = "", body, form, anonymous = false, idempotencyHeader } = options;
    const handler = listHandlers(route, apiRoutes[route]!).find(([each]) => each === method)?.[1];
    if (!handler) throw new Error(`No ${method} ${route}`);
    const path = route.replaceAll(/\[(\w+)\]/g, (_match, name: string) => params[name] ?? "");
    const request = new Request(`${origin}${path}${query}`, {
      method,
      headers: {
        ...(anonymous ? {} : { authorization }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyHeader === undefined ? {} : { "idempotency-key": idempotencyHeader }),
      },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
    });
    const response = await handler(request, { params: Promise.resolve(params) });
    const text = method === "HEAD" ? "" : await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    const answer = isJson ? (JSON.parse(text) as Result) : (text as Result);
    expectDescribed({ method, route, response, answer, isEmpty: text === "" });
    return { status: response.status, body: answer, headers: response.headers };
  }

  function expectDescribed(made: {
    method: string;
    route: string;
    response: Response;
    answer: unknown;
    isEmpty: boolean;
  }): void {
    const path = made.route.replaceAll(/\[(\w+)\]/g, "{$1}");
    const operation = (
      description.paths![path] as Record<string, { responses: Record<string, DescribedAnswer> }>
    )[made.method.toLowerCase()]!;
    const described = operation.responses[String(made.response.status)];
    if (!described)
      throw new Error(
        `${made.method} ${path} does not say that it answers ${made.response.status}: ${JSON.stringify(made.answer)}`,
      );
    expect(made.response.headers.get("x-request-id")).toBeTruthy();
    if (made.isEmpty) return expect(described.content?.["application/json"]).toBeUndefined();
    const type = made.response.headers.get("content-type")!.split(";")[0]!;
    const content = described.content?.[type] ?? described.content?.[type.replace(/\/.*/, "/*")];
    if (!content) throw new Error(`${made.method} ${path} does not say that it answers ${type}`);
    if (!content.schema) return;
    const rooted = JSON.parse(
      JSON.stringify(close(content.schema)).replaceAll('"#/', '"description#/'),
    ) as object;
    const accepts = validator.compile(rooted);
    expect(accepts(made.answer), JSON.stringify(accepts.errors, null, 2)).toBe(true);
  }

  interface DescribedAnswer {
    content?: Record<string, { schema?: object }>;
  }

  it("are as described from upload to download", async () => {
    const form = new FormData();
    const picture = await drawPicture(64, 48).jpeg().toBuffer();
    form.set("file", new File([new Uint8Array(picture)], "keeper.jpg", { type: "image/jpeg" }));
    const upload = await call<{ assetId: string }>("POST", "/api/uploads", { form });
    expect(upload.status).toBe(201);

    const input = {
      model: "image-01",
      prompt: "As described",
      n: 2,
      subject_reference: [{ type: "character", image_file: { assetId: upload.body.assetId } }],
    };
    const body = { generator: "image", input, idempotencyKey: "described-1" };
    const created = await call<GenerationDto>("POST", "/api/v1/generations", { body });
    expect(created.status).toBe(202);
    expect(created.body.input).toEqual(input);
    const repeated = await call<GenerationDto>("POST", "/api/v1/generations", { body });
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
    expect(repeated.body.id).toBe(created.body.id);

    await studio.waitForEnd(created.body.id);
    const params = { id: created.body.id };
    const done = await call<GenerationDto>("GET", "/api/v1/generations/[id]", { params });
    expect(done.body).toMatchObject({ state: "succeeded", counts: { stored: 2 } });
    const [output] = done.body.outputs;
    const asset = { assetId: output!.assetId };
    expect((await call("GET", "/api/media/[assetId]", { params: asset })).status).toBe(200);
    expect((await call("HEAD", "/api/media/[assetId]", { params: asset })).status).toBe(200);
    expect((await call("GET", "/api/media/[assetId]", { params: asset, query: "?width=160" })).status).toBe(
      200,
    );
    expect((await call("GET", "/api/v1/generations/[id]/download", { params })).status).toBe(200);

    const page = await call<GenerationPage>("GET", "/api/v1/generations", {
      query: "?state=succeeded,failed&limit=1&q=described",
    });
    expect(page.body.generations.map(({ id }) => id)).toEqual([created.body.id]);
    for (const [method, favourite] of [
      ["PUT", true],
      ["PUT", true],
      ["DELETE", false],
    ] as const) {
      const marked = await call<{ favourite: boolean }>(method, "/api/v1/generations/[id]/favourite", {
        params,
      });
      expect(marked).toMatchObject({ status: 200, body: { favourite } });
    }
    const path = "/api/v1/generations/[id]/title";
    const titled = await call<GenerationDto>("PUT", path, { params, body: { title: " Keeper,\n final " } });
    expect(titled.body.title).toBe("Keeper, final");
    expect(titled.body.outputs[0]!.fileName).toMatch(/^keeper-final-\d{8}-1\.\w+$/);
    const untitled = await call<GenerationDto>("DELETE", path, { params });
    expect(untitled.body).toMatchObject({ title: null, version: titled.body.version + 1 });
    const refused = await call<{ errors: object[] }>("PUT", path, { params, body: { title: " " } });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: "input.invalid", errors: [{ path: "title", key: "field.required" }] },
    });
    expect((await call("DELETE", "/api/v1/generations/[id]", { params })).status).toBe(200);
    expect((await call("POST", "/api/v1/generations/[id]/restore", { params })).status).toBe(200);
  });

  it("are as described for items", async () => {
    const body = { generator: "image", input: { model: "image-01", prompt: "Kept one by one", n: 3 } };
    const { body: made } = await call<GenerationDto>("POST", "/api/v1/generations", { body });
    await studio.waitForEnd(made.id);
    const page = await call<ItemPage>("GET", "/api/v1/items", { query: "?q=one+kept&kind=image&limit=2" });
    expect(page.body.items).toHaveLength(2);
    const cursor = page.body.nextCursor!;
    const rest = await call<ItemPage>("GET", "/api/v1/items", {
      query: `?q=one+kept&kind=image&cursor=${cursor}`,
    });
    const ids = [...page.body.items, ...rest.body.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);

    const params = { id: ids[1]! };
    const neighbours = await call<ItemNeighbours>("GET", "/api/v1/items/[id]/neighbours", {
      params,
      query: "?q=one+kept&kind=image",
    });
    expect([neighbours.body.previous?.id, neighbours.body.next?.id]).toEqual([ids[0], ids[2]]);
    const lineage = await call<Lineage>("GET", "/api/v1/items/[id]/lineage", { params });
    expect(lineage.body.nodes).toMatchObject([{ id: params.id, depth: 0, of: null }]);
    const changes = { title: " Best\none", rating: 5, favourite: true, addTags: ["Cover art"] };
    const changed = await call<ItemDto>("PATCH", "/api/v1/items/[id]", { params, body: changes });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: "Best one", title: "Best one", rating: 5, favourite: true, tags: ["cover art"] },
    });
    expect((await call<ItemDto>("GET", "/api/v1/items/[id]", { params })).body).toEqual(changed.body);
    const many = await call<object>("PATCH", "/api/v1/items", { body: { ids, trashed: true } });
    expect(many).toMatchObject({ status: 200, body: { changed: 3 } });
    const counted = await call<ItemMonths>("GET", "/api/v1/items/months", {
      query: "?trash=true&tag=cover+art",
    });
    expect(counted.body).toMatchObject({ total: 1, exact: true });
    await call("PATCH", "/api/v1/items", { body: { ids, trashed: false } });

    const nobodys = [...ids, "018f0000-0000-7000-8000-000000000000"];
    const unknown = await call("PATCH", "/api/v1/items", { body: { ids: nobodys, rating: 1 } });
    expect(unknown).toMatchObject({ status: 404, body: { code: "not-found" } });
    for (const wrong of [{ addTags: ["a, b"] }, { rating: 6 }, { title: " " }, { stars: 5 }]) {
      const refused = await call("PATCH", "/api/v1/items/[id]", { params, body: wrong });
      expect(refused).toMatchObject({ status: 422, body: { code: "input.invalid" } });
    }
    const tooMany = { ids: Array.from({ length: 501 }, () => ids[0]), rating: 1 };
    expect((await call("PATCH", "/api/v1/items", { body: tooMany })).status).toBe(422);
    expect((await call("GET", "/api/v1/items", { query: "?cursor=nonsense" })).status).toBe(422);
  });

  it("are as described for many items that are added to a project, and removed", async () => {
    const body = { generator: "image", input: { model: "image-01", prompt: "Kept together", n: 2 } };
    const { body: made } = await call<GenerationDto>("POST", "/api/v1/generations", { body });
    await studio.waitForEnd(made.id);
    const project = await call<ProjectDto>("POST", "/api/v1/projects", { body: { title: "Harbour" } });
    const params = { id: project.body.id };
    const filter = { generationId: made.id };
    const path = "/api/v1/projects/[id]/items";
    const added = await call("POST", `${path}/additions`, { params, body: { filter, sort: "title" } });
    expect(added).toMatchObject({
      status: 201,
      body: {
        action: "project-add",
        project: { id: params.id, title: "Harbour" },
        changed: 2,
        canUndo: true,
      },
    });
    const removed = await call<ItemTaskDto>("POST", `${path}/removals`, { params, body: { filter } });
    expect(removed).toMatchObject({ status: 201, body: { action: "project-remove", changed: 2 } });
    const undone = await call("POST", "/api/v1/item-tasks/[id]/undo", { params: { id: removed.body.id } });
    expect(undone).toMatchObject({ status: 200, body: { state: "undone", restored: 2 } });
    const wrong = { body: { filter, sort: "random" }, params };
    expect(await call("POST", `${path}/additions`, wrong)).toMatchObject({ status: 422 });
    expect(await call("POST", `${path}/removals`, { params, body: {} })).toMatchObject({ status: 422 });
  });

  it("are as described for changes of many items", async () => {
    const body = { generator: "image", input: { model: "image-01", prompt: "Kept all at once", n: 3 } };
    const { body: made } = await call<GenerationDto>("POST", "/api/v1/generations", { body });
    await studio.waitForEnd(made.id);
    const filter = { generationId: made.id, kind: "image", from: "2020-01-01T00:00:00Z", minBytes: "1" };
    const many = { filter, rating: 4, trashed: true };
    const changed = await call<ItemTaskDto>("POST", "/api/v1/items/changes", { body: many });
    expect(changed).toMatchObject({
      status: 201,
      body: {
        action: "change",
        changes: { rating: 4, trashed: true },
        state: "succeeded",
        total: 3,
        changed: 3,
      },
    });
    const params = { id: changed.body.id };
    expect((await call("GET", "/api/v1/item-tasks/[id]", { params })).body).toEqual(changed.body);
    const listed = await call<{ tasks: ItemTaskDto[] }>("GET", "/api/v1/item-tasks");
    expect(listed.body.tasks).toContainEqual(changed.body);
    expect((await call("GET", "/api/v1/item-tasks", { query: "?active=true" })).body).toEqual({ tasks: [] });
    const ended = { status: 409, body: { code: "item-task.state" } };
    expect(await call("POST", "/api/v1/item-tasks/[id]/cancel", { params })).toMatchObject(ended);
    const undone = await call<ItemTaskDto>("POST", "/api/v1/item-tasks/[id]/undo", { params });
    expect(undone).toMatchObject({ status: 200, body: { state: "undone", restored: 3, canUndo: false } });

    const page = await call<ItemPage>("GET", "/api/v1/items", { query: `?generationId=${made.id}` });
    const ids = page.body.items.map(({ id }) => id);
    const path = "/api/v1/items/deletions";
    expect(await call("POST", path, { body: { ids } })).toMatchObject({
      body: { code: "item.not-in-trash" },
    });
    expect(await call("POST", path, { body: { filter } })).toMatchObject({
      body: { code: "item.not-in-trash" },
    });
    const deleted = await call<ItemTaskDto>("POST", path, { body: { ids, skipTrash: true } });
    expect(deleted).toMatchObject({ status: 201, body: { action: "delete", changes: null, changed: 3 } });
    const ofDeletion = { params: { id: deleted.body.id } };
    expect(await call("POST", "/api/v1/item-tasks/[id]/undo", ofDeletion)).toMatchObject(ended);
    expect((await call("POST", path, { body: { ids, skipTrash: true } })).status).toBe(404);

    for (const wrong of [
      { rating: 1 },
      { ids, filter, rating: 1 },
      { ids, exceptIds: ids, rating: 1 },
      { ids: [], rating: 1 },
      { filter: { favorite: "true" }, rating: 1 },
      { filter: { sort: "newest" }, rating: 1 },
      { ids: Array.from({ length: 5_001 }, () => ids[0]), rating: 1 },
    ]) {
      const refused = await call("POST", "/api/v1/items/changes", { body: wrong });
      expect(refused).toMatchObject({ status: 422, body: { code: "input.invalid" } });
    }
  });

  it.each(["", "short", "x".repeat(5_000)])("hold the header %# to the rules of the key", async (header) => {
    const body = { generator: "image", input: { model: "image-01", prompt: "By its header" } };
    const refused = await call<{ errors: object[] }>("POST", "/api/v1/generations", {
      body,
      idempotencyHeader: header,
    });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ path: "idempotencyKey" }]);
  });

  it("know the key of the header again", async () => {
    const body = { generator: "image", input: { model: "image-01", prompt: "By its header" } };
    const idempotencyHeader = "header-key-1";
    const first = await call<GenerationDto>("POST", "/api/v1/generations", { body, idempotencyHeader });
    const again = await call<GenerationDto>("POST", "/api/v1/generations", { body, idempotencyHeader });
    expect(again.body.id).toBe(first.body.id);
  });

  it("are as described where a generation failed, is run again or cannot be cancelled", async () => {
    const input = { model: "image-01", prompt: "Refused [[fault:1026]]" };
    const body = { generator: "image", input };
    const { body: made } = await call<GenerationDto>("POST", "/api/v1/generations", { body });
    await studio.waitForEnd(made.id);
    const params = { id: made.id };
    const failed = await call<GenerationDto>("GET", "/api/v1/generations/[id]", { params });
    expect(failed.body).toMatchObject({ state: "failed", error: { serviceCode: 1026 } });
    expect((await call("POST", "/api/v1/generations/[id]/cancel", { params })).status).toBe(409);
    const retried = await call<GenerationDto>("POST", "/api/v1/generations/[id]/retry", { params });
    expect(retried.body).toMatchObject({ parentId: made.id, relation: "retry" });
    await studio.waitForEnd(retried.body.id);
  });

  it("are as described of generators, rate, account, connection, tokens, health and metrics", async () => {
    const generators = await call<{ generators: { id: string }[] }>("GET", "/api/v1/generators");
    expect(generators.body.generators.map(({ id }) => id)).toContain("image");
    await call("GET", "/api/v1/rate", { query: "?generator=image&model=image-01" });
    expect((await call("GET", "/api/v1/account")).body).toMatchObject({ via: "token", role: "owner" });

    await call("GET", "/api/v1/connection");
    expect((await call("POST", "/api/v1/connection/test", { body: undefined })).body).toMatchObject({
      outcome: "ok",
    });
    const connection = { profileId: "sandbox" };
    expect((await call("PUT", "/api/v1/connection", { body: connection })).status).toBe(200);
    expect((await call("DELETE", "/api/v1/connection")).status).toBe(204);

    const token = await call<{ id: string }>("POST", "/api/v1/tokens", { body: { name: "Second" } });
    expect(token.status).toBe(201);
    await call("GET", "/api/v1/tokens");
    const revoked = await call("DELETE", "/api/v1/tokens/[tokenId]", { params: { tokenId: token.body.id } });
    expect(revoked.status).toBe(204);
    expect((await call("GET", "/api/health", { anonymous: true })).body).toMatchObject({
      status: "ok",
      version: packageJson.version,
    });
    expect((await call("GET", "/api/metrics")).body).toContain("reverie_generations");
  });

  it("are as described of voices, favourites and samples", async () => {
    const voiceId = "Chinese (Mandarin)_News_Anchor";
    const path = "/api/v1/voices/[voiceId]";
    const params = { voiceId };
    expect((await call("PUT", `${path}/favourite`, { params })).status).toBe(204);
    const body = { model: "speech-2.6-hd" };
    const ordered = await call<GenerationDto>("POST", `${path}/sample`, { params, body });
    expect(ordered.status).toBe(202);
    await studio.waitForEnd(ordered.body.id);
    expect(await call("POST", `${path}/sample`, { params, body })).toMatchObject({
      status: 200,
      body: { id: ordered.body.id, state: "succeeded" },
    });
    expect((await call("GET", "/api/v1/voices", { query: "?model=speech-2.6-hd" })).body).toMatchObject({
      source: "service",
      favourites: [voiceId],
      samples: [{ voiceId }],
    });
    expect((await call("DELETE", `${path}/favourite`, { params })).status).toBe(204);
  });

  it("are as described of lyrics, written and refused", async () => {
    const path = "/api/v1/lyrics";
    const written = await call("POST", path, {
      body: { mode: "write_full_song", prompt: "A ferry at dusk" },
    });
    expect(written).toMatchObject({ status: 200, body: { lyrics: expect.stringContaining("[Verse]") } });
    expect((await call("POST", path, { body: { mode: "edit", prompt: "Shorter" } })).status).toBe(422);
    const refused = { mode: "write_full_song", prompt: "[[fault:1008]]" };
    expect(await call("POST", path, { body: refused })).toMatchObject({
      status: 402,
      body: { code: "service.balance", made: "nothing", serviceCode: 1008 },
    });
  });

  it("are as described of a batch", async () => {
    const body = {
      generator: "image",
      input: { model: "image-01" },
      template: { prompt: "a {red|blue} boat" },
    };
    const path = "/api/v1/batches";
    const made = await call<BatchDto>("POST", path, { body, idempotencyHeader: "two boats" });
    expect(made).toMatchObject({ status: 202, body: { generator: "image", total: 2 } });
    const again = await call<BatchDto>("POST", path, { body, idempotencyHeader: "two boats" });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const { id } = again.body;
    expect(id).toBe(made.body.id);
    const params = { id };
    expect((await call<BatchDto>("GET", `${path}/[id]`, { params })).body.total).toBe(2);
    expect((await call("GET", path)).status).toBe(200);
    expect((await call<BatchDto>("POST", `${path}/[id]/cancellation`, { params })).body.states.queued).toBe(
      0,
    );
    const listed = await call<GenerationPage>("GET", "/api/v1/generations", { query: `?batchId=${id}` });
    expect(listed.body.generations.map((each) => each.batchId)).toEqual([id, id]);
    const given = { ...body, rows: [{}] };
    const refused = await call<{ errors: object[] }>("POST", path, { body: given });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: [{ path: "rows", key: "batch.rows.one" }],
      },
    });
  });

  it("are as described of a webhook", async () => {
    const path = "/api/v1/webhooks";
    const body = { name: "Bell", url: "https://bell.invalid/hook", events: ["generation.failed"] };
    const made = await call<{ id: string }>("POST", path, { body });
    expect(made.status).toBe(201);
    const params = { id: made.body.id };
    expect((await call("GET", path)).status).toBe(200);
    expect((await call("GET", `${path}/[id]`, { params })).status).toBe(200);
    expect((await call("PATCH", `${path}/[id]`, { params, body: { name: "Gong" } })).status).toBe(200);
    expect((await call("POST", `${path}/[id]/secret`, { params })).status).toBe(200);
    const tested = await call<{ id: string }>("POST", `${path}/[id]/test`, { params });
    expect(tested).toMatchObject({ status: 200, body: { state: "failed" } });
    expect((await call("GET", `${path}/[id]/deliveries`, { params })).status).toBe(200);
    const delivery = { ...params, deliveryId: tested.body.id };
    const again = `${path}/[id]/deliveries/[deliveryId]/redelivery`;
    expect((await call("POST", again, { params: delivery })).status).toBe(409);
    expect((await call("DELETE", `${path}/[id]`, { params })).status).toBe(204);
  });

  it.each([
    ["no token", "GET", "/api/v1/generations", { anonymous: true }, 401],
    ["a wrong input", "POST", "/api/v1/generations", { body: { generator: "image", input: { n: 10 } } }, 422],
    ["an unknown generator", "POST", "/api/v1/generations", { body: { generator: "x", input: {} } }, 404],
    ["a body of another shape", "POST", "/api/v1/generations", { body: [] }, 422],
    ["a wrong query", "GET", "/api/v1/generations", { query: "?limit=0" }, 422],
    ["an unknown id", "GET", "/api/v1/generations/[id]", { params: { id: crypto.randomUUID() } }, 404],
    ["an id of another shape", "POST", "/api/v1/generations/[id]/cancel", { params: { id: "1" } }, 404],
    ["an unknown asset", "GET", "/api/media/[assetId]", { params: { assetId: "1" } }, 404],
    ["a wrong connection", "PUT", "/api/v1/connection", { body: { profileId: "custom" } }, 422],
    [
      "a voice id that cannot be kept",
      "PUT",
      "/api/v1/voices/[voiceId]/favourite",
      { params: { voiceId: "" } },
      404,
    ],
    ["an empty upload", "POST", "/api/uploads", { body: undefined }, 422],
  ])("are as described of %s", async (_title, method, route, options, status) => {
    expect((await call(method, route, options)).status).toBe(status);
  });
});
