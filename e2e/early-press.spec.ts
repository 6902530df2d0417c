import type { Page } from "@playwright/test";
import { acceptInvitation, fillNewAccount, invite, newPerson } from "./fixtures/accounts";
import { endlessText, makeSpeech, opening, startSpeechStream } from "./fixtures/make-speech";
import { PlayerBar } from "./fixtures/player-bar";
import { openVideoMaker } from "./fixtures/make-video";
import { expect, nobody, test } from "./fixtures/test";
import { WatchedVideo } from "./fixtures/watched-video";

const text = "Pressed before the page could hear it. ".repeat(12).trim();

const scripts = /\/_next\/static\/.*\.js/;

/** Opens a page and holds its scripts back. @returns a function that releases them */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.unroute(scripts);
  await page.route(scripts, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  return released.resolve;
}

test("sounds play when Play was pressed before the scripts arrived", async ({ page, sandbox, studio }) => {
  const player = new PlayerBar(page);
  const press = () => page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click();
  await test.step("on the page of the sound", async () => {
    const { id } = await makeSpeech(studio.api, text);
    const release = await openWithoutScripts(page, `/library/${id}`);
    await press();
    await expect(player.bar).toBeHidden();
    release();
    await player.expectPlaying(text.slice(0, 20));
  });

  await test.step("on the page that creates it, while it is generated", async () => {
    // Updates keep arriving, so the page redraws the row while it hydrates.
    await sandbox.change({ streamPace: 1 });
    const id = await startSpeechStream(studio.api, endlessText);
    const release = await openWithoutScripts(page, "/create/speech");
    await press();
    release();
    await player.waitForSecond(0.3);
    await player.expectPlaying(opening);
    await sandbox.change({ streamPace: null });
    await studio.api.waitForEnd(id);
  });
});

test("a menu and a dialog open when their buttons were pressed before the scripts arrived", async ({
  page,
  studio,
}) => {
  await test.step("a menu", async () => {
    const { id } = await makeSpeech(studio.api, "A menu before its scripts.");
    const release = await openWithoutScripts(page, `/library/${id}`);
    await page.getByRole("main").getByRole("button", { name: "Download", exact: true }).click();
    release();
    await expect(page.getByRole("menuitem", { name: "Formats and details" })).toBeVisible();
  });

  await test.step("a dialog", async () => {
    const release = await openWithoutScripts(page, "/settings/account");
    await page.getByRole("button", { name: "Remove my account" }).click();
    const scrolledTo = await page.evaluate(() => scrollY);
    release();
    await expect(page.getByRole("dialog")).toBeVisible();
    // A page that scrolled by itself would move other buttons away from under a press.
    expect(await page.evaluate(() => scrollY)).toBe(scrolledTo);
  });

  await test.step("a dialog whose button was drawn anew meanwhile", async () => {
    const release = await openWithoutScripts(page, "/settings/account");
    const button = page.getByRole("button", { name: "Remove my account" });
    await button.click();
    await button.evaluate((pressed) => pressed.replaceWith(pressed.cloneNode(true)));
    release();
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});

test("early presses and early text of a form count, and a video plays once its scripts arrive", async ({
  page,
  studio,
}) => {
  await test.step("the form stays out of the address", async () => {
    const release = await openWithoutScripts(page, "/create/image?example=lighthouse");
    await page.getByRole("button", { name: "Create images" }).click();
    // The browser's own submission would have put every field here.
    expect(new URL(page.url()).search).toBe("?example=lighthouse");
    release();
    await expect(page.getByRole("article", { name: /^A lighthouse on a basalt cliff/ })).toBeVisible();
    const { generations } = await studio.api.listGenerations();
    const made = generations.filter(({ generator }) => generator === "image");
    expect(made).toHaveLength(1);
    await studio.api.waitForEnd(made[0]!.id);
  });

  await test.step("what is typed early replaces the stored draft", async () => {
    const prompt = page.getByRole("textbox", { name: "Prompt", exact: true });
    const seed = page.getByRole("textbox", { name: "Seed" });
    await prompt.fill("The prompt of the draft");
    await seed.fill("7");
    const release = await openWithoutScripts(page, "/create/image");
    await prompt.fill("Typed before the ");
    release();
    // The seed of the draft shows that the draft was found.
    await expect(seed).toHaveValue("7");
    await expect(prompt).toBeFocused();
    await page.keyboard.type("scripts");
    await page.getByRole("button", { name: "Create images" }).click();
    await expect(page.getByRole("article", { name: "Typed before the scripts" })).toBeVisible();
    const [made] = (await studio.api.listGenerations("&q=scripts")).generations;
    expect(made?.input).toMatchObject({ prompt: "Typed before the scripts", seed: 7 });
    await studio.api.waitForEnd(made!.id);
  });

  await test.step("what is typed on another page stays there", async () => {
    await page.goto("/library");
    await page.getByRole("main").evaluate((main) => {
      const field = Object.assign(document.createElement("input"), { name: "prompt", value: "Another page" });
      main.append(field);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.remove();
    });
    await page.getByRole("link", { name: "Image", exact: true }).first().click();
    await expect(page.getByRole("textbox", { name: "Prompt", exact: true })).toHaveValue(
      "Typed before the scripts",
    );
  });

  await test.step("what is typed early and is in the draft already stays", async () => {
    const prompt = page.getByRole("textbox", { name: "Prompt", exact: true });
    const release = await openWithoutScripts(page, "/create/image");
    await prompt.fill("Typed before the scripts");
    release();
    await expect(page.getByRole("textbox", { name: "Seed" })).toHaveValue("7");
    await expect(page.getByText("24 / 1,500")).toBeVisible();
    await expect(prompt).toHaveValue("Typed before the scripts");
  });

  await test.step("what is typed early into a new form is sent", async () => {
    await page.evaluate(() => localStorage.clear());
    const release = await openWithoutScripts(page, "/create/speech");
    await page.getByRole("textbox", { name: "Title" }).fill("Early title");
    release();
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Said after the title.");
    await page.getByRole("button", { name: "Create speech" }).click();
    await expect(page.getByRole("article", { name: "Early title" })).toBeVisible();
  });

  await test.step("the video plays in place", async () => {
    const makeVideo = await openVideoMaker(studio.api);
    await makeVideo();
    const release = await openWithoutScripts(page, "/create/video");
    await page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click();
    release();
    await new WatchedVideo(page).waitForSecond(0.3);
  });
});

test("somebody joins and signs in who pressed before the scripts arrived", async ({
  openBrowser,
  page,
  studio,
}) => {
  const person = newPerson("Early");
  const link = await invite(page);

  await test.step("joins", async () => {
    const other = await (await openBrowser({ ...nobody, baseURL: studio.process.address })).newPage();
    const release = await openWithoutScripts(other, link);
    await fillNewAccount(other, person);
    await other.getByRole("button", { name: "Create account" }).click();
    release();
    await expect(other).toHaveURL("/");
  });

  await test.step("signs in", async () => {
    const other = await (await openBrowser({ ...nobody, baseURL: studio.process.address })).newPage();
    const release = await openWithoutScripts(other, "/sign-in?next=%2Flibrary");
    await other.getByLabel("Email").fill(person.email);
    await other.getByLabel("Password", { exact: true }).fill(person.password);
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    release();
    await expect(other).toHaveURL("/library");
  });
});

test("a press counts that began before the code of its part was there", async ({ page, studio }) => {
  const { id } = await makeSpeech(studio.api, text);
  const play = page.getByRole("main").getByRole("button", { name: /^Play/ }).first();
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  for (const address of ["/library", "/create/speech", `/library/${id}`]) {
    await test.step(address, async () => {
      await page.goto(address);
      // Now from the cache, so that parts hydrate between the events of one press.
      await page.reload({ waitUntil: "commit" });
      await play.click();
      await expect(new PlayerBar(page).bar).toBeVisible();
    });
  }
});

test("a newcomer's first example fills the form that was pressed before the scripts arrived", async ({
  page,
  openBrowser,
}) => {
  const newcomer = await (await openBrowser(nobody)).newPage();
  await acceptInvitation(newcomer, await invite(page), newPerson("Nino"));
  const release = await openWithoutScripts(newcomer, "/create/image");
  await newcomer.getByRole("main").getByRole("list").getByRole("button").first().click();
  release();
  await expect(newcomer.getByLabel("Prompt", { exact: true })).not.toBeEmpty();
});
