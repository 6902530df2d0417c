import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { z } from "zod";
import type { GeneratorDefinition } from "@/lib/generations/record/definition-port";
import { locales, type Locale } from "@/lib/i18n/locales";
import { nameGenerator } from "./generator-names";

/** A definition whose inputs are looked at as records. */
export type SubjectDefinition = Omit<
  GeneratorDefinition,
  "inputSchema" | "defaultInput" | "examples" | "varyInput"
> & {
  inputSchema: z.ZodType<Record<string, unknown>, Record<string, unknown>>;
  defaultInput: Record<string, unknown>;
  examples: { key: string; input: Record<string, unknown> }[];
  varyInput?(input: Record<string, unknown>): Record<string, unknown>;
};

/** All there is of one generator, read from its folder; what is missing is undefined. Tests break copies of it. */
export interface ConformanceSubject {
  folder: string;
  /** Files of the folder by their path in it, with `/`. */
  files: ReadonlySet<string>;
  definition: SubjectDefinition;
  /** What runner.server.ts exports as `runner`. */
  runner: unknown;
  /** The default export of form.tsx. */
  form: unknown;
  messages: Partial<Record<Locale, unknown>>;
  readme: string;
}

/** Folders of generators; those with an underscore are the kit and the template. */
export async function listGeneratorFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
    .map(({ name }) => name)
    .sort();
}

/** Reads a generator's folder; throws where it has no definition, since nothing else could be said of it then. */
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
