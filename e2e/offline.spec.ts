import type { Page, Response } from "@playwright/test";
import { ImagePage } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";
import { waitForScripts } from "./fixtures/settled-page";

test("without a connection the page stays, and a form is kept and sent once", async ({
  page,
  context,
  guard,
  studio,
}) => {
  test.slow();
  guard.allow(/ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_REFUSED|\/api\/events/);
  const images = new ImagePage(page);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const library = page.getByRole("link", { name: "Library" }).first();
  // The code of messages has to be loaded in advance.
  const isToastCode = async (response: Response) =>
    response.url().includes("/chunks/") && (await response.text()).includes("data-sonner-toaster");
  let toastsAreHere = false;
  void page.waitForResponse(isToastCode).then(() => (toastsAreHere = true));
  await images.open();
  let x = 600;
  await expect(async () => {
    // The first moves may come before hydration.
    await page.mouse.move((x += 5), 400);
    expect(toastsAreHere).toBe(true);
  }).toPass();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");
  await images.chooseCount(1);
  await images.prompt.fill("A lighthouse in fog");
  await context.setOffline(true);
  const refusal = page.getByRole("alert").filter({ hasText: "Not sent. You’re offline." });

  await test.step("a form is not sent, and says so each time", async () => {
    await images.submit.click();
    await expect(refusal).toContainText("Your form is kept.");
    await images.submit.click();
    await expect(refusal).toBeVisible();
  });

  await test.step("links and commands do not leave the page, and say so", async () => {
    await library.click();
    await expect(
      page.getByText("This page stays open. Try again when you’re back online.").first(),
    ).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
    await palette.getByRole("option", { name: "Settings" }).click();
    await expect(page).toHaveURL("/create/image");
    await expect(images.prompt).toHaveValue("A lighthouse in fog");
  });

  await test.step("once online, the form is sent once", async () => {
    await context.setOffline(false);
    await expect(page.getByText(/^Offline\./).first()).toBeHidden();
    const listSent = async () =>
      (await studio.api.listGenerations("&generator=image")).generations.filter(
        ({ input }) => input.prompt === "A lighthouse in fog",
      );
    expect(await listSent()).toEqual([]);
    await images.submit.click();
    await expect(images.take("A lighthouse in fog")).toHaveCount(1);
    await expect(refusal).toBeHidden();
    expect(await listSent()).toHaveLength(1);
  });

  await test.step("a studio that does not respond is reported, and the page stays", async () => {
    await images.prompt.fill("Typed before");
    await page.route(/\/api\/(events|health\/live)/, (route) => route.abort("connectionrefused"));
    // The open event stream breaks with the network, and a new one is refused.
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByText("Reconnecting").first()).toBeVisible();
    await library.click();
    await expect(page.getByText("The studio isn’t responding.").first()).toBeVisible();
    await expect(page).toHaveURL("/create/image");
    await expect(images.prompt).toHaveValue("Typed before");
  });

  await test.step("once it responds, links work again", async () => {
    await page.unroute(/\/api\/(events|health\/live)/);
    await expect(page.getByText("Reconnecting").first()).toBeHidden();
    await library.click();
    await expect(page).toHaveURL("/library");
    await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
  });
});

test("what is pressed offline is not sent when the connection is back", async ({
  page,
  context,
  guard,
  studio,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch RSC payload/);
  const images = new ImagePage(page);
  await images.open();
  await waitForScripts(images.submit);
  // Before the form was used, so that its rules are not here: the browser tries again for a while to load them.
  await context.setOffline(true);
  await images.prompt.fill("A lighthouse that nobody sees");
  await images.submit.click();
  await context.setOffline(false);
  await expect(page.getByRole("alert").filter({ hasText: "Not sent. You’re offline." })).toBeVisible();
  await images.submit.click();
  await expect(images.take("A lighthouse that nobody sees")).toHaveCount(1);
  const { generations } = await studio.api.listGenerations("&generator=image");
  expect(generations.filter(({ input }) => input.prompt === "A lighthouse that nobody sees")).toHaveLength(1);
});

test("a dialog whose code cannot be fetched leaves the page as it is", async ({ page, context, guard }) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch RSC payload/);
  const images = new ImagePage(page);
  await images.open();
  await waitForScripts(images.submit);
  await context.setOffline(true);
  // Before the page was used; its own pending requests fail as well.
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/chunks/"));
  await page.keyboard.press("ControlOrMeta+k");
  await failed;
  await expect(page.getByText(/^Offline\./).first()).toBeVisible();
  await expect(images.prompt).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Library" }).first().click();
  await expect(page).toHaveURL("/library");
});

// Chunks that are on their way at the end of a test would fail it.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

/** Refuses the code of the event stream, which comes once the page is usable. @returns lets it through */
async function refuseStreamCode(page: Page): Promise<() => void> {
  let isRefused = true;
  await page.route(/\/_next\/static\/chunks\//, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (isRefused && body.includes("/api/events?seen=")) await route.abort("connectionrefused");
    else await route.fulfill({ response, body });
  });
  return () => (isRefused = false);
}

test("a page whose event stream has no code yet says so, keeps its links, and follows once it has", async ({
  page,
  context,
  guard,
  studio,
}) => {
  guard.allow(/ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/, /Failed to fetch RSC payload/);
  const allow = await refuseStreamCode(page);
  const images = new ImagePage(page);
  await images.open();
  await expect(page.getByText("Reconnecting").first()).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Library" }).first().click();
  await expect(page.getByText("This page stays open.").first()).toBeVisible();
  await expect(page).toHaveURL("/create/image");
  await context.setOffline(false);
  const { id } = await studio.api.createGeneration("image", {
    model: "image-01",
    prompt: "A lighthouse made elsewhere",
    n: 1,
  });
  await studio.api.waitForEnd(id);
  allow();
  await expect(page.getByText("Reconnecting").first()).toBeHidden({ timeout: 15_000 });
  await expect(images.take("A lighthouse made elsewhere")).toHaveCount(1);
});

test("the event stream begins at the page's data, also if the page was refreshed before", async ({
  page,
  guard,
  studio,
}) => {
  guard.allow(/ERR_CONNECTION_REFUSED/);
  const allow = await refuseStreamCode(page);
  const opened = await page.goto("/settings/usage");
  const mark = /\\"liveMark\\":\\"([^"\\]+)/.exec(await opened!.text())?.[1];
  expect(mark).toBeTruthy();
  const { id } = await studio.api.createGeneration("image", { model: "image-01", prompt: "A pier", n: 1 });
  await studio.api.waitForEnd(id);
  await page.getByRole("textbox", { name: "Currency" }).press("Enter");
  await expect(page.getByText("Prices saved")).toBeVisible();
  await page.waitForLoadState("networkidle");
  const stream = page.waitForRequest(/\/api\/events/);
  allow();
  expect(new URL((await stream).url()).searchParams.get("seen")).toBe(mark);
});
