import { makeFilm } from "@/lib/films/film-document";
import type { FilmDto, OpenFilm } from "@/lib/films/film-dto";
import { makeShot } from "@/lib/films/testing/make-shots";
import { expectAccessibleAtBothSizes } from "./fixtures/accessible";
import { makePictures } from "./fixtures/project-page";
import { expect, test } from "./fixtures/test";

test("a film is downloaded with its items, deleted with them, and imported again", async ({
  page,
  guard,
  studio,
}, testInfo) => {
  test.slow();
  const { api } = studio;
  const ids = await makePictures(studio);
  const document = {
    ...makeFilm({ aspect: "16:9", frameRate: 24 }),
    shots: ids.map((itemId, index) =>
      makeShot({ name: `Shot ${index + 1}`, content: { kind: "picture", itemId, move: null } }),
    ),
  };
  const { id } = await api.call<FilmDto>("POST", "/api/v1/films", { title: "Harbour lights", document });
  const file = testInfo.outputPath("harbour-lights.zip");
  await page.goto("/films");

  await test.step("downloaded from its menu", async () => {
    await page.getByRole("button", { name: "Actions for Harbour lights" }).click();
    const started = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Download with items" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe("harbour-lights.zip");
    await download.saveAs(file);
  });

  await test.step("deleted for good, with its items", async () => {
    await api.call("PATCH", `/api/v1/films/${id}`, { trashed: true });
    await api.request("DELETE", `/api/v1/films/${id}`);
    await api.call("POST", "/api/v1/items/delete", { ids, skipTrash: true });
    await page.reload();
    await expect(page.getByText("No films yet")).toBeVisible();
  });

  const dialog = page.getByRole("dialog", { name: "Import film" });
  const choose = async (path: string) => {
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Choose ZIP file" }).click();
    await (await chooser).setFiles(path);
  };

  await test.step("another file is refused where it was chosen", async () => {
    guard.allow(/status 422: POST \S+\/imports/);
    await page.getByRole("button", { name: "Import film" }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Choose ZIP file" })).toBeFocused();
    await choose("package.json");
    await expect(dialog.getByRole("alert")).toContainText("This file isn’t a film of Reverie");
    await expectAccessibleAtBothSizes(page);
  });

  await test.step("imported, it opens with all of its shots", async () => {
    await choose(file);
    await page.waitForURL(/\/films\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { level: 1, name: "Harbour lights" })).toBeAttached();
    const opened = await api.call<OpenFilm>("GET", `/api/v1/films/${page.url().split("/").at(-1)!}`);
    expect(opened).toMatchObject({ missing: [], items: [{}, {}, {}], shots: 3 });
    await expect(page.getByRole("button", { name: /Shot 3/ }).first()).toBeVisible();
  });

  await test.step("imported once more, it is there already", async () => {
    await page.goto("/films");
    await page.getByRole("button", { name: "Import film" }).click();
    await choose(file);
    await expect(page.getByText("You already have “Harbour lights”. It stays as it is.")).toBeVisible();
  });
});
