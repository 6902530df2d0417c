import { acceptInvitation, invite, newPerson } from "./fixtures/accounts";
import { expect, nobody, test } from "./fixtures/test";

interface GeneratorList {
  generators: { id: string; title: string }[];
}

/** Runs for every registered generator. */
test("every generator creates its first example", async ({ page, openBrowser, sandbox, studio }) => {
  test.slow();
  await sandbox.change({ taskDurationMs: 0, videoFramesPerSecond: 1 });
  const { generators } = await studio.api.call<GeneratorList>("GET", "/api/v1/generators");
  expect(generators.length).toBeGreaterThan(0);
  // Examples are shown to people without results.
  const newcomer = await (await openBrowser(nobody)).newPage();
  await acceptInvitation(newcomer, await invite(page), newPerson("Nora"));
  for (const { id, title } of generators) {
    await test.step(id, async () => {
      await newcomer.goto(`/create/${id}`);
      await expect(newcomer.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(newcomer.getByText("No results yet")).toBeVisible();
      await newcomer.getByRole("main").getByRole("list").getByRole("button").first().click();
      await newcomer.locator("form button[type=submit]").click();
      const read = async () => {
        const answer = await newcomer.request.get(`/api/v1/generations?generator=${id}`);
        const { generations } = (await answer.json()) as { generations: { state: string }[] };
        return generations.map(({ state }) => state);
      };
      await expect.poll(read, { timeout: 45_000 }).toEqual(["succeeded"]);
      await expect(newcomer.getByRole("article")).toHaveCount(1);
    });
  }
});
