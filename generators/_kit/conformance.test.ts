import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { assetKinds } from "@/lib/media/stored-asset";
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

/** Files where these words mean something else: names of the service, content of screenshots, or requests of a program that acts as a person would. */
const elsewhere = [
  "lib/service/",
  "components/settings/open-details.ts",
  "lib/db/generated/",
  "scripts/write-example-media.ts",
  "scripts/screenshots/",
  "scripts/take-screenshots.ts",
  "scripts/cluster/",
  "scripts/torture/",
];
/** Ids that are also asset kinds count only next to the word generator. */
const fileKinds: readonly string[] = assetKinds;

it("names no generator outside its folder and the registries", () => {
  const ids = generators.map(({ id }) => id);
  const unmistakable = ids.filter((id) => !fileKinds.includes(id)).join("|");
  const named = new RegExp(
    `["'\`](${unmistakable})["'\`]|generator\\b.{0,12}["'\`](${ids.join("|")})["'\`]|/create/(${ids.join("|")})\\b`,
    "g",
  );
  const found = ["app", "components", "lib", "scripts", "server"]
    .flatMap((folder) =>
      readdirSync(path.join(root, "..", folder), { recursive: true, encoding: "utf8" }).map((file) =>
        path.posix.join(folder, file.replaceAll(path.sep, "/")),
      ),
    )
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
    .filter((file) => !elsewhere.some((start) => file.startsWith(start)))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, "..", file), "utf8").replaceAll(
        /\b(viewportFit|fit): "cover"/g,
        "",
      );
      return [...text.matchAll(named)].map(([match]) => `${file}: ${match}`);
    });
  expect(found).toEqual([]);
});

describe.each([...folders, "_template"])("%s", (folder) => {
  let subject: ConformanceSubject;

  beforeAll(async () => {
    subject = await loadSubject(root, folder);
  });

  it.each(Object.entries(conformanceChecks))("keeps to %s", (_name, check) => {
    expect(check(subject)).toEqual([]);
  });
});
