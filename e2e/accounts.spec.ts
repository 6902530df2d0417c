import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { readMembers } from "@/lib/archive/testing/archives";
import { acceptInvitation, invite, newPerson, signIn } from "./fixtures/accounts";
import { ImagePage, pictures } from "./fixtures/create-page";
import { expect, nobody, owner, test } from "./fixtures/test";
import { StudioApi } from "./fixtures/studio-api";
import { changeStudioDatabase } from "./fixtures/studio-database";

test("an invitation lets one person in, who sees only their own results", async ({
  page,
  openBrowser,
  guard,
  studio,
}) => {
  test.slow();
  const owned = await studio.api.createGeneration("image", { model: "image-01", prompt: "The owner's own" });
  const ended = await studio.api.waitForEnd(owned.id);
  const picture = ended.outputs[0]!.url;
  const member = newPerson("Mina");
  const link = await invite(page);

  const memberPage = await (await openBrowser(nobody)).newPage();
  const elsewhere = await (await openBrowser(nobody)).newPage();
  await test.step("the link creates one account", async () => {
    await acceptInvitation(memberPage, link, member);
    await elsewhere.goto(link);
    await expect(elsewhere.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("list", { name: "Members" })).toContainText(member.email);
  });

  await test.step("the member generates an image", async () => {
    const images = new ImagePage(memberPage);
    await images.open();
    await expect(images.take("The owner's own")).toBeHidden();
    await expect(pictures(await images.make("The member's own"))).toHaveCount(1);
    expect(JSON.stringify(await studio.api.listGenerations())).not.toContain("The member's own");
  });

  await test.step("the member cannot open the owner's results and settings", async () => {
    guard.allow(new RegExp(`status 404: GET \\S+${owned.id}`));
    for (const path of [
      `/api/v1/generations/${owned.id}`,
      picture,
      `/library/${owned.id}`,
      "/settings/members",
    ])
      expect((await memberPage.request.get(path)).status(), path).toBe(404);
    await memberPage.goto(`/library/${owned.id}`);
    await expect(memberPage.getByText("Page not found")).toBeVisible();
  });

  await test.step("a new password ends the member's other sessions", async () => {
    await signIn(elsewhere, member);
    await memberPage.goto("/settings/account");
    await memberPage.getByLabel("Current password").fill(member.password);
    await memberPage.getByLabel("New password").fill("ten paper boats now");
    await memberPage.getByRole("button", { name: "Change password" }).click();
    await expect(memberPage.getByText("1 other session was signed out.")).toBeVisible();
    await elsewhere.goto("/library");
    await expect(elsewhere).toHaveURL(/\/sign-in/);
    expect((await memberPage.request.get("/api/v1/account")).status()).toBe(200);
  });

  await test.step("the member signs out, and in with the new password only", async () => {
    guard.allow(/status 401: POST \S+\/api\/auth\/callback/);
    await memberPage.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(memberPage).toHaveURL(/\/sign-in/);
    expect((await memberPage.request.get("/api/v1/account")).status()).toBe(401);
    await memberPage.getByLabel("Email").fill(member.email);
    await memberPage.getByLabel("Password", { exact: true }).fill(member.password);
    await memberPage.getByRole("button", { name: "Sign in" }).click();
    await expect(memberPage.getByRole("alert").filter({ hasText: "Wrong email or password." })).toBeVisible();
    await signIn(memberPage, { ...member, password: "ten paper boats now" });
  });

  const row = page.getByRole("listitem").filter({ hasText: member.email });
  await test.step("the owner sets quotas, which both see", async () => {
    await row.getByRole("button", { name: "Quotas of Mina" }).click();
    const dialog = page.getByRole("dialog", { name: "Quotas for Mina" });
    await dialog.getByLabel("Storage").fill("2.5");
    await dialog.getByLabel("Requests in the queue").fill("3");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row).toContainText("of 2.5 GB stored · 0 of 3 queued");
    await memberPage.goto("/settings/storage");
    await expect(memberPage.getByText("of 2.5 GB stored · 0 of 3 queued")).toBeVisible();
  });

  await test.step("the owner removes access", async () => {
    await row.getByRole("button", { name: "Remove access" }).click();
    const question = page.getByRole("dialog", { name: "Remove access for Mina?" });
    await question.getByRole("button", { name: "Remove access" }).click();
    await expect(row).toContainText("Access removed");
    await memberPage.goto("/library");
    await expect(memberPage).toHaveURL(/\/sign-in/);
  });
});

test("a token is shown once and works until it is revoked", async ({ page, studio }) => {
  await page.goto("/settings/tokens");
  await expect(page.getByText(`${studio.process.address}/api/mcp`)).toBeVisible();
  await page.getByLabel("Name").fill("Nightly script");
  await page.getByRole("button", { name: "Create token" }).click();
  const shown = page.getByLabel("Token", { exact: true });
  await expect(shown).toHaveValue(/\S{24,}/);
  const token = await shown.inputValue();

  const script = new StudioApi(() => studio.process.address, token);
  const { id } = await script.createGeneration("image", { model: "image-01", prompt: "From a script" });
  expect((await script.waitForEnd(id)).state).toBe("succeeded");

  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: "Nightly script" });
  await expect(row).toContainText("Last used");
  expect(await page.content()).not.toContain(token);
  await row.getByRole("button", { name: "Revoke Nightly script" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(row).toBeHidden();
  expect((await script.request("GET", "/api/v1/account")).status).toBe(401);
});

test("a token needs the password again when the sign-in is old, and the audit log tells of both", async ({
  openBrowser,
  page,
  studio,
}) => {
  const member = newPerson("Tess");
  const link = await invite(page);
  const memberPage = await (await openBrowser(nobody)).newPage();
  await acceptInvitation(memberPage, link, member);
  const aged = await changeStudioDatabase(
    studio.process.dataDir,
    `UPDATE "Session" SET "confirmedAt" = now() - interval '30 days'
     WHERE "userId" = (SELECT "id" FROM "User" WHERE "email" = $1)`,
    [member.email],
  );
  expect(aged).toBe(1);

  await memberPage.goto("/settings/tokens");
  await memberPage.getByLabel("Name").fill("Reader");
  await memberPage.getByLabel("Access").selectOption({ label: "Full access" });
  await memberPage.getByRole("button", { name: "Create token" }).click();
  const question = memberPage.getByRole("dialog", { name: "Confirm your password" });
  await question.getByLabel("Current password").fill("not this one");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question.getByText("Wrong current password.")).toBeVisible();
  await question.getByLabel("Current password").fill(member.password);
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(memberPage.getByRole("listitem").filter({ hasText: "Reader" })).toContainText("Full access");

  await page.goto("/settings/audit-log");
  const entry = (kind: string) =>
    page.getByRole("listitem").filter({ hasText: kind }).filter({ hasText: member.email });
  for (const kind of ["Wrong password", "Password confirmed", "Token created"])
    await expect(entry(kind)).toHaveCount(1);
});

test("an account is downloaded as an archive, whose pages open without a studio", async ({
  page,
  studio: { api, process },
}, testInfo) => {
  test.slow();
  const prompt = "A lighthouse in the archive";
  const image = await api.createGeneration("image", { model: "image-01", prompt });
  const song = await api.createGeneration("music", { model: "music-3.0", prompt, lyrics: "[Outro]\nla" });
  await Promise.all([api.waitForEnd(image.id), api.waitForEnd(song.id)]);
  await changeStudioDatabase(
    process.dataDir,
    `UPDATE "Session" SET "confirmedAt" = now() - interval '30 days'
     WHERE "userId" = (SELECT "id" FROM "User" WHERE "email" = $1)`,
    [owner.email],
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Download archive" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm your password" });
  await dialog.getByLabel("Current password").fill(owner.password);
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^reverie-\d{4}-\d\d-\d\d\.zip$/);
  const archive = testInfo.outputPath("account.zip");
  await download.saveAs(archive);

  const folder = testInfo.outputPath("account");
  for (const [name, bytes] of await readMembers(archive)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  await page.goto(pathToFileURL(path.join(folder, "index.html")).href);
  const entry = page.getByRole("article").filter({ hasText: prompt });
  await expect(entry).toHaveCount(2);
  const picture = entry.locator("img");
  await expect
    .poll(() => picture.evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth))
    .toBeGreaterThan(0);
  const sound = entry.locator("audio");
  await sound.evaluate((each: HTMLAudioElement) => each.play());
  await expect.poll(() => sound.evaluate((each: HTMLAudioElement) => each.currentTime)).toBeGreaterThan(0);
});
