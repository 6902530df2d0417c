import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { generators } from "@/generators/registry";
import { removeUnusedFiles } from "@/lib/media/removal/remove-unused-files.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { createCaller, findNews, type Person } from "@/lib/media/testing/call-route";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { inChunks } from "@/lib/media/testing/sample-media";
import type { Presets, PresetWithInput } from "@/lib/presets/preset-dto";
import { DELETE, GET as GET_ONE, PATCH } from "./[id]/route";
import { GET, POST } from "./route";

let fixture: RouteFixture;
beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.test.database.preset.deleteMany());

const call = createCaller("/api/v1/presets", () => fixture);

const image = { model: "image-01", prompt: "A quay", n: 2 };
const film = { generator: "video", input: { prompt: "A quay" } };
const save = (name: string, changes: object = {}, person: Person = "ada") =>
  call<PresetWithInput>(POST, "POST", {
    person,
    body: { generator: "image", name, input: image, ...changes },
  });
const change = (id: string, body: object, person: Person = "ada") =>
  call<PresetWithInput>(PATCH, "PATCH", { person, id, body });
const get = async (id: string) => (await call<PresetWithInput>(GET_ONE, "GET", { id })).answer;
const list = async (query = "", person: Person = "ada") =>
  (await call<Presets>(GET, "GET", { person, query })).answer.presets;
const names = async (query = "") => (await list(query)).map(({ name }) => name);

const upload = (text: string, person: Person = "ada") =>
  storeAsset(
    {
      userId: fixture[person].userId,
      origin: "upload",
      source: inChunks(Buffer.from(text)),
      maxBytes: 10_000,
    },
    { database: fixture.test.database },
  );

describe("presets", () => {
  it("are saved, listed by generator, renamed, overwritten and deleted", async () => {
    const first = await save(" Quays\nat  night ");
    expect(first).toMatchObject({
      status: 201,
      answer: { name: "Quays at night", generator: "image", input: image, missing: [], isDefault: false },
    });
    const { id } = first.answer;
    await save("10 ships");
    await save("9 ships");
    await save("A film", film);
    expect(await names("?generator=image")).toEqual(["9 ships", "10 ships", "Quays at night"]);
    expect(await names()).toEqual(["9 ships", "10 ships", "A film", "Quays at night"]);
    expect((await list())[0]).not.toHaveProperty("input");
    expect((await change(id, { name: "Harbours" })).answer).toMatchObject({ name: "Harbours", input: image });
    // An unfinished form.
    expect((await change(id, { input: { prompt: "" } })).status).toBe(200);
    expect(await get(id)).toMatchObject({ name: "Harbours", input: { prompt: "" } });
    expect((await call(DELETE, "DELETE", { id })).status).toBe(204);
    expect(await names("?generator=image")).toEqual(["9 ships", "10 ships"]);
  });

  it("have one default for each generator and person", async () => {
    const { answer: one } = await save("One", { isDefault: true });
    const { answer: two } = await save("Two");
    await save("Theirs", { isDefault: true }, "bob");
    const { answer: other } = await save("Film", { ...film, isDefault: true });
    const defaults = async () => (await list()).flatMap(({ id, isDefault }) => (isDefault ? [id] : []));
    expect(await defaults()).toEqual([other.id, one.id]);
    expect((await change(two.id, { isDefault: true })).answer.isDefault).toBe(true);
    expect(await defaults()).toEqual([other.id, two.id]);
    await Promise.all([one, two].map(({ id }) => change(id, { isDefault: true })));
    expect(await defaults()).toHaveLength(2);
    await change(other.id, { isDefault: false });
    expect(await defaults()).toHaveLength(1);
    expect((await list("", "bob"))[0]).toMatchObject({ isDefault: true });
  });

  it("have names that are unique for their generator, whatever their case", async () => {
    const { answer: first } = await save("Harbour");
    const { answer: second } = await save("Fog");
    const taken = { status: 422, answer: { errors: [{ path: "name", key: "preset.name.taken" }] } };
    expect(await save("HARBOUR")).toMatchObject(taken);
    expect(await change(second.id, { name: "harbour" })).toMatchObject(taken);
    expect(await change(first.id, { name: "HARBOUR" })).toMatchObject({ status: 200 });
    expect(await save("Harbour", film)).toMatchObject({ status: 201 });
    expect(await save("Harbour", {}, "bob")).toMatchObject({ status: 201 });
    const many = await Promise.all(Array.from({ length: 4 }, () => save("At once")));
    expect(many.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
  });

  it("are at most 100 for each generator, also when they are saved at once", async () => {
    const { userId } = fixture.ada;
    await fixture.test.database.preset.createMany({
      data: Array.from({ length: 99 }, (_none, index) => ({
        userId,
        generator: "image",
        name: `Preset ${index}`,
        input: {},
      })),
    });
    const answers = await Promise.all(["a", "b", "c"].map((name) => save(name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.answer.code).toBe("preset.too-many");
    expect(await save("A film", film)).toMatchObject({ status: 201 });
  });

  it("are seen and changed by their person alone", async () => {
    const { id } = (await save("Mine")).answer;
    expect(await list("", "bob")).toEqual([]);
    for (const target of [id, randomUUID(), "none"]) {
      expect((await call(GET_ONE, "GET", { person: "bob", id: target })).status).toBe(404);
      expect((await change(target, { name: "Bob's" }, "bob")).status).toBe(404);
      expect((await call(DELETE, "DELETE", { person: "bob", id: target })).status).toBe(404);
    }
    expect(await names()).toEqual(["Mine"]);
  });

  it.each([
    ["an unknown generator", { generator: "opera" }, 404, "generator.unknown", undefined],
    [
      "an unknown field",
      { input: { ...image, colour: 1 } },
      422,
      "input.invalid",
      "input.colour field.unknown",
    ],
    [
      "a text that can't be stored",
      { input: { prompt: "a\0b" } },
      422,
      "input.invalid",
      "input.prompt field.characters",
    ],
    ["too much", { input: { prompt: "a".repeat(300_000) } }, 422, "input.invalid", "input field.too-long"],
    ["no values", { input: undefined }, 422, "input.invalid", "input field.required"],
    ["a name without letters", { name: " \u200b " }, 422, "input.invalid", "name field.required"],
    ["a name that is too long", { name: "é".repeat(61) }, 422, "input.invalid", "name field.too-long"],
  ])("reject %s", async (_what, body, status, code, problem) => {
    const refused = await save("Name", body);
    expect(refused).toMatchObject({ status, answer: { code } });
    const [error] = refused.answer.errors ?? [];
    expect(error && `${error.path} ${error.key}`).toBe(problem);
    expect(await names()).toEqual([]);
  });

  it.each(generators.map(({ id, examples }) => [id, examples] as const))(
    "keep the examples of %s as they are",
    async (generator, examples) => {
      for (const { key, input } of examples) {
        const { answer } = await save(key, { generator, input });
        expect(answer).toMatchObject({ input, missing: [] });
        expect(await get(answer.id)).toMatchObject({ input, missing: [] });
      }
    },
  );

  it("keep the way of a cover, which is no input", async () => {
    const input = { prompt: "A choir", way: "two-steps" };
    expect((await save("Choir", { generator: "cover", input })).answer).toMatchObject({ input });
  });

  it("say what is gone, and give what is left", async () => {
    const [own, other] = [await upload("own"), await upload("other", "bob")];
    const reference = (assetId: string) => ({ type: "character", image_file: { assetId } });
    const input = { ...image, subject_reference: [reference(own.id)] };
    const { answer } = await save("Faces", { input });
    expect(answer).toMatchObject({ input, missing: [] });
    const foreign = { ...image, subject_reference: [reference(other.id), reference(own.id)] };
    expect((await save("Theirs", { input: foreign })).answer).toMatchObject({
      input,
      missing: [{ field: "subject_reference", what: "file" }],
    });
    // As a version with another model saved it.
    await fixture.test.database.preset.update({
      where: { id: answer.id },
      data: { input: { ...input, model: "image-00" } },
    });
    await fixture.test.database.presetAsset.deleteMany();
    expect(await get(answer.id)).toMatchObject({
      input: { prompt: "A quay", n: 2, subject_reference: [] },
      missing: [
        { field: "model", what: "value", value: "image-00" },
        { field: "subject_reference", what: "file" },
      ],
    });
  });

  it("keep a result whose generation is gone, until the last of them goes", async () => {
    const { database } = fixture.test;
    const result = await upload("a result");
    await database.asset.update({ where: { id: result.id }, data: { origin: "output" } });
    const input = { first_frame_image: { assetId: result.id } };
    const { answer } = await save("Frame", { generator: "video", input });
    const clean = async () => {
      await database.blobCheck.updateMany({ data: { dueAt: new Date(0) } });
      await removeUnusedFiles({ database, store: await getBlobStore() });
      return database.asset.count({ where: { id: result.id } });
    };
    await database.blobCheck.create({
      data: { sha256: result.sha256, assetId: result.id, dueAt: new Date(0) },
    });
    expect(await clean()).toBe(1);
    await change(answer.id, { input: { prompt: "Without it" } });
    expect(await clean()).toBe(0);
  });

  it("make the browsers of their person load them again", async () => {
    expect(await findNews(fixture, () => save("Told"))).toEqual(["ada presets"]);
  });
});
