import type { Browser } from "@playwright/test";
import type { StorageState } from "../studio/browser";

interface PageLoad {
  /** JavaScript on the wire: compressed, including response headers, until the network is idle. */
  scriptBytes: number;
  scripts: { url: string; bytes: number }[];
  largestContentfulPaintMs: number;
}

/** Loads a page with an empty cache on a desktop, without throttling. */
export async function loadPage(browser: Browser, url: string, session: StorageState): Promise<PageLoad> {
  const context = await browser.newContext({
    storageState: session,
    viewport: { width: 1440, height: 900 },
    colorScheme: "dark",
  });
  try {
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    await protocol.send("Network.enable");
    const urls = new Map<string, string>();
    const scripts: PageLoad["scripts"] = [];
    protocol.on("Network.responseReceived", ({ requestId, type, response }) => {
      if (type === "Script" || /javascript/.test(response.mimeType)) urls.set(requestId, response.url);
    });
    protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const script = urls.get(requestId);
      if (script) scripts.push({ url: script, bytes: encodedDataLength });
    });
    const response = await page.goto(url, { waitUntil: "networkidle" });
    if (!response?.ok() || page.url() !== url) throw new Error(`${url} led to ${page.url()}`);
    return {
      scripts,
      scriptBytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      largestContentfulPaintMs: await page.evaluate(readLargestContentfulPaint),
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
function readLargestContentfulPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1);
      if (last) resolve(last.startTime);
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
}
