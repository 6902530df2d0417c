import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCaller, findNews, type Person } from "@/lib/media/testing/call-route";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import type { SnippetDto, Snippets } from "@/lib/snippets/snippet-dto";
import { DELETE, PATCH } from "./[id]/route";
import { GET, POST } from "./route";

let fixture: RouteFixture;
beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.test.database.snippet.deleteMany());

const call = createCaller("/api/v1/snippets", () => fixture);
const save = (name: string, changes: object = {}, person: Person = "ada") =>
  call<SnippetDto>(POST, "POST", { person, body: { name, text: "low light, long shadows", ...changes } });
const change = (id: string, body: unknown, person: Person = "ada") =>
  call<SnippetDto>(PATCH, "PATCH", { person, id, body });
const list = async (person: Person = "ada") => (await call<Snippets>(GET, "GET", { person })).answer.snippets;
const names = async () => (await list()).map(({ name }) => name);

describe("snippets", () => {
  it("are saved, listed by name, renamed, rewritten and deleted", async () => {
    const first = await save(" Film\n noir ", { fields: ["prompt"] });
    expect(first).toMatchObject({
      status: 201,
      answer: { name: "Film noir", text: "low light, long shadows", fields: ["prompt"] },
    });
    await save("10 ships", { text: " One\r\nTwo " });
    await save("9 ships");
    expect((await list()).map(({ name, text, fields }) => [name, text, fields])).toEqual([
      ["9 ships", "low light, long shadows", []],
      ["10 ships", " One\nTwo ", []],
      ["Film noir", "low light, long shadows", ["prompt"]],
    ]);
    const { id } = first.answer;
    expect((await change(id, { name: "Noir" })).answer).toMatchObject({ name: "Noir", fields: ["prompt"] });
    expect((await change(id, { text: "rain", fields: [] })).answer).toMatchObject({
      name: "Noir",
      text: "rain",
      fields: [],
    });
    expect((await call(DELETE, "DELETE", { id })).status).toBe(204);
    expect((await call(DELETE, "DELETE", { id })).status).toBe(404);
    expect(await names()).toEqual(["9 ships", "10 ships"]);
  });

  it("have names that are unique for their person, whatever their case", async () => {
    const { answer: first } = await save("Noir");
    const { answer: second } = await save("Fog");
    const taken = { status: 422, answer: { errors: [{ path: "name", key: "snippet.name.taken" }] } };
    expect(await save("NOIR")).toMatchObject(taken);
    expect(await change(second.id, { name: "noir" })).toMatchObject(taken);
    expect(await change(first.id, { name: "NOIR" })).toMatchObject({ status: 200 });
    expect(await save("Noir", {}, "bob")).toMatchObject({ status: 201 });
    const many = await Promise.all(Array.from({ length: 4 }, () => save("At once")));
    expect(many.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
  });

  it("are at most 200, also when they are saved at once", async () => {
    const { userId } = fixture.ada;
    await fixture.test.database.snippet.createMany({
      data: Array.from({ length: 199 }, (_none, index) => ({ userId, name: `Snippet ${index}`, text: "x" })),
    });
    const answers = await Promise.all(["a", "b", "c"].map((name) => save(name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.answer.code).toBe("snippet.too-many");
    expect(await save("Theirs", {}, "bob")).toMatchObject({ status: 201 });
  });

  it("are seen and changed by their person alone", async () => {
    const { id } = (await save("Mine")).answer;
    expect(await list("bob")).toEqual([]);
    for (const target of [id, randomUUID(), "none"]) {
      expect((await change(target, { name: "Bob's" }, "bob")).status).toBe(404);
      expect((await call(DELETE, "DELETE", { person: "bob", id: target })).status).toBe(404);
    }
    expect(await names()).toEqual(["Mine"]);
  });

  it.each([
    ["no text", { text: undefined }, "text field.required"],
    ["an invisible text", { text: " \n\u200b" }, "text field.required"],
    ["a text that can't be stored", { text: "a\0b" }, "text field.characters"],
    ["half a character", { text: "\ud83d" }, "text field.characters"],
    ["too long a text", { text: "é".repeat(5_001) }, "text field.too-long"],
    ["a text that is none", { text: 7 }, "text field.type"],
    ["a field that is none", { fields: ["title"] }, "fields.0 field.choice"],
    ["a field twice", { fields: ["prompt", "prompt"] }, "fields field.duplicate"],
    ["a name without letters", { name: " \u200b " }, "name field.required"],
    ["too long a name", { name: "é".repeat(61) }, "name field.too-long"],
    ["what it doesn't know", { colour: "red" }, "colour field.unknown"],
  ])("reject %s", async (_what, body, problem) => {
    const { id } = (await save("There")).answer;
    const expected = { status: 422, problem };
    const told = ({ status, answer }: Awaited<ReturnType<typeof save>>) => {
      const [error] = answer.errors ?? [];
      return { status, problem: error && `${error.path} ${error.key}` };
    };
    expect(told(await save("Name", body))).toEqual(expected);
    // Nothing is left out of a change.
    if (!Object.values(body).includes(undefined)) expect(told(await change(id, body))).toEqual(expected);
    expect(await names()).toEqual(["There"]);
  });

  it.each([["[]"], ["null"], ["7"], ["{"]])("refuse the body %s", async (body) => {
    const response = await POST(
      new Request("http://studio.test/api/v1/snippets", {
        method: "POST",
        headers: { ...fixture.ada.headers, "content-type": "application/json" },
        body,
      }),
      { params: Promise.resolve({}) },
    );
    expect([400, 422]).toContain(response.status);
    expect(await names()).toEqual([]);
  });

  it("make the browsers of their person load them again", async () => {
    expect(await findNews(fixture, () => save("Told"))).toEqual(["ada snippets"]);
  });
});
