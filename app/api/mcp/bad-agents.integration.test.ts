import { randomUUID } from "node:crypto";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { Problem } from "@/lib/errors/problem-schema";
import type { ProjectDto } from "@/lib/projects/project-dto";
import { type AgentStudio, openAgentStudio, readJson, type TestAgent } from "./testing/agent-studio";

const image = { model: "image-01", prompt: "Not yours" };

let agents: AgentStudio;
let agent: TestAgent;
let generation: GenerationDto;
let project: ProjectDto;

beforeAll(async () => {
  agents = await openAgentStudio();
  await agents.studio.startWorker();
  agent = await agents.addAgent();
  const { id } = await agent.read<GenerationDto>("make_image", { input: image });
  generation = await agent.read<GenerationDto>("wait_for_generation", { id, wait: 50 });
  project = await agent.read<ProjectDto>("create_project", { title: "Not yours" });
});
afterAll(() => agents.close());

/** What a tool tells of an error, without what differs between any two requests. */
async function readProblem(given: TestAgent, name: string, args: Record<string, unknown>) {
  const result = await given.call(name, args);
  expect(result.isError, JSON.stringify(result.content)).toBe(true);
  const { requestId, ...problem } = readJson<Problem>(result);
  expect(requestId).toBeTruthy();
  return problem;
}

describe("errors of tools", () => {
  it("are those of REST: for invalid input", async () => {
    const input = { ...image, n: 10, unknown: 1 };
    const response = await agent.rest("POST /api/v1/generations", { generator: "image", input });
    const { requestId: _id, ...problem } = (await response.json()) as Problem;
    expect(problem.errors).toHaveLength(2);
    expect(await readProblem(agent, "make_image", { input })).toEqual(problem);
  });

  it("are those of REST: for what belongs to somebody else", async () => {
    const stranger = await agents.addStranger();
    const [output] = generation.outputs;
    const { id } = generation;
    const itemId = output!.item!.id;
    const own = await stranger.read<ProjectDto>("create_project", { title: "Theirs" });
    const cases: [string, Record<string, unknown>][] = [
      ["wait_for_generation", { id, wait: 50 }],
      ["look_at_generation", { id }],
      ["cancel_generation", { id }],
      ["trash_generation", { id }],
      ["look_at_item", { id: itemId }],
      ["fetch_item", { id: itemId }],
      ["trash_items", { ids: [itemId] }],
      ["add_to_project", { id: project.id, ids: [itemId] }],
      ["remove_from_project", { id: project.id, ids: [itemId] }],
      ["add_to_project", { id: own.id, ids: [itemId] }],
      ["make_image", { input: image, projectId: project.id, parentId: id }],
    ];
    const codes = await Promise.all(
      cases.map(async ([name, args]) => [name, (await readProblem(stranger, name, args)).code]),
    );
    expect(codes).toEqual(cases.map(([name]) => [name, "not-found"]));
    // The answer to HEAD has no body.
    const file = await stranger.call("fetch_file", { assetId: output!.assetId });
    expect(file).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("not-found") }] });

    const response = await stranger.rest(`GET /api/v1/items/${itemId}`);
    const { requestId: _id, ...problem } = (await response.json()) as Problem;
    expect(await readProblem(stranger, "look_at_item", { id: itemId })).toEqual(problem);
    const nobodys = await readProblem(agent, "look_at_item", { id: randomUUID() });
    expect({ ...nobodys, instance: "" }).toEqual({ ...problem, instance: "" });
    expect((await agent.rest(`GET /api/v1/items/${itemId}`)).status).toBe(200);
  });

  it("name the scope that the token lacks", async () => {
    const [reader, maker] = await Promise.all([
      agents.addAgent({ scopes: ["read"] }),
      agents.addAgent({ scopes: ["make"] }),
    ]);
    const refusal = { status: 403, code: "auth.scope" };
    expect(await readProblem(reader, "make_image", { input: image })).toMatchObject({
      ...refusal,
      scope: "make",
    });
    expect(await readProblem(maker, "find_items", {})).toMatchObject({ ...refusal, scope: "read" });
    expect(await readProblem(maker, "fetch_item", { id: randomUUID() })).toMatchObject({ scope: "read" });
  });

  it.each<[string, string, Record<string, unknown>, object]>([
    ["a name that it does not have", "find_items", { query: "x" }, { path: "query", key: "field.unknown" }],
    [
      "what it always sends",
      "trash_items",
      { ids: [], trashed: false },
      { path: "trashed", key: "field.unknown" },
    ],
    ["another generator", "make_image", { input: image, generator: "music" }, { path: "generator" }],
    ["no ID", "look_at_item", {}, { path: "id", key: "field.required" }],
    ["an object in an address", "find_items", { q: { a: 1 } }, { path: "q", key: "field.type" }],
    ["no input", "make_speech", {}, { path: "input", key: "field.required" }],
    ["a value out of range", "find_items", { limit: 101 }, { path: "limit", key: "field.too-big" }],
    ["a time too long", "wait_for_generation", { id: randomUUID(), wait: 3600 }, { path: "wait" }],
    ["an unknown format", "fetch_item", { format: "exe" }, { path: "format", key: "field.choice" }],
  ])("tell the field: %s", async (_what, name, args, field) => {
    const given = name === "fetch_item" ? { id: generation.outputs[0]!.item!.id, ...args } : args;
    const problem = await readProblem(agent, name, given);
    expect(problem).toMatchObject({ status: 422, code: "input.invalid" });
    expect(problem.errors).toContainEqual(expect.objectContaining(field));
  });

  it("leave no address but that of the tool: an ID with a path in it is none", async () => {
    for (const id of ["../projects", "%2e%2e", "", 5, `${generation.id}/chain`]) {
      expect(await readProblem(agent, "look_at_generation", { id })).toMatchObject({ code: "not-found" });
    }
  });
});

describe("messages", () => {
  const headers = () => ({
    authorization: `Bearer ${agent.token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  });
  const send = (body: BodyInit, changed: Record<string, string> = {}) =>
    fetch(`${agents.origin}/api/mcp`, { method: "POST", body, headers: { ...headers(), ...changed } });
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

  it("are answered as JSON", async () => {
    const response = await send(JSON.stringify(list));
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject({
      jsonrpc: "2.0",
      id: 1,
      result: { tools: expect.any(Array) },
    });
  });

  it("need a token that is valid", async () => {
    for (const authorization of ["", "Bearer rvr_nothing", "Basic YTpi"]) {
      const response = await send(JSON.stringify(list), { authorization });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: "auth.required" });
    }
  });

  it.each<[string, string, number, string]>([
    ["no JSON", "{", 400, "input.malformed"],
    ["no message", '{"hello": 1}', 422, "input.invalid"],
    ["many messages at once", JSON.stringify([list, list]), 422, "input.invalid"],
    [
      "one too large",
      JSON.stringify({ ...list, params: { text: "x".repeat(1024 * 1024) } }),
      413,
      "input.too-large",
    ],
    ["one too deep", `${'{"a":'.repeat(40)}1${"}".repeat(40)}`, 413, "input.too-complex"],
  ])("are refused as REST refuses a body: %s", async (_what, body, status, code) => {
    const response = await send(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it("of another content type are refused", async () => {
    expect((await send(JSON.stringify(list), { "content-type": "text/plain" })).status).toBe(400);
    expect((await send(JSON.stringify(list), { accept: "text/html" })).status).toBe(406);
  });

  it("of no known method or tool are errors of the protocol", async () => {
    const unknown = agent.client.callTool({ name: "drop_tables", arguments: {} });
    await expect(unknown).rejects.toMatchObject({ code: ErrorCode.InvalidParams });
    const response = await send(JSON.stringify({ ...list, method: "tools/destroy" }));
    expect(await response.json()).toMatchObject({ error: { code: ErrorCode.MethodNotFound } });
    const wrong = { ...list, method: "tools/call", params: { name: "find_items", arguments: [1] } };
    expect(await (await send(JSON.stringify(wrong))).json()).toMatchObject({
      error: { code: expect.any(Number) },
    });
  });

  it("end with the token: a revoked one is refused at once", async () => {
    const { client, token } = await agents.addAgent();
    const { database } = agents.studio.test;
    const lastFour = token.slice(-4);
    await database.apiToken.updateMany({ where: { lastFour }, data: { revokedAt: new Date() } });
    await expect(client.listTools()).rejects.toThrow("auth.required");
  });
});
