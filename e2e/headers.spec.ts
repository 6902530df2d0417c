import { request as send, type IncomingHttpHeaders } from "node:http";
import { signIn } from "./fixtures/accounts";
import { expect, nobody, owner, test } from "./fixtures/test";

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A request with any header, `host` too. */
function get(address: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = send(address, { headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on("error", reject).end();
  });
}

test("every page has a policy for scripts, whatever the request says", async ({ studio }) => {
  const { address } = studio.process;
  const policies = new Set<string | string[] | undefined>();
  for (const [path, headers] of [
    ["/sign-in", {}],
    ["/sign-in", { purpose: "prefetch" }],
    ["/sign-in", { purpose: "prefetch", "sec-purpose": "prefetch" }],
    ["/sign-in", { "next-router-prefetch": "1" }],
    ["/sign-in", { rsc: "1" }],
    ["/nowhere", { purpose: "prefetch" }],
    ["/iconography", {}],
    ["/_next/nowhere", {}],
    ["/favicon.ico", {}],
  ] as [string, Record<string, string>][]) {
    const { headers: answered, text } = await get(`${address}${path}`, headers);
    const policy = answered["content-security-policy"];
    expect(policy, `${path} ${JSON.stringify(headers)}`).toMatch(
      /script-src 'self' 'nonce-[^']+' 'strict-dynamic'/,
    );
    expect(answered["cross-origin-opener-policy"], path).toBe("same-origin");
    policies.add(policy);
    const nonce = /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? "";
    for (const [script] of text.matchAll(/<script\b[^>]*>/g)) expect(script).toContain(nonce);
  }
  expect(policies.size).toBe(9);
});

test("forwarded headers of anyone change nothing", async ({ studio }) => {
  const { address } = studio.process;
  const forged = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-forwarded-port": "443",
  };
  const { text, headers } = await get(`${address}/api/auth/providers`, forged);
  expect(text).toContain(`${address}/api/auth/callback/credentials`);
  expect(text).not.toContain("evil.example");
  expect(headers["strict-transport-security"]).toBeUndefined();
  expect(JSON.stringify(headers["set-cookie"] ?? [])).not.toContain("__Host-");
  const described = await get(`${address}/api/v1/openapi.json`, forged);
  expect(described.text).not.toContain("evil.example");
});

test("a page that sends a password over the network in clear says so", async ({ studio }) => {
  const { address } = studio.process;
  const { port } = new URL(address);
  const warning = "This connection isn’t encrypted.";
  expect((await get(`${address}/sign-in`, { host: `192.168.1.20:${port}` })).text).toContain(warning);
  expect((await get(`${address}/sign-in`, { host: `localhost:${port}` })).text).not.toContain(warning);
  expect((await get(`${address}/sign-in`)).text).not.toContain(warning);
});

test("signing out makes the browser forget results and drafts", async ({ openBrowser, guard }) => {
  // Between the end of the session and the next page, it may note a look, and its event stream connect and load again.
  guard.allow(/status 401: (POST \S+\/digest\/looks|GET \S+\/api\/(events|v1\/generations)\b)/);
  const context = await openBrowser(nobody);
  const page = await context.newPage();
  await signIn(page, owner);
  await page.evaluate(() => localStorage.setItem("reverie.draft.of-someone", "a secret idea"));
  await page.goto("/settings/account");
  const signedOut = page.waitForResponse((response) => response.url().endsWith("/api/auth/signout"));
  await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
  expect((await (await signedOut).allHeaders())["clear-site-data"]).toBe('"cache", "storage"');
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await page.evaluate(() => localStorage.getItem("reverie.draft.of-someone"))).toBeNull();
});
