// The parts of npm test and npm run check, on the project's Node with everything installed. The last line is "N passed, N failed".
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { generateDatabaseClient } from "./generate-database-client.mjs";
import { countPlaywright, countVitest, listPlaywrightFailures, listVitestFailures } from "./test-reports.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const resultsDir = path.join(root, ".cache/test-results");
const bin = (file) => path.join(root, "node_modules", file);
const options = process.argv.slice(2);
const isCheck = options.includes("--check");
/** `--shard=1/3` runs a third of the tests of each chosen part. */
const shard = options.filter((option) => option.startsWith("--shard="));

const vitest = (project, ...more) => ({
  name: project,
  command: [
    bin("vitest/vitest.mjs"),
    ...["run", "--project", project, "--reporter=default", "--reporter=json"],
    `--outputFile.json=${path.join(resultsDir, `${project}.json`)}`,
    ...shard,
    ...more,
  ],
  report: path.join(resultsDir, `${project}.json`),
  count: countVitest,
  listFailures: listVitestFailures,
});

/** A part without `count` is one test. */
const format = { name: "format", command: [bin("oxfmt/bin/oxfmt"), "--check"] };
const lint = { name: "lint", command: [bin("oxlint/bin/oxlint"), "--deny-warnings"] };
const build = { name: "build", command: ["scripts/run-typescript.mjs", "scripts/build.ts"] };
const types = {
  name: "types",
  // Both write to .next.
  after: build,
  // Next writes the types of the routes first.
  before: [bin("next/dist/bin/next"), "typegen"],
  command: [bin("typescript-7/bin/tsc"), "--noEmit", "--pretty", "false"],
};
const imports = {
  name: "imports",
  command: [
    bin("dependency-cruiser/bin/dependency-cruise.mjs"),
    ...["--config", ".dependency-cruiser.mjs"],
    ...["app", "components", "generators", "lib", "sandbox", "scripts", "server"],
  ],
};
// Its last test runs the development server, which writes types that the compiler reads.
const studio = { ...vitest("studio"), needs: build, after: types };
const e2e = {
  name: "e2e",
  command: [bin("@playwright/test/cli.js"), "test", "--reporter=list,json", ...shard],
  report: path.join(resultsDir, "e2e.json"),
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(resultsDir, "e2e.json") },
  count: countPlaywright,
  listFailures: listPlaywrightFailures,
  needs: build,
};

/**
 * Parts of one lane run after each other, lanes side by side. Build, integration, studio and journeys often wait for
 * servers and browsers. The last lane computes; its lower priority lets it use what the others leave without delaying them.
 */
const lanes = isCheck
  ? [
      { parts: [format, lint, types, imports] },
      { parts: [{ ...vitest("unit", "--changed", "--passWithNoTests"), mayBeEmpty: true }] },
    ]
  : [
      { parts: [build, vitest("integration"), e2e] },
      { parts: [studio] },
      // Unit tests come first: they have time limits, and the journeys leave little time to others.
      { parts: [vitest("unit"), types, lint, format, imports], niceness: 5 },
    ];

/** @returns {Promise<{ code: number, output: string }>} */
function run(command, { env = {}, niceness = 0, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", FORCE_COLOR: "0", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.once("spawn", () => {
      if (niceness > 0) setPriority(child.pid, niceness);
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

/** Runs one part and answers its counts and failures; a part that ran no test has failed. */
async function runPart(part, { niceness, show }) {
  const startedAt = Date.now();
  if (part.report) rmSync(part.report, { force: true });
  const first = part.before ? await run(part.before, { niceness }) : { code: 0, output: "" };
  const { code, output } =
    first.code === 0
      ? await run(part.command, { env: part.env, niceness, show: show && part.count !== undefined })
      : first;
  const report = part.report ? readReport(part.report) : null;
  const counts = part.count
    ? part.count(report, code, part)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  // Lanes would print into each other: the output of a part comes in one piece.
  if (part.count ? !show : code !== 0) console.log(output.trimEnd());
  const flaky = counts.flaky ? `, ${counts.flaky} of them flaky` : "";
  console.log(`${part.name}: ${counts.passed} passed${flaky}, ${counts.failed} failed (${seconds} s)`);
  const failures = part.listFailures?.(report) ?? [];
  return {
    ...counts,
    failures: failures.length > 0 || counts.failed === 0 ? failures : [`Failed: ${part.name}`],
  };
}

async function main() {
  const wanted = options.filter((option) => !option.startsWith("--"));
  const known = lanes.flatMap(({ parts }) => parts);
  const unknown = wanted.filter((name) => !known.some((part) => part.name === name));
  if (unknown.length > 0) {
    const names = known.map(({ name }) => name).join(", ");
    console.error(`No such part: ${unknown.join(", ")}. There are: ${names}.`);
    return { passed: 0, failed: 1, failures: [] };
  }
  const isWanted = (part) => wanted.length === 0 || wanted.includes(part.name);
  const isNeeded = (part) => known.some((other) => other.needs === part && isWanted(other));
  const chosen = lanes.map((lane) => ({
    ...lane,
    parts: lane.parts.filter((part) => isWanted(part) || isNeeded(part)),
  }));
  const show = chosen.filter(({ parts }) => parts.length > 0).length === 1;
  mkdirSync(resultsDir, { recursive: true });
  await generateDatabaseClient(root);

  const total = { passed: 0, failed: 0, failures: [] };
  const failedParts = new Set();
  const ends = new Map(chosen.flatMap(({ parts }) => parts.map((part) => [part, Promise.withResolvers()])));
  await Promise.all(
    chosen.map(async ({ parts, niceness }) => {
      for (const part of parts) {
        await Promise.all([part.needs, part.after].map((other) => ends.get(other)?.promise));
        if (failedParts.has(part.needs)) {
          console.log(`${part.name}: not run, since ${part.needs.name} failed`);
          total.failed += 1;
        } else {
          const { passed, failed, failures } = await runPart(part, { niceness, show });
          total.passed += passed;
          total.failed += failed;
          total.failures.push(...failures);
          if (failed > 0) failedParts.add(part);
        }
        ends.get(part).resolve();
      }
    }),
  );
  return total;
}

const { passed, failed, failures } = await main();
// Once more at the end, where a log that was cut off still shows them.
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
