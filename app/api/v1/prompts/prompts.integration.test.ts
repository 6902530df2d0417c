import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eraseGenerations } from "@/lib/generations/change/erase-generations.server";
import { createCaller, type Person } from "@/lib/media/testing/call-route";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import type { PromptDto, PromptPage } from "@/lib/prompts/prompt-dto";
import { seedPrompts } from "@/lib/prompts/testing/seed-prompts.server";
import { GET as GET_ONE } from "./[id]/route";
import { GET } from "./route";

let fixture: RouteFixture;
beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.test.database.prompt.deleteMany();
  await fixture.test.database.generation.deleteMany();
});

const call = createCaller("/api/v1/prompts", () => fixture);
const request = <Answer>(
  handler: Parameters<typeof call>[0],
  { query = {}, ...options }: { person?: Person; id?: string; query?: Record<string, string> },
) => call<Answer>(handler, "GET", { ...options, query: `?${new URLSearchParams(query).toString()}` });

const list = async (query: Record<string, string> = {}, person: Person = "ada") =>
  (await request<PromptPage>(GET, { person, query })).answer;
const texts = async (query: Record<string, string> = {}, person: Person = "ada") =>
  (await list(query, person)).prompts.map(({ text }) => text);
const get = (id: string, person: Person = "ada") => request<PromptDto>(GET_ONE, { person, id });

const seed = (
  inputs: readonly Record<string, unknown>[],
  { person = "ada", ...rest }: { person?: Person; generator?: string; relation?: string } = {},
) => seedPrompts(fixture.test.database, { userId: fixture[person].userId, inputs, ...rest });
const prompt = (text: string) => ({ prompt: text, n: 1 });
const erase = (ids: readonly string[]) =>
  fixture.test.database.$transaction((transaction) => eraseGenerations(transaction, ids, new Date()));

describe("prompts", () => {
  it("are listed newest first, each once for its field and generator", async () => {
    await seed([prompt("Fog"), prompt("A quay"), prompt("Fog"), prompt(" Fog\n")]);
    const song = { prompt: "Fog", lyrics: "[Verse]\nA lantern", is_instrumental: false };
    const [, newest] = await seed([song, song], { generator: "music" });
    await seed([{ text: "Read me" }], { generator: "speech" });
    expect(await texts({ generator: "image" })).toEqual([" Fog\n", "A quay"]);
    expect(await texts({ generator: "music", field: "lyrics" })).toEqual(["[Verse]\nA lantern"]);
    expect((await list({ field: "prompt" })).prompts).toMatchObject([
      { generator: "music", field: "prompt", text: "Fog", generationId: newest, isShortened: false },
      { generator: "image", text: " Fog\n" },
      { generator: "image", text: "A quay" },
    ]);
    expect((await texts())[0]).toBe("Read me");
    expect(await texts()).toHaveLength(5);
  });

  it("leave out samples of voices, empty texts, and what is no text", async () => {
    await seed([{ text: "A sample" }], { generator: "speech", relation: "sample" });
    await seed([{ prompt: " \n" }, { prompt: 7 }, { prompt: ["a"] }, { model: "image-01" }]);
    expect(await texts()).toEqual([]);
  });

  it("are found by words in any order, from one character on, in any language", async () => {
    await seed(
      ["A Harbour in Fog", "Fog over hills", "Ein HAFEN im Nebel, ＦＵＬＬ", "港口的清晨"].map(prompt),
    );
    expect(await texts({ q: "fog harbour" })).toEqual(["A Harbour in Fog"]);
    expect(await texts({ q: "fog -harbour" })).toEqual(["Fog over hills"]);
    expect(await texts({ q: "-fog" })).toEqual(["港口的清晨", "Ein HAFEN im Nebel, ＦＵＬＬ"]);
    expect(await texts({ q: '"harbour in"' })).toEqual(["A Harbour in Fog"]);
    expect(await texts({ q: '"in harbour"' })).toEqual([]);
    expect(await texts({ q: "hafen full" })).toHaveLength(1);
    expect(await texts({ q: "清" })).toEqual(["港口的清晨"]);
    expect(await texts({ q: "%" })).toEqual([]);
    expect(await texts({ q: "fog", generator: "music" })).toEqual([]);
  });

  it("are shortened in a list and whole alone", async () => {
    const long = `${"é".repeat(399)}𝄞 and more`;
    await seed([prompt(long)]);
    const [shown] = (await list()).prompts;
    expect(shown).toMatchObject({ text: `${"é".repeat(399)}𝄞`, isShortened: true });
    expect(await get(shown!.id)).toMatchObject({ status: 200, answer: { text: long, field: "prompt" } });
  });

  it("go with the last generation that has them", async () => {
    const [first, second, third] = await seed([prompt("Kept"), prompt("Kept"), prompt("Secret")]);
    const secret = (await list()).prompts[0]!;
    await erase([second!, third!]);
    expect((await list()).prompts).toMatchObject([{ text: "Kept", generationId: first }]);
    expect((await get(secret.id)).status).toBe(404);
    expect(await texts({ q: "secret" })).toEqual([]);
    await erase([first!]);
    expect(await texts()).toEqual([]);
    const { promptWords, promptUse } = fixture.test.database;
    expect([await promptWords.count(), await promptUse.count()]).toEqual([0, 0]);
  });

  it("stay right when they are used and deleted at the same time", async () => {
    const before = await seed(Array.from({ length: 8 }, () => prompt("Contested")));
    const after = await Promise.all([
      ...before.map((id) => erase([id]).then(() => [])),
      ...Array.from({ length: 8 }, () => seed([prompt("Contested"), prompt("Other")])),
    ]);
    const newest = after
      .flat()
      .filter((_id, index) => index % 2 === 0)
      .toSorted()
      .at(-1);
    const found = (await list()).prompts.find(({ text }) => text === "Contested");
    expect(found?.generationId).toBe(newest);
    expect(await fixture.test.database.promptUse.count()).toBe(16);
  });

  it("are seen by their person alone", async () => {
    await seed([prompt("Mine")]);
    await seed([prompt("Theirs"), prompt("Mine")], { person: "bob" });
    expect(await texts()).toEqual(["Mine"]);
    expect(await texts({ q: "theirs" })).toEqual([]);
    const { id } = (await list()).prompts[0]!;
    for (const target of [id, randomUUID(), "none"]) expect((await get(target, "bob")).status).toBe(404);
    const response = await GET(new Request("http://studio.test/api/v1/prompts"), {
      params: Promise.resolve({}),
    });
    expect(response.status).toBe(401);
  });

  it.each([
    ["a field that is none", { field: "title" }, "field"],
    ["too long a search", { q: "a".repeat(201) }, "q"],
    ["what can't be stored", { q: "a\0b" }, "q"],
    ["a generator that can't be one", { generator: "" }, "generator"],
    ["a page of none", { limit: "0" }, "limit"],
    ["a page of too many", { limit: "101" }, "limit"],
    ["a cursor that is none", { cursor: "nonsense" }, "cursor"],
    ["a cursor of another list", { cursor: btoa('["a","b"]') }, "cursor"],
  ])("refuse %s", async (_what, query, path) => {
    const { status, answer } = await request<PromptPage>(GET, { query });
    expect({ status, code: answer.code, path: answer.errors[0]?.path }).toEqual({
      status: 422,
      code: "input.invalid",
      path,
    });
  });

  it("are read in pages that lose and repeat nothing, 10,000 and more", async () => {
    const count = 10_000;
    await seed(
      Array.from({ length: count }, (_none, index) =>
        prompt(`Boat ${index} ${index % 500 === 0 ? "zephyr" : "in the harbour"}`),
      ),
    );
    const readAll = async (query: Record<string, string>) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page: PromptPage = await list({ ...query, limit: "100", ...(cursor ? { cursor } : {}) });
        found.push(...page.prompts.map(({ text }) => text));
        ({ nextCursor: cursor } = page);
      } while (cursor);
      return found;
    };
    const all = await readAll({});
    expect(new Set(all).size).toBe(count);
    expect(all[0]).toBe("Boat 9999 in the harbour");
    expect(all.at(-1)).toBe("Boat 0 zephyr");
    expect(await readAll({ q: "zephyr boat" })).toHaveLength(20);
    expect(await texts({ q: "zephyr", limit: "3" })).toEqual([
      "Boat 9500 zephyr",
      "Boat 9000 zephyr",
      "Boat 8500 zephyr",
    ]);
    expect(await texts({ q: "harbour", limit: "1" })).toEqual(["Boat 9999 in the harbour"]);
    expect(await texts({ q: "nowhere" })).toEqual([]);
  });
});
