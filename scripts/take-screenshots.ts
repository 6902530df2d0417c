import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import {
  chromium,
  devices,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";
import sharp from "sharp";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";
import { signIn } from "@/e2e/fixtures/accounts";
import buildStudio from "@/e2e/fixtures/build-studio";
import { PlayerBar } from "@/e2e/fixtures/player-bar";
import { SandboxControl } from "@/e2e/fixtures/sandbox-control";
import { StudioApi } from "@/e2e/fixtures/studio-api";
import { StudioProcess } from "@/e2e/fixtures/studio-process";
import { findChromium } from "./bootstrap/find-chromium.mjs";
import { fillLibrary } from "./screenshots/fill-library";

const folder = "docs/images";
const largestBytes = 300_000;
const schemes = ["dark", "light"] as const;
const owner = { email: "ada@example.com", password: "a calm red lantern" };
const token = "token-of-the-screenshots";
/** 1.5 times real time, so that the song still streams while the picture is taken. */
const streamPace = 1.5;
const heardSeconds = 12;

const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const phone: BrowserContextOptions = { ...devices["Pixel 7"], deviceScaleFactor: 2 };

/** Retakes the pictures of the README in both themes, from a new studio that the sandbox fills. */
async function main(): Promise<void> {
  await buildStudio();
  await mkdir(folder, { recursive: true });
  const studio = await StudioProcess.start({
    STUDIO_OWNER_EMAIL: owner.email,
    STUDIO_OWNER_PASSWORD: owner.password,
    STUDIO_API_TOKEN: token,
  });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--autoplay-policy=no-user-gesture-required",
      "--hide-scrollbars",
    ],
  });
  try {
    const api = new StudioApi(() => studio.address, token);
    const { baseUrl } = await api.call<ConnectionSummary>("GET", "/api/v1/connection");
    if (!baseUrl) throw new Error("The sandbox does not run.");
    const sandbox = new SandboxControl(baseUrl);
    await sandbox.change({ latencyMs: 0, rateLimits: "off", takes: "same", taskDurationMs: 0 });
    await fillLibrary(api, (line) => process.stdout.write(`${line}\n`));

    const open = async (options: BrowserContextOptions): Promise<BrowserContext> => {
      const context = await browser.newContext({
        ...options,
        baseURL: studio.address,
        locale: "en-GB",
        timezoneId: "Europe/Vienna",
        reducedMotion: "reduce",
      });
      // Follows the system, so that both pictures show the same moment.
      await context.addCookies([{ name: "theme", value: "system", url: studio.address }]);
      await signIn(await context.newPage(), owner);
      return context;
    };
    const wide = await open(desktop);
    const page = wide.pages()[0]!;
    await page.goto("/library");
    await shoot(page, "library");

    await page.goto("/create/video?example=headland");
    await page.getByRole("list", { name: "Shot timeline" }).waitFor();
    await page.getByRole("img", { name: /^First frame:/ }).waitFor();
    await page
      .getByRole("list", { name: "Shot timeline" })
      .evaluate((strip) => strip.scrollIntoView({ block: "center" }));
    await shoot(page, "video");

    await sandbox.change({ streamPace });
    await page.goto("/create/music?example=harbour");
    await page.locator(".cm-content").waitFor();
    await page.locator("main form button[type=submit]").click();
    const player = new PlayerBar(page);
    await expect.poll(() => player.readSeconds(), { timeout: 120_000 }).toBeGreaterThan(heardSeconds);
    await shoot(page, "music-streaming");
    await sandbox.change({ streamPace: null });
    await wide.close();

    const narrow = await open(phone);
    const small = narrow.pages()[0]!;
    await small.goto("/library");
    await shoot(small, "phone");
    await narrow.close();
  } finally {
    await browser.close();
    await studio.remove();
  }
}

/** Takes a picture of the page in each theme once it is complete. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => document.fonts.ready);
    await waitUntilDrawn(page);
    const file = path.join(folder, `${name}-${colorScheme}.png`);
    // A palette makes the file a third as large without a visible difference.
    await sharp(await page.screenshot({ animations: "disabled" }))
      .png({ palette: true, quality: 90, compressionLevel: 9, effort: 10 })
      .toFile(file);
    const { size } = await stat(file);
    if (size > largestBytes)
      throw new Error(`${file} has ${size} bytes, at most ${largestBytes} are wanted.`);
    process.stdout.write(`${file}: ${Math.round(size / 1000)} kB\n`);
  }
}

/** Waits until visible pictures are loaded and no requests follow. */
async function waitUntilDrawn(page: Page): Promise<void> {
  let finished = -1;
  for (let calm = 0; calm < 3;) {
    const { isDrawn, count } = await page.evaluate(() => ({
      isDrawn: [...document.images]
        .filter((image) => image.getBoundingClientRect().top < innerHeight)
        .every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
      count: performance.getEntriesByType("resource").length,
    }));
    calm = isDrawn && count === finished ? calm + 1 : 0;
    finished = count;
    await page.waitForTimeout(400);
  }
}

await main();
