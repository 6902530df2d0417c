import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { ProjectDto } from "@/lib/projects/project-dto";
import { connectAgent } from "./fixtures/agent";
import { tiles } from "./fixtures/project-page";
import { expect, test } from "./fixtures/test";

test("an agent makes a song and puts it into a project, which shows it", async ({ page }) => {
  test.slow();
  const { client, token, use } = await connectAgent(page);
  const project = await use<ProjectDto>("create_project", { title: "Songs of an agent" });
  await page.goto(`/projects/${project.id}`);
  await expect(page.getByRole("heading", { name: "Songs of an agent" })).toBeVisible();
  await expect(tiles(page)).toHaveCount(0);

  const input = { model: "music-3.0", prompt: "Slow waltz for a lighthouse", lyrics: "[Outro]\nla" };
  const title = "Waltz of the agent";
  const { id } = await use<GenerationDto>("make_music", { input, title });
  const song = await use<GenerationDto>("wait_for_generation", { id, wait: 50 });
  expect(song.state).toBe("succeeded");
  const ids = song.outputs.flatMap(({ item }) => (item ? [item.id] : []));
  expect(await use("add_to_project", { id: project.id, ids })).toEqual({ changed: 1 });
  const { url, bytes } = await use<{ url: string; bytes: number }>("fetch_item", { id: ids[0] });
  const download = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect((await download.arrayBuffer()).byteLength).toBe(bytes);

  await page.reload();
  await expect(tiles(page)).toHaveCount(1);
  await expect(tiles(page)).toHaveAttribute("aria-label", new RegExp(title));

  await page.goto("/settings/tokens");
  await page.getByRole("button", { name: "Revoke Agent" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("button", { name: "Revoke Agent" })).toBeHidden();
  await expect(client.listTools()).rejects.toThrow("auth.required");
  await client.close();
});
