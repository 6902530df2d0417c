import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chain } from "@/lib/generations/read/chain-dto";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { GET } from "./route";

let fixture: RouteFixture;

beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());

interface Kin {
  parentId?: string;
  relation?: "frame" | "again" | "edit";
  frame?: string;
  generator?: string;
  deletedAt?: Date;
}

async function make(kin: Kin = {}, userId = fixture.ada.userId): Promise<string> {
  const { parentId, relation, frame = randomUUID(), generator = "video", deletedAt } = kin;
  const { id } = await fixture.test.database.generation.create({
    data: {
      userId,
      generator,
      state: "succeeded",
      input: generator === "video" ? { prompt: "", first_frame_image: { assetId: frame } } : { prompt: "" },
      idempotencyKey: randomUUID(),
      inputHash: "one",
      model: "Vendor-Video-2.3",
      connection: { profileId: "sandbox", baseUrl: "http://127.0.0.1:1", scope: "studio" },
      ...(parentId ? { parentId } : {}),
      ...(relation ? { relation } : {}),
      ...(deletedAt ? { deletedAt } : {}),
    },
  });
  return id;
}

function ask(id: string, person: "ada" | "bob" = "ada"): Promise<Response> {
  const request = new Request(`http://studio.test/api/v1/generations/${id}/chain`, {
    headers: fixture[person].headers,
  });
  return GET(request, { params: Promise.resolve({ id }) });
}

async function readChain(id: string): Promise<{ ids: string[]; others: string[][]; position: number }> {
  const response = await ask(id);
  expect(response.status).toBe(200);
  const { steps, position } = (await response.json()) as Chain;
  return {
    ids: steps.map(({ generation }) => generation.id),
    others: steps.map((step) => step.others.map((each) => each.id)),
    position,
  };
}

describe("the chain of a video", () => {
  it("is the same from each of its steps, from the first picture to the last video", async () => {
    const picture = await make({ generator: "image" });
    const first = await make({ parentId: picture, relation: "frame" });
    const second = await make({ parentId: first, relation: "frame" });
    const third = await make({ parentId: second, relation: "frame" });
    const ids = [picture, first, second, third];
    for (const [position, id] of ids.entries()) {
      expect(await readChain(id)).toMatchObject({ ids, position });
    }
  });

  it("goes back through takes of the same first frame, and not through others", async () => {
    const first = await make();
    const frame = randomUUID();
    const second = await make({ parentId: first, relation: "frame", frame });
    const again = await make({ parentId: second, relation: "again", frame });
    const elsewhere = await make({ parentId: second, relation: "edit" });
    expect((await readChain(again)).ids).toEqual([first, again]);
    expect((await readChain(elsewhere)).ids).toEqual([elsewhere]);
  });

  it("follows the longest way and tells what else began there; the trash ends it", async () => {
    const first = await make();
    const long = await make({ parentId: first, relation: "frame" });
    const end = await make({ parentId: long, relation: "frame" });
    await make({ parentId: end, relation: "frame", deletedAt: new Date() });
    const other = await make({ parentId: first, relation: "frame" });
    expect(await readChain(first)).toEqual({
      ids: [first, long, end],
      others: [[], [other], []],
      position: 0,
    });
  });

  it("is nobody else's, and holds nothing of anybody else's", async () => {
    const mine = await make();
    const theirs = await make({ parentId: mine, relation: "frame" }, fixture.bob.userId);
    expect((await ask(mine, "bob")).status).toBe(404);
    expect((await readChain(mine)).ids).toEqual([mine]);
    expect((await ask(theirs)).status).toBe(404);
  });

  it("is bounded", async () => {
    let id = await make();
    const ids = [id];
    for (let step = 0; step < 30; step += 1) ids.push((id = await make({ parentId: id, relation: "frame" })));
    expect((await readChain(ids[0]!)).ids).toEqual(ids.slice(0, 25));
    expect((await readChain(id)).ids).toEqual(ids.slice(-25));
  });
});
