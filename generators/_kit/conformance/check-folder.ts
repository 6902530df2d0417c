import { generatorIdPattern, listRequiredFiles } from "./generator-names";
import { readInputSchema } from "./json-schema";
import type { ConformanceSubject } from "./subject";

/** The id equals the folder and is valid in a URL path. */
export function checkIdentity({ folder, definition: { id } }: ConformanceSubject): string[] {
  return [
    ...(id === folder ? [] : [`The folder is ${folder}, the id ${id}.`]),
    ...(generatorIdPattern.test(id) ? [] : [`The id ${id} is not lower-case words with hyphens.`]),
  ];
}

export function checkFiles({ folder, files, readme }: ConformanceSubject): string[] {
  return [
    ...listRequiredFiles(folder)
      .filter((file) => !files.has(file))
      .map((file) => `${file} is missing.`),
    ...(readme.trim().length > 80 ? [] : ["README.md does not say what this is."]),
  ];
}

export function checkRunner({ runner }: ConformanceSubject): string[] {
  if (typeof runner !== "object" || runner === null) return ["runner.server.ts does not export `runner`."];
  const parts = runner as Record<string, unknown>;
  return [
    ...["prepare", "start"]
      .filter((name) => typeof parts[name] !== "function")
      .map((name) => `It has no ${name}.`),
    ...(parts.poll === undefined || typeof parts.poll === "function" ? [] : ["Its poll is not a function."]),
  ];
}

export function checkForm({ form }: ConformanceSubject): string[] {
  return typeof form === "function" ? [] : ["form.tsx has no default export."];
}

/** Both languages have the same keys, including every key that pages use. */
export function checkMessages({ definition, messages }: ConformanceSubject): string[] {
  const english = readTexts(messages.en);
  const chinese = readTexts(messages.zh);
  const { properties = {} } = readInputSchema(definition);
  const wanted = [
    "title",
    "lead",
    ...Object.keys(properties).map((name) => `fields.${name}`),
    ...definition.examples.map(({ key }) => `examples.${key}`),
  ];
  return [
    ...wanted.filter((key) => !english.has(key)).map((key) => `messages/en.json has no ${key}.`),
    ...[...english.keys()].filter((key) => !chinese.has(key)).map((key) => `messages/zh.json has no ${key}.`),
    ...[...chinese.keys()]
      .filter((key) => !english.has(key))
      .map((key) => `messages/zh.json alone has ${key}.`),
    ...[...english, ...chinese].filter(([, text]) => text.trim() === "").map(([key]) => `${key} is empty.`),
  ];
}

function readTexts(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (typeof value === "string") return new Map([[path.join("."), value]]);
  if (typeof value !== "object" || value === null) return new Map();
  return new Map(Object.entries(value).flatMap(([key, part]) => [...readTexts(part, [...path, key])]));
}
