// npm run new:generator -- <name>: writes a complete small generator from generators/_template and registers it.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  generatorIdPattern,
  nameGenerator,
  type GeneratorNames,
} from "@/generators/_kit/conformance/generator-names";

/** Where new code goes in a file: `code` before or after the last match of `anchor`. */
interface RegistryEdit {
  file: string;
  anchor: RegExp;
  code: (names: GeneratorNames) => string;
}

const registryEdits: readonly RegistryEdit[] = [
  {
    file: "generators/registry.ts",
    anchor: /(?<=^import .*\n)(?!import )/m,
    code: ({ id, camel }) => `import { ${camel}Generator } from "./${id}/definition";\n`,
  },
  {
    file: "generators/registry.ts",
    anchor: /(?<=^export const generators = \[[^\]]*)(?=\] as const;)/m,
    code: ({ camel }) => `${camel}Generator,\n`,
  },
  {
    file: "generators/registry.client.tsx",
    anchor: /(?<=^export const generatorForms[^=]*= \{\n[^]*?)(?=^\};)/m,
    code: ({ id }) => `"${id}": dynamic(() => import("./${id}/form")),\n`,
  },
];

/** The generator cannot be created; the message says why. Nothing was written. */
class NewGeneratorError extends Error {}

async function main(root: string, id: string | undefined): Promise<number> {
  if (!id) {
    console.error("usage: npm run new:generator -- <name-with-hyphens>");
    return 2;
  }
  try {
    requireFreeName(root, id);
    const names = nameGenerator(id);
    const files = new Map([...(await editRegistries(root, names)), ...(await fillTemplate(root, names))]);
    for (const [file, text] of files) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), text);
      console.log(`wrote ${file}`);
    }
    execFileSync(process.execPath, ["node_modules/oxfmt/bin/oxfmt", ...files.keys()], { cwd: root });
  } catch (error) {
    if (!(error instanceof NewGeneratorError)) throw error;
    console.error(error.message);
    return 1;
  }
  console.log(
    `\nReady to run: npm run dev, then open /create/${id}. generators/${id}/README.md lists what to change.`,
  );
  return 0;
}

function requireFreeName(root: string, id: string): void {
  if (!generatorIdPattern.test(id))
    throw new NewGeneratorError(
      `"${id}" is not a valid name: use lower-case words with hyphens, like voice-over.`,
    );
  if (id === "template") throw new NewGeneratorError('"template" is the name of the template.');
  if (existsSync(path.join(root, "generators", id)))
    throw new NewGeneratorError(`generators/${id} already exists.`);
}

async function editRegistries(root: string, names: GeneratorNames): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { file, anchor, code } of registryEdits) {
    const source = files.get(file) ?? (await readFile(path.join(root, file), "utf8"));
    if (!anchor.test(source))
      throw new NewGeneratorError(
        `${file} has no place for a new generator: scripts/new-generator.ts looks for ${anchor}.`,
      );
    files.set(file, source.replace(anchor, code(names)));
  }
  return files;
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

/** Renames `templateInput`, `TemplateForm`, the word "Template", a `template:` key, and `template` elsewhere. */
function rename(text: string, { id, camel, pascal }: GeneratorNames): string {
  const words = id.replaceAll("-", " ");
  return text
    .replaceAll(/\btemplate(?=[A-Z])/g, camel)
    .replaceAll(/\bTemplate(?=[A-Z])/g, pascal)
    .replaceAll(/\bTemplate\b/g, words.charAt(0).toUpperCase() + words.slice(1))
    .replaceAll(/\btemplate(?=: typeof)/g, JSON.stringify(id))
    .replaceAll(/\btemplate\b/g, id);
}

process.exitCode = await main(process.cwd(), process.argv[2]);
