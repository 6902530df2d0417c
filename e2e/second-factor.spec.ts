import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { acceptInvitation, invite, newPerson, type Person, signIn } from "./fixtures/accounts";
import { expectAccessible } from "./fixtures/accessible";
import { expect, owner, ownerSettings, ownStudioTest as test } from "./fixtures/test";
import { waitForClosedLayers } from "./fixtures/settled-page";

/** An authenticator app that was given a key. Each code that it shows is accepted once. */
function openApp(key: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  return {
    show: () => totp.generate(),
    /** What a phone shows whose clock is half a minute ahead. */
    showNext: () => totp.generate({ timestamp: Date.now() + 30_000 }),
  };
}

/** Reads the key on the page, and turns the second factor on with the app's code. */
async function addApp(page: Page): Promise<ReturnType<typeof openApp>> {
  const app = openApp(await page.getByRole("definition").innerText());
  await page.getByLabel("Code", { exact: true }).fill(app.show());
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  return app;
}

/** Enters the password of somebody who has a second factor. */
async function startSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
}

test("people sign in with a second factor, which the owner requires and resets", async ({
  startStudio,
  openBrowser,
  guard,
}) => {
  test.setTimeout(180_000);
  const studio = await startStudio(ownerSettings);
  const browse = async () => (await openBrowser({ baseURL: studio.process.address })).newPage();
  const page = await browse();
  await signIn(page, owner);
  // The answers to a password alone and to wrong codes.
  guard.allow(/status 401: POST \S+\/api\/auth\/callback/);
  // Open pages read on, and send that they were looked at, while their session ends, or may do nothing yet.
  guard.allow(/status 40[13]: (GET \S+\/api\/|POST \S+\/digest\/looks$)/);

  let app: ReturnType<typeof openApp>;
  let codes: string[] = [];
  await test.step("the owner sets it up, and keeps the recovery codes", async () => {
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Set up a second factor" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up a second factor" });
    await expect(dialog.getByRole("img", { name: "QR code with the setup key" })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("Code", { exact: true }).fill("12345");
    await dialog.getByRole("button", { name: "Turn on", exact: true }).click();
    await expect(dialog.getByText("This code is wrong, has expired or was used before.")).toBeVisible();
    app = await addApp(page);
    const done = page.getByRole("dialog", { name: "Second factor turned on" });
    const list = done.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(list).toHaveCount(10);
    codes = await list.allTextContents();
    await expectAccessible(page);
    const downloading = page.waitForEvent("download");
    await done.getByRole("button", { name: "Download" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("reverie-recovery-codes.txt");
    expect((await readFile(await download.path(), "utf8")).trim().split("\n")).toEqual(codes);
    await done.getByText("Done", { exact: true }).click();
    await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  });

  await test.step("the password alone is not enough, the code of the app is", async () => {
    const elsewhere = await browse();
    await startSignIn(elsewhere, owner);
    expect((await elsewhere.request.get("/api/v1/account")).status()).toBe(401);
    await expectAccessible(elsewhere);
    await elsewhere.getByLabel("Code", { exact: true }).fill("000000");
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await expect(elsewhere.getByRole("alert").filter({ hasText: "This code is wrong" })).toBeVisible();
    await elsewhere.getByLabel("Code", { exact: true }).fill(app.showNext());
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await elsewhere.waitForURL("/");
  });

  await test.step("a recovery code works once", async () => {
    const lost = await browse();
    const enter = async () => {
      await startSignIn(lost, owner);
      await lost.getByRole("button", { name: "Use a recovery code" }).click();
      await lost.getByLabel("Recovery code").fill(codes[0]!);
      await lost.getByRole("button", { name: "Sign in" }).click();
    };
    await enter();
    await lost.waitForURL("/");
    await lost.goto("/settings/account");
    await expect(lost.getByText("9 recovery codes are left.")).toBeVisible();
    await lost.context().clearCookies();
    await enter();
    await expect(lost.getByRole("alert").filter({ hasText: "This code is wrong" })).toBeVisible();
    await lost.getByRole("button", { name: "Back" }).click();
    await expect(lost.getByLabel("Email")).toHaveValue(owner.email);
  });

  const member = newPerson("Mina");
  const memberPage = await browse();
  await test.step("a member is led to set one up before anything else", async () => {
    await acceptInvitation(memberPage, await invite(page), member);
    await page.reload();
    await page.getByRole("switch", { name: /^Require a second factor of everyone/ }).click();
    await expect(page.getByText("Saved")).toBeVisible();
    // Another process may still know the session as it was for a moment.
    await expect.poll(async () => (await memberPage.request.get("/api/v1/account")).status()).toBe(403);
    await memberPage.goto("/library");
    await expect(memberPage).toHaveURL("/second-factor?next=%2Flibrary");
    await expectAccessible(memberPage);
    await memberPage.getByRole("button", { name: "Set up a second factor" }).click();
    await expect(memberPage.getByText("Setup key", { exact: true })).toBeVisible();
    await expectAccessible(memberPage);
    await addApp(memberPage);
    await expect(memberPage.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(
      10,
    );
    await memberPage.getByRole("button", { name: "Continue" }).click();
    await expect(memberPage).toHaveURL("/library");
  });

  await test.step("the owner resets it for a member who lost it", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Reset the second factor of Mina" }).click();
    const question = page.getByRole("dialog", { name: "Reset the second factor of Mina?" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Reset" }).click();
    const row = page
      .getByRole("list", { name: "Second factor" })
      .getByRole("listitem")
      .filter({ hasText: "Mina" });
    await expect(row).toContainText("Not set up");
    await memberPage.goto("/library");
    await expect(memberPage).toHaveURL(/\/sign-in/);
    await memberPage.getByLabel("Email").fill(member.email);
    await memberPage.getByLabel("Password", { exact: true }).fill(member.password);
    await memberPage.getByRole("button", { name: "Sign in" }).click();
    await expect(memberPage).toHaveURL(/\/second-factor/);
  });

  await test.step("the owner renews the recovery codes, and turns it off with one", async () => {
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "New recovery codes" }).click();
    const renewal = page.getByRole("dialog", { name: "New recovery codes" });
    await renewal.getByLabel("Code", { exact: true }).fill(codes[1]!);
    await renewal.getByRole("button", { name: "New recovery codes" }).click();
    const list = renewal.getByRole("list", { name: "Recovery codes" });
    await expect(list.getByRole("listitem")).toHaveCount(10);
    const [renewed] = await list.getByRole("listitem").allTextContents();
    await renewal.getByText("Done", { exact: true }).click();
    await expect(renewal).toBeHidden();
    await waitForClosedLayers(page);
    await page.goto("/settings/members");
    await page.getByRole("switch", { name: /^Require a second factor of everyone/ }).click();
    await expect(page.getByText("Saved")).toBeVisible();
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Turn off" }).click();
    const question = page.getByRole("dialog", { name: "Turn off the second factor?" });
    await question.getByLabel("Code", { exact: true }).fill(codes[2]!);
    await question.getByRole("button", { name: "Turn off" }).click();
    await expect(question.getByText("This code is wrong, has expired or was used before.")).toBeVisible();
    await question.getByLabel("Code", { exact: true }).fill(renewed!);
    await question.getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByRole("button", { name: "Set up a second factor" })).toBeVisible();
    await page.goto("/settings/audit-log");
    for (const kind of [
      "Second factor turned on",
      "Second factor reset by an owner",
      "Second factor turned off",
    ])
      await expect(page.getByRole("listitem").filter({ hasText: kind }).first()).toBeVisible();
  });
});
