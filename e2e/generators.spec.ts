import { acceptInvitation, invite, newPerson } from "./fixtures/accounts";
import { expect, nobody, test } from "./fixtures/test";

interface GeneratorList {
  generators: { id: string; title: string }[];
}

/** Every generator that the studio names, whichever there are: a new one is covered by being registered. */
test("every generator makes its first example", async ({ page, openBrowser, studio }) => {
  // A song is played note by note by the sandbox, and there are several generators.
  test.slow();
  const { generators } = await studio.api.call<GeneratorList>("GET", "/api/v1/generators");
  expect(generators.length).toBeGreaterThan(0);
  // Examples greet those who have made nothing yet.
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
