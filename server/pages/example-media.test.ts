import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { generators } from "@/generators/registry";
import { findExampleMedia } from "./generator-facts.server";

const examples = generators
  // Examples of a new generator have no media yet.
  .filter(({ id, examples }) => examples.some(({ key }) => findExampleMedia(id, key)))
  .flatMap(({ id, examples }) => examples.map(({ key }) => [id, key] as const));

it("has media for every generator of the studio", () => {
  expect(new Set(examples.map(([id]) => id)).size).toBeGreaterThanOrEqual(6);
});

describe("every example", () => {
  // If it fails after an example was changed: npm run examples.
  it.each(examples)("has a picture or a wave: %s %s", (generator, key) => {
    const media = findExampleMedia(generator, key);
    if (media && media.kind !== "sound") {
      expect(existsSync(path.join("public", media.url))).toBe(true);
    } else {
      expect(media?.levels.length).toBeGreaterThan(20);
      expect(Math.max(...(media?.levels ?? []))).toBeLessThanOrEqual(100);
      expect(media?.durationSeconds).toBeGreaterThan(1);
    }
  });
});
