import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGeneration } from "./create-generation.server";
import type { Relation } from "./new-generation.server";
import { findResultTitle } from "@/lib/generations/read/name-asset.server";
import { findSongLyrics } from "../read/find-song-lyrics.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import { listGenerations, listGenerationsQuerySchema } from "@/lib/generations/read/list-generations.server";
import { setFavourite } from "@/lib/generations/change/change-generation.server";
import { createTone, encodePcm, wrapWav } from "@/lib/media/testing/sample-audio";
import { storeAsset } from "@/lib/media/store-asset.server";
import { newSpeechInput } from "@/generators/speech/new-speech-input";
import { fakeGenerator } from "../testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

let studio: StudioHarness;
beforeAll(async () => {
  studio = await openStudioHarness({ generators: [fakeGenerator] });
});
afterAll(() => studio.close());

const waltz = { model: "music-3.0", prompt: "slow waltz", lyrics: "[Verse]\nla" };

async function ask(
  generator: string,
  input: Record<string, unknown>,
  from: { parent?: GenerationDto; relation?: Relation } = {},
): Promise<GenerationDto> {
  const { generation } = await createGeneration(studio.services, {
    userId: studio.userId,
    generator,
    input,
    ...(from.parent ? { parentId: from.parent.id } : {}),
    ...(from.relation ? { relation: from.relation } : {}),
  });
  return generation;
}

/** A sound of eight seconds; each is another one. */
async function bringSound(fileName: string, level: number) {
  const sound = createTone({ durationSeconds: 8, sampleRateHz: 8_000, level: () => level });
  const format = { formatTag: 1, bitsPerSample: 16, sampleRateHz: 8_000, channels: 1 };
  const wav = wrapWav(encodePcm(sound), format);
  const source = (async function* read() {
    yield await Promise.resolve(wav);
  })();
  return storeAsset(
    { userId: studio.userId, origin: "upload", source, maxBytes: wav.length, fileName },
    { database: studio.test.database },
  );
}

describe("idempotency keys", () => {
  it("creates one generation for two requests with the same key, and rejects another input under it", async () => {
    const idempotencyKey = crypto.randomUUID();
    const submit = (name: string) => studio.submit({ name }, { generator: "fake", idempotencyKey });
    const [first, second] = await Promise.all([submit("Once"), submit("Once")]);
    expect(first.id).toBe(second.id);
    await expect(submit("Twice")).rejects.toMatchObject({ code: "input.idempotency-conflict" });
  });
});

describe("takes of one idea", () => {
  it("are numbered in the order of their requests, whatever their settings", async () => {
    const first = await ask("music", waltz);
    const second = await ask("music", { ...waltz, model: "music-2.6", audio_setting: { format: "wav" } });
    const other = await ask("music", { ...waltz, lyrics: "[Verse]\nlo" });
    expect([first, second, other].map(({ take }) => take?.number)).toEqual([1, 2, 1]);
    expect(second.take?.idea).toBe(first.take?.idea);
    const query = listGenerationsQuerySchema.parse({ idea: first.take?.idea });
    const { generations } = await listGenerations(studio.services, studio.userId, query);
    expect(generations.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(other.take?.idea).not.toBe(first.take?.idea);
    expect(await getGeneration(studio.services, { userId: studio.userId, id: second.id })).toMatchObject({
      take: second.take,
    });
  });

  it("belong to the same idea when lyrics are edited and the prompt stays", async () => {
    const first = await ask("music", { ...waltz, prompt: "polka" });
    const edited = await ask(
      "music",
      { ...waltz, prompt: "polka ", lyrics: "[Verse]\nli" },
      { parent: first, relation: "edit" },
    );
    const again = await ask("music", edited.input, { parent: edited, relation: "again" });
    const away = await ask("music", { ...waltz, prompt: "march" }, { parent: first, relation: "edit" });
    expect([edited.take, again.take].map((take) => take?.number)).toEqual([2, 3]);
    expect([edited.take?.idea, again.take?.idea]).toEqual([first.take?.idea, first.take?.idea]);
    expect(away.take?.number).toBe(1);
  });

  it("get different numbers when they are requested at the same time", async () => {
    const input = { ...waltz, prompt: "all at once" };
    const takes = await Promise.all(Array.from({ length: 6 }, () => ask("music", input)));
    expect(takes.map(({ take }) => take?.number).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("do not number generations of several results, or voice samples", async () => {
    const image = await ask("image", { model: "image-01", prompt: "A lighthouse" });
    expect(image.take).toBeUndefined();
    const speech = { ...newSpeechInput, text: "Good evening." };
    const sample = await ask("speech", speech, { relation: "sample" });
    expect(sample.take).toBeUndefined();
    expect((await ask("speech", speech)).take?.number).toBe(1);
  });
});

describe("files that an input refers to", () => {
  const cover = { model: "music-cover", prompt: "Slow lounge jazz, brushed drums" };

  it("lists only favourites of the person with the favourites filter", async () => {
    const liked = await ask("music", { ...waltz, prompt: "liked waltz" });
    const other = await ask("music", { ...waltz, prompt: "other waltz" });
    await setFavourite(studio.services, { userId: studio.userId, id: liked.id, favourite: true });
    const query = listGenerationsQuerySchema.parse({ favourite: "true" });
    const list = async (userId: string) =>
      (await listGenerations(studio.services, userId, query)).generations.map(({ id }) => id);
    expect(await list(studio.userId)).toContain(liked.id);
    expect(await list(studio.userId)).not.toContain(other.id);
    expect(await list(crypto.randomUUID())).toEqual([]);
  });

  it("are listed by name from the start, and found by it", async () => {
    const file = await bringSound("evening tide.wav", 0.5);
    const generation = await ask("cover", { ...cover, audio_base64: { assetId: file.id } });
    expect(generation.inputFiles).toEqual([
      { field: "audio_base64", assetId: file.id, mimeType: "audio/wav", name: "evening tide.wav" },
    ]);
    const { generations } = await listGenerations(studio.services, studio.userId, {
      q: "evening tide",
      limit: 10,
    });
    expect(generations.map(({ id }) => id)).toEqual([generation.id]);
  });

  it("have the title of the generation that made them", async () => {
    const { database } = studio.test;
    const file = await bringSound("result.wav", 0.3);
    const song = await ask("music", { ...waltz, prompt: "Harbour lights" });
    await database.output.create({
      data: {
        generationId: song.id,
        role: "audio",
        index: 0,
        state: "stored",
        expectedKind: "audio",
        assetId: file.id,
      },
    });
    const generation = await ask("cover", { ...cover, audio_base64: { assetId: file.id } });
    expect(generation.inputFiles).toMatchObject([{ name: "Harbour lights", generationId: song.id }]);
    const { userId } = studio;
    expect(await findResultTitle(database, { userId, assetId: file.id })).toBe("Harbour lights");
    await database.output.updateMany({ where: { assetId: file.id }, data: { facts: { group: "content" } } });
    expect(await findResultTitle(database, { userId, assetId: file.id })).toBe("Harbour lights, content");
    const upload = await bringSound("upload.wav", 0.2);
    expect(await findResultTitle(database, { userId, assetId: upload.id })).toBeUndefined();
    expect(await findSongLyrics(database, { userId, assetId: file.id })).toBe(song.input.lyrics);
    expect(song.input.lyrics).toBeTypeOf("string");
    expect(await findSongLyrics(database, { userId, assetId: upload.id })).toBeUndefined();
    expect(await findSongLyrics(database, { userId: crypto.randomUUID(), assetId: file.id })).toBeUndefined();
  });
});
