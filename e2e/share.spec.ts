import { randomUUID } from "node:crypto";
import { expectAccessible, expectNoOverflow } from "./fixtures/accessible";
import { expect, nobody, test } from "./fixtures/test";

const phone = { width: 360, height: 740 };

test("a song is shared from its menu, plays for everyone who has the link, and ends when it is revoked", async ({
  guard,
  openBrowser,
  page,
  studio,
}) => {
  test.setTimeout(120_000);
  guard.allow(/status 410/);
  const prompt = `Slow waltz for a lighthouse, ${randomUUID().slice(0, 8)}`;
  const { id } = await studio.api.createGeneration("music", {
    model: "music-3.0",
    prompt,
    lyrics: "[Outro]\nla",
  });
  await studio.api.waitForEnd(id);

  await page.goto(`/library/${id}`);
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.getByLabel("Expires").selectOption("7");
  await dialog.getByRole("switch", { name: "Show the prompt" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(url).toMatch(/\/s\/share_[0-9A-Za-z]{43}$/);
  await expect(dialog.getByText("With prompt")).toBeVisible();
  await page.setViewportSize(phone);
  await expectNoOverflow(page);

  const stranger = await openBrowser({ ...nobody, viewport: phone });
  const shared = await stranger.newPage();
  const response = await shared.goto(url);
  expect(response!.headers()["x-robots-tag"]).toBe("noindex, nofollow");
  expect(response!.headers()["content-security-policy"]).toContain("'nonce-");
  expect(await stranger.cookies()).toEqual([]);
  await expect(shared.getByRole("heading", { level: 1 })).toContainText("Slow waltz for a lighthouse");
  await shared.getByText("Prompt", { exact: true }).click();
  await expect(shared.getByText(prompt).last()).toBeVisible();
  await expectNoOverflow(shared);
  await expectAccessible(shared);
  const audio = shared.locator("audio");
  await expect.poll(() => audio.evaluate((each: HTMLAudioElement) => each.duration)).toBeGreaterThan(1);
  await shared.locator(".wave").click();
  await expect.poll(() => audio.evaluate((each: HTMLAudioElement) => each.currentTime)).toBeGreaterThan(0);
  const played = () =>
    shared.locator(".wave").evaluate((wave: HTMLElement) => wave.style.getPropertyValue("--played"));
  await expect.poll(played).toMatch(/^[1-9]/);

  await dialog.getByRole("button", { name: /^Revoke the link created/ }).click();
  await expect(dialog.getByText("Active links")).toBeHidden();
  expect((await shared.reload())!.status()).toBe(410);
  await expect(shared.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
});
