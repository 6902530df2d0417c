// The parts of npm test, on the project's Node with everything installed. The last line is "N passed, N failed".
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { generateDatabaseClient } from "./generate-database-client.mjs";
import { countPlaywright, countVitest } from "./test-counts.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const resultsDir = path.join(root, ".cache/test-results");
const bin = (file) => path.join(root, "node_modules", file);

/** How many checks run beside each other: the machine that counts has two cores. */
const checksAtOnce = 2;

const vitest = (project) => ({
  name: project,
  command: [
    bin("vitest/vitest.mjs"),
    ...["run", "--project", project, "--reporter=default", "--reporter=json"],
    `--outputFile.json=${path.join(resultsDir, `${project}.json`)}`,
  ],
  report: path.join(resultsDir, `${project}.json`),
  count: countVitest,
});

/** Checks count as one test each. */
const checks = [
  { name: "format", command: [bin("prettier/bin/prettier.cjs"), "--check", "--log-level", "warn", "."] },
  { name: "lint", command: [bin("eslint/bin/eslint.js"), "--max-warnings", "0", "."] },
  {
    name: "types",
    // Next writes the types of the routes first.
    before: [bin("next/dist/bin/next"), "typegen"],
    command: [bin("typescript/bin/tsc"), "--noEmit", "--pretty", "false"],
  },
  {
    name: "imports",
    command: [
      bin("dependency-cruiser/bin/dependency-cruise.mjs"),
      ...[
        "--config",
        ".dependency-cruiser.cjs",
        "app",
        "components",
        "generators",
        "lib",
        "sandbox",
        "scripts",
        "server",
      ],
    ],
  },
];

const suites = [
  vitest("unit"),
  vitest("integration"),
  { name: "build", command: ["scripts/run-typescript.mjs", "scripts/build.ts"] },
  { ...vitest("studio"), needs: "build" },
  {
    name: "e2e",
    command: [bin("@playwright/test/cli.js"), "test", "--reporter=list,json"],
    report: path.join(resultsDir, "e2e.json"),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(resultsDir, "e2e.json") },
    count: countPlaywright,
    // The browser tests open the built studio.
    needs: "build",
    applies: () => existsSync("e2e") && readdirSync("e2e").some((name) => name.endsWith(".spec.ts")),
  },
];

/** @returns {Promise<{ code: number, output: string }>} */
function run(command, { env = {}, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", FORCE_COLOR: "0", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        if (show) process.stdout.write(chunk);
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Runs one part and answers its counts; a part that ran no test has failed. */
async function runPart(part) {
  const startedAt = Date.now();
  if (part.report) rmSync(part.report, { force: true });
  const first = part.before ? await run(part.before) : { code: 0, output: "" };
  const { code, output } =
    first.code === 0 ? await run(part.command, { env: part.env, show: part.count }) : first;
  const counts = part.count
    ? part.count(readReport(part.report), code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (code !== 0 && !part.count) console.log(output.trimEnd());
  console.log(`${part.name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
  return counts;
}

async function main(wanted) {
  const known = [...checks, ...suites].map(({ name }) => name);
  const strange = wanted.filter((name) => !known.includes(name));
  if (strange.length > 0) {
    console.error(`No such part: ${strange.join(", ")}. There are: ${known.join(", ")}.`);
    return { passed: 0, failed: 1 };
  }
  const chosen = (part) => wanted.length === 0 || wanted.includes(part.name);
  mkdirSync(resultsDir, { recursive: true });
  await generateDatabaseClient(root);

  const total = { passed: 0, failed: 0 };
  const failedParts = new Set();
  const runAndAdd = async (part) => {
    const counts = await runPart(part);
    total.passed += counts.passed;
    total.failed += counts.failed;
    if (counts.failed > 0) failedParts.add(part.name);
  };

  const waiting = checks.filter(chosen);
  const takeNext = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) await runAndAdd(part);
  };
  await Promise.all(Array.from({ length: checksAtOnce }, takeNext));

  for (const suite of suites) {
    const needed = suites.some((other) => other.needs === suite.name && chosen(other));
    if (!chosen(suite) && !needed) continue;
    if (suite.applies && !suite.applies()) continue;
    if (failedParts.has(suite.needs)) {
      console.log(`${suite.name}: not run, since ${suite.needs} failed`);
      total.failed += 1;
      continue;
    }
    await runAndAdd(suite);
  }
  return total;
}

const { passed, failed } = await main(process.argv.slice(2));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
