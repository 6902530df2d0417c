import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import rules from "@/messages/en/validation.json";
import { everyFormMessages } from "@/lib/i18n/catalogues";
import { generators } from "./registry";

const parts = Object.keys(rules);
const keyPattern = new RegExp(`["'\`](${parts.join("|")})\\.[a-z]`, "g");

/** Parts of the validation messages whose rules are in these files. */
function findParts(pattern: string): string[] {
  const files = globSync(pattern).filter((file) => !/\.test\.tsx?$/.test(file));
  return files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(keyPattern)].map(([, part]) => part!),
  );
}

it.each(generators.map(({ id, messages }) => [id, messages] as const))(
  "sends the form of %s the words of its rules",
  (id, messages) => {
    const needed = [
      ...findParts(`generators/${id}/**/*.ts`),
      ...findParts(`lib/service/contract/${id}{,-*}.ts`),
    ];
    expect(needed).toContain(id);
    const sent: string[] = [...everyFormMessages, ...(messages?.form ?? [])];
    const missing = needed.map((part) => `validation.${part}`).filter((part) => !sent.includes(part));
    expect([...new Set(missing)]).toEqual([]);
  },
);
