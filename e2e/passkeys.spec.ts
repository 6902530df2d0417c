import type { Page } from "@playwright/test";
import { acceptInvitation, invite, newPerson, signIn } from "./fixtures/accounts";
import { expectAccessible } from "./fixtures/accessible";
import { expect, owner, ownerSettings, ownStudioTest as test } from "./fixtures/test";
import { connectAuthenticator } from "./fixtures/virtual-authenticator";

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });
const rows = (page: Page) => page.getByRole("list", { name: "Your passkeys" }).getByRole("listitem");

async function signOut(page: Page): Promise<void> {
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in/);
}

test("people sign in with a passkey instead of a password", async ({ startStudio, openBrowser, guard }) => {
  test.setTimeout(180_000);
  const studio = await startStudio(ownerSettings);
  const numbered = studio.process.address;
  // Browsers allow no passkeys at an IP address.
  const named = numbered.replace("127.0.0.1", "localhost");
  const browse = async (baseURL = named) => (await openBrowser({ baseURL })).newPage();
  const page = await browse();
  const device = await connectAuthenticator(page);
  // Refused sign-ins, and open pages that read on while their session ends, or may do nothing yet.
  guard.allow(/status 401: POST \S+\/api\/auth\/callback/);
  guard.allow(/status 40[13]: (GET|POST) \S+\/api\//);

  await test.step("the sign-in page offers none before somebody has one", async () => {
    await page.goto("/sign-in");
    await expect(page.getByLabel("Email")).toBeVisible();
    await expect(signInButton(page)).toHaveCount(0);
  });

  await test.step("somebody adds one, once for each device", async () => {
    await signIn(page, owner);
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    // Says why, where it can't.
    await expect(rows(page).or(page.getByRole("main").getByRole("alert"))).toContainText("Never used");
    await expect(rows(page)).toContainText("Chrome");
    expect(await device.count()).toBe(1);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "already has a passkey" })).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step("it signs in without an email address, and leads to the page that was wanted", async () => {
    await signOut(page);
    await page.goto("/library");
    await expect(page).toHaveURL("/sign-in?next=%2Flibrary");
    await expectAccessible(page);
    await signInButton(page).hover();
    await page.mouse.down();
    // The empty field doesn't complain.
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.mouse.up();
    await expect(page).toHaveURL("/library");
    await page.goto("/settings/account");
    await expect(rows(page)).toContainText(/Last used/);
  });

  await test.step("at an IP address, the studio says where passkeys work", async () => {
    const elsewhere = await browse(numbered);
    await elsewhere.goto("/sign-in");
    await signInButton(elsewhere).click();
    await expect(
      elsewhere.getByRole("alert").filter({ hasText: "don’t work at this address" }),
    ).toBeVisible();
    await signIn(elsewhere, owner);
    await elsewhere.goto("/settings/account");
    await expect(elsewhere.getByText("Browsers don’t allow passkeys at an IP address.")).toBeVisible();
    await expect(elsewhere.getByRole("link", { name: named })).toBeVisible();
    await expect(elsewhere.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
    await expectAccessible(elsewhere);
  });

  const member = newPerson("Mina");
  const memberPage = await browse();
  const memberDevice = await connectAuthenticator(memberPage);
  await test.step("a member adds one as the second factor that the studio requires", async () => {
    // Invitation links name the address where the owner is.
    await acceptInvitation(memberPage, await invite(page), member);
    await page.getByRole("switch", { name: /^Require a second factor of everyone/ }).click();
    await expect(page.getByText("Saved")).toBeVisible();
    // Another process may still know the session as it was for a moment.
    await expect.poll(async () => (await memberPage.request.get("/api/v1/account")).status()).toBe(403);
    await memberPage.goto("/library");
    await expect(memberPage).toHaveURL("/second-factor?next=%2Flibrary");
    await memberPage.getByRole("button", { name: "Add a passkey instead" }).click();
    await expect(memberPage).toHaveURL("/library");
    expect(await memberDevice.count()).toBe(1);
    await page.reload();
    const factors = page.getByRole("list", { name: "Second factor" }).getByRole("listitem");
    await expect(factors.filter({ hasText: "Mina" })).toContainText("1 passkey");
  });

  await test.step("the password alone doesn't sign them in any more, the passkey does", async () => {
    await signOut(memberPage);
    await memberPage.getByLabel("Email").fill(member.email);
    await memberPage.getByLabel("Password", { exact: true }).fill(member.password);
    await memberPage.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(memberPage.getByRole("alert").filter({ hasText: "yours is a passkey" })).toBeVisible();
    await signInButton(memberPage).click();
    await expect(memberPage).toHaveURL("/");
    await page.getByRole("switch", { name: /^Require a second factor of everyone/ }).click();
    await expect(page.getByText("Saved")).toBeVisible();
  });

  await test.step("it is renamed and removed, and then refused", async () => {
    const other = await browse();
    await device.syncTo(await connectAuthenticator(other));
    await other.goto("/sign-in");
    await page.goto("/settings/account");
    await page.getByRole("button", { name: /^Rename Chrome/ }).click();
    const naming = page.getByRole("dialog", { name: "Rename passkey" });
    await naming.getByLabel("Name").fill("");
    await naming.getByRole("button", { name: "Save" }).click();
    await expect(naming.getByText("Required")).toBeVisible();
    await naming.getByLabel("Name").fill("Work laptop");
    await expectAccessible(page);
    await naming.getByRole("button", { name: "Save" }).click();
    await expect(rows(page)).toContainText("Work laptop");
    await page.getByRole("button", { name: "Remove Work laptop" }).click();
    const question = page.getByRole("dialog", { name: "Remove Work laptop?" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("Passkey removed")).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    await signInButton(other).click();
    await expect(other.getByRole("alert").filter({ hasText: "doesn’t open an account here" })).toBeVisible();
    await expectAccessible(other);
    expect((await other.request.get("/api/v1/account")).status()).toBe(401);
  });

  await test.step("the audit log tells all of it", async () => {
    await page.goto("/settings/audit-log");
    for (const kind of ["Passkey added", "Passkey removed", "Failed sign-in"])
      await expect(page.getByRole("listitem").filter({ hasText: kind }).first()).toBeVisible();
  });
});
