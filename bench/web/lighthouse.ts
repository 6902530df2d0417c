import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const category = z.object({ score: z.number().min(0).max(1) });
const audit = z.object({ numericValue: z.number() });
const request = z.object({ resourceType: z.string().optional(), transferSize: z.number() });
const reportSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  finalDisplayedUrl: z.string(),
  categories: z.object({ performance: category, accessibility: category, "best-practices": category }),
  audits: z.object({
    "total-blocking-time": audit,
    "largest-contentful-paint": audit,
    "cumulative-layout-shift": audit,
    "network-requests": z.object({ details: z.object({ items: z.array(request) }) }),
  }),
});

/** What Lighthouse says of one load as a mobile device, with an empty cache. */
export interface MobileLoad {
  /** Scores from 0 to 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  /** Milliseconds in which the simulated slow phone cannot answer. */
  blockingMs: number;
  /** On the simulated slow phone and network, in milliseconds. */
  largestContentfulPaintMs: number;
  layoutShift: number;
  /** JavaScript on the wire, with response headers. */
  scriptBytes: number;
  requests: number;
}

/** Installs Lighthouse, which has its own package.json because it is as big as all other packages together. */
export async function installLighthouse(root: string, log: (line: string) => void): Promise<string> {
  const folder = path.join(root, "bench/lighthouse");
  const program = path.join(folder, "node_modules/lighthouse/cli/index.js");
  if (!existsSync(program)) {
    log("web: installing Lighthouse");
    await promisify(execFile)("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  }
  return program;
}

/**
 * Runs Lighthouse's mobile preset.
 *
 * @param options.cookie signs in
 * @throws where the page redirects
 */
export async function runLighthouse(options: {
  program: string;
  browser: string;
  url: string;
  cookie?: string | undefined;
  workDir: string;
}): Promise<MobileLoad> {
  const headersFile = path.join(options.workDir, "headers.json");
  const reportFile = path.join(options.workDir, "report.json");
  const headers = options.cookie === undefined ? {} : { Cookie: options.cookie };
  await writeFile(headersFile, JSON.stringify(headers), { mode: 0o600 });
  const rootNeeds = process.getuid?.() === 0 ? " --no-sandbox" : "";
  await promisify(execFile)(
    process.execPath,
    [
      options.program,
      options.url,
      "--quiet",
      "--output=json",
      `--output-path=${reportFile}`,
      "--only-categories=performance,accessibility,best-practices",
      `--extra-headers=${headersFile}`,
      `--chrome-flags=--headless=new${rootNeeds}`,
      "--no-enable-error-reporting",
    ],
    { env: { ...process.env, CHROME_PATH: options.browser } },
  );
  const report = reportSchema.parse(JSON.parse(await readFile(reportFile, "utf8")));
  if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`);
  if (report.finalDisplayedUrl !== options.url)
    throw new Error(`${options.url} led to ${report.finalDisplayedUrl}`);
  const { categories, audits } = report;
  const requests = audits["network-requests"].details.items;
  return {
    performance: categories.performance.score * 100,
    accessibility: categories.accessibility.score * 100,
    bestPractices: categories["best-practices"].score * 100,
    blockingMs: audits["total-blocking-time"].numericValue,
    largestContentfulPaintMs: audits["largest-contentful-paint"].numericValue,
    layoutShift: audits["cumulative-layout-shift"].numericValue,
    scriptBytes: requests
      .filter(({ resourceType }) => resourceType === "Script")
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
    requests: requests.length,
  };
}
