import { readFile, writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { forgeZip } from "@/lib/media/unpack/testing/make-archives";
import { archiveLimits } from "./archive-format.server";
import { correctManifest, forgeOverlappingZip, readMembers, writeArchive } from "./testing/archives";
import { BadArchives } from "./testing/bad-archives";

describe("an import refuses", () => {
  let bad: BadArchives;
  beforeAll(async () => {
    bad = await BadArchives.create();
  });
  afterEach(() => bad.reset());
  afterAll(() => bad.drop());

  it("nothing of an archive that was not changed", async () => {
    await bad.change(() => {});
    expect(await bad.run()).toMatchObject({ generations: 2, files: 4 });
  });

  it("a file that is no ZIP", async () => {
    await writeFile(bad.file, "not a zip");
    await bad.expectRefusal("This isn't an archive of Reverie, or it is cut off.");
  });

  it.each([0.2, 0.6, 0.999])("an archive that is cut off at %d of its length", async (part) => {
    const bytes = await readFile(bad.good);
    await writeFile(bad.file, bytes.subarray(0, Math.floor(bytes.length * part)));
    await bad.expectRefusal("cut off");
  });

  it("a newer format", async () => {
    await bad.changeManifest({ format: 2, rows: "of another kind" });
    await bad.expectRefusal("newer version of Reverie (format 2). Update Reverie, then import.");
  });

  it("a manifest that can't be read, or is missing", async () => {
    await bad.change((members) => members.set("manifest.json", Buffer.from("{")));
    await bad.expectRefusal("manifest.json can't be read.");
    await bad.changeManifest({ rows: {} });
    await bad.expectRefusal("manifest.json can't be read.");
    await bad.change((members) => members.delete("manifest.json"));
    await bad.expectRefusal("lacks manifest.json");
  });

  it.each([
    "../../etc/passwd",
    "/etc/passwd",
    "assets/../manifest.json",
    "C:\\evil",
    "rows/other.jsonl",
    "run.exe",
  ])("a member with the name %s", async (name) => {
    await bad.change((members) => members.set(name, Buffer.from("x")));
    await bad.expectRefusal(/contains ".*", which no export writes/);
  });

  it("a member that is there twice", async () => {
    const members = [...(await readMembers(bad.good))];
    await writeArchive(bad.file, [...members, members.find(([name]) => name.startsWith("assets/"))!]);
    await bad.expectRefusal("twice");
  });

  it("a compressed member", async () => {
    await writeFile(bad.file, forgeZip({ name: "manifest.json", content: Buffer.alloc(5_000_000) }));
    await bad.expectRefusal("compressed");
  });

  it("members that share their bytes", async () => {
    const names = Array.from({ length: 50 }, (_none, index) => `pages/${index + 2}.html`);
    await writeFile(bad.file, forgeOverlappingZip(names, Buffer.alloc(100_000)));
    await bad.expectRefusal("overlap");
  });

  it("more members, longer rows and a larger manifest than it reads", async () => {
    await bad.change(() => {});
    await bad.expectRefusal("at most 5 are read", { ...archiveLimits, maxMembers: 5 });
    await bad.expectRefusal("more than 100 bytes", { ...archiveLimits, maxLineBytes: 100 });
    await bad.expectRefusal("manifest.json is too large", { ...archiveLimits, maxManifestBytes: 10 });
  });

  it("rows that are not those of the manifest", async () => {
    await bad.change((members) => {
      const name = "rows/generations.jsonl";
      members.set(name, Buffer.from(members.get(name)!.toString().replace("lighthouse", "cathedral!")));
    });
    await bad.expectRefusal("rows/generations.jsonl is not what the manifest says");
  });

  it("a row that is cut off, or no JSON", async () => {
    await bad.change((members) => {
      const name = "rows/items.jsonl";
      members.set(name, members.get(name)!.subarray(0, -1));
      correctManifest(members);
    });
    await bad.expectRefusal("ends in the middle of a row");
    await bad.change((members) => {
      members.set("rows/items.jsonl", Buffer.from("nonsense\n"));
      correctManifest(members);
    });
    await bad.expectRefusal("rows/items.jsonl, line 1: no export writes this row.");
  });

  it.each<[string, Record<string, unknown>]>([
    ["a generation that would be sent", { state: "queued" }],
    ["a generation that would be polled", { state: "running" }],
    ["a task", { operation: { taskId: "1" } }],
    ["a connection", { connection: { baseUrl: "http://10.0.0.1" } }],
    ["an owner", { userId: "01900000-0000-7000-8000-000000000000" }],
    ["no ID", { id: "x" }],
    ["an ID in upper case", { id: "01900000-0000-7000-8000-00000000000A" }],
    ["an invalid time", { createdAt: "yesterday" }],
    ["an error of another shape", { error: { code: 5 } }],
    ["text that can't be stored", { title: "a\0b" }],
    ["half a surrogate pair", { input: { prompt: "\ud800" } }],
    ["a name that can't be stored", { input: { "\0": 1 } }],
  ])("a row with %s", async (_what, changes) => {
    await bad.changeRows("generations", ([first, ...rest]) => [{ ...first, ...changes }, ...rest]);
    await bad.expectRefusal("rows/generations.jsonl, line 1");
  });

  it("a row of 20,000 levels", async () => {
    const levels = 20_000;
    await bad.change((members) => {
      const name = "rows/generations.jsonl";
      const text = members.get(name)!.toString();
      const deep = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
      members.set(name, Buffer.from(text.replace('"usage": {', `"usage": {"a":${deep}, `)));
      expect(members.get(name)!.length).toBeGreaterThan(text.length);
      correctManifest(members);
    });
    await bad.expectRefusal("rows/generations.jsonl, line 1");
  });

  it("rows that belong to nothing", async () => {
    const elsewhere = "ffffffff-0000-7000-8000-000000000000";
    await bad.changeRows("outputs", (rows) => void (rows.at(-1)!.generationId = elsewhere));
    await bad.expectRefusal("which it doesn't have or has elsewhere");
    await bad.changeRows(
      "attempts",
      (rows) => void (rows[0]!.generationId = "00000000-0000-7000-8000-000000000000"),
    );
    await bad.expectRefusal("which it doesn't have or has elsewhere");
    await bad.changeRows("outputs", (rows) => void (rows[0]!.assetId = elsewhere));
    await bad.expectRefusal(`names the asset ${elsewhere}, which it doesn't have`);
    await bad.changeRows("inputs", (rows) => void (rows[0]!.assetId = elsewhere));
    await bad.expectRefusal(`names the asset ${elsewhere}, which it doesn't have`);
    await bad.changeRows("items", (rows) => void (rows[0]!.id = elsewhere));
    await bad.expectRefusal(`item ${elsewhere} of the archive has no result`);
  });

  it("rows that are not sorted, or are there twice", async () => {
    await bad.changeRows("generations", (rows) => rows.reverse());
    await bad.expectRefusal("which it doesn't have or has elsewhere");
    await bad.changeRows("generations", ([first, ...rest]) => [first!, first!, ...rest]);
    await bad.expectRefusal("not sorted");
    await bad.changeRows("assets", ([first, ...rest]) => [first!, first!, ...rest]);
    await bad.expectRefusal("twice");
  });

  it("a preference that it doesn't know", async () => {
    await bad.changeRows("preferences", () => [{ key: "is-owner", value: true }]);
    await bad.expectRefusal("rows/preferences.jsonl, line 1");
  });
});
