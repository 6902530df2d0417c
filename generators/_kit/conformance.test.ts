import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { locales } from "@/lib/i18n/locales";
import { generators } from "../registry";
import { generatorForms } from "../registry.client";
import { loadGeneratorMessages } from "../registry.messages";
import { runnerIds } from "@/server/runners.server";
import { generatorTitles } from "../titles";
import { checkRegistries, conformanceChecks } from "./conformance/conformance-checks";
import { listGeneratorFolders, loadSubject, type ConformanceSubject } from "./conformance/subject";

const root = path.resolve(import.meta.dirname, "..");
const folders = await listGeneratorFolders(root);

it("has every generator in every registry", async () => {
  const registries: Record<string, string[]> = {
    "registry.ts": generators.map(({ id }) => id),
    "registry.client.tsx": Object.keys(generatorForms),
    "registry.server.ts": runnerIds,
    "titles.ts": Object.keys(generatorTitles),
  };
  for (const locale of locales) {
    registries[`registry.messages.ts (${locale})`] = Object.keys(await loadGeneratorMessages(locale));
  }
  expect(checkRegistries(folders, registries)).toEqual([]);
});

// The template is no generator, but what is made of it will be one.
describe.each([...folders, "_template"])("%s", (folder) => {
  let subject: ConformanceSubject;

  beforeAll(async () => {
    subject = await loadSubject(root, folder);
  });

  it.each(Object.entries(conformanceChecks))("keeps to %s", (_name, check) => {
    expect(check(subject)).toEqual([]);
  });
});
