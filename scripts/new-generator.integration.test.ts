import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const project = path.resolve(import.meta.dirname, "..");
const id = "neon-poster";

/** The parts of the project that a generator and its checks need. */
const parts = [
  ".prettierrc.json",
  "app",
  "components",
  "generators",
  "lib",
  "messages",
  "package.json",
  "prisma",
  "sandbox",
  "scripts",
  "server",
  "tsconfig.json",
  "vitest.config.ts",
];

/** Type-checks pages and generators only. */
const generatorTypes = {
  extends: "./tsconfig.json",
  compilerOptions: { incremental: false, tsBuildInfoFile: null, plugins: [], types: ["node", "next"] },
  include: [
    "app/(studio)/**/*",
    "app/api/**/*",
    "generators/**/*",
    "server/**/*",
    "lib/i18n/messages.d.ts",
    "lib/db/test-postgres.global-setup.ts",
  ],
  exclude: ["node_modules", "generators/_template"],
};

// Runs the compiler and other tests, which are slow on a busy machine.
describe("npm run new:generator", { timeout: 240_000 }, () => {
  let copy: string;

  beforeAll(async () => {
    copy = await mkdtemp(path.join(tmpdir(), "reverie-new-generator-"));
    await Promise.all([
      ...parts.map((part) => cp(path.join(project, part), path.join(copy, part), { recursive: true })),
      symlink(path.join(project, "node_modules"), path.join(copy, "node_modules")),
      writeFile(path.join(copy, "tsconfig.generators.json"), JSON.stringify(generatorTypes)),
    ]);
  });
  afterAll(() => rm(copy, { recursive: true, force: true }));

  function run(...command: string[]): { code: number | null; output: string } {
    const [program, ...args] = command;
    const { status, stdout, stderr } = spawnSync(path.join(copy, "node_modules/.bin", program!), args, {
      cwd: copy,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
    });
    return { code: status, output: stdout + stderr };
  }
  const newGenerator = (...args: string[]) =>
    run("node", "scripts/run-typescript.mjs", "scripts/new-generator.ts", ...args);
  const conformance = () => run("vitest", "run", "--project", "unit", "generators/_kit/conformance.test.ts");
  const inGenerator = (file: string) => path.join(copy, "generators", id, file);

  it("refuses a name that cannot be one, and one that is taken, and writes nothing", async () => {
    const before = await readFile(path.join(copy, "generators/registry.ts"), "utf8");
    for (const [name, told] of [
      ["Neon", "is not a valid name"],
      ["neon_poster", "is not a valid name"],
      ["../neon", "is not a valid name"],
      ["image", "already exists"],
      ["template", "name of the template"],
    ] as const) {
      expect(newGenerator(name)).toMatchObject({ code: 1, output: expect.stringContaining(told) as string });
    }
    expect(newGenerator()).toMatchObject({ code: 2 });
    expect(await readFile(path.join(copy, "generators/registry.ts"), "utf8")).toBe(before);
  });

  it("writes nothing where a registry has lost its anchor", async () => {
    const registry = path.join(copy, "generators/registry.client.tsx");
    const before = await readFile(registry, "utf8");
    await writeFile(registry, before.replaceAll("generatorForms", "forms"));
    expect(newGenerator(id)).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        "generators/registry.client.tsx has no place for a new generator",
      ) as string,
    });
    await expect(readFile(inGenerator("definition.ts"))).rejects.toMatchObject({ code: "ENOENT" });
    await writeFile(registry, before);
  });

  it("adds three lines to two registries", async () => {
    const readRegistries = async () => {
      const texts = ["registry.ts", "registry.client.tsx"].map((file) =>
        readFile(path.join(copy, "generators", file), "utf8"),
      );
      return (await Promise.all(texts)).join("").split("\n").length;
    };
    const before = await readRegistries();
    const made = newGenerator(id);
    expect(made.code, made.output).toBe(0);
    const outside = made.output.match(/^wrote (?!generators\/neon-poster\/).*$/gm);
    expect(outside).toEqual(["wrote generators/registry.ts", "wrote generators/registry.client.tsx"]);
    expect(await readRegistries()).toBe(before + 3);
  });

  it("makes a generator that is formatted and fits the types of every page", () => {
    const formatted = run("prettier", "--check", `generators/${id}`, "generators/*.ts*");
    expect(formatted.output).toContain("All matched files use Prettier code style!");
    expect(run("tsc", "-p", "tsconfig.generators.json")).toEqual({ code: 0, output: "" });
  });

  it("makes one that conforms and passes its own tests", () => {
    const checked = run("vitest", "run", "--project", "unit", "generators/_kit", `generators/${id}`);
    expect(checked.output).toContain(`${id}/${id}-input.test.ts`);
    expect(checked.code, checked.output).toBe(0);
  });

  it("makes one whose takes are drawn as what it produces", async () => {
    const definition = await readFile(inGenerator("definition.ts"), "utf8");
    for (const kind of ["sound", "video", "picture"]) {
      const changed = definition.replace('produces: "picture"', `produces: "${kind}"`);
      await writeFile(inGenerator("definition.ts"), changed);
      const drawn = run(
        "vitest",
        "run",
        "--project",
        "unit",
        "generators/_kit/conformance/drawn-takes",
        "-t",
        id,
      );
      expect(drawn.code, drawn.output).toBe(0);
      expect(drawn.output).toMatch(/Tests\s+1 passed/);
    }
    expect(await readFile(inGenerator("definition.ts"), "utf8")).toBe(definition);
  });

  it("makes one whose words are all there and all used", () => {
    const { output } = run("vitest", "run", "--project", "unit", "lib/i18n/messages.test.ts");
    expect(output).toContain("lib/i18n/messages.test.ts");
    expect(output).not.toContain(`generators.${id}`);
  });

  it("makes one that runs: its first example ends in the store", () => {
    const args = ["--project", "integration", "generators/_kit/conformance", "-t", id];
    const checked = run("vitest", "run", ...args);
    expect(checked.output).toMatch(/Tests\s+1 passed/);
    expect(checked.code, checked.output).toBe(0);
  });

  it.each([
    ["messages/zh.json", "messages/zh.json is missing."],
    ["form.tsx", "form.tsx is missing."],
    ["README.md", "README.md is missing."],
  ])("is found out by the conformance suite without %s", async (file, told) => {
    const kept = await readFile(inGenerator(file));
    await unlink(inGenerator(file));
    try {
      const checked = conformance();
      expect(checked.code).toBe(1);
      expect(checked.output).toContain(told);
    } finally {
      await writeFile(inGenerator(file), kept);
    }
  });
});
