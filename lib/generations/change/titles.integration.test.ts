import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { cancelGeneration } from "./cancel-generation.server";
import { retryGeneration } from "@/lib/generations/ask/retry-generation.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import type { Relation } from "@/lib/generations/ask/new-generation.server";
import { listGenerations, listGenerationsQuerySchema } from "@/lib/generations/read/list-generations.server";
import { setTitle } from "./change-generation.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

let studio: StudioHarness;
beforeAll(async () => {
  studio = await openStudioHarness();
});
afterAll(() => studio.close());

async function compose(
  prompt: string,
  from: { parentId?: string; relation?: Relation; title?: string } = {},
): Promise<GenerationDto> {
  const input = { model: "music-3.0", prompt, lyrics: "[Verse]\nThe ferry keeps its engine low" };
  const { userId } = studio;
  return (await createGeneration(studio.services, { userId, generator: "music", input, ...from })).generation;
}

const rename = ({ id }: GenerationDto, title: string | null) =>
  setTitle(studio.services, { userId: studio.userId, id, title });

/** Ids of what a search gives. */
async function search(q: string): Promise<string[]> {
  const query = listGenerationsQuerySchema.parse({ q });
  return (await listGenerations(studio.services, studio.userId, query)).generations.map(({ id }) => id);
}

/** What is searched of it, as it is stored. */
async function readSearchText({ id }: GenerationDto): Promise<string> {
  const { searchText } = await studio.test.database.generation.findUniqueOrThrow({
    where: { id },
    select: { searchText: true },
  });
  return searchText;
}

describe("a title", () => {
  it("is found by search until it is removed, and so is the prompt", async () => {
    const song = await compose("Slow harbour waltz");
    expect(song.title).toBeNull();
    const ownWords = await readSearchText(song);

    const titled = await rename(song, "Café at the 100%_ pier 🌊");
    expect(titled).toMatchObject({ title: "Café at the 100%_ pier 🌊", version: song.version + 1 });
    for (const q of ["café", "100%_", "🌊", "harbour waltz", "its engine low"])
      expect([q, await search(q)]).toEqual([q, [song.id]]);

    expect((await rename(song, "港口圆舞曲，终版")).version).toBe(song.version + 2);
    expect(await search("圆舞曲")).toEqual([song.id]);
    expect(await search("harbour waltz")).toEqual([song.id]);
    expect(await search("café")).toEqual([]);

    expect((await rename(song, null)).title).toBeNull();
    expect(await search("圆舞曲")).toEqual([]);
    expect(await search("harbour waltz")).toEqual([song.id]);
    expect(await readSearchText(song)).toBe(ownWords);
  });

  it("can be set with the request and changed later", async () => {
    const untitled = await compose("Asked for with a title");
    const song = await compose("Asked for with a title", { title: "Lantern Street" });
    expect(song.title).toBe("Lantern Street");
    expect(await search("lantern street")).toEqual([song.id]);
    expect(await readSearchText(song)).toBe(`Lantern Street\n${await readSearchText(untitled)}`);

    await rename(song, null);
    expect(await search("lantern street")).toEqual([]);
    expect(await readSearchText(song)).toBe(await readSearchText(untitled));
  });

  it("is kept by a retry of a failed generation", async () => {
    const song = await compose("Tried again", { title: "Second Attempt" });
    await cancelGeneration(studio.services, { userId: studio.userId, id: song.id });
    const next = await retryGeneration(studio.services, {
      userId: studio.userId,
      id: song.id,
      mayCostAgain: false,
    });
    expect(next).toMatchObject({ title: "Second Attempt", parentId: song.id });
  });

  it("changes nothing when it is set twice", async () => {
    const song = await compose("Twice the same");
    const once = await rename(song, "Once");
    expect(await rename(song, "Once")).toEqual(once);
    const without = await rename(song, null);
    expect(await rename(song, null)).toEqual(without);
  });

  it("is the only searched text of a generation without a prompt", async () => {
    const song = await compose("Nothing to search");
    await studio.test.database.generation.update({ where: { id: song.id }, data: { searchText: "" } });
    await rename(song, "Only a title");
    expect(await search("only a title")).toEqual([song.id]);
    await rename(song, null);
    expect(await readSearchText(song)).toBe("");
  });

  it("is one of several set at the same time, and only that one is found", async () => {
    const song = await compose("All at once");
    const ownWords = await readSearchText(song);
    const titles = [
      null,
      ...Array.from({ length: 12 }, (_, index) => `Title number ${index}${"i".repeat(index)}`),
    ];
    const answers = await Promise.all(titles.map((title) => rename(song, title)));
    const last = answers.reduce((newest, each) => (each.version > newest.version ? each : newest));
    expect(await readSearchText(song)).toBe(last.title === null ? ownWords : `${last.title}\n${ownWords}`);
    await rename(song, null);
    expect(await readSearchText(song)).toBe(ownWords);
  });

  it("cannot be set by another person", async () => {
    const song = await compose("Mine alone");
    const { id: userId } = await studio.test.database.user.create({
      data: { email: "stranger@example.test", name: "Stranger" },
    });
    for (const title of ["Theirs", null]) {
      await expect(setTitle(studio.services, { userId, id: song.id, title })).rejects.toMatchObject({
        code: "not-found",
      });
    }
    expect(await rename(song, null)).toEqual(song);
  });

  it.each<Relation>(["again", "vary", "edit", "retry"])("is not inherited: %s", async (relation) => {
    const song = await compose(`Handed on: ${relation}`);
    await rename(song, `The first one, ${relation}`);
    const next = await compose(`Handed on: ${relation}`, { parentId: song.id, relation });
    expect(next).toMatchObject({ title: null, parentId: song.id });
    expect(await search(`The first one, ${relation}`)).toEqual([song.id]);
  });
});
