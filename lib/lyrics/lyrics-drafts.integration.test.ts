import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { forkProgram } from "@/lib/generations/testing/worker-process";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import type { ServiceClient } from "@/lib/service/client.server";
import { bundle } from "@/scripts/bundle.mjs";
import { maxDraftsOfPerson } from "./draft-rows.server";
import { listLyricsDrafts } from "./draft-rows.server";
import { writeLyrics } from "./write-lyrics.server";

const program = resolve(".cache/test-ask-for-lyrics.mjs");
const request = (prompt: string) => ({ mode: "write_full_song" as const, prompt });

describe("lyrics that the service wrote", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    studio = await openStudioHarness();
    await bundle(process.cwd(), "lib/lyrics/testing/ask-for-lyrics.program.ts", program);
  });
  afterAll(async () => {
    await getServiceAccess().database.$disconnect();
    await studio.close();
  });
  beforeEach(async () => {
    await studio.test.database.rateBucket.deleteMany();
    await studio.test.database.lyricsDraft.deleteMany();
  });

  const list = () => listLyricsDrafts(studio.userId);
  const countAsked = async () =>
    (await studio.sandbox.readRequests()).filter(({ path }) => path === "/v1/lyrics_generation").length;

  it("are stored with their request, and marked as the sandbox's", async () => {
    const written = await writeLyrics(studio.userId, { ...request("A ferry"), title: "Last boat" });
    expect(await list()).toEqual([
      expect.objectContaining({
        state: "ready",
        request: { mode: "write_full_song", prompt: "A ferry", title: "Last boat" },
        answer: written,
        sandbox: true,
        error: null,
      }),
    ]);
  });

  it("are returned for the same key after a restart, and to no other person", async () => {
    const idempotencyKey = randomUUID();
    const prompt = "Two studios";
    const child = forkProgram(program, [studio.userId, idempotencyKey, prompt]);
    const [written] = (await once(child, "message")) as unknown[];
    const before = await countAsked();
    expect(await writeLyrics(studio.userId, { ...request(prompt), idempotencyKey })).toEqual(written);
    expect(await countAsked()).toBe(before);

    const stranger = await studio.test.database.user.create({
      data: { email: `${randomUUID()}@example.test`, name: "Stranger" },
    });
    expect(await listLyricsDrafts(stranger.id)).toEqual([]);
  });

  it("report a lost response as possibly billed, and a rejection as not billed", async () => {
    for (const fault of ["1008", "drop-after"])
      await expect(writeLyrics(studio.userId, request(`[[fault:${fault}]]`))).rejects.toThrow();
    expect(await list()).toMatchObject([
      { state: "unknown", error: { code: "network.lost", made: "unknown" }, answer: null },
    ]);
  });

  it("are requested again under the key of a rejection, but not of a lost response", async () => {
    const refused = { ...request("[[fault:1026]]"), idempotencyKey: randomUUID() };
    const lost = { ...request("[[fault:drop-after]]"), idempotencyKey: randomUUID() };
    const before = await countAsked();
    for (const body of [refused, refused, lost, lost])
      await expect(writeLyrics(studio.userId, body)).rejects.toMatchObject({
        code: body === lost ? "network.lost" : "service.sensitive",
        nothingMade: body === refused,
      });
    expect(await countAsked()).toBe(before + 3);
  });

  it("are limited to the newest of a person, and deleted with the account", async () => {
    const services = {
      ...getServiceAccess(),
      createClient: (): Pick<ServiceClient, "writeLyrics"> => ({
        writeLyrics: ({ prompt = "" }) =>
          Promise.resolve({
            songTitle: null,
            styleTags: null,
            lyrics: `[Verse]\n${prompt}`,
            traceId: null,
            address: "",
          }),
      }),
    };
    const { id: userId } = await studio.test.database.user.create({
      data: { email: `${randomUUID()}@example.test`, name: "Many" },
    });
    for (let number = 1; number <= maxDraftsOfPerson + 3; number += 1)
      await writeLyrics(userId, request(`song ${number}`), services);
    const kept = await listLyricsDrafts(userId);
    expect(kept.map((draft) => draft.request.prompt)).toEqual(
      Array.from({ length: maxDraftsOfPerson }, (_each, index) => `song ${maxDraftsOfPerson + 3 - index}`),
    );
    await studio.test.database.user.delete({ where: { id: userId } });
    expect(await studio.test.database.lyricsDraft.count({ where: { userId } })).toBe(0);
  });
});
