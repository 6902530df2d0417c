import type { Page } from "@playwright/test";
import { signIn } from "./fixtures/accounts";
import { httpsTest as test } from "./fixtures/https-test";
import { expect, owner, ownerSettings } from "./fixtures/test";
import { connectAuthenticator } from "./fixtures/virtual-authenticator";

/** Browsers take every name that ends like this for this machine. */
const host = "studio.localhost";

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });
const isSignedIn = (page: Page) => page.evaluate(async () => (await fetch("/api/v1/account")).ok);
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

test("passkeys work at the public https address behind a proxy, and for nobody in between", async ({
  openFront,
  startStudio,
  openBrowser,
  guard,
}) => {
  test.setTimeout(180_000);
  // Refused sign-ins, and what a page still reads while its session ends.
  guard.allow(/status 401: (GET|POST) \S+\/api\//);
  const front = await openFront({ host });
  const studio = await startStudio({
    ...ownerSettings,
    STUDIO_PUBLIC_URL: front.address,
    STUDIO_TRUST_PROXY: "on",
  });
  front.lead(studio.process.address);
  const context = await openBrowser({ baseURL: front.address });
  const page = await context.newPage();
  const device = await connectAuthenticator(page);

  await test.step("somebody adds one, which is made for the host name of that address", async () => {
    await signIn(page, owner);
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const rows = page.getByRole("list", { name: "Your passkeys" }).getByRole("listitem");
    await expect(rows).toHaveCount(1);
    expect(await device.hosts()).toEqual([host]);
  });

  await test.step("and signs in with it, as the browser signs for that address", async () => {
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    const sent = page.waitForRequest(/\/api\/auth\/callback\/passkey/);
    await signInButton(page).click();
    expect(readSignedOrigin((await sent).postData())).toBe(front.address);
    await expect(page).toHaveURL("/");
    await page.goto("/settings/account");
    await expect(page.getByText(/Last used/)).toBeVisible();
    const hidden = (await context.cookies()).filter(({ httpOnly }) => httpOnly);
    expect(await isSignedIn(page)).toBe(true);
    expect(hidden.filter(({ secure }) => !secure)).toEqual([]);
  });

  const open = async (address: string) => {
    const other = await (await openBrowser({ baseURL: address })).newPage();
    const otherDevice = await connectAuthenticator(other);
    await device.syncTo(otherDevice);
    await other.goto("/sign-in");
    return other;
  };

  await test.step("at another port of that host, the studio asks for none", async () => {
    const beside = await openFront({ host });
    beside.lead(studio.process.address);
    const other = await open(beside.address);
    await signInButton(other).click();
    await expect(alert(other, "Passkeys don’t work at this address.")).toBeVisible();
    expect(await isSignedIn(other)).toBe(false);
  });

  await test.step("what is signed there is refused, even if it is passed on as if it came from the studio’s page", async () => {
    const { host: ownHost, origin } = new URL(front.address);
    const thief = await openFront({
      host,
      replace: () => ({ host: ownHost, origin, referer: `${origin}/sign-in` }),
    });
    thief.lead(studio.process.address);
    const other = await open(thief.address);
    const sent = other.waitForRequest(/\/api\/auth\/callback\/passkey/);
    await signInButton(other).click();
    expect(readSignedOrigin((await sent).postData())).toBe(thief.address);
    await expect(alert(other, "The passkey couldn’t be verified.")).toBeVisible();
    expect(await isSignedIn(other)).toBe(false);
  });
});

/** The address for which the browser signed, in what a form sent. */
function readSignedOrigin(form: string | null): unknown {
  const proof = JSON.parse(new URLSearchParams(form ?? "").get("proof")!);
  return JSON.parse(Buffer.from(proof.response.clientDataJSON, "base64url").toString()).origin;
}
