import type { FilmExportDto } from "@/lib/films/export-dto";
import type { OpenFilm } from "@/lib/films/film-dto";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { expectAccessible } from "./fixtures/accessible";
import { pressUntilFocused } from "./fixtures/press-until-focused";
import { makePictures } from "./fixtures/project-page";
import { expect, test } from "./fixtures/test";

test("by keys alone, a film is begun, its shot created and reported by callback, and exported", async ({
  page,
  sandbox,
  studio,
}) => {
  test.slow();
  const { api } = studio;
  await sandbox.change({ taskDurationMs: 4_000, videoFramesPerSecond: 6 });
  // The service reports the end of a video by callback alone.
  await api.connect({ profileId: "sandbox", overrides: { endpoints: { videoQuery: null } } });
  await makePictures(studio);
  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  const tabTo = (target: Parameters<typeof pressUntilFocused>[2]) => pressUntilFocused(page, "Tab", target);
  const inspector = page.getByRole("region", { name: "Inspector" });
  const shots = page.getByRole("region", { name: "Timeline" }).getByRole("list", { name: "Shots" });
  const clips = shots.locator("[data-clip]");
  await page.setViewportSize({ width: 1440, height: 900 });

  await test.step("begun", async () => {
    await page.goto("/films");
    await tabTo(page.getByRole("button", { name: "New film" }));
    await press("Enter");
    await expect(page.getByRole("dialog", { name: "New film" }).getByLabel("Title")).toBeFocused();
    await type("Kites");
    await press("Enter");
    await page.waitForURL(/\/films\/[0-9a-f-]{36}$/);
  });
  const id = page.url().split("/").at(-1)!;
  const read = async () => (await api.call<OpenFilm>("GET", `/api/v1/films/${id}`)).document;

  await test.step("a picture of the bin is added", async () => {
    await tabTo(page.getByRole("region", { name: "Takes" }).getByRole("button", { name: "Add Red kite" }));
    await press("Enter");
    await expect(clips).toHaveCount(1);
  });

  await test.step("a shot is described that goes on where the picture ends, with a camera instruction", async () => {
    await press("End");
    await tabTo(page.getByRole("button", { name: "Add a shot" }));
    await press("Enter");
    await type("Shot to");
    await expect(page.getByRole("menuitem", { name: "Shot to create" })).toBeFocused();
    await press("Enter");
    await expect(clips).toHaveCount(2);
    await tabTo(inspector.getByRole("textbox", { name: "Description" }));
    await type("The kite rises ");
    // The button comes before the text.
    await pressUntilFocused(
      page,
      "Shift+Tab",
      inspector.getByRole("button", { name: "Camera", exact: true }),
    );
    await press("Enter");
    const camera = page.getByRole("dialog", { name: "Camera" });
    await tabTo(camera.getByRole("button", { name: /Push in/ }));
    await press("Enter");
    await expect(inspector.getByRole("textbox", { name: "Description" })).toContainText("[推进]");
    await expectAccessible(page);
  });

  await test.step("its model is chosen", async () => {
    await tabTo(inspector.getByRole("combobox", { name: "Model" }));
    await type("Vendor-Video-02");
    await expect(inspector.getByRole("combobox", { name: "Model" })).toHaveValue("Vendor-Video-02");
  });

  await test.step("it is sent once, shows how far it is in its place, and its result falls in", async () => {
    await pressUntilFocused(page, "Shift+Tab", inspector.getByRole("button", { name: /^Create/ }));
    await press("Enter");
    await expect(shots.getByText("2, being created")).toBeVisible();
    await expect
      .poll(async () => (await read()).shots.map(({ content }) => content.kind), { timeout: 60_000 })
      .toEqual(["picture", "video"]);
    const { origin } = (await read()).shots[1]!;
    const made = await api.call<GenerationDto>("GET", `/api/v1/generations/${origin!.generationId}`);
    expect(made.input).toMatchObject({ model: "Vendor-Video-02", prompt: "The kite rises [推进] " });
    const told = (await sandbox.listDeliveries()).filter(({ taskId }) => taskId === made.facts!.task_id);
    expect(told.map(({ outcome }) => outcome)).toContain("HTTP 200");
    const arrivals = await sandbox.readArrivals();
    expect(arrivals.filter((path) => path === "/v1/video_generation")).toHaveLength(1);
    expect(arrivals).not.toContain("/v1/query/video_generation");
  });

  await test.step("a clip is moved, split, and duplicated from its menu", async () => {
    await tabTo(shots.locator("[data-clip][tabindex='0']"));
    await press("ArrowRight");
    await expect(clips.nth(1)).toBeFocused();
    await press("Enter");
    const kinds = async () => (await read()).shots.map(({ content }) => content.kind);
    await press("Alt+ArrowLeft");
    await expect.poll(kinds).toEqual(["video", "picture"]);
    await press("Alt+ArrowRight");
    await expect.poll(kinds).toEqual(["picture", "video"]);
    await press("Home");
    await press("Shift+ArrowRight");
    await press("s");
    await expect(clips).toHaveCount(3);
    await press("Shift+F10");
    const menu = page.getByRole("menu", { name: "Clip" });
    await expect(menu).toBeFocused();
    await expectAccessible(page);
    await type("Dup");
    await expect(menu.getByRole("menuitem", { name: "Duplicate" })).toBeFocused();
    await press("Enter");
    await expect.poll(async () => (await read()).shots.length).toBe(4);
  });

  await test.step("a caption is written, and a pan is moved", async () => {
    await tabTo(page.getByRole("button", { name: "Add captions" }));
    await press("Enter");
    await type("Caption at");
    await expect(page.getByRole("menuitem", { name: "Caption at the playhead" })).toBeFocused();
    await press("Enter");
    await expect(page.getByRole("textbox", { name: "Caption" })).toBeFocused();
    await type("The kite is up.");
    await press("Enter");
    await expect
      .poll(async () => (await read()).captions.map(({ text }) => text))
      .toEqual(["The kite is up."]);
    await tabTo(shots.locator("[data-clip][tabindex='0']"));
    for (let count = 0; count < 4; count += 1) await press("ArrowLeft");
    await expect(clips.first()).toBeFocused();
    await press("Enter");
    const move = inspector.getByRole("radiogroup", { name: "Pan and zoom" });
    await tabTo(move.getByRole("radio", { name: "Off" }));
    await press("ArrowLeft");
    await expect(move.getByRole("radio", { name: "Own" })).toBeChecked();
    const moveOf = async () => {
      const { content } = (await read()).shots[0]!;
      return content.kind === "picture" ? content.move : null;
    };
    await expect.poll(moveOf).not.toBeNull();
    const before = await moveOf();
    await tabTo(inspector.getByRole("group", { name: /^Start.* Arrow keys move it/ }));
    await press("+");
    await press("ArrowRight");
    await expect.poll(async () => (await moveOf())?.from).not.toEqual(before!.from);
    expect((await moveOf())!.to).toEqual(before!.to);
    await expectAccessible(page);
  });

  await test.step("Space plays from a slider", async () => {
    await tabTo(page.getByRole("slider", { name: "Volume" }));
    await press("Space");
    await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await press("Space");
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  });

  await test.step("it is exported", async () => {
    await tabTo(page.getByRole("button", { name: "Export", exact: true }));
    await press("Enter");
    const sheet = page.getByRole("dialog", { name: "Export" });
    await tabTo(sheet.getByRole("radio", { name: /1080p/ }));
    await press("ArrowRight");
    await expect(sheet.getByRole("radio", { name: /720p/ })).toBeChecked();
    await tabTo(sheet.getByRole("button", { name: "Export", exact: true }));
    await press("Enter");
    const states = async () =>
      (await api.call<{ exports: FilmExportDto[] }>("GET", `/api/v1/films/${id}/exports`)).exports.map(
        ({ state }) => state,
      );
    await expect.poll(states, { timeout: 120_000 }).toEqual(["succeeded"]);
    await tabTo(sheet.getByRole("region", { name: "Done" }).getByRole("link", { name: "Download" }));
    await press("Escape");
    await expect(page.getByRole("button", { name: "Export", exact: true })).toBeFocused();
  });
});
