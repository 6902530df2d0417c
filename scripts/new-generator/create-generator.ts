import { access, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import {
  generatorIdPattern,
  nameGenerator,
  type GeneratorNames,
} from "@/generators/_kit/conformance/generator-names";
import { registryEdits } from "./registry-edits";

/** The name cannot be that of a new generator; the message says why. */
export class GeneratorNameError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "GeneratorNameError";
  }
}

/**
 * Writes the folder of a new generator from generators/_template and lists it in the registries. Everything is made
 * in memory first: where something is not as expected, nothing is written.
 *
 * @param root the project's folder
 * @returns the files written, by their path in the project
 * @throws GeneratorNameError, MissingAnchorError
 */
export async function createGenerator(root: string, id: string): Promise<string[]> {
  await requireFreeName(root, id);
  const names = nameGenerator(id);
  const files = new Map([...(await fillTemplate(root, names)), ...(await editRegistries(root, names))]);
  for (const [file, text] of files) files.set(file, await formatFile(root, file, text));
  for (const [file, text] of files) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return [...files.keys()];
}

async function requireFreeName(root: string, id: string): Promise<void> {
  if (!generatorIdPattern.test(id))
    throw new GeneratorNameError(
      `"${id}" is no name for a generator: lower-case words with hyphens, like voice-over.`,
    );
  if (id === "template")
    throw new GeneratorNameError('"template" is the name of what generators are made from.');
  const taken = await access(path.join(root, "generators", id)).then(
    () => true,
    () => false,
  );
  if (taken) throw new GeneratorNameError(`generators/${id} is there already.`);
}

async function fillTemplate(root: string, names: GeneratorNames): Promise<[string, string][]> {
  const template = path.join(root, "generators/_template");
  const entries = await readdir(template, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry): Promise<[string, string]> => {
        const source = path.join(entry.parentPath, entry.name);
        const file = path.relative(template, source).replaceAll(path.sep, "/");
        const text = await readFile(source, "utf8");
        return [`generators/${names.id}/${file.replaceAll("template", names.id)}`, rename(text, names)];
      }),
  );
}

/** `templateInput`, `TemplateForm`, "Template" in words and `template` alone or in a file's name, each its own way. */
function rename(text: string, { id, camel, pascal }: GeneratorNames): string {
  const words = id.replaceAll("-", " ");
  return text
    .replaceAll(/\btemplate(?=[A-Z])/g, camel)
    .replaceAll(/\bTemplate(?=[A-Z])/g, pascal)
    .replaceAll(/\bTemplate\b/g, words.charAt(0).toUpperCase() + words.slice(1))
    .replaceAll(/\btemplate\b/g, id);
}

async function editRegistries(root: string, names: GeneratorNames): Promise<[string, string][]> {
  return Promise.all(
    registryEdits.map(async (edit): Promise<[string, string]> => {
      const source = await readFile(path.join(root, edit.file), "utf8");
      return [edit.file, edit.apply(source, names)];
    }),
  );
}

async function formatFile(root: string, file: string, text: string): Promise<string> {
  const filepath = path.join(root, file);
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}
