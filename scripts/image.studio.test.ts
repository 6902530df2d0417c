import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdir, mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import packageJson from "@/package.json" with { type: "json" };
import { findFreePort } from "@/lib/network/free-port.server";
import { Collector } from "@/lib/traces/testing/collector";
import { listProgramPackages, listSbomFaults } from "./testing/release-parts";
import { image, isInContext } from "./testing/container-files";
import { waitFor } from "./testing/studio-process";

const token = "studio-test-token-0123456789";
const isRoot = process.getuid?.() === 0;
/** On the machine of the test, the image's own user has no name, which initdb asks for. */
const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};

/** The file system of the image, with the folders that its last stage names. */
let disk: string;
let context: string;
let port: number;
let container: ChildProcess | undefined;
let output = "";
let collector: Collector;

/** Replaces the image's paths by those below `disk`. */
const onDisk = (text: string) => text.replaceAll(/\/(?=app\b|data\b)/g, `${disk}/`);

function environment(): Record<string, string> {
  const own = Object.entries(image.environment).map(([name, value]) => [name, onDisk(value)]);
  return {
    ...(Object.fromEntries(own) as Record<string, string>),
    // What `docker run` adds.
    HOME: "/",
    PORT: String(port),
    STUDIO_OWNER_EMAIL: "owner@example.test",
    STUDIO_OWNER_PASSWORD: "a password of some length",
    STUDIO_API_TOKEN: token,
    // Loads packages that nothing else needs.
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
  };
}

/** A program of the image, as the image's user, in its folder. Its PATH has the image's Node only. */
const describeProgram = ([name, ...words]: string[]) => {
  const program = onDisk(image.environment.PATH!)
    .split(":")
    .map((folder) => path.join(folder, name!))
    .find((file) => existsSync(file))!;
  return [
    program,
    words,
    { cwd: onDisk(image.workFolder!), env: environment() as NodeJS.ProcessEnv, ...user },
  ] as const;
};

/** The status of the image's health check. */
function checkHealth(): number | null {
  return spawnSync(...describeProgram(image.healthCheck)).status;
}

const dataCommand = (name: string) => ["scripts/data-command.mjs", name];

/** Runs a command of the image, as `docker compose exec` does. It must say these words, and no error. */
function expectDone(words: string[], said: string, settings: Record<string, string> = {}): void {
  const [program, rest, options] = describeProgram(words);
  const env = { ...options.env, ...settings };
  const { status, stdout, stderr } = spawnSync(program, rest, { ...options, env, encoding: "utf8" });
  expect([words.join(" "), status, stderr]).toEqual([words.join(" "), 0, ""]);
  expect(stdout).toContain(said);
}

/** Names, sizes and times of all files of a folder. */
async function describeFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const facts = await Promise.all(
    names.map(async (name) => {
      const found = await stat(path.join(folder, name));
      return `${name} ${found.size} ${found.mtimeMs}`;
    }),
  );
  return facts.toSorted();
}

/**
 * The stage that builds, on the files that .dockerignore leaves. Packages and the finished build of these sources are brought along
 * instead of being made again: `npm ci` made the first, and the release's own comparison of contents proves the second.
 */
async function build(folder: string): Promise<string> {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const file of files
    .trim()
    .split("\n")
    .filter((name) => isInContext(name) && existsSync(name))) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await cp(file, path.join(folder, file));
  }
  // Links need no space, where both folders are on one disk.
  const linked = spawnSync("cp", ["-al", "node_modules", `${folder}/node_modules`]);
  if (linked.status !== 0) {
    await rm(`${folder}/node_modules`, { recursive: true, force: true });
    execFileSync("cp", ["-a", "node_modules", `${folder}/node_modules`]);
  }
  for (const made of [".next", "dist"])
    await cp(made, path.join(folder, made), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !/^\.next\/(cache|dev)$/.test(file),
    });
  const [, release, makeFolder] = image.buildCommands;
  expect([release, makeFolder]).toEqual(["npm run release -- /app", "mkdir /data"]);
  const said = execFileSync("npm", ["run", "--silent", "release", "--", `${disk}/app`], {
    cwd: folder,
    encoding: "utf8",
  });
  await mkdir(`${disk}/data`);
  return said;
}

beforeAll(async () => {
  [disk, context] = await Promise.all([
    mkdtemp(path.join(tmpdir(), "reverie-image-")),
    mkdtemp(path.join(tmpdir(), "reverie-context-")),
  ]);
  port = await findFreePort();
  collector = await Collector.start();
  await chmod(disk, 0o755);
  const said = await build(context);
  expect(said).not.toContain("Building the app");
  if (isRoot) await chown(`${disk}/data`, user.uid!, user.gid!);
  // The user of the image may read it and no more, also where that is the user of the test.
  execFileSync("chmod", ["-R", "a-w,a+rX", `${disk}/app`]);
}, 600_000);

afterAll(async () => {
  if (container?.exitCode === null) {
    container.kill("SIGKILL");
  }
  await collector.close();
  if (existsSync(`${disk}/app`)) execFileSync("chmod", ["-R", "u+w", `${disk}/app`]);
  await Promise.all([disk, context].map((folder) => rm(folder, { recursive: true, force: true })));
});

it("has no sources, compilers or packages of tests", () => {
  const packages = [
    "typescript",
    "esbuild",
    "@esbuild",
    "@next/swc-linux-x64-gnu",
    "vitest",
    "playwright-core",
    "@echogarden",
  ];
  const unwanted = [
    "package-lock.json",
    "app",
    "components",
    ...packages.map((name) => `node_modules/${name}`),
  ];
  expect(unwanted.filter((name) => existsSync(path.join(disk, "app", name)))).toEqual([]);
  expect(existsSync(path.join(disk, "app/node_modules/react/LICENSE"))).toBe(true);
});

it("lists its packages as CycloneDX wants it, and checksums of all files", async () => {
  const folder = path.join(disk, "app");
  const sbom = JSON.parse(await readFile(path.join(folder, "sbom.cdx.json"), "utf8")) as {
    metadata: { component: { name: string; version: string } };
    components: { name: string; version: string; licenses?: unknown[] }[];
  };
  expect(listSbomFaults(sbom)).toEqual([]);
  expect(listSbomFaults({ ...sbom, components: [{ name: "no type" }] })).not.toEqual([]);
  expect(sbom.metadata.component).toMatchObject({ name: "reverie", version: packageJson.version });

  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8")) as {
    packages: Record<string, { name?: string; version: string }>;
  };
  const listed = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
  const held = (await listProgramPackages(folder)).map((each) => {
    const { name = each.replace(/^.*node_modules\//, ""), version } = packages[each]!;
    return `${name}@${version}`;
  });
  expect(held.filter((each) => !listed.has(each))).toEqual([]);
  const names = sbom.components.map(({ name }) => name);
  // Compiled into pages; parts of the release; left out of it.
  expect(names).toEqual(expect.arrayContaining(["react-hook-form", "sharp", "node", "pg"]));
  expect(names.filter((name) => /^(esbuild|typescript|vitest|@echogarden\/)/.test(name))).toEqual([]);
  expect(sbom.components.filter(({ licenses }) => !licenses?.length)).toEqual([]);

  const check = spawnSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: folder });
  expect([check.status, check.stdout.toString()]).toEqual([0, ""]);
});

it("starts, makes an image and a song, backs up and stops, and writes to its data folder only", async () => {
  const before = await describeFiles(`${disk}/app`);
  expect(checkHealth()).toBe(1);
  container = spawn(...describeProgram(image.command));
  const ended = new Promise<number | null>((resolve) => container!.once("close", resolve));
  for (const stream of [container.stdout, container.stderr])
    stream!.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await waitFor(() => {
    if (container!.exitCode !== null) throw new Error(`It ended before it was ready:\n${output}`);
    return output.includes("Reverie is ready");
  });
  expect(checkHealth()).toBe(0);

  const address = `http://127.0.0.1:${port}`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const requests = [
    { generator: "image", input: { model: "image-01", prompt: "A lighthouse 灯塔", n: 1 } },
    {
      generator: "music",
      input: { model: "music-2.6", prompt: "calm", lyrics: "[Verse]\nla la la la la la la" },
    },
  ];
  for (const request of requests) {
    const body = JSON.stringify({ ...request, idempotencyKey: randomUUID() });
    const created = await fetch(`${address}/api/v1/generations`, { method: "POST", headers, body });
    const { id } = (await created.json()) as { id: string };
    const result = await fetch(`${address}/api/v1/generations/${id}?wait=50`, { headers });
    expect(await result.json()).toMatchObject({ state: "succeeded" });
  }
  expect((await fetch(`${address}/sign-in`)).status).toBe(200);
  // Decoders and encoders are programs and packages of their own.
  const { items } = (await (await fetch(`${address}/api/v1/items`, { headers })).json()) as {
    items: { id: string; kind: string }[];
  };
  for (const { id, kind } of items) {
    const format = kind === "image" ? "webp" : "m4a";
    const download = await fetch(`${address}/api/v1/items/${id}/download?format=${format}`, { headers });
    expect([kind, download.status]).toEqual([kind, 200]);
    expect((await download.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  }
  // All that docs/containers.md names.
  const archive = onDisk("/data/archive.zip");
  const account = ["--email", "owner@example.test"];
  expectDone(["node", "scripts/doctor.mjs"], "No problems found.");
  expectDone(["node", ...dataCommand("backup"), onDisk("/data/backup"), "--with-secret"], "Saved");
  expectDone(["node", ...dataCommand("verify"), onDisk("/data/backup")], "0 faults");
  expectDone(["node", ...dataCommand("export"), ...account, "--to", archive], "Exported");
  expectDone(["node", ...dataCommand("import"), archive, ...account], "Imported 0 generations");
  const reset = ["--conditions=react-server", "scripts/run-typescript.mjs", "scripts/reset-password.ts"];
  expectDone(["node", ...reset, "owner@example.test"], "New password for owner@example.test");

  const children = JSON.parse(execFileSync("cat", [`${disk}/data/studio.lock`], { encoding: "utf8" })) as {
    children: { pid: number }[];
  };
  container.kill(image.stopSignal);
  expect(await ended).toBe(0);
  expect(children.children.filter(({ pid }) => existsSync(`/proc/${pid}`))).toEqual([]);
  expect(existsSync(`${disk}/data/studio.lock`)).toBe(false);
  const traced = new Set(collector.spans.map(({ name, resource }) => `${resource["reverie.role"]} ${name}`));
  expect([...traced]).toEqual(expect.arrayContaining(["web submit", "worker generation"]));
  const restored = { STUDIO_DATA_DIR: onDisk("/data/restored") };
  expectDone(["node", ...dataCommand("restore"), onDisk("/data/backup")], "Restored", restored);
  expect(await describeFiles(`${disk}/app`)).toEqual(before);
});
