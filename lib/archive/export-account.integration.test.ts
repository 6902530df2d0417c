import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { manifestSchema } from "./archive-format.server";
import { readMembers } from "./testing/archives";
import {
  addGeneration,
  type ArchiveStudio,
  createArchiveStudio,
  exportTo,
  loseFile,
  storeSample,
} from "./testing/studio";

describe("an export", () => {
  let studio: ArchiveStudio;
  beforeEach(async () => {
    studio = await createArchiveStudio();
  });
  afterEach(() => studio.drop());

  const readRows = (members: Map<string, Buffer>, table: string) =>
    members
      .get(`rows/${table}.jsonl`)!
      .toString()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it("has the rows and each file once, and a manifest with their hashes", async () => {
    const generation = await addGeneration(studio, { title: "Dusk" }, ["image", "audio"]);
    const upload = await storeSample(studio, "image", "upload", "foto “1”.png");
    await studio.test.database.generationAsset.create({
      data: { generationId: generation.id, assetId: upload.id, field: "image" },
    });
    await studio.test.database.preference.createMany({
      data: [
        { userId: studio.userId, key: "voices.favourites", value: ["female-1"] },
        {
          userId: studio.userId,
          key: "notifications",
          value: { succeeded: true, failed: false, minimumSeconds: 60 },
        },
      ],
    });
    // Another account's things are not in it.
    const other = await studio.test.database.user.create({
      data: { email: "other@example.test", name: "Other" },
    });
    await addGeneration({ ...studio, userId: other.id }, { title: "of somebody else" });

    const { file, manifest } = await exportTo(studio, "a.zip");
    const members = await readMembers(file);
    expect(manifestSchema.parse(JSON.parse(members.get("manifest.json")!.toString()))).toEqual(manifest);
    expect(manifest).toMatchObject({
      format: 1,
      account: { email: studio.email },
      assets: { count: 3 },
      faults: [],
      underWay: 0,
    });
    for (const [table, { rows, sha256 }] of Object.entries(manifest.rows)) {
      const bytes = members.get(`rows/${table}.jsonl`)!;
      expect([table, createHash("sha256").update(bytes).digest("hex")]).toEqual([table, sha256]);
      expect([table, readRows(members, table).length]).toEqual([table, rows]);
    }
    expect(readRows(members, "generations")).toMatchObject([{ id: generation.id, title: "Dusk" }]);
    expect(readRows(members, "items")).toHaveLength(2);
    expect(readRows(members, "inputs")).toEqual([
      { generationId: generation.id, assetId: upload.id, field: "image" },
    ]);
    expect(readRows(members, "preferences")).toEqual([
      { key: "notifications", value: { succeeded: true, failed: false, minimumSeconds: 60 } },
      { key: "voices.favourites", value: ["female-1"] },
    ]);
    const files = [...members].filter(([name]) => name.startsWith("assets/"));
    expect(files).toHaveLength(3);
    for (const [name, bytes] of files) {
      expect(name).toContain(createHash("sha256").update(bytes).digest("hex"));
    }
    const everything = Buffer.concat([...members.values()]).toString("latin1");
    for (const secret of ["10.0.0.7", "secret-scope", "sealed-connection", "secret-link", "somebody else"]) {
      expect(everything).not.toContain(secret);
    }
  });

  it("leaves out what is under way, and says so", async () => {
    await addGeneration(studio, { state: "running" });
    await addGeneration(studio, { state: "queued" }, []);
    await addGeneration(studio, { state: "unknown" }, []);
    const { file, manifest } = await exportTo(studio, "a.zip");
    const members = await readMembers(file);
    expect(manifest.underWay).toBe(2);
    expect(readRows(members, "generations")).toMatchObject([{ state: "unknown" }]);
    for (const table of ["outputs", "items", "assets"]) expect(readRows(members, table)).toEqual([]);
  });

  it("names a file that the studio lacks, and has the rest", async () => {
    await addGeneration(studio);
    await addGeneration(studio);
    const { sha256 } = await studio.test.database.asset.findFirstOrThrow();
    await loseFile(studio, sha256);
    const { file, manifest } = await exportTo(studio, "a.zip");
    expect(manifest.faults).toEqual([{ sha256, fault: "missing" }]);
    expect([...(await readMembers(file)).keys()].filter((name) => name.startsWith("assets/"))).toHaveLength(
      1,
    );
  });

  it("has pages that escape what people wrote", async () => {
    await addGeneration(studio, { input: { prompt: '<script>alert("1")</script>' } });
    await studio.test.database.item.updateMany({
      data: { title: "<img src=x onerror=alert(1)>", tags: ["a&b"] },
    });
    const { file } = await exportTo(studio, "a.zip");
    const page = (await readMembers(file)).get("index.html")!.toString();
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(page).toContain("&lt;script&gt;");
    expect(page).toContain("Ich &lt;我&gt; &amp; Co");
    expect(page).toContain("#a&amp;b");
    expect(page).not.toMatch(/<script|onerror=alert\(1\)>|https?:/);
  });

  it("has more pages for many items", async () => {
    const { id, userId, model } = await addGeneration(studio);
    const { assetId } = await studio.test.database.output.findFirstOrThrow();
    await studio.test.database.$executeRaw`
      INSERT INTO "Output" ("id", "generationId", "index", "role", "state", "assetId", "expectedKind")
      SELECT gen_random_uuid(), ${id}::uuid, n, 'image', 'stored', ${assetId}::uuid, 'image' FROM generate_series(1, 450) n`;
    await studio.test.database.$executeRaw`
      INSERT INTO "Item" ("id", "userId", "generationId", "assetId", "kind", "generator", "model", "sandbox", "partial",
        "takeName", "searchText", "bytes", "mimeType", "createdAt")
      SELECT "id", ${userId}::uuid, ${id}::uuid, ${assetId}::uuid, 'image', 'image', ${model}, true, false, 'n', 'n', 1,
        'image/png', now() FROM "Output" WHERE "index" > 0`;
    const { file } = await exportTo(studio, "a.zip");
    const members = await readMembers(file);
    const pages = ["index.html", "pages/2.html", "pages/3.html"].map((name) => members.get(name)!.toString());
    expect(pages.map((page) => page.match(/<article/g)?.length)).toEqual([200, 200, 51]);
    expect(pages[0]).toContain('<a href="pages/2.html">');
    expect(pages[1]).toMatch(/<a href="\.\.\/index\.html">.*<a href="\.\.\/pages\/3\.html">/);
    expect(pages[1]).toContain('src="../assets/');
  });

  it("is refused for an unknown address", async () => {
    await expect(exportTo({ ...studio, email: "nobody@example.test" }, "a.zip")).rejects.toThrow(
      "No account in this studio uses nobody@example.test.",
    );
  });
});
