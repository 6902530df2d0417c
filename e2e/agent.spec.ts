import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { ProjectDto } from "@/lib/projects/project-dto";
import { tiles } from "./fixtures/project-page";
import { expect, test } from "./fixtures/test";

/** Calls a tool and reads the JSON of its result. */
async function use<Value>(agent: Client, name: string, args: Record<string, unknown>): Promise<Value> {
  const { content, isError } = CallToolResultSchema.parse(await agent.callTool({ name, arguments: args }));
  const [first] = content;
  if (isError || first?.type !== "text") throw new Error(`${name}: ${JSON.stringify(content)}`);
  return JSON.parse(first.text) as Value;
}

test("an agent makes a song and puts it into a project, which shows it", async ({ page }) => {
  test.slow();
  await page.goto("/settings/tokens");
  const address = await page.getByText(/\/api\/mcp$/).innerText();
  await page.getByLabel("Name").fill("Agent");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = await page.getByLabel("Token", { exact: true }).inputValue();

  const agent = new Client({ name: "journey", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await agent.connect(transport as Parameters<Client["connect"]>[0]);
  const project = await use<ProjectDto>(agent, "create_project", { title: "Songs of an agent" });
  await page.goto(`/projects/${project.id}`);
  await expect(page.getByRole("heading", { name: "Songs of an agent" })).toBeVisible();
  await expect(tiles(page)).toHaveCount(0);

  const input = { model: "music-3.0", prompt: "Slow waltz for a lighthouse", lyrics: "[Outro]\nla" };
  const title = "Waltz of the agent";
  const { id } = await use<GenerationDto>(agent, "make_music", { input, title });
  const song = await use<GenerationDto>(agent, "wait_for_generation", { id, wait: 50 });
  expect(song.state).toBe("succeeded");
  const ids = song.outputs.flatMap(({ item }) => (item ? [item.id] : []));
  expect(await use(agent, "add_to_project", { id: project.id, ids })).toEqual({ changed: 1 });
  const { url, bytes } = await use<{ url: string; bytes: number }>(agent, "fetch_item", { id: ids[0] });
  const download = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect((await download.arrayBuffer()).byteLength).toBe(bytes);

  await page.reload();
  await expect(tiles(page)).toHaveCount(1);
  await expect(tiles(page)).toHaveAttribute("aria-label", new RegExp(title));

  await page.goto("/settings/tokens");
  await page.getByRole("button", { name: "Revoke Agent" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("button", { name: "Revoke Agent" })).toBeHidden();
  await expect(agent.listTools()).rejects.toThrow("auth.required");
  await agent.close();
});
