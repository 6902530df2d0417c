import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const project = path.resolve(import.meta.dirname, "..");
const id = "neon-poster";

/** The parts of the project that a generator and its checks need. */
const parts = [
  ".oxfmtrc.json",
  "app",
  "components",
  "generators",
  "lib",
  "messages",
  "package.json",
  "package-lock.json",
  "prisma",
  "sandbox",
  "scripts",
  "server",
  "tsconfig.json",
  "vitest.config.ts",
];

// Runs the compiler and other tests, which are slow on a busy machine.
describe("npm run new:generator", { timeout: 240_000 }, () => {
  let copy: string;

  beforeAll(async () => {
    copy = await mkdtemp(path.join(tmpdir(), "reverie-new-generator-"));
    await Promise.all([
      ...parts.map((part) => cp(path.join(project, part), path.join(copy, part), { recursive: true })),
      symlink(path.join(project, "node_modules"), path.join(copy, "node_modules")),
    ]);
  });
  afterAll(() => rm(copy, { recursive: true, force: true }));

  function run(...command: string[]): { code: number | null; output: string } {
    const [program, ...args] = command;
    const bin = path.join(copy, "node_modules/.bin");
    const { status, stdout, stderr } = spawnSync(path.join(bin, program!), args, {
      cwd: copy,
      encoding: "utf8",
      // Programs start with `env node`, which has to be the project's Node.
      env: {
        ...process.env,
        PATH: [bin, process.env.PATH].join(path.delimiter),
        NO_COLOR: "1",
        FORCE_COLOR: undefined,
      },
    });
    return { code: status, output: stdout + stderr };
  }
  const newGenerator = (...args: string[]) =>
    run("node", "scripts/run-typescript.mjs", "scripts/new-generator.ts", ...args);
  const inGenerator = (file: string) => path.join(copy, "generators", id, file);

  /** What the compiler says of the generator and of what imports a registry: pages, wiring and conformance. */
  async function checkTypes(): Promise<{ code: number | null; output: string }> {
    const check = {
      extends: "./tsconfig.json",
      include: ["**/*.d.ts", "**/*.global-setup.ts", "app/(studio)/**/*", "generators/**/*", "server/**/*"],
      exclude: ["node_modules", "generators/_template", "**/*.test.ts*"],
      compilerOptions: { incremental: false },
    };
    await writeFile(path.join(copy, "tsconfig.check.json"), JSON.stringify(check));
    return run("node", "node_modules/typescript-7/bin/tsc", "--noEmit", "--project", "tsconfig.check.json");
  }

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

  it("makes a generator that is formatted and fits the types of what uses the registries", async () => {
    const formatted = run("oxfmt", "--check", `generators/${id}`, "generators");
    expect(formatted, formatted.output).toMatchObject({ code: 0 });
    expect(await checkTypes()).toEqual({ code: 0, output: "" });
  });

  it("makes one that conforms, passes its own tests and has words that are all there and all used", () => {
    const own = `${id}/${id}-input.test.ts`;
    const words = ["lib/i18n/messages.test.ts", "generators/form-messages.test.ts"];
    const files = ["generators/_kit", `generators/${id}`, ...words];
    const checked = run("vitest", "run", "--project", "unit", ...files);
    for (const file of [own, ...words]) expect(checked.output).toContain(file);
    expect(checked.code, checked.output).toBe(0);
  });

  it("makes one that runs: its first example ends in the store", () => {
    const args = ["--project", "integration", "--maxWorkers", "1", "generators/_kit/conformance", "-t", id];
    const checked = run("vitest", "run", ...args);
    expect(checked.output).toMatch(/Tests\s+1 passed/);
    expect(checked.code, checked.output).toBe(0);
  });

  it("makes one whose takes are drawn as what it produces", async () => {
    for (const [other, kind] of [
      ["neon-jingle", "sound"],
      ["neon-clip", "video"],
    ] as const) {
      expect(newGenerator(other).code).toBe(0);
      const definition = path.join(copy, "generators", other, "definition.ts");
      const made = await readFile(definition, "utf8");
      await writeFile(definition, made.replace('produces: "picture"', `produces: "${kind}"`));
    }
    const drawn = run(
      ...["vitest", "run", "--project", "unit", "--reporter", "verbose"],
      ...["generators/_kit/conformance/drawn-takes", "-t", "neon-"],
    );
    expect(drawn.code, drawn.output).toBe(0);
    for (const title of [
      `${id}: is drawn as a picture`,
      "neon-jingle: is drawn as a sound",
      "neon-clip: is drawn as a video",
    ]) {
      expect(drawn.output).toContain(title);
    }
  });

  it("is found out by the conformance suite without one of its files", async () => {
    const missing = [
      [id, "messages/zh.json"],
      ["neon-jingle", "form.tsx"],
      ["neon-clip", "README.md"],
    ] as const;
    for (const [generator, file] of missing) await unlink(path.join(copy, "generators", generator, file));
    const checked = run("vitest", "run", "--project", "unit", "generators/_kit/conformance.test.ts");
    expect(checked.code).toBe(1);
    for (const [generator, file] of missing) {
      expect(checked.output).toMatch(new RegExp(`${generator} > .*\n[^>]*${file} is missing\\.`));
    }
  });
});
