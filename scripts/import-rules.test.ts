import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const configFile = ".dependency-cruiser.mjs";
const { forbidden } = (
  (await import(path.join(root, configFile))) as { default: { forbidden: { name: string }[] } }
).default;

/** A small project without a forbidden import. */
const sound: Record<string, string> = {
  "app/page.tsx": `import "@/server/services"; import "@/generators/registry"; import "@/lib/generations/list.server"; import "@/components/form/field";`,
  "components/form/field.tsx": `"use client";\nimport "@/components/ui/button"; import "@/lib/generations/states";`,
  "components/ui/button.tsx": `export const button = 1;`,
  "components/library/row-window.tsx": `import "@tanstack/react-virtual"; export const rows = 1;`,
  "generators/registry.ts": `import "./image/definition"; import "./music/definition";`,
  "generators/_kit/define.ts": `export const define = 1;`,
  "generators/image/definition.ts": `import "../_kit/define"; import "@/components/form/field";`,
  "generators/music/definition.ts": `import "../_kit/define";`,
  "lib/service/client.server.ts": `import "./contract";`,
  "lib/service/contract.ts": `export const contract = 1;`,
  "lib/generations/states.ts": `import type { Row } from "./list.server"; export const states: Row[] = [];`,
  "lib/generations/list.server.ts": `import "@/lib/db/generated/client"; export type Row = string;`,
  "lib/generations/work/claim.ts": `export const claim = 1;`,
  "lib/db/generated/client.ts": `export const client = 1;`,
  "lib/http/route.server.ts": `export const route = 1;`,
  "lib/http/route.test.ts": `import "@/sandbox/main";`,
  "server/services.ts": `import "@/generators/registry";`,
  "sandbox/main.ts": `export const sandbox = 1;`,
  "scripts/start.ts": `export const start = 1;`,
};

/** At least one violation of each rule, as a file to add to the sound project. */
const breaches: { rule: string; file: string; source: string }[] = [
  { rule: "no-circles", file: "lib/http/circle-a.server.ts", source: `import "./circle-b.server";` },
  { rule: "resolvable", file: "lib/http/missing-file.ts", source: `import "./not-there";` },
  {
    rule: "resolvable",
    file: "lib/http/missing-package.ts",
    source: `import "a-package-that-is-not-installed";`,
  },
  { rule: "packages-are-declared", file: "lib/http/borrowed.ts", source: `import "pg-protocol";` },
  { rule: "lib-is-lowest", file: "lib/http/upwards.ts", source: `import "@/generators/registry";` },
  {
    rule: "lib-is-lowest",
    file: "lib/http/type.ts",
    source: `import type {} from "@/components/form/field";`,
  },
  {
    rule: "components-below-generators",
    file: "components/form/up.tsx",
    source: `import "@/generators/registry";`,
  },
  { rule: "generators-below-server", file: "generators/image/up.ts", source: `import "@/server/services";` },
  { rule: "server-below-app", file: "server/up.ts", source: `import "@/app/page";` },
  { rule: "app-is-highest", file: "scripts/up.ts", source: `import "@/app/page";` },
  {
    rule: "generators-are-strangers",
    file: "generators/image/sibling.ts",
    source: `import "../music/definition";`,
  },
  { rule: "kit-knows-no-generator", file: "generators/_kit/one.ts", source: `import "../music/definition";` },
  { rule: "service-stands-alone", file: "lib/service/lean.ts", source: `import "@/lib/generations/states";` },
  { rule: "ui-stands-alone", file: "components/ui/domain.tsx", source: `import "@/lib/generations/states";` },
  { rule: "ui-stands-alone", file: "components/ui/form.tsx", source: `import "../form/field";` },
  { rule: "ui-stands-alone", file: "components/ui/words.tsx", source: `import "next-intl";` },
  { rule: "rooms-one-way", file: "components/player/up.tsx", source: `import "@/components/form/field";` },
  { rule: "rooms-one-way", file: "components/shell/beside.tsx", source: `import "@/components/form/field";` },
  { rule: "rooms-one-way", file: "lib/db/up.ts", source: `import "@/lib/generations/states";` },
  { rule: "rooms-one-way", file: "lib/generations/record/up.ts", source: `import "../work/claim";` },
  {
    rule: "prisma-has-few-friends",
    file: "lib/http/rows.server.ts",
    source: `import "@/lib/db/generated/client";`,
  },
  { rule: "prisma-has-few-friends", file: "app/rows.tsx", source: `import "pg";` },
  {
    rule: "browser-has-no-server",
    file: "app/island.tsx",
    source: `"use client";\nimport "@/lib/generations/list.server";`,
  },
  { rule: "server-says-so", file: "lib/generations/quiet.ts", source: `import "./list.server";` },
  {
    rule: "virtualizer-in-long-lists",
    file: "components/library/heavy.tsx",
    source: `import "@tanstack/react-virtual";`,
  },
  {
    rule: "links-are-not-prefetched",
    file: "components/library/prefetched.tsx",
    source: `import "next/link";`,
  },
  {
    rule: "parts-load-late",
    file: "components/library/early.tsx",
    source: `import "./row-window";`,
  },
  { rule: "sandbox-stands-alone", file: "sandbox/lean.ts", source: `import "@/lib/generations/states";` },
  { rule: "nobody-imports-the-sandbox", file: "lib/http/stand-in.ts", source: `import "@/sandbox/main";` },
  { rule: "tests-stay-outside", file: "lib/http/helper.ts", source: `import "./route.test";` },
];

let project: string;

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), "reverie-imports-"));
  await cp(path.join(root, configFile), path.join(project, configFile));
  for (const file of ["tsconfig.json", "package.json"])
    await cp(path.join(root, file), path.join(project, file));
  await symlink(path.join(root, "node_modules"), path.join(project, "node_modules"));
  await writeProject(sound);
});

afterAll(() => rm(project, { recursive: true, force: true }));

async function writeProject(files: Record<string, string>): Promise<void> {
  for (const [file, source] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(project, file)), { recursive: true });
    await writeFile(path.join(project, file), source);
  }
}

/** The violations that dependency-cruiser finds, as "rule file". */
async function findBreaches(): Promise<string[]> {
  const program = path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const folders = ["app", "components", "generators", "lib", "sandbox", "scripts", "server"];
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      [program, "--config", configFile, "--output-type", "json", ...folders],
      { cwd: project, maxBuffer: 64 * 1024 * 1024 },
      // The exit code counts violations, so only a missing report is an error here.
      (error, stdout) => (stdout.startsWith("{") ? resolve(stdout) : reject(error ?? new Error("no report"))),
    );
  });
  const report = JSON.parse(output) as {
    summary: { violations: { rule: { name: string }; from: string }[] };
  };
  return report.summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
}

describe("the import rules", () => {
  it("have a planted breach each", () => {
    expect([...new Set(breaches.map(({ rule }) => rule))].sort()).toEqual(
      [...new Set(forbidden.map(({ name }) => name))].sort(),
    );
  });

  it("find nothing in a sound project", async () => {
    expect(await findBreaches()).toEqual([]);
  });

  describe("with breaches planted", () => {
    let found: string[];
    beforeAll(async () => {
      await writeProject({ "lib/http/circle-b.server.ts": `import type {} from "./circle-a.server";` });
      await writeProject(Object.fromEntries(breaches.map(({ file, source }) => [file, source])));
      found = await findBreaches();
    });

    it.each(breaches)("find $rule in $file", ({ rule, file }) => {
      expect(found).toContain(`${rule} ${file}`);
    });
  });
});
