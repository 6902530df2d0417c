import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { generators } from "../registry";
import { generatorForms } from "../registry.client";
import { checkRegistries, conformanceChecks } from "./conformance/conformance-checks";
import { listGeneratorFolders, loadSubject, type ConformanceSubject } from "./conformance/subject";

const root = path.resolve(import.meta.dirname, "..");
const folders = await listGeneratorFolders(root);

it("has every generator in every registry", () => {
  const registries = {
    "registry.ts": generators.map(({ id }) => id),
    "registry.client.tsx": Object.keys(generatorForms),
  };
  expect(checkRegistries(folders, registries)).toEqual([]);
});

// The template is checked as the generators made from it will be.
describe.each([...folders, "_template"])("%s", (folder) => {
  let subject: ConformanceSubject;

  beforeAll(async () => {
    subject = await loadSubject(root, folder);
  });

  it.each(Object.entries(conformanceChecks))("keeps to %s", (_name, check) => {
    expect(check(subject)).toEqual([]);
  });
});
