import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { z } from "zod";
import type { GeneratorDefinition } from "@/lib/generations/record/definition-port";
import { locales, type Locale } from "@/lib/i18n/locales";
import { nameGenerator } from "./generator-names";

/** A definition with inputs typed as records. */
export type SubjectDefinition = Omit<
  GeneratorDefinition,
  "inputSchema" | "defaultInput" | "examples" | "varyInput"
> & {
  inputSchema: z.ZodType<Record<string, unknown>, Record<string, unknown>>;
  defaultInput: Record<string, unknown>;
  examples: { key: string; input: Record<string, unknown> }[];
  varyInput?(input: Record<string, unknown>): Record<string, unknown>;
};

/** Everything in the folder of a generator; missing parts are undefined. Tests break copies of it. */
export interface ConformanceSubject {
  folder: string;
  /** Paths relative to the folder, with `/`. */
  files: ReadonlySet<string>;
  definition: SubjectDefinition;
  runner: unknown;
  form: unknown;
  messages: Partial<Record<Locale, unknown>>;
  readme: string;
}

/** The folders of generators; names with an underscore are the kit and the template. */
export async function listGeneratorFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
    .map(({ name }) => name)
    .sort();
}

/** Reads a generator's folder. Throws if it has no definition. */
export async function loadSubject(root: string, folder: string): Promise<ConformanceSubject> {
  const directory = path.join(root, folder);
  const { camel } = nameGenerator(folder.replace(/^_/, ""));
  const entries = await readdir(directory, { recursive: true });
  const files = new Set(entries.map((file) => file.replaceAll(path.sep, "/")));
  const load = async (file: string, name: string): Promise<unknown> => {
    if (!files.has(file)) return undefined;
    const exported = (await import(/* @vite-ignore */ path.join(directory, file))) as Record<string, unknown>;
    return exported[name];
  };
  const definition = await load("definition.ts", `${camel}Generator`);
  if (!definition) throw new Error(`generators/${folder}/definition.ts does not export ${camel}Generator.`);
  return {
    folder: folder.replace(/^_/, ""),
    files,
    definition: definition as SubjectDefinition,
    runner: await load("runner.server.ts", "runner"),
    form: await load("form.tsx", "default"),
    messages: Object.fromEntries(
      await Promise.all(
        locales
          .filter((locale) => files.has(`messages/${locale}.json`))
          .map(async (locale) => [
            locale,
            JSON.parse(await readFile(path.join(directory, `messages/${locale}.json`), "utf8")) as unknown,
          ]),
      ),
    ) as ConformanceSubject["messages"],
    readme: files.has("README.md") ? await readFile(path.join(directory, "README.md"), "utf8") : "",
  };
}
