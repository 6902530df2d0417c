import { chromium, type Browser, type BrowserContext } from "@playwright/test";
import { findChromium } from "../../scripts/bootstrap/find-chromium.mjs";
import type { RunningStudio } from "./running-studio";

export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The machine's Chromium or Chrome. Throws where there is none. */
export function requireChromium(): string {
  const browserPath = findChromium();
  if (!browserPath)
    throw new Error("Chromium or Chrome is needed: install one, or name it with CHROME_PATH.");
  return browserPath;
}

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
}

/** Signs the owner in and returns the browser's storage state. */
export async function signIn(browser: Browser, { address, owner }: RunningStudio): Promise<StorageState> {
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(`${address}/sign-in`);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${address}/`);
  const session = await context.storageState();
  await context.close();
  return session;
}
