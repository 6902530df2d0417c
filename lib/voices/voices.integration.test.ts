import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { connectionInputSchema } from "@/lib/connections/connection-input";
import { saveConnection } from "@/lib/connections/save-connection.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { listGenerations, listGenerationsQuerySchema } from "@/lib/generations/read/list-generations.server";
import { trashGeneration } from "@/lib/generations/change/change-generation.server";
import { addFavouriteVoice, listFavouriteVoices, removeFavouriteVoice } from "./favourite-voices.server";
import { getVoiceList } from "./get-voice-list.server";
import { listRecentVoices } from "./get-voice-list.server";
import { requestVoiceSample } from "./voice-samples.server";

const model = "speech-2.6-turbo";

describe("voices", () => {
  let studio: StudioHarness;
  let strangerId: string;

  beforeAll(async () => {
    studio = await openStudioHarness();
    await studio.startWorker();
    const stranger = await studio.test.database.user.create({
      data: { email: "stranger@example.test", name: "Stranger", role: "member" },
    });
    strangerId = stranger.id;
  });
  afterAll(() => studio.close());

  const countBilled = async () => (await studio.sandbox.readBill()).filter(({ billed }) => billed).length;
  const list = (userId = studio.userId) => getVoiceList(userId, model, { database: studio.test.database });
  const hear = (voiceId: string, options: { model?: string; mayCostAgain?: boolean } = {}) =>
    requestVoiceSample(studio.services, { userId: studio.userId, voiceId, model, ...options });

  describe("the list", () => {
    it("is that of the service, with the language of each", async () => {
      const { voices, source, fault } = await list();
      expect({ source, fault }).toEqual({ source: "service", fault: null });
      expect(voices).toContainEqual(
        expect.objectContaining({ voiceId: "Cantonese_GentleLady", language: "Chinese,Yue" }),
      );
      expect(voices.every(({ name }) => typeof name === "string")).toBe(true);
    });

    it("is the built-in one with the reason when the service cannot be reached", async () => {
      const { database } = studio.test;
      const { id } = await database.user.create({
        data: { email: "far@example.test", name: "Far", role: "owner" },
      });
      // A port of this machine on which nothing listens.
      const input = {
        profileId: "custom",
        baseUrl: "http://127.0.0.1:9",
        apiKey: "a-key-of-the-tests",
      } as const;
      await saveConnection({ userId: id }, connectionInputSchema.parse(input), database);
      const { voices, source, fault, samples } = await getVoiceList(id, model, { database });
      expect({ source, fault, samples }).toEqual({
        source: "known",
        fault: { code: "network.refused" },
        samples: [],
      });
      expect(voices.find(({ voiceId }) => voiceId === "Santa_Claus")).toMatchObject({ language: "English" });
    });

    it("is the built-in one if the profile has no endpoint", async () => {
      const { database } = studio.test;
      const user = await database.user.create({
        data: { email: "none@example.test", name: "None", role: "member" },
      });
      await database.connection.create({
        data: { userId: user.id, profileId: "sandbox", overrides: { endpoints: { voiceList: null } } },
      });
      expect(await getVoiceList(user.id, model, { database })).toMatchObject({
        source: "known",
        fault: null,
      });
    });
  });

  describe("favourites", () => {
    it("are kept once each, the newest last, for each person", async () => {
      const { database } = studio.test;
      expect(await listFavouriteVoices(studio.userId, database)).toEqual([]);
      await addFavouriteVoice(studio.userId, "Santa_Claus", database);
      await addFavouriteVoice(studio.userId, `it's "odd", {really}`, database);
      await addFavouriteVoice(studio.userId, "Santa_Claus", database);
      expect(await listFavouriteVoices(studio.userId, database)).toEqual([
        `it's "odd", {really}`,
        "Santa_Claus",
      ]);
      expect(await listFavouriteVoices(strangerId, database)).toEqual([]);
      await removeFavouriteVoice(studio.userId, `it's "odd", {really}`, database);
      await removeFavouriteVoice(strangerId, "Santa_Claus", database);
      expect((await list()).favourites).toEqual(["Santa_Claus"]);
    });

    it("survive two tabs that mark at the same time, and end at 500", async () => {
      const { database } = studio.test;
      const ids = Array.from({ length: 500 }, (_, index) => `voice-${index}`);
      await Promise.all(ids.map((voiceId) => addFavouriteVoice(strangerId, voiceId, database)));
      expect((await listFavouriteVoices(strangerId, database)).sort()).toEqual(ids.sort());
      await expect(addFavouriteVoice(strangerId, "one more", database)).rejects.toMatchObject({
        code: "input.invalid",
      });
      await addFavouriteVoice(strangerId, "voice-7", database);
      expect((await listFavouriteVoices(strangerId, database)).at(-1)).toBe("voice-7");
    });
  });

  it("used last are listed once each, the newest first, without samples", async () => {
    const speak = (voice_id: string) =>
      createGeneration(studio.services, {
        userId: studio.userId,
        generator: "speech",
        input: { model, text: "Hello", voice_setting: { voice_id } },
      });
    const { generation: first } = await speak("English_Aussie_Bloke");
    const { generation: second } = await speak("Korean_CalmLady");
    const { generation: third } = await speak("English_Aussie_Bloke");
    const sample = await hear("Arabic_CalmWoman");
    expect(await listRecentVoices(studio.userId, studio.test.database)).toEqual([
      "English_Aussie_Bloke",
      "Korean_CalmLady",
    ]);
    expect(await listRecentVoices(strangerId, studio.test.database)).toEqual([]);
    await Promise.all([first, second, third, sample].map(({ id }) => studio.waitForEnd(id)));
  });

  describe("samples", () => {
    it("are billed once, however often they are requested", async () => {
      const before = await countBilled();
      const [first, second] = await Promise.all([hear("Serene_Woman"), hear("Serene_Woman")]);
      expect(first.id).toBe(second.id);
      const done = await studio.waitForEnd(first.id);
      expect(done).toMatchObject({
        state: "succeeded",
        relation: "sample",
        input: { voice_setting: { voice_id: "Serene_Woman" } },
      });
      expect(await hear("Serene_Woman")).toMatchObject({ id: first.id, state: "succeeded" });
      expect(await countBilled()).toBe(before + 1);
      const sound = done.outputs.find(({ role }) => role === "audio");
      expect((await list()).samples).toContainEqual({ voiceId: "Serene_Woman", url: sound?.url });
    });

    it("are in no list of generations", async () => {
      const page = await listGenerations(
        studio.services,
        studio.userId,
        listGenerationsQuerySchema.parse({ generator: "speech", limit: "100" }),
      );
      expect(page.generations.filter(({ relation }) => relation === "sample")).toEqual([]);
    });

    it("are created again after a failure or when trashed", async () => {
      const failed = await studio.waitForEnd((await hear("No_Such_Voice")).id);
      expect(failed.state).toBe("failed");
      const again = await hear("No_Such_Voice");
      expect(again.id).not.toBe(failed.id);

      const made = await studio.waitForEnd((await hear("Charming_Lady")).id);
      await trashGeneration(studio.services, { userId: studio.userId, id: made.id });
      expect((await hear("Charming_Lady")).id).not.toBe(made.id);
    });

    it("without a response are created again only with consent to be billed", async () => {
      const { id } = await studio.waitForEnd((await hear("Robot_Armor")).id);
      await studio.test.database.generation.update({ where: { id }, data: { state: "unknown" } });
      expect(await hear("Robot_Armor")).toMatchObject({ id, state: "unknown" });
      expect((await hear("Robot_Armor", { mayCostAgain: true })).id).not.toBe(id);
    });

    it("that failed but may be billed are created again only with consent", async () => {
      const { id } = await studio.waitForEnd((await hear("lovely_girl")).id);
      const end = { state: "failed", error: { code: "result.damaged", made: "something" } };
      await studio.test.database.generation.update({ where: { id }, data: end });
      const before = await countBilled();
      expect(await hear("lovely_girl")).toMatchObject({ id, error: { made: "something" } });
      await studio.test.database.generation.update({ where: { id }, data: { deletedAt: new Date() } });
      expect(await hear("lovely_girl")).toMatchObject({ id });
      expect(await countBilled()).toBe(before);
      expect((await hear("lovely_girl", { mayCostAgain: true })).id).not.toBe(id);
    });

    it("differ by model, and come from the nearest one where a model only narrates", async () => {
      const turbo = await hear("Santa_Claus", { model: "speech-2.6-turbo" });
      expect((await hear("Santa_Claus", { model: "speech-2.8-turbo" })).id).toBe(turbo.id);
      const hd = await hear("Santa_Claus", { model: "speech-2.8-hd" });
      expect(hd).toMatchObject({ model: "speech-2.6-hd" });
      expect(hd.id).not.toBe(turbo.id);
    });
  });
});
