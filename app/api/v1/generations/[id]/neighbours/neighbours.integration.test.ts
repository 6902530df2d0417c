import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenerationNeighbours, GenerationPage } from "@/lib/generations/read/generation-dto";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { GET as listGenerations } from "../../route";
import { GET } from "./route";

let fixture: RouteFixture;

beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());

interface Made {
  generator?: string;
  state?: string;
  favourite?: boolean;
  deletedAt?: Date;
  searchText?: string;
  relation?: string;
  parentId?: string;
}

async function make(made: Made = {}, userId = fixture.ada.userId): Promise<string> {
  const { id } = await fixture.test.database.generation.create({
    data: {
      userId,
      generator: "image",
      state: "succeeded",
      input: { prompt: "" },
      idempotencyKey: randomUUID(),
      inputHash: "one",
      model: "image-01",
      connection: { profileId: "sandbox", baseUrl: "http://127.0.0.1:1", scope: "studio" },
      ...made,
    },
  });
  return id;
}

function ask(id: string, query = "", person: "ada" | "bob" = "ada"): Promise<Response> {
  const request = new Request(`http://studio.test/api/v1/generations/${id}/neighbours${query}`, {
    headers: fixture[person].headers,
  });
  return GET(request, { params: Promise.resolve({ id }) });
}

async function readNeighbours(id: string, query = ""): Promise<(string | undefined)[]> {
  const response = await ask(id, query);
  expect(response.status).toBe(200);
  const { previous, next } = (await response.json()) as GenerationNeighbours;
  return [previous?.id, next?.id];
}

/** Every id of a list in its order, page by page. */
async function readList(query: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const address = `http://studio.test/api/v1/generations?limit=3${query}${cursor ? `&cursor=${cursor}` : ""}`;
    const response = await listGenerations(new Request(address, { headers: fixture.ada.headers }), {
      params: Promise.resolve({}),
    });
    const page = (await response.json()) as GenerationPage;
    ids.push(...page.generations.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}

describe("the neighbours of a generation", () => {
  it.each([
    ["", {}],
    ["&generator=music", { generator: "music" }],
    ["&state=failed", { state: "failed" }],
    ["&favourite=true", { favourite: true }],
    ["&trash=true", { deletedAt: new Date() }],
    ["&q=basalt", { searchText: "A basalt cliff" }],
  ] satisfies [string, Made][])("are those of its list, over all of its pages: %s", async (query, made) => {
    for (let count = 0; count < 4; count += 1) {
      await make(made);
      await make({ generator: "video" });
    }
    await make({ ...made, relation: "sample" });
    await make(made, fixture.bob.userId);
    const ids = await readList(query);
    expect(ids.length).toBeGreaterThan(3);
    for (const [index, id] of ids.entries()) {
      expect(await readNeighbours(id, query.replace("&", "?"))).toEqual([ids[index - 1], ids[index + 1]]);
    }
  });

  it("are told of one that has left the list, from its place", async () => {
    const parentId = await make();
    const oldest = await make({ parentId });
    const thrownAway = await make({ parentId, deletedAt: new Date() });
    const newest = await make({ parentId });
    expect(await readNeighbours(thrownAway, `?parentId=${parentId}`)).toEqual([newest, oldest]);
    expect(await readNeighbours(newest, `?parentId=${parentId}`)).toEqual([undefined, oldest]);
  });

  it("are nobody else's", async () => {
    expect((await ask(await make(), "", "bob")).status).toBe(404);
  });
});
