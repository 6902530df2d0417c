import type { Response } from "@playwright/test";
import { ImagePage } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";

test("what is sent while offline is kept, and sent once when it is asked for again", async ({
  page,
  context,
  guard,
  studio,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  const images = new ImagePage(page);
  await images.open();
  await images.chooseCount(1);
  await images.prompt.fill("A lighthouse in fog");
  await context.setOffline(true);
  await images.submit.click();
  const refusal = page.getByRole("alert").filter({ hasText: "Not sent. You’re offline." });
  await expect(refusal).toContainText("Your form is kept.");
  await images.submit.click();
  await expect(refusal).toBeVisible();

  await context.setOffline(false);
  const offline = page.getByText(/^Offline\./).first();
  await expect(offline).toBeHidden();
  const listSent = async () =>
    (await studio.api.listGenerations("&generator=image")).generations.filter(
      ({ input }) => input.prompt === "A lighthouse in fog",
    );
  expect(await listSent()).toEqual([]);
  await expect(images.prompt).toHaveValue("A lighthouse in fog");
  await images.submit.click();
  await expect(images.take("A lighthouse in fog")).toHaveCount(1);
  await expect(refusal).toBeHidden();
  expect(await listSent()).toHaveLength(1);
});

test("a link that is followed while offline leaves the studio as it is", async ({ page, context, guard }) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  const images = new ImagePage(page);
  // The offline message has to be loaded in advance.
  const isToastCode = async (response: Response) =>
    response.url().includes("/chunks/") && (await response.text()).includes("data-sonner-toaster");
  let toastsAreHere = false;
  void page.waitForResponse(isToastCode).then(() => (toastsAreHere = true));
  await page.goto("/activity");
  let x = 600;
  await expect(async () => {
    // The first moves may come before hydration.
    await page.mouse.move((x += 5), 400);
    expect(toastsAreHere).toBe(true);
  }).toPass();
  await page.getByRole("link", { name: "Image", exact: true }).first().click();
  await expect(page).toHaveURL("/create/image");
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");
  await images.prompt.fill("Typed before");
  await context.setOffline(true);
  const said = page.getByText("This page stays open. Try again when you’re back online.").first();

  await page.getByRole("link", { name: "Library" }).first().click();
  await expect(said).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await palette.getByRole("option", { name: "Settings" }).click();
  await expect(page).toHaveURL("/create/image");
  await expect(images.prompt).toHaveValue("Typed before");

  await context.setOffline(false);
  await page.getByRole("link", { name: "Library" }).first().click();
  await expect(page).toHaveURL("/library");
  await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
});

test("a studio that does not answer is told, and the page stays", async ({ page, guard }) => {
  guard.allow(/ERR_CONNECTION_REFUSED|\/api\/events/);
  const images = new ImagePage(page);
  await images.open();
  await images.prompt.fill("Typed before");
  await page.route(/\/api\/(events|health\/live)/, (route) => route.abort("connectionrefused"));
  // The open event stream breaks with the network, and a new one is refused.
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByText("Reconnecting").first()).toBeVisible();
  await page.getByRole("link", { name: "Library" }).first().click();
  await expect(page.getByText("The studio isn’t responding.").first()).toBeVisible();
  await expect(page).toHaveURL("/create/image");
  await expect(images.prompt).toHaveValue("Typed before");
});

test("a window whose code cannot be fetched does not end the page", async ({ page, context, guard }) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch RSC payload/);
  const images = new ImagePage(page);
  await images.open();
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
