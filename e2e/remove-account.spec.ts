import { newPerson, signIn } from "./fixtures/accounts";
import { expectAccessibleAtBothSizes } from "./fixtures/accessible";
import { changeStudioDatabase } from "./fixtures/studio-database";
import { expect, nobody, owner, test, type Studio } from "./fixtures/test";

/** A person with the owner's password, in the database: invitations are tested elsewhere. */
async function addMember({ process }: Studio, name: string, { hasAccess = true } = {}) {
  const { email } = newPerson(name);
  await changeStudioDatabase(
    process.dataDir,
    `INSERT INTO "User" ("id", "email", "name", "role", "passwordHash", "disabledAt")
     SELECT gen_random_uuid(), $1, $2, 'member', "passwordHash", CASE WHEN $4 = 'no' THEN now() END
     FROM "User" WHERE "email" = $3`,
    [email, name, owner.email, hasAccess ? "yes" : "no"],
  );
  return { email, password: owner.password };
}

const listEmails = async ({ api }: Studio) =>
  (await api.call<{ members: { email: string }[] }>("GET", "/api/v1/members")).members.map(
    ({ email }) => email,
  );

test("a person removes their own account with their password", async ({ openBrowser, studio, guard }) => {
  // The session ends with the account.
  guard.allow(/status 401: \w+ \S+\/api\//);
  const member = await addMember(studio, "Mila");
  const page = await (await openBrowser(nobody)).newPage();
  await signIn(page, member);
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Remove my account" }).click();
  const question = page.getByRole("dialog", { name: "Remove your account for good?" });
  await question.getByLabel("Current password").fill("not the password");
  await question.getByRole("button", { name: "Remove for good" }).click();
  await expect(question.getByText(/wrong/i)).toBeVisible();
  await question.getByLabel("Current password").fill(member.password);
  await expectAccessibleAtBothSizes(page);
  await question.getByRole("button", { name: "Remove for good" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect.poll(() => listEmails(studio)).not.toContain(member.email);

  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Wrong email or password." })).toBeVisible();
});

test("an owner removes an account and takes its things over", async ({ page, studio }) => {
  const member = await addMember(studio, "Nils", { hasAccess: false });
  await page.goto("/settings/members");
  const row = page.getByRole("listitem").filter({ hasText: member.email });
  await row.getByRole("button", { name: "Remove account" }).click();
  const question = page.getByRole("dialog", { name: "Remove the account of Nils?" });
  await expect(question).toContainText("will be deleted for good");
  await question.getByRole("radio", { name: "Take over" }).check();
  await expect(question).toContainText("move to your library");
  await expectAccessibleAtBothSizes(page);
  await question.getByRole("button", { name: "Remove for good" }).click();
  await expect(page.getByText("The account of Nils is being removed")).toBeVisible();
  await expect.poll(() => listEmails(studio)).not.toContain(member.email);
  await page.reload();
  await expect(row).toHaveCount(0);
});
