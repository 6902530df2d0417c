import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BatchDto } from "@/lib/batches/batch-dto";
import type { Problem } from "@/lib/errors/problem-schema";
import type { Presets, PresetWithInput } from "@/lib/presets/preset-dto";
import type { PromptDto, PromptPage } from "@/lib/prompts/prompt-dto";
import type { SnippetDto, Snippets } from "@/lib/snippets/snippet-dto";
import { type AgentStudio, openAgentStudio, readJson, type TestAgent } from "./testing/agent-studio";

const image = { model: "image-01", prompt: "A boat", n: 1 };

describe("what agents use again", () => {
  let agents: AgentStudio;
  let agent: TestAgent;

  beforeAll(async () => {
    agents = await openAgentStudio();
    agent = await agents.addAgent();
  });
  afterAll(() => agents.close());

  it("are batches, whose prompts they find", async () => {
    const batch = await agent.read<BatchDto>("make_batch", {
      generator: "image",
      input: image,
      template: { prompt: "A {red|blue} boat" },
      idempotencyKey: "an agent's batch",
    });
    expect(batch).toMatchObject({ generator: "image", total: 2 });
    expect(await agent.read("look_at_batch", { id: batch.id })).toMatchObject({ id: batch.id, total: 2 });
    const { batches } = await agent.read<{ batches: BatchDto[] }>("list_batches");
    expect(batches.map(({ id }) => id)).toEqual([batch.id]);
    expect(await agent.read("cancel_batch", { id: batch.id })).toMatchObject({
      states: { cancelled: 2, queued: 0 },
    });
    const { prompts } = await agent.read<PromptPage>("find_prompts", { q: "boat red" });
    expect(prompts.map(({ text }) => text)).toEqual(["A red boat"]);
    const { id } = prompts[0]!;
    expect(await agent.read<PromptDto>("get_prompt", { id })).toMatchObject({ text: "A red boat" });
  });

  it("are presets and snippets, as REST has them", async () => {
    const { id } = await agent.read<PresetWithInput>("create_preset", {
      generator: "image",
      name: "Boats",
      input: image,
    });
    await agent.read("change_preset", { id, isDefault: true });
    const list = await agent.read<Presets>("list_presets", { generator: "image" });
    expect(list.presets).toMatchObject([{ name: "Boats", isDefault: true }]);
    const preset = await agent.read("get_preset", { id });
    expect(preset).toEqual(await (await agent.rest(`GET /api/v1/presets/${id}`)).json());
    const snippet = await agent.read<SnippetDto>("create_snippet", { name: "Noir", text: "low light" });
    await agent.read("change_snippet", { id: snippet.id, fields: ["prompt"] });
    const { snippets } = await agent.read<Snippets>("list_snippets");
    expect(snippets).toMatchObject([{ name: "Noir", text: "low light", fields: ["prompt"] }]);
    expect((await agent.call("delete_preset", { id })).isError).toBeFalsy();
    expect((await agent.call("delete_snippet", { id: snippet.id })).isError).toBeFalsy();
    expect((await agent.read<Snippets>("list_snippets")).snippets).toEqual([]);
  });

  it("are theirs alone, and need the scope", async () => {
    const { id } = await agent.read<SnippetDto>("create_snippet", { name: "Mine", text: "mine" });
    const preset = await agent.read<PresetWithInput>("create_preset", {
      generator: "image",
      name: "Mine",
      input: image,
    });
    const [prompt] = (await agent.read<PromptPage>("find_prompts")).prompts;
    const stranger = await agents.addStranger();
    const refusals: [string, Record<string, unknown>][] = [
      ["change_snippet", { id, name: "Theirs" }],
      ["delete_snippet", { id }],
      ["get_preset", { id: preset.id }],
      ["change_preset", { id: preset.id, name: "Theirs" }],
      ["delete_preset", { id: preset.id }],
      ["get_prompt", { id: prompt!.id }],
      ["look_at_batch", { id }],
      ["cancel_batch", { id }],
    ];
    for (const [name, args] of refusals) {
      const result = await stranger.call(name, args);
      expect([name, result.isError, readJson<Problem>(result).code]).toEqual([name, true, "not-found"]);
    }
    expect((await stranger.read<PromptPage>("find_prompts")).prompts).toEqual([]);
    const reader = await agents.addAgent({ scopes: ["read"] });
    const refused = await reader.call("create_snippet", { name: "No", text: "no" });
    expect(readJson<Problem>(refused).code).toBe("auth.scope");
    expect((await reader.read<Snippets>("list_snippets")).snippets).toHaveLength(1);
  });
});
