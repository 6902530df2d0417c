import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveConnection } from "@/lib/connections/save-connection.server";
import { cancelGeneration } from "@/lib/generations/change/cancel-generation.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { findGeneration, getGeneration } from "@/lib/generations/read/get-generation.server";
import { listGenerations, listGenerationsQuerySchema } from "@/lib/generations/read/list-generations.server";
import { retryGeneration } from "@/lib/generations/ask/retry-generation.server";
import { trashGeneration } from "@/lib/generations/change/change-generation.server";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";

describe("bad input", () => {
  let studio: StudioHarness;
  let strangerId: string;

  beforeAll(async () => {
    studio = await openStudioHarness();
    const stranger = await studio.test.database.user.create({
      data: { email: "stranger@example.test", name: "Stranger" },
    });
    strangerId = stranger.id;
  });
  afterAll(() => studio.close());

  const fieldsOf = async (input: Record<string, unknown>): Promise<string[]> => {
    const before = await studio.test.database.generation.count();
    const error = await studio.submit(input).then(
      () => null,
      (reason: unknown) => reason as { code: string; fields: { path: string }[] },
    );
    expect(error?.code).toMatch(/^(input\.invalid|asset\.missing)$/);
    expect(await studio.test.database.generation.count()).toBe(before);
    return error!.fields.map(({ path }) => path);
  };

  it.each([
    ["a prompt that is a number", { model: "image-01", prompt: 7 }, "prompt"],
    ["no prompt", { model: "image-01" }, "prompt"],
    ["a prompt of 1501 characters", { model: "image-01", prompt: "x".repeat(1501) }, "prompt"],
    ["1501 characters outside the basic plane", { model: "image-01", prompt: "𝄞".repeat(1501) }, "prompt"],
    ["a model that is none", { model: "image-02", prompt: "x" }, "model"],
    ["a field that is none", { model: "image-01", prompt: "x", nonsense: 1 }, "nonsense"],
    ["ten images", { model: "image-01", prompt: "x", n: 10 }, "n"],
    ["a width alone", { model: "image-01", prompt: "x", width: 1024 }, "height"],
    ["a width off the grid", { model: "image-01", prompt: "x", width: 1020, height: 1024 }, "width"],
    [
      "21:9 on the other model",
      { model: "image-01-live", prompt: "x", aspect_ratio: "21:9" },
      "aspect_ratio",
    ],
    [
      "a reference at a private address",
      {
        model: "image-01",
        prompt: "x",
        subject_reference: [{ type: "character", image_file: { url: "http://10.0.0.1/a.png" } }],
      },
      "subject_reference.0.image_file",
    ],
    [
      "a reference to a file that is not there",
      {
        model: "image-01",
        prompt: "x",
        subject_reference: [
          { type: "character", image_file: { assetId: "00000000-0000-4000-8000-000000000000" } },
        ],
      },
      "subject_reference.0.image_file",
    ],
  ])("names the field for %s and writes nothing", async (_name, input, field) => {
    expect(await fieldsOf(input)).toContain(field);
  });

  it("takes a link to a private address where the person's own connection is, be it the backup's", async () => {
    const { database } = studio.test;
    const { id: userId } = await database.user.create({
      data: { email: "own@example.test", name: "Own", role: "owner" },
    });
    const addresses = { baseUrl: "http://10.0.0.1", altBaseUrl: "http://10.0.0.2" };
    await saveConnection(
      { userId: userId },
      { profileId: "custom", ...addresses, apiKey: "a-key-of-its-own" },
      database,
    );
    const create = (url: string) =>
      createGeneration(studio.services, {
        userId,
        generator: "image",
        input: {
          model: "image-01",
          prompt: "x",
          subject_reference: [{ type: "character", image_file: { url } }],
        },
      });
    expect((await create("http://10.0.0.1/a.png")).generation.state).toBe("queued");
    expect((await create("http://10.0.0.2/a.png")).generation.state).toBe("queued");
    await expect(create("http://10.0.0.3/a.png")).rejects.toMatchObject({
      code: "input.invalid",
      fields: [{ path: "subject_reference.0.image_file", key: "url.refused" }],
    });
  });

  it("takes no private link of a member, whose results come from public hosts only", async () => {
    const { database } = studio.test;
    const { id: userId } = await database.user.create({
      data: { email: "member@example.test", name: "Member" },
    });
    const input = { profileId: "custom" as const, baseUrl: "https://api.service.example", apiKey: "k" };
    await saveConnection({ userId }, input, database);
    const create = (prompt: string, references: object[]) =>
      createGeneration(studio.services, {
        userId,
        generator: "image",
        input: {
          model: "image-01",
          prompt,
          ...(references.length > 0 ? { subject_reference: references } : {}),
        },
      });
    const { generation } = await create("Public", []);
    const { connection } = await database.generation.findUniqueOrThrow({ where: { id: generation.id } });
    expect(connection).toMatchObject({ trusted: false });

    await database.connection.update({ where: { userId }, data: { baseUrl: "http://10.0.0.1" } });
    const reference = { type: "character", image_file: { url: "http://10.0.0.1/a.png" } };
    await expect(create("Private", [reference])).rejects.toMatchObject({
      code: "input.invalid",
      fields: [{ path: "subject_reference.0.image_file", key: "url.refused" }],
    });
  });

  it.each([0, 1, 3])("takes %i subject references where the profile says so, and no more", async (max) => {
    const { database } = studio.test;
    const { id: userId } = await database.user.create({
      data: { email: `references-${max}@example.test`, name: "References", role: "owner" },
    });
    await saveConnection(
      { userId: userId },
      {
        profileId: "custom",
        baseUrl: "http://10.0.0.1",
        apiKey: "k",
        overrides: { limits: { maxSubjectReferences: max } },
      },
      database,
    );
    const create = (count: number) => {
      const reference = { type: "character", image_file: { url: "http://10.0.0.1/a.png" } };
      const input = { model: "image-01", prompt: "x", subject_reference: Array(count).fill(reference) };
      return createGeneration(studio.services, { userId, generator: "image", input });
    };
    expect((await create(max)).generation.state).toBe("queued");
    await expect(create(max + 1)).rejects.toMatchObject({
      code: "input.invalid",
      fields: [{ path: "subject_reference", key: "image.subject-reference.too-many", values: { max } }],
    });
  });

  it("accepts only the styles and weights of the profile", async () => {
    const { database } = studio.test;
    const { id: userId } = await database.user.create({
      data: { email: "styles@example.test", name: "Styles", role: "owner" },
    });
    const fieldValues = { image: { style_type: ["油画"], style_weight: { max: 2 } } };
    await saveConnection(
      { userId: userId },
      { profileId: "custom", baseUrl: "http://10.0.0.1", apiKey: "k", overrides: { fieldValues } },
      database,
    );
    const create = (style: object) => {
      const input = { model: "image-01-live", prompt: "x", style };
      return createGeneration(studio.services, { userId, generator: "image", input });
    };
    expect((await create({ style_type: "油画", style_weight: 2 })).generation.state).toBe("queued");
    await expect(create({ style_type: "漫画", style_weight: 3 })).rejects.toMatchObject({
      code: "input.invalid",
      fields: [
        { path: "style.style_type", key: "field.choice", values: { allowed: "油画" } },
        { path: "style.style_weight", key: "image.style-weight.range-above", values: { min: 0, max: 2 } },
      ],
    });
  });

  it("counts 1500 characters of any script as 1500", async () => {
    const { id } = await studio.submit({ model: "image-01", prompt: "𝄞".repeat(1499) + "ש" });
    expect((await getGeneration(studio.services, { userId: studio.userId, id })).state).toBe("queued");
  });

  it("hides a generation from other people in every operation", async () => {
    const { id } = await studio.submit({ model: "image-01", prompt: "A private harbour" });
    const theirs = { userId: strangerId, id };
    const { services } = studio;
    expect(await findGeneration(services, theirs)).toBeNull();
    const refusals = [
      () => getGeneration(services, theirs),
      () => cancelGeneration(services, theirs),
      () => trashGeneration(services, theirs),
      () => retryGeneration(services, { ...theirs, mayCostAgain: true }),
    ];
    for (const refusal of refusals) await expect(refusal()).rejects.toMatchObject({ code: "not-found" });
    const query = listGenerationsQuerySchema.parse({ q: "harbour" });
    expect((await listGenerations(services, strangerId, query)).generations).toEqual([]);
    expect((await listGenerations(services, studio.userId, query)).generations).toHaveLength(1);
  });

  it("searches for the exact characters typed", async () => {
    await studio.submit({ model: "image-01", prompt: "100% wool_yarn" });
    await studio.submit({ model: "image-01", prompt: "100 woolXyarn" });
    const find = async (q: string) =>
      (await listGenerations(studio.services, studio.userId, listGenerationsQuerySchema.parse({ q })))
        .generations;
    expect(await find("100% WOOL")).toHaveLength(1);
    expect(await find("wool_yarn")).toHaveLength(1);
  });

  it("pages through everything once, newest first", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = listGenerationsQuerySchema.parse({ limit: 2, ...(cursor ? { cursor } : {}) });
      const page = await listGenerations(studio.services, studio.userId, query);
      seen.push(...page.generations.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(
      await studio.test.database.generation.count({ where: { userId: studio.userId } }),
    );
    expect([...seen].sort().reverse()).toEqual(seen);
  });
});
