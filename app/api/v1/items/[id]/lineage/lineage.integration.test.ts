import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getLineage } from "@/lib/generations/read/get-lineage.server";
import { maxLineageDepth, maxMadeFrom, type Lineage } from "@/lib/generations/read/lineage-dto";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { GET } from "./route";

let fixture: RouteFixture;

beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());

interface Made {
  kind?: "image" | "audio" | "video";
  generator?: string;
  name?: string;
  results?: number;
  parentId?: string;
  relation?: string;
  /** Files that it used. */
  uses?: string[];
}

interface Take {
  id: string;
  items: { id: string; assetId: string }[];
}

/** A generation with its results, as the worker stores them. */
async function make(made: Made = {}, userId = fixture.ada.userId): Promise<Take> {
  const { kind = "image", generator = kind, name = "Untitled", results = 1, uses = [], ...kin } = made;
  const { database } = fixture.test;
  const { id } = await database.generation.create({
    data: {
      userId,
      generator,
      state: "succeeded",
      input: { prompt: name },
      idempotencyKey: randomUUID(),
      inputHash: "one",
      model: "model",
      connection: { profileId: "sandbox", baseUrl: "http://127.0.0.1:1", scope: "studio" },
      inputs: { create: uses.map((assetId, index) => ({ assetId, field: `file.${index}` })) },
      ...kin,
    },
  });
  const items: Take["items"] = [];
  for (let index = 0; index < results; index += 1) {
    const file = { bytes: 1, mimeType: `${kind}/any`, kind } as const;
    const asset = await database.asset.create({
      data: { ...file, userId, sha256: randomUUID(), origin: "output" },
    });
    const output = await database.output.create({
      data: { generationId: id, index, role: kind, state: "stored", assetId: asset.id, expectedKind: kind },
    });
    await database.item.create({
      data: {
        ...file,
        id: output.id,
        userId,
        generationId: id,
        assetId: asset.id,
        generator,
        model: "model",
        sandbox: true,
        partial: false,
        takeName: name,
        searchText: "",
        createdAt: new Date(),
      },
    });
    items.push({ id: output.id, assetId: asset.id });
  }
  return { id, items };
}

const upload = async () =>
  (
    await fixture.test.database.asset.create({
      data: {
        userId: fixture.ada.userId,
        sha256: randomUUID(),
        origin: "upload",
        bytes: 1,
        mimeType: "image/png",
        kind: "image",
      },
    })
  ).id;

function ask(id: string, person: "ada" | "bob" = "ada"): Promise<Response> {
  const request = new Request(`http://studio.test/api/v1/items/${id}/lineage`, {
    headers: fixture[person].headers,
  });
  return GET(request, { params: Promise.resolve({ id }) });
}

async function read({ items: [item] }: Take): Promise<Lineage["nodes"]> {
  const response = await ask(item!.id);
  expect(response.status).toBe(200);
  return ((await response.json()) as Lineage).nodes;
}

const told = (nodes: Lineage["nodes"]) => nodes.map(({ name, depth, relation }) => [name, depth, relation]);

describe("the lineage of an item", () => {
  it("leads from an image over its video to the next one, from each of them", async () => {
    const image = await make({ name: "Image", results: 2 });
    const video = await make({
      kind: "video",
      name: "Video",
      parentId: image.id,
      relation: "frame",
      uses: [image.items[0]!.assetId],
    });
    // Its last frame is a file of its own.
    const frame = await upload();
    const next = await make({
      kind: "video",
      name: "Next",
      parentId: video.id,
      relation: "frame",
      uses: [frame],
    });
    expect(told(await read(image))).toEqual([
      ["Image", 0, null],
      ["Video", 1, "frame"],
      ["Next", 2, "frame"],
    ]);
    const nodes = await read(next);
    expect(told(nodes)).toEqual([
      ["Image", -2, "frame"],
      ["Video", -1, "frame"],
      ["Next", 0, null],
    ]);
    expect(nodes.map(({ of }) => of)).toEqual([video.items[0]!.id, next.items[0]!.id, null]);
    expect(told(await read(video))).toEqual([
      ["Image", -1, "frame"],
      ["Video", 0, null],
      ["Next", 1, "frame"],
    ]);
    // Nothing was made from the other picture.
    expect(await read({ ...image, items: [image.items[1]!] })).toHaveLength(1);
  });

  it("leads from a song to its cover, and from a take to its variation", async () => {
    const song = await make({ kind: "audio", generator: "music", name: "Song" });
    const cover = await make({
      kind: "audio",
      generator: "cover",
      name: "Cover",
      uses: [song.items[0]!.assetId],
    });
    await make({ kind: "audio", generator: "music", name: "Variation", parentId: song.id, relation: "vary" });
    expect(told(await read(song))).toEqual([
      ["Song", 0, null],
      ["Cover", 1, null],
      ["Variation", 1, "vary"],
    ]);
    expect(told(await read(cover))).toEqual([
      ["Song", -1, null],
      ["Cover", 0, null],
    ]);
  });

  it("lists some of what was made from one item, and counts the others", async () => {
    const image = await make({ name: "Image" });
    for (let count = 0; count < maxMadeFrom + 3; count += 1) {
      await make({ parentId: image.id, relation: "again" });
    }
    const [own, ...others] = await read(image);
    expect(own).toMatchObject({ depth: 0, more: 3 });
    expect(others).toHaveLength(maxMadeFrom);
    expect(others.every(({ more }) => more === undefined)).toBe(true);
  });

  it("ends after some steps", async () => {
    let take = await make();
    const first = take;
    for (let step = 0; step < maxLineageDepth + 2; step += 1) {
      take = await make({ parentId: take.id, relation: "vary" });
    }
    expect((await read(first)).at(-1)!.depth).toBe(maxLineageDepth);
    expect((await read(take))[0]!.depth).toBe(-maxLineageDepth);
  });

  it("shows a source in the trash as such, and nothing else from there", async () => {
    const image = await make({ name: "Image" });
    const kept = await make({ name: "Kept", uses: [image.items[0]!.assetId] });
    const gone = await make({ name: "Gone", uses: [image.items[0]!.assetId] });
    const { database } = fixture.test;
    await database.item.updateMany({
      where: { id: { in: [image, gone].map(({ items }) => items[0]!.id) } },
      data: { deletedAt: new Date() },
    });
    expect(await read(kept)).toMatchObject([{ name: "Image", trashed: true }, { name: "Kept" }]);
    expect((await read(image)).map(({ name }) => name)).toEqual(["Image", "Kept"]);
  });

  it("is nobody else's, and leads to nobody else's", async () => {
    const image = await make({ name: "Image" });
    await make({ name: "Theirs", parentId: image.id, relation: "vary" }, fixture.bob.userId);
    expect(await read(image)).toHaveLength(1);
    expect((await ask(image.items[0]!.id, "bob")).status).toBe(404);
  });

  it("reads items, generations and files by their indexes alone", async () => {
    const { database } = fixture.test;
    const take = await make({ parentId: (await make()).id, relation: "vary" });
    const plans: string[] = [];
    const recorder = database.$extends({
      query: {
        async $queryRaw({ args, query }) {
          await database.$transaction(async (transaction) => {
            // The tables of a test are so small that reading them whole is cheaper.
            await transaction.$executeRaw`SET LOCAL enable_seqscan = off`;
            const rows = await transaction.$queryRawUnsafe<Record<string, string>[]>(
              `EXPLAIN ${args.text}`,
              ...args.values,
            );
            plans.push(rows.flatMap((row) => Object.values(row)).join("\n"));
          });
          return query(args);
        },
      },
    });
    await getLineage(recorder, { userId: fixture.ada.userId, id: take.items[0]!.id });
    expect(plans.length).toBeGreaterThanOrEqual(3);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan/);
    expect(plans.join("\n")).toMatch(/GenerationAsset_assetId_idx/);
    expect(plans.join("\n")).toMatch(/Generation_parentId_idx/);
  });
});
