import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import rules from "@/messages/en/validation.json";
import { everyFormMessages } from "@/lib/i18n/catalogues";
import { generators } from "./registry";

const parts = Object.keys(rules);
const keyPattern = new RegExp(`["'\`](${parts.join("|")})\\.[a-z]`, "g");

/** What the first group of a pattern matches in these files. */
function findAll(pattern: RegExp, files: string): string[] {
  return globSync(files)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(pattern)].map(([, found]) => found!));
}

it.each(generators.map(({ id, messages }) => [id, messages] as const))(
  "sends the form of %s the words of its rules",
  (id, messages) => {
    const files = `generators/${id}/**/*.ts`;
    const contracts = findAll(new RegExp(`/service/contract/(${parts.join("|")})\\b`, "g"), files);
    const needed = [
      files,
      ...contracts.map((contract) => `lib/service/contract/${contract}{,-*}.ts`),
    ].flatMap((pattern) => findAll(keyPattern, pattern));
    expect(needed).not.toEqual([]);
    const sent: string[] = [...everyFormMessages, ...(messages?.form ?? [])];
    const missing = needed.map((part) => `validation.${part}`).filter((part) => !sent.includes(part));
    expect([...new Set(missing)]).toEqual([]);
  },
);
