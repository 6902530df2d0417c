import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from "@/lib/auth/testing/test-identity-provider";
import { signIn } from "./fixtures/accounts";
import { expectAccessible } from "./fixtures/accessible";
import { expect, owner, ownerSettings, ownStudioTest as test } from "./fixtures/test";

let provider: TestIdentityProvider;
test.beforeAll(async () => {
  provider = await startTestIdentityProvider();
});
test.afterAll(() => provider.stop());

test("people sign in at the identity provider, and read why not", async ({ startStudio, openBrowser }) => {
  const studio = await startStudio({ ...ownerSettings, ...provider.settings });
  const browse = async () => (await openBrowser({ baseURL: studio.process.address })).newPage();
  const page = await browse();
  const button = page.getByRole("button", { name: "Sign in with Example ID" });
  const signInAs = async (identity: TestIdentityProvider["identity"]) => {
    provider.identity = identity;
    await button.click();
  };

  await test.step("somebody who cancels, or has no account, is told so", async () => {
    await page.goto("/library");
    await expect(page).toHaveURL("/sign-in?next=%2Flibrary");
    await expectAccessible(page);
    await signInAs(null);
    await expect(page.getByRole("alert").filter({ hasText: "Signing in elsewhere" })).toBeVisible();
    await signInAs({ sub: "stranger", email: "stranger@example.test", email_verified: true });
    await expect(page.getByRole("alert").filter({ hasText: "There is no account for you" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the person with a verified address arrives at the page they wanted", async () => {
    await page.goto("/library");
    await signInAs({ sub: "owner", email: owner.email, email_verified: true });
    await expect(page).toHaveURL("/library");
    await page.goto("/settings/audit-log");
    const linked = page.getByRole("listitem").filter({ hasText: "Account of the identity provider linked" });
    await expect(linked).toBeVisible();
  });

  await test.step("the account shows the link, and removes it", async () => {
    await page.goto("/settings/account");
    const links = page.getByRole("list", { name: "Sign-in elsewhere" }).getByRole("listitem");
    await expect(links).toContainText("Example ID");
    await expect(links).toContainText(owner.email);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Unlink Example ID" }).click();
    const question = page.getByRole("dialog", { name: "Unlink Example ID?" });
    await question.getByRole("button", { name: "Unlink" }).click();
    await expect(page.getByRole("button", { name: "Link Example ID" })).toBeVisible();
    await expect(links).toHaveCount(0);
  });

  await test.step("after that, its person links it again, with their password", async () => {
    const identity = { sub: "owner", email: owner.email, email_verified: true };
    await page.context().clearCookies();
    await page.goto("/sign-in");
    await signInAs(identity);
    await expect(page.getByRole("alert").filter({ hasText: "isn’t linked with this sign-in" })).toBeVisible();
    await signIn(page, owner);
    await page.goto("/settings/account");
    const link = page.getByRole("button", { name: "Link Example ID" });
    provider.identity = { sub: "other", email: "other@example.test", email_verified: true };
    await link.click();
    await expect(page).toHaveURL(/\/settings\/account\?error=/);
    await expect(page.getByRole("alert").filter({ hasText: "another email address" })).toBeVisible();
    await expectAccessible(page);
    provider.identity = identity;
    await link.click();
    await expect(page.getByRole("button", { name: "Unlink Example ID" })).toBeVisible();
    await expect(page).toHaveURL("/settings/account");
  });

  await test.step("a provider that can't be reached leaves the password", async () => {
    await provider.stop();
    const page = await browse();
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Sign in with Example ID" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "can’t be reached" })).toBeVisible();
    await page.getByLabel("Email").fill(owner.email);
    await page.getByLabel("Password", { exact: true }).fill(owner.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("/");
    provider = await startTestIdentityProvider();
  });
});
