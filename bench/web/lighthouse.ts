import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const score = z.number().min(0).max(1);
const reportSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.object({
    performance: z.object({ score }),
    accessibility: z.object({ score }),
  }),
  audits: z.object({ "largest-contentful-paint": z.object({ numericValue: z.number() }) }),
});

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

/** Runs Lighthouse as a mobile device, signed in by `cookie`. */
export async function runLighthouse(options: {
  program: string;
  browser: string;
  url: string;
  cookie: string;
  workDir: string;
}) {
  const headersFile = path.join(options.workDir, "headers.json");
  const reportFile = path.join(options.workDir, "report.json");
  await writeFile(headersFile, JSON.stringify({ Cookie: options.cookie }), { mode: 0o600 });
  const rootNeeds = process.getuid?.() === 0 ? " --no-sandbox" : "";
  await promisify(execFile)(
    process.execPath,
    [
      options.program,
      options.url,
      "--quiet",
      "--output=json",
      `--output-path=${reportFile}`,
      "--only-categories=performance,accessibility",
      `--extra-headers=${headersFile}`,
      `--chrome-flags=--headless=new${rootNeeds}`,
      "--no-enable-error-reporting",
    ],
    { env: { ...process.env, CHROME_PATH: options.browser } },
  );
  const report = reportSchema.parse(JSON.parse(await readFile(reportFile, "utf8")));
  if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`);
  return {
    /** 0 to 100. */
    performance: report.categories.performance.score * 100,
    accessibility: report.categories.accessibility.score * 100,
    /** On Lighthouse's simulated slow phone and network. */
    largestContentfulPaintMs: report.audits["largest-contentful-paint"].numericValue,
  };
}
