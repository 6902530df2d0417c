import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { ItemPage } from "@/lib/items/item-dto";
import type { ProjectDto, ProjectPage } from "@/lib/projects/project-dto";
import { generators } from "@/generators/registry";
import { type AgentStudio, openAgentStudio, type TestAgent } from "./testing/agent-studio";

const image = { model: "image-01", prompt: "A lighthouse at dusk", n: 2 };

describe("agents", () => {
  let agents: AgentStudio;
  let agent: TestAgent;

  beforeAll(async () => {
    agents = await openAgentStudio();
    await agents.studio.startWorker();
    agent = await agents.addAgent();
  });
  afterAll(() => agents.close());

  async function makeImage(given = agent): Promise<GenerationDto> {
    const { id } = await given.read<GenerationDto>("make_image", { input: image });
    return given.read<GenerationDto>("wait_for_generation", { id, wait: 50 });
  }

  it("are told of the tools that their token has the scope for", async () => {
    const list = async (...scopes: ("read" | "make" | "manage")[]) => {
      const { client } = await agents.addAgent({ scopes });
      return (await client.listTools()).tools.map(({ name }) => name);
    };
    const read = await list("read");
    const make = await list("make");
    expect(read).toEqual([
      ...["wait_for_generation", "look_at_generation", "look_at_item", "find_items", "fetch_item"],
      ...["fetch_file", "list_projects", "list_batches", "look_at_batch", "find_prompts", "get_prompt"],
      ...["list_presets", "get_preset", "list_snippets", "list_voices"],
    ]);
    expect(make).toEqual([
      ...generators.map(({ id }) => `make_${id}`),
      ...["create_project", "add_to_project", "remove_from_project"],
      ...["make_batch", "cancel_batch", "create_preset", "change_preset", "delete_preset"],
      ...["create_snippet", "change_snippet", "delete_snippet"],
      ...["cancel_generation", "trash_generation", "trash_items"],
    ]);
    expect((await list("read", "make", "manage")).sort()).toEqual([...read, ...make].sort());
    expect(await list("manage")).toEqual([]);
  });

  it("are told the fields of each generator, as its schema describes them", async () => {
    const { tools } = await agent.client.listTools();
    const response = await agent.rest("GET /api/v1/generators");
    const described = (await response.json()) as { generators: { id: string; inputSchema: object }[] };
    for (const { id, inputSchema } of described.generators) {
      const tool = tools.find(({ name }) => name === `make_${id}`)!;
      const { $schema: _schema, ...fields } = inputSchema as { $schema: string };
      expect(tool.inputSchema.properties!.input).toMatchObject(fields);
      expect(tool.inputSchema.required).toEqual(["input"]);
      expect(tool.inputSchema.properties).not.toHaveProperty("generator");
    }
    expect(tools.every(({ inputSchema: { additionalProperties } }) => additionalProperties === false)).toBe(
      true,
    );
  });

  it("make, wait, look and fetch what REST has", async () => {
    const idempotencyKey = "an agent's first";
    const made = await agent.read<GenerationDto>("make_image", { input: image, idempotencyKey });
    expect(made).toMatchObject({ generator: "image", input: image });
    const again = await agent.read<GenerationDto>("make_image", { input: image, idempotencyKey });
    expect(again.id).toBe(made.id);

    const done = await agent.read<GenerationDto>("wait_for_generation", { id: made.id, wait: 50 });
    expect(done).toMatchObject({ state: "succeeded", counts: { stored: 2 } });
    const rest = await agent.rest(`GET /api/v1/generations/${made.id}`);
    expect(done).toEqual(await rest.json());

    const look = await agent.call("look_at_generation", { id: made.id });
    expect(look.content.map(({ type }) => type)).toEqual(["text", "image", "image"]);
    const itemId = done.outputs[0]!.item!.id;
    const [text, picture] = (await agent.call("look_at_item", { id: itemId })).content;
    expect(text).toMatchObject({ type: "text" });
    expect(picture).toMatchObject({ type: "image", mimeType: "image/webp" });

    const file = await agent.read<{ url: string; bytes: number }>("fetch_item", { id: itemId });
    expect(file).toMatchObject({ mimeType: done.outputs[0]!.mimeType, authorization: "Bearer" });
    expect(new URL(file.url).origin).toBe(agents.origin);
    expect((await fetch(file.url)).status).toBe(401);
    const download = await fetch(file.url, { headers: { authorization: `Bearer ${agent.token}` } });
    expect((await download.arrayBuffer()).byteLength).toBe(file.bytes);

    const converted = await agent.read<{ url: string }>("fetch_item", { id: itemId, format: "webp" });
    expect(converted).not.toHaveProperty("bytes");
    const webp = await fetch(converted.url, { headers: { authorization: `Bearer ${agent.token}` } });
    expect(webp.headers.get("content-type")).toBe("image/webp");
  });

  it("read short texts and fetch what is no item", async () => {
    const input = { model: "speech-2.6-hd", text: "Said by an agent.", subtitle_enable: true };
    const { id } = await agent.read<GenerationDto>("make_speech", { input });
    const { outputs } = await agent.read<GenerationDto>("wait_for_generation", { id, wait: 50 });
    const subtitle = outputs.find(({ role }) => role === "subtitle")!;
    const look = await agent.call("look_at_generation", { id });
    expect(look.content[1]).toMatchObject({ text: expect.stringContaining("Said by an agent.") });
    const file = await agent.read<{ url: string }>("fetch_file", { assetId: subtitle.assetId });
    expect(file).toMatchObject({ bytes: subtitle.bytes, mimeType: expect.stringContaining("json") });
    const download = await fetch(file.url, { headers: { authorization: `Bearer ${agent.token}` } });
    expect(await download.text()).toContain("Said by an agent.");
  });

  it("find items by search and filters, and page through them", async () => {
    const { id: generationId } = await makeImage();
    const find = (args: object) => agent.read<ItemPage>("find_items", { generationId, ...args });
    expect((await find({ q: "lighthouse", kind: "image,video" })).items).toHaveLength(2);
    // A list as agents write one.
    expect((await find({ kind: ["audio", "video"] })).items).toEqual([]);
    const first = await find({ limit: 1 });
    const second = await find({ limit: 1, cursor: first.nextCursor });
    const ids = [first, second].flatMap(({ items }) => items.map((item) => item.id));
    expect(new Set(ids).size).toBe(2);
  });

  it("put results into projects, take them out and throw them away", async () => {
    const project = await agent.read<ProjectDto>("create_project", { title: "By an agent" });
    const { projects } = await agent.read<ProjectPage>("list_projects");
    expect(projects.map(({ id }) => id)).toContain(project.id);

    const { id, outputs } = await makeImage();
    const ids = outputs.map(({ item }) => item!.id);
    expect(await agent.read("add_to_project", { id: project.id, ids })).toEqual({ changed: 2 });
    expect(await agent.read("remove_from_project", { id: project.id, ids: [ids[0]] })).toEqual({
      changed: 1,
    });
    const kept = await agent.read<ItemPage>("find_items", { project: project.id });
    expect(kept.items.map((item) => item.id)).toEqual([ids[1]]);

    expect(await agent.read("trash_items", { ids: [ids[0]] })).toEqual({ changed: 1 });
    const trash = await agent.read<ItemPage>("find_items", { generationId: id, trash: "true" });
    expect(trash.items.map((item) => item.id)).toEqual([ids[0]]);
    const trashed = await agent.read<GenerationDto>("trash_generation", { id });
    expect(trashed.deletedAt).not.toBeNull();
  });
});
