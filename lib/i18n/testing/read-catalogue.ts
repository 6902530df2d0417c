import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  isArgumentElement,
  isDateElement,
  isNumberElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  parse,
  type MessageFormatElement,
} from "@formatjs/icu-messageformat-parser";
import type { Locale } from "../locales";

type Tree = { [key: string]: Tree | string };

/** All messages of a language by full key, from messages/ and the generators' folders. */
export function readCatalogue(root: string, locale: Locale): Map<string, string> {
  const messages = new Map<string, string>();
  for (const name of listJson(path.join(root, "messages", locale))) {
    collect(readTree(path.join(root, "messages", locale, `${name}.json`)), name, messages);
  }
  for (const id of listGeneratorFolders(root)) {
    collect(
      readTree(path.join(root, "generators", id, "messages", `${locale}.json`)),
      `generators.${id}`,
      messages,
    );
  }
  return messages;
}

/** Names of a language's message files, without extension. */
export function listJson(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => path.basename(name, ".json"))
    .sort();
}

/** Generators with messages; folders that begin with _ are no generators. */
export function listGeneratorFolders(root: string): string[] {
  return readdirSync(path.join(root, "generators"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
    .map(({ name }) => name)
    .sort();
}

function readTree(file: string): Tree {
  return JSON.parse(readFileSync(file, "utf8")) as Tree;
}

function collect(tree: Tree, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(tree)) {
    const full = `${prefix}.${key}`;
    if (typeof value === "string") into.set(full, value);
    else collect(value, full, into);
  }
}

/** A message's arguments with their types, and its tags. Throws for invalid ICU syntax. */
export function describeArguments(message: string): string[] {
  const found = new Set<string>();
  const visit = (elements: MessageFormatElement[]): void => {
    for (const element of elements) {
      if (isArgumentElement(element)) found.add(element.value);
      else if (isNumberElement(element)) found.add(`${element.value}: number`);
      else if (isDateElement(element) || isTimeElement(element)) found.add(`${element.value}: date`);
      else if (isTagElement(element)) {
        found.add(`<${element.value}>`);
        visit(element.children);
      } else if (isPluralElement(element)) {
        found.add(`${element.value}: number`);
        for (const option of Object.values(element.options)) visit(option.value);
      } else if (isSelectElement(element)) {
        found.add(`${element.value}: one of ${Object.keys(element.options).sort().join(", ")}`);
        for (const option of Object.values(element.options)) visit(option.value);
      }
    }
  };
  visit(parse(message));
  return [...found].sort();
}

/** A message's text without arguments and tags. */
export function plainWords(message: string): string {
  return message
    .replaceAll(/\{[^{}]*\}/g, "")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
