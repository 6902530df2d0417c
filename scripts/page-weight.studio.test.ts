import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeFilm } from "@/lib/films/film-document";
import { makeShot } from "@/lib/films/testing/make-shots";
import english from "../messages/en/errors.json";
import chinese from "../messages/zh/errors.json";
import budgets from "./page-weight.json";
import { StudioProcess, waitFor } from "./testing/studio-process";

const owner = { email: "owner@example.test", password: "a password of some length" };
const token = "studio-test-token-0123456789";
/** How much a page may grow before its budget is changed on purpose. */
const allowedGrowth = 1.03;

let dataDir: string;
let studio: StudioProcess;
let address: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "reverie-studio-"));
  studio = new StudioProcess(dataDir, {
    STUDIO_OWNER_EMAIL: owner.email,
    STUDIO_OWNER_PASSWORD: owner.password,
    STUDIO_API_TOKEN: token,
  });
  address = await studio.ready();
});

afterAll(async () => {
  studio.signal("SIGTERM");
  await studio.exitCode;
  await rm(dataDir, { recursive: true, force: true });
});

/** Signs the owner in as the form does. @returns the value of the Cookie header */
async function signIn(): Promise<string> {
  const readCookies = (response: Response) =>
    response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  const csrf = await fetch(`${address}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const known = readCookies(csrf);
  const response = await fetch(`${address}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { Cookie: known.join("; ") },
    body: new URLSearchParams({ ...owner, csrfToken, json: "true" }),
    redirect: "manual",
  });
  return [...known, ...readCookies(response)].join("; ");
}

const asAgent = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };

async function createFilm(): Promise<string> {
  const film = makeFilm({ aspect: "16:9", frameRate: 24 });
  const created = await fetch(`${address}/api/v1/films`, {
    method: "POST",
    headers: asAgent,
    body: JSON.stringify({ title: "Harbour lights", document: { ...film, shots: [makeShot(), makeShot()] } }),
  });
  return ((await created.json()) as { id: string }).id;
}

async function makeImage(prompt = "A lighthouse at dusk", ended = "succeeded"): Promise<string> {
  const created = await fetch(`${address}/api/v1/generations`, {
    method: "POST",
    headers: asAgent,
    body: JSON.stringify({
      generator: "image",
      input: { model: "image-01", prompt, aspect_ratio: "16:9", n: 2, seed: 1 },
    }),
  });
  const { id } = (await created.json()) as { id: string };
  await waitFor(async () => {
    const response = await fetch(`${address}/api/v1/generations/${id}`, { headers: asAgent });
    return ((await response.json()) as { state: string }).state === ended;
  });
  return id;
}

/** Scripts that the browser fetches at load: those of script elements and of preload links, without `nomodule`. */
function listScripts(html: string): string[] {
  const elements = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  const sources = elements
    .filter((element) => !/nomodule/i.test(element))
    .flatMap((element) => /(?:src|href)="(\/_next\/static\/[^"]+\.js)[^"]*"/.exec(element)?.[1] ?? []);
  return [...new Set(sources)];
}

/** Attributes that only parts of the film desk have. */
const deskParts = ["data-ruler", "data-clip", "data-strip-frame"];

const scriptBytes = new Map<string, number>();

async function weighScript(script: string): Promise<number> {
  const response = await fetch(address + script, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
  const bytes = Number(response.headers.get("content-length"));
  if (!response.ok || !(bytes > 0)) throw new Error(`${script}: HTTP ${response.status}, ${bytes} bytes`);
  scriptBytes.set(script, bytes);
  return bytes;
}

let pages: Promise<Map<string, string>> | undefined;

/** The HTML of every page that has a budget, by its route. */
const readPages = () => (pages ??= fetchPages());

async function fetchPages(): Promise<Map<string, string>> {
  const cookie = await signIn();
  const found = new Map<string, string>();
  const ids = { "{film}": createFilm, "{image}": makeImage };
  for (const page of Object.keys(budgets)) {
    let route = page;
    for (const [name, make] of Object.entries(ids))
      if (page.includes(name)) route = page.replace(name, await make());
    const response = await fetch(address + route, {
      headers: { Cookie: page === "/sign-in" ? "" : cookie, "Accept-Language": "en" },
      redirect: "manual",
    });
    if (response.status !== 200) throw new Error(`${page}: HTTP ${response.status}`);
    found.set(page, await response.text());
  }
  return found;
}

async function weigh(html: string): Promise<{ script: number; html: number }> {
  const sizes = await Promise.all(
    listScripts(html).map((script) => scriptBytes.get(script) ?? weighScript(script)),
  );
  return { script: sizes.reduce((sum, bytes) => sum + bytes, 0), html: Buffer.byteLength(html) };
}

it("sends no page with more bytes of script or HTML than its budget and 3 %", async () => {
  const weights: Record<string, { script: number; html: number }> = {};
  for (const [page, html] of await readPages()) weights[page] = await weigh(html);
  const lines = Object.entries(budgets).map(([page, budget]) => {
    const { script, html } = weights[page]!;
    const isOver = script > budget.script * allowedGrowth || html > budget.html * allowedGrowth;
    return { isOver, line: `${page}: script ${script} of ${budget.script}, HTML ${html} of ${budget.html}` };
  });
  console.log(lines.map(({ line }) => line).join("\n"));
  // As one text, which a report shows in full.
  const over = lines.filter(({ isOver }) => isOver).map(({ line }) => line);
  expect(over.join("\n")).toBe("");
});

it("sends the scripts of the film desk on its page alone", async () => {
  const texts = new Map<string, string>();
  const withPart = new Map<string, string[]>(deskParts.map((part) => [part, []]));
  for (const [page, html] of await readPages()) {
    for (const script of listScripts(html)) {
      if (!texts.has(script)) {
        const response = await fetch(address + script);
        if (!response.ok) throw new Error(`${script}: HTTP ${response.status}`);
        texts.set(script, await response.text());
      }
      for (const [part, pages] of withPart) if (texts.get(script)!.includes(part)) pages.push(page);
    }
  }
  for (const [part, pages] of withPart) expect([...new Set(pages)], part).toEqual(["/films/{film}"]);
});

it("sends the texts of the errors that a page shows, in its language, and of no others", async () => {
  const cookie = await signIn();
  const id = await makeImage("A lighthouse [[fault:1008]]", "failed");
  for (const [language, texts] of [
    ["en", english],
    ["zh", chinese],
  ] as const) {
    for (const page of ["/create/image", "/activity", `/library/${id}`]) {
      const response = await fetch(address + page, {
        headers: { Cookie: cookie, "Accept-Language": language },
      });
      const html = await response.text();
      const shown = html.replaceAll(/<script\b.*?<\/script>/gs, "");
      expect(shown, page).toContain(texts.service.balance.title);
      expect(html, page).toContain(texts.studio.offline.title);
      expect(html, page).not.toContain(texts.service["token-rate"].title);
    }
  }
});

it("sends a generation once that is in two lists of a page", async () => {
  const cookie = await signIn();
  await makeImage("A pier at noon [[latency:20000]]", "running");
  const html = await (await fetch(`${address}/`, { headers: { Cookie: cookie } })).text();
  expect(html.match(/\\"prompt\\":\\"A pier at noon/g)).toHaveLength(1);
});

it("sends static files as the build compressed them, with their length", async () => {
  const html = await (await fetch(`${address}/sign-in`)).text();
  const [script] = listScripts(html);
  if (!script) throw new Error("The page names no script.");
  const stored = path.resolve(".next", script.replace("/_next/", ""));
  const ask = (accepted: string) => fetch(address + script, { headers: { "Accept-Encoding": accepted } });

  const plain = await readFile(stored, "utf8");
  for (const [accepted, encoding, suffix] of [
    ["gzip, deflate, br, zstd", "br", ".br"],
    ["gzip, zstd", "zstd", ".zst"],
    ["br;q=0, gzip;q=0.5", "gzip", ".gz"],
    ["identity", null, ""],
  ] as const) {
    const response = await ask(accepted);
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(Number(response.headers.get("content-length"))).toBe((await readFile(stored + suffix)).length);
    expect(response.headers.get("content-type")).toBe("application/javascript; charset=UTF-8");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("vary")).toContain("Accept-Encoding");
    for (const name of ["accept-ranges", "etag", "last-modified"])
      expect(response.headers.has(name)).toBe(false);
    if (encoding !== "zstd") expect(await response.text()).toBe(plain);
  }
  expect(brotliDecompressSync(await readFile(`${stored}.br`)).toString()).toBe(plain);
});
