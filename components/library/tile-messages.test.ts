import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { dynamicKeys } from "@/lib/i18n/testing/dynamic-keys";
import { findMessageUses } from "@/lib/i18n/testing/find-message-uses";
import { tileMessages } from "./tile-messages";

const root = path.resolve(import.meta.dirname, "../..");

function resolveModule(from: string, name: string): string | undefined {
  const target = name.startsWith("@/") ? path.join(root, name.slice(2)) : path.join(path.dirname(from), name);
  return [target, `${target}.ts`, `${target}.tsx`].find(
    (file) => /\.tsx?$/.test(file) && existsSync(file) && statSync(file).isFile(),
  );
}

/** The modules that an import loads, at once or later; not those of types. */
function listImports(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause;
      const named = clause?.namedBindings;
      const areTypes =
        clause?.isTypeOnly === true ||
        (!clause?.name &&
          named !== undefined &&
          ts.isNamedImports(named) &&
          named.elements.every(({ isTypeOnly }) => isTypeOnly));
      if (!areTypes) found.push(node.moduleSpecifier.text);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [name] = node.arguments;
      if (name && ts.isStringLiteral(name)) found.push(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found.filter((name) => /^(@\/|\.)/.test(name)).flatMap((name) => resolveModule(file, name) ?? []);
}

/** Message keys that these components and all they import can show; `*` for any part. */
function listKeys(entries: readonly string[]): string[] {
  const pending = entries.map((entry) => path.join(root, entry));
  const seen = new Set<string>();
  const keys = new Set<string>();
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    const name = path.relative(root, file);
    for (const use of findMessageUses(name, text)) for (const key of use.keys) keys.add(key);
    for (const entry of dynamicKeys) if (entry.file === name) keys.add(entry.pattern);
    pending.push(...listImports(file, text));
  }
  return [...keys];
}

/** The keys that a template of a tile can give. */
const keysByTemplate: Record<string, string[]> = {
  "takes.actions.*": ["takes.actions.makeVideo", "takes.actions.makeCover"],
};

it("are all that home and library need of the messages of takes", () => {
  const keys = listKeys(["components/home/home-recent.tsx", "components/library/library-workspace.tsx"])
    .filter((key) => key.startsWith("takes."))
    .flatMap((key) => keysByTemplate[key] ?? [key]);
  // A template that is not listed above needs all messages that start like it.
  const covers = (message: string, key: string) => key === message || key.startsWith(`${message}.`);
  expect(keys.filter((key) => !tileMessages.some((message) => covers(message, key)))).toEqual([]);
  expect(tileMessages.filter((message) => !keys.some((key) => covers(message, key)))).toEqual([]);
});
