import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const category = z.object({ score: z.number().min(0).max(1) });
const audit = z.object({ numericValue: z.number() });
const request = z.object({
  url: z.string(),
  resourceType: z.string().optional(),
  transferSize: z.number(),
  statusCode: z.number(),
  networkRequestTime: z.number(),
});
const reportSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  finalDisplayedUrl: z.string(),
  categories: z.object({ performance: category, accessibility: category, "best-practices": category }),
  audits: z.object({
    "total-blocking-time": audit,
    "largest-contentful-paint": audit,
    "cumulative-layout-shift": audit,
    "layout-shifts": z.object({
      details: z.object({ items: z.array(z.object({ node: z.object({ snippet: z.string() }).optional() })) }),
    }),
    "network-requests": z.object({ details: z.object({ items: z.array(request) }) }),
    metrics: z.object({
      details: z.object({ items: z.tuple([z.object({ observedLoad: z.number() })]).rest(z.unknown()) }),
    }),
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
  /** JavaScript on the wire that is requested before the load event, with response headers. */
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

/** Now and then Lighthouse misses the start of the navigation in its trace, also twice in a row, and asks to be run again. */
const mostAttempts = 5;

/** The aim; a load with more says what moves. */
export const mostLayoutShift = 0.01;

/**
 * Runs Lighthouse's mobile preset in a running browser, which keeps its cookies.
 *
 * @param options.port the browser's debugging port
 * @param options.scripts `false` loads the page without its script files
 * @throws where the page redirects or one of its requests fails
 */
export async function runLighthouse(options: {
  program: string;
  port: number;
  url: string;
  scripts: boolean;
  workDir: string;
  log: (line: string) => void;
}): Promise<MobileLoad> {
  const reportFile = path.join(options.workDir, "report.json");
  for (let attempt = 1; ; attempt += 1) {
    try {
      await promisify(execFile)(process.execPath, [
        options.program,
        options.url,
        "--quiet",
        "--output=json",
        `--output-path=${reportFile}`,
        "--only-categories=performance,accessibility,best-practices",
        `--port=${options.port}`,
        "--no-enable-error-reporting",
        ...(options.scripts ? [] : ["--blocked-url-patterns=*.js"]),
      ]);
      break;
    } catch (error) {
      if (attempt === mostAttempts || !String(error).includes("NO_NAVSTART")) throw error;
      options.log(`web: ${options.url} again, Lighthouse recorded no navigation`);
    }
  }
  const report = reportSchema.parse(JSON.parse(await readFile(reportFile, "utf8")));
  if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`);
  if (report.finalDisplayedUrl !== options.url)
    throw new Error(`${options.url} led to ${report.finalDisplayedUrl}`);
  const { categories, audits } = report;
  const requests = audits["network-requests"].details.items;
  const failed = requests.find(({ statusCode }) => statusCode >= 400);
  if (failed) throw new Error(`${failed.url}: HTTP ${failed.statusCode}`);
  const layoutShift = audits["cumulative-layout-shift"].numericValue;
  if (layoutShift > mostLayoutShift) {
    const moved = audits["layout-shifts"].details.items.map(({ node }) => node?.snippet ?? "unknown");
    options.log(`web: ${options.url} shifts by ${layoutShift.toFixed(3)}: ${moved.join(", ")}`);
  }
  if (
    !options.scripts &&
    requests.some(({ resourceType, transferSize }) => resourceType === "Script" && transferSize > 0)
  )
    throw new Error(`${options.url} loaded scripts, which were to be blocked`);
  const loadedMs = audits.metrics.details.items[0].observedLoad;
  return {
    performance: categories.performance.score * 100,
    accessibility: categories.accessibility.score * 100,
    bestPractices: categories["best-practices"].score * 100,
    blockingMs: audits["total-blocking-time"].numericValue,
    largestContentfulPaintMs: audits["largest-contentful-paint"].numericValue,
    layoutShift,
    scriptBytes: requests
      .filter(
        ({ resourceType, networkRequestTime }) => resourceType === "Script" && networkRequestTime < loadedMs,
      )
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
    requests: requests.length,
  };
}
