import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCaller, findNews, type Person } from "@/lib/media/testing/call-route";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import type { SavedSearchDto, SavedSearches } from "@/lib/saved-searches/saved-search-dto";
import { DELETE, PATCH } from "./[id]/route";
import { PUT } from "./order/route";
import { GET, POST } from "./route";

let fixture: RouteFixture;
beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.test.database.savedSearch.deleteMany());

const call = createCaller("/api/v1/saved-searches", () => fixture);

const save = (name: string, query = "kind=image", person: Person = "ada") =>
  call<SavedSearchDto>(POST, "POST", { person, body: { name, query } });
const listNames = async (person: Person = "ada") =>
  (await call<SavedSearches>(GET, "GET", { person })).answer.savedSearches.map(({ name }) => name);

describe("saved searches", () => {
  it("are saved, renamed, ordered and deleted", async () => {
    const rain = await save(" Rain\nat  night ", "sort=rating&q=+rain+&kind=audio");
    expect(rain).toMatchObject({
      status: 201,
      answer: { name: "Rain at night", query: "q=rain&kind=audio&sort=rating" },
    });
    const [ships, best] = [await save("Ships"), await save("Best", "rating=5")];
    expect(await listNames()).toEqual(["Rain at night", "Ships", "Best"]);
    const ordered = await call<SavedSearches>(PUT, "PUT", {
      body: { ids: [best.answer.id, rain.answer.id] },
    });
    expect(ordered.answer.savedSearches.map(({ name }) => name)).toEqual(["Best", "Rain at night", "Ships"]);
    const { id } = ships.answer;
    const renamed = await call<SavedSearchDto>(PATCH, "PATCH", { id, body: { name: "Boats" } });
    expect(renamed.answer).toMatchObject({ id, name: "Boats", query: "kind=image" });
    const changed = await call<SavedSearchDto>(PATCH, "PATCH", { id, body: { query: "kind=video" } });
    expect(changed.answer).toMatchObject({ name: "Boats", query: "kind=video" });
    expect((await call(DELETE, "DELETE", { id: rain.answer.id })).status).toBe(204);
    expect(await listNames()).toEqual(["Best", "Boats"]);
    await save("Last");
    expect(await listNames()).toEqual(["Best", "Boats", "Last"]);
  });

  it("have names that are unique for their person, whatever their case", async () => {
    const { answer: first } = await save("Harbour");
    const { answer: second } = await save("Fog");
    const taken = { status: 422, answer: { errors: [{ path: "name", key: "saved-search.name.taken" }] } };
    expect(await save("HARBOUR")).toMatchObject(taken);
    const rename = (id: string, name: string) => call(PATCH, "PATCH", { id, body: { name } });
    expect(await rename(second.id, "harbour")).toMatchObject(taken);
    expect(await rename(first.id, "HARBOUR")).toMatchObject({ status: 200 });
    expect(await save("Harbour", "kind=audio", "bob")).toMatchObject({ status: 201 });
    const many = await Promise.all(Array.from({ length: 6 }, () => save("At once")));
    expect(many.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422]);
  });

  it("are at most 50, also when they are saved at once", async () => {
    const { userId } = fixture.ada;
    const names = Array.from({ length: 48 }, (_none, index) => `Search ${index}`);
    await fixture.test.database.savedSearch.createMany({
      data: names.map((name, position) => ({ userId, name, query: "kind=image", position })),
    });
    const answers = await Promise.all(["a", "b", "c", "d"].map((name) => save(name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.answer.code).toBe("saved-search.too-many");
    expect(await listNames()).toHaveLength(50);
  });

  it("are seen and changed by their person alone", async () => {
    const { id } = (await save("Mine")).answer;
    expect(await listNames("bob")).toEqual([]);
    const body = { name: "Bob's" };
    for (const target of [id, randomUUID(), "none"]) {
      expect((await call(PATCH, "PATCH", { person: "bob", id: target, body })).status).toBe(404);
      expect((await call(DELETE, "DELETE", { person: "bob", id: target })).status).toBe(404);
    }
    expect((await call(PUT, "PUT", { person: "bob", body: { ids: [id] } })).status).toBe(404);
    expect(await listNames()).toEqual(["Mine"]);
  });

  it.each([
    ["no query", "", "field.required"],
    ["the usual order alone", "sort=newest", "field.required"],
    ["an unknown filter", "kind=image&colour=red", "saved-search.query.unreadable"],
    ["a value that is none", "rating=6", "saved-search.query.unreadable"],
    ["a time that is none", "from=2026-13-01T00:00:00Z", "saved-search.query.unreadable"],
    ["a project that is none", "project=mine", "saved-search.query.unreadable"],
    ["several values, which the library can't show", "kind=image,video", "saved-search.query.unreadable"],
    ["a filter twice", "kind=image&kind=video", "saved-search.query.unreadable"],
    ["a place in the list", "kind=image&at=2026-11-01T00:00:00Z", "saved-search.query.unreadable"],
    ["a character that can't be stored", "q=a%00b", "saved-search.query.unreadable"],
    ["words that are too long", `q=${"a".repeat(201)}`, "saved-search.query.unreadable"],
  ])("reject %s", async (_what, query, key) => {
    const { status, answer } = await save("Name", query);
    expect({ status, errors: answer.errors }).toMatchObject({
      status: 422,
      errors: [{ path: "query", key }],
    });
  });

  it.each([
    ["", "field.required"],
    [" \u200b ", "field.required"],
    ["a\0b", "field.characters"],
    ["é".repeat(61), "field.too-long"],
  ])("reject the name %j", async (name, key) => {
    expect(await save(name)).toMatchObject({ status: 422, answer: { errors: [{ path: "name", key }] } });
  });

  it("make the browsers of their person load them again", async () => {
    expect(await findNews(fixture, () => save("Told"))).toEqual(["ada savedSearches"]);
  });
});
