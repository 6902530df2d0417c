import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { ProjectDto } from "@/lib/projects/project-dto";
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

/** What the page has asked the system to send. */
interface SentLinks {
  sent: unknown[];
  /** Name of the error with which the system refuses; null if it doesn't. */
  refusal: string | null;
}
type SendingWindow = Window & { sending: SentLinks };

/** The system's dialog for sending links, which the browser of the tests doesn't have. */
async function stubSending(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sending: SentLinks = { sent: [], refusal: null };
    Object.assign(window, { sending });
    Object.defineProperty(navigator, "share", {
      value: (link: unknown) => {
        sending.sent.push(link);
        return sending.refusal ? Promise.reject(new DOMException("", sending.refusal)) : Promise.resolve();
      },
    });
  });
}

const refuseSending = (page: Page, name: string) =>
  page.evaluate((refusal) => {
    (window as unknown as SendingWindow).sending.refusal = refusal;
  }, name);

test("a project is shared from its page, looked through on a phone, and its links are kept in the settings", async ({
  context,
  guard,
  openBrowser,
  page,
  studio: { api },
}) => {
  test.slow();
  guard.allow(/status 410/);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const title = `Harbour ${randomUUID().slice(0, 8)}`;
  const made = await Promise.all([
    api.createGeneration("image", { model: "image-01", prompt: "Red kite", n: 9 }),
    api.createGeneration("image", { model: "image-01", prompt: "Green boat", n: 9 }),
    api.createGeneration("music", { model: "music-3.0", prompt: "Slow waltz", lyrics: "[Outro]\nla" }),
  ]);
  const ids: string[] = [];
  for (const { id } of made)
    ids.push(...(await api.waitForEnd(id)).outputs.flatMap(({ item }) => item?.id ?? []));
  const notes = "Second draft";
  const project = await api.call<ProjectDto>("POST", "/api/v1/projects", { title, notes });
  await api.call("POST", `/api/v1/projects/${project.id}/items`, { ids: ids.reverse() });

  await stubSending(page);
  await page.setViewportSize(phone);
  await page.goto(`/projects/${project.id}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.getByRole("switch", { name: "Show the notes" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  await expect(dialog.getByText("With notes")).toBeVisible();

  await test.step("sent with the system's dialog, or copied where that is refused", async () => {
    const send = dialog.getByRole("button", { name: "Send…" });
    await send.click();
    const sent = () => page.evaluate(() => (window as unknown as SendingWindow).sending.sent);
    await expect.poll(sent).toEqual([{ title, url }]);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.evaluate(() => navigator.clipboard.writeText("before"));
    await refuseSending(page, "AbortError");
    await send.click();
    await expect.poll(sent).toHaveLength(2);
    expect(await clipboard()).toBe("before");
    await expect(page.getByText("Link copied")).toBeHidden();
    await refuseSending(page, "NotAllowedError");
    await send.click();
    await expect.poll(clipboard).toBe(url);
    await expect(page.getByText("Link copied")).toBeVisible();
  });

  const stranger = await openBrowser({ ...nobody, viewport: phone });
  const shared = await stranger.newPage();
  await test.step("looked through without an account", async () => {
    await shared.goto(url);
    await expect(shared.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(shared.getByText(notes)).toBeVisible();
    await expect(shared.getByRole("figure")).toHaveCount(16);
    await expectNoOverflow(shared);
    await expectAccessible(shared);
    const audio = shared.locator("audio");
    await shared.locator(".wave").click();
    await expect.poll(() => audio.evaluate((each: HTMLAudioElement) => each.currentTime)).toBeGreaterThan(1);
    await shared.getByRole("link", { name: "Next" }).click();
    await expect(shared.getByText("17–19 / 19")).toBeVisible();
    await shared.getByRole("link", { name: "Red kite" }).first().click();
    await expect(shared.getByRole("heading", { level: 1, name: "Red kite" })).toBeVisible();
    await expect(shared.getByRole("figure")).toHaveCount(1);
    await expectNoOverflow(shared);
    await shared.getByRole("link", { name: title }).click();
    await expect(shared.getByText("17–19 / 19")).toBeVisible();
  });

  await test.step("prolonged, copied and revoked in the settings", async () => {
    await page.goto("/settings/links");
    const row = page.getByRole("listitem").filter({ hasText: title });
    await expect(row.getByText("With notes")).toBeVisible();
    await row.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await row.getByRole("button", { name: `Change when the link to ${title} expires` }).click();
    await page.getByRole("menuitem", { name: "Never" }).click();
    await expect(row.getByText("Doesn’t expire")).toBeVisible();
    await expectAccessible(page);
    await row.getByRole("button", { name: `Revoke the link to ${title}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(row).toBeHidden();
    expect((await shared.reload())!.status()).toBe(410);
  });
});
