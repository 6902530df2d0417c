import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { sweepTemporaryFiles } from "./sweep-files";

it("removes temporary files of a killed launcher, and nothing else", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "reverie-sweep-"));
  const young = `studio.lock.${randomUUID()}`;
  const kept = ["studio.lock", "secret", "secret.backup", young];
  const old = [`secret.${randomUUID()}`, `studio.lock.stale-${randomUUID()}`, `studio.lock.${randomUUID()}`];
  for (const name of [...kept, ...old]) writeFileSync(path.join(folder, name), "");
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  for (const name of [...old, "secret.backup"]) utimesSync(path.join(folder, name), yesterday, yesterday);
  sweepTemporaryFiles(folder);
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  rmSync(folder, { recursive: true });
});
