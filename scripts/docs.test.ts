import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { envSchema } from "@/lib/env/env.server";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const notOurs = new Set(["node_modules", ".git", ".next", ".data", ".cache", "dist"]);
const documents = globSync("**/*.md", { cwd: root, exclude: (name) => notOurs.has(path.basename(name)) });

/** Set by Next or the launcher, not by people. */
const notForPeople = [
  "NODE_ENV",
  "REVERIE_PROCESS",
  "STUDIO_LOCAL_URL",
  "STUDIO_SANDBOX_ALT_BASE_URL",
  "STUDIO_SANDBOX_BASE_URL",
];

function withoutCodeBlocks(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, "");
}

/** Anchors of headings, as code hosts generate them. */
function listAnchors(file: string): string[] {
  const headings = withoutCodeBlocks(read(file)).matchAll(/^#+ (.+)$/gm);
  return [...headings].map((match) =>
    match[1]!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Links of the file that lead nowhere. */
function listDeadLinks(file: string): string[] {
  const links = [...withoutCodeBlocks(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [target, anchor] = link.split("#");
    const linked = target ? path.join(path.dirname(file), target) : file;
    if (!existsSync(path.join(root, linked))) return true;
    return anchor !== undefined && linked.endsWith(".md") && !listAnchors(linked).includes(anchor);
  });
}

/** Paths in `code` that name one file or folder of the project. */
function listDeadPaths(file: string): string[] {
  const folders = "app|bench|components|docs|e2e|generators|lib|messages|prisma|sandbox|scripts";
  const code = new RegExp("`((?:" + folders + ")/[\\w./()\\[\\]-]*)`", "g");
  const paths = [...withoutCodeBlocks(read(file)).matchAll(code)].map((match) => match[1]!);
  return paths.filter((named) => !existsSync(path.join(root, named)));
}

describe.each(documents)("%s", (file) => {
  it("has no link that leads nowhere", () => {
    expect(listDeadLinks(file)).toEqual([]);
  });

  it("names commands that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = [...read(file).matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map((match) => match[1]!);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe.each(["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/security.md"])("%s", (file) => {
  it("names files and folders that exist", () => {
    const templates = ["generators/waveform/"];
    expect(listDeadPaths(file).filter((named) => !templates.includes(named))).toEqual([]);
  });
});

describe("README.md", () => {
  it("has every setting in its table, once, and no other", () => {
    const settings = read("README.md")
      .split(/^## Settings$/m)[1]!
      .split(/^## /m)[0]!;
    const named = [...settings.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map((match) => match[1]!);
    const known = Object.keys(envSchema.shape).filter((name) => !notForPeople.includes(name));
    expect(named.toSorted()).toEqual(known.toSorted());
  });

  it("names the defaults as they are", () => {
    const defaults = envSchema.parse({});
    for (const name of [
      "HOST",
      "PORT",
      "STUDIO_DATA_DIR",
      "STUDIO_ROLE",
      "STUDIO_STORAGE",
      "STUDIO_LOG_LEVEL",
    ] as const) {
      expect(read("README.md")).toMatch(new RegExp(`^\\| \`${name}\` +\\| \`${defaults[name]}\``, "m"));
    }
  });
});
