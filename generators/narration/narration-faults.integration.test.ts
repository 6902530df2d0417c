import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkGeneration } from "@/lib/generations/ask/check-generation.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { openNarrationStudio, type NarrationStudio } from "./testing/narration-studio";

const text = "The light turns. The sea answers.";

describe("a narration whose task or result is at fault", () => {
  let studio: NarrationStudio;

  beforeAll(async () => {
    studio = await openNarrationStudio();
    await studio.startWorker();
  });
  afterAll(() => studio.close());

  /** Polls a task as a person would until it ends. */
  async function askUntilEnd({ id }: GenerationDto): Promise<GenerationDto> {
    return studio.waitFor(id, (generation) => {
      if (isTerminal(generation.state)) return true;
      if (generation.waiting?.untilAt) {
        // It may have ended meanwhile.
        void checkGeneration(studio.services, { userId: studio.userId, id }).catch((error: unknown) => {
          if ((error as { code?: string }).code !== "generation.state") throw error;
        });
      }
      return false;
    });
  }

  it.each([
    ["text that cannot be spoken", { text: "a\u200b\u200b\u200b\u200b" }, 1042],
    ["a voice nobody has", { text, voice_setting: { voice_id: "Nobody" } }, 2042],
    ["a file that the service does not have", { text_file_id: "999" }, 2013],
    ["an empty account", { text: `${text} [[fault:1008]]` }, 1008],
  ])("ends a refusal of %s with its code and nothing billed", async (_what, input, serviceCode) => {
    const billedBefore = await studio.countBilled();
    const ended = await studio.narrateToEnd(input);
    expect(ended).toMatchObject({ state: "failed", error: { serviceCode, made: "nothing" }, outputs: [] });
    expect(await studio.countBilled()).toBe(billedBefore);
  });

  describe("with a task query", () => {
    it.each([
      ["task-failed", "task.failed"],
      ["task-expired", "task.expired"],
    ])("%s ends with its reason, once billed, and with what was told to be counted", async (fault, code) => {
      const billedBefore = await studio.countBilled();
      const ended = await studio.narrateToEnd({ text: `${text} [[fault:${fault}]]` });
      expect(ended).toMatchObject({ state: "failed", error: { code }, outputs: [] });
      expect(ended.usage).toEqual({ characters: expect.any(Number) as number });
      expect(await studio.countBilled()).toBe(billedBefore + 1);
    });

    it.each([
      ["damaged-tar", "result.damaged"],
      ["truncated-tar", "result.damaged"],
      ["empty-result", "result.damaged"],
      ["escaping-tar", "result.type"],
    ])("%s ends as %s, and nothing is stored as done that is not whole", async (fault, code) => {
      const billedBefore = await studio.countBilled();
      const started = await studio.narrate({ text: `${text} [[fault:${fault}]]` });
      const ended = await askUntilEnd(started);
      expect(ended).toMatchObject({ state: "failed", error: { code }, counts: { storing: 0 } });
      expect(await studio.countBilled()).toBe(billedBefore + 1);
      const rows = await studio.test.database.output.findMany({
        where: { generationId: started.id },
        include: { asset: true },
      });
      expect(rows.filter(({ state }) => state !== "stored" && state !== "failed")).toEqual([]);
      for (const { asset } of rows)
        if (asset?.kind === "audio") expect(asset.durationSeconds).toBeGreaterThan(0);
      // Each exists once, although the file was fetched several times.
      expect(new Set(rows.map(({ role, index }) => `${role} ${index}`)).size).toBe(rows.length);
    });

    it("is stored whole after the service was unreachable", async () => {
      const started = await studio.narrate({ text: `${text} [[task-ms:600]]` });
      await studio.waitFor(started.id, ({ state }) => state === "running");
      await studio.sandbox.arm({ faults: ["http-503"], endpoint: "/v1/files/retrieve_content", times: 1 });
      expect(await askUntilEnd(started)).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
    });

    it("is polled through the connection that created it, also after the person changed theirs", async () => {
      const started = await studio.narrate({ text: `${text} Twice. [[task-ms:900]]` });
      await studio.waitFor(started.id, ({ state }) => state === "running");
      const { database } = studio.test;
      const where = { userId: studio.userId };
      await database.connection.update({
        where,
        data: { profileId: "custom", baseUrl: "http://127.0.0.1:9" },
      });
      try {
        expect(await studio.waitForEnd(started.id)).toMatchObject({ state: "succeeded" });
      } finally {
        await database.connection.update({ where, data: { profileId: "sandbox", baseUrl: null } });
      }
    });
  });

  describe("without a task query", () => {
    beforeAll(() => studio.override({ endpoints: { narrationQuery: null } }));
    afterAll(() => studio.override({}));

    it("shows that there is no query, and tries the file by its ID until it exists", async () => {
      const started = await studio.narrate({ text: `${text} [[task-ms:1500]]` });
      const waiting = await studio.waitFor(started.id, (each) => each.waiting?.reason === "no-query");
      expect(waiting).toMatchObject({ state: "running", waiting: { untilAt: expect.any(String) as string } });
      expect(await askUntilEnd(started)).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
    });

    it("is asked about again after the worker died that asked about it", async () => {
      const started = await studio.narrate({ text: `${text} [[task-ms:3000]]` });
      await studio.waitFor(started.id, (each) => each.waiting?.reason === "no-query");
      const { database } = studio.test;
      // What a worker leaves behind that is killed during a poll.
      const taken = { nextPollAt: null, workerId: "00000000-dead-4000-8000-000000000000" };
      const where = { id: started.id, nextPollAt: { not: null } };
      await expect
        .poll(async () => (await database.generation.updateMany({ where, data: taken })).count)
        .toBe(1);
      expect(await studio.waitForEnd(started.id)).toMatchObject({
        state: "succeeded",
        counts: { stored: 1 },
      });
    });

    it("shows which named file was wrong, and keeps waiting for its own", async () => {
      const started = await studio.narrate({ text: `${text} [[task-ms:12000]]` });
      await studio.waitFor(started.id, (each) => each.waiting?.reason === "no-query");
      const nameFile = (fileId: string) =>
        checkGeneration(studio.services, { userId: studio.userId, id: started.id, fileId });
      const waitForTried = (fileId: string) =>
        studio.waitFor(started.id, ({ waiting }) => waiting?.triedFile?.fileId === fileId);

      await nameFile("file-é/5");
      expect((await waitForTried("file-é/5")).waiting).toMatchObject({ triedFile: { found: "nothing" } });
      const other = await studio.uploadToService("No sound at all", "other.txt");
      await nameFile(other);
      expect(await waitForTried(other)).toMatchObject({
        state: "running",
        error: null,
        waiting: { reason: "no-query", triedFile: { found: "other" } },
      });
      const done = await askUntilEnd(started);
      expect(done).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
      expect(done.facts!.file_id).not.toBe(other);
    });

    it("fetches the file that the person names", async () => {
      const other = await studio.narrateToEnd({ text: "Another one." });
      const started = await studio.narrate({ text: `${text} [[task-ms:600000]]` });
      await studio.waitFor(started.id, (each) => each.waiting?.reason === "no-query");
      await checkGeneration(studio.services, {
        userId: studio.userId,
        id: started.id,
        fileId: other.facts!.file_id as string,
      });
      const done = await studio.waitForEnd(started.id);
      expect(done).toMatchObject({ state: "succeeded", facts: { file_id: other.facts!.file_id } });
      expect(done.outputs.find(({ role }) => role === "audio")?.sha256).toBe(
        other.outputs.find(({ role }) => role === "audio")?.sha256,
      );
    });
  });
});
