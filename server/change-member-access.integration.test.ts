import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Actor, tokenScopes } from "@/lib/auth/actor";
import { findActorByToken } from "@/lib/auth/api-tokens.server";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import { getCoverAnalysis } from "@/lib/covers/find-cover-analyses.server";
import { requestCoverAnalysis } from "@/lib/covers/request-cover-analysis.server";
import { bringTone } from "@/lib/covers/testing/bring-tone.server";
import type { Runner } from "@/lib/generations/record/runner-port.server";
import { defineFakeGenerator, storeFakeOutput } from "@/lib/generations/testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { writeLyrics } from "@/lib/lyrics/write-lyrics.server";
import { changeMemberAccess } from "./change-member-access.server";

/** A generator whose preparation waits until the test lets it go on, and that notes what it sends. */
const gates = new Map<string, PromiseWithResolvers<void>>();
const sent: string[] = [];
const definition = defineFakeGenerator("gated", z.strictObject({ name: z.string() }), {
  defaultInput: { name: "" },
  summariseInput: ({ name }) => ({
    model: "gated",
    endpoint: "speech",
    expectedOutputs: { role: "audio", count: 1 },
    searchText: name,
  }),
});
const runner: Runner<typeof definition.inputSchema, string> = {
  async prepare({ name }) {
    await gates.get(name)?.promise;
    return name;
  },
  async start(name, context) {
    sent.push(name);
    await storeFakeOutput(context);
    return { kind: "done", outputs: [], blocked: 0 };
  },
};

describe("changeMemberAccess", () => {
  let studio: StudioHarness;
  let owner: Actor;

  beforeAll(async () => {
    const generators = [{ definition, runner: runner as never }];
    studio = await openStudioHarness({ imagesPerMinute: 2, generators });
    const { id } = await studio.test.database.user.create({
      data: { email: `${randomUUID()}@example.test`, name: "Owner", role: "owner" },
    });
    const name = "Owner";
    const credential = { via: "session", credentialId: "", scopes: tokenScopes } as const;
    owner = { userId: id, role: "owner", name, email: "", ...credential };
  });
  afterAll(() => studio.close());

  const change = (allowed: boolean) =>
    changeMemberAccess(studio.services, { owner, memberId: studio.userId, allowed });
  const readState = async (id: string) =>
    (await studio.test.database.generation.findUniqueOrThrow({ where: { id } })).state;
  const listAttempts = (generationId: string) =>
    studio.test.database.attempt.findMany({ where: { generationId }, select: { state: true } });

  it("cancels what is queued, and lets what has left end", async () => {
    const worker = await studio.startWorker();
    const sent = await studio.sandbox.whileHeld(async () => {
      const submitted = [];
      for (let number = 0; number < 6; number += 1) {
        const prompt = `Before the removal ${number}`;
        submitted.push(await studio.submit({ model: "image-01", prompt }));
      }
      const ids = submitted.map(({ id }) => id);
      const [leaving, behind] = [ids.slice(0, 2), ids.slice(2)];
      for (const id of leaving) await studio.waitFor(id, ({ state }) => state === "running");
      await change(false);
      expect(await Promise.all(behind.map(readState))).toEqual(behind.map(() => "cancelled"));
      return leaving;
    });
    for (const id of sent)
      expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
    expect((await studio.sandbox.readBill()).filter(({ billed }) => billed)).toHaveLength(2);
    await worker.stop();
    await change(true);
  });

  it("cancels what a worker prepares, before its first byte leaves", async () => {
    gates.set("prepared", Promise.withResolvers());
    const worker = await studio.startWorker();
    const { id } = await studio.submit({ name: "prepared" }, { generator: "gated" });
    await studio.waitFor(id, ({ state }) => state === "starting");
    await change(false);
    expect(await readState(id)).toBe("cancelled");
    gates.get("prepared")!.resolve();
    await worker.stop();
    expect(sent).not.toContain("prepared");
    expect(await readState(id)).toBe("cancelled");
    expect(await listAttempts(id)).toEqual([{ state: "unsent" }]);
    await change(true);
  });

  it("sends nothing of a generation that was committed after the removal", async () => {
    const late = await studio.submit({ name: "late" }, { generator: "gated" });
    await studio.test.database.user.update({
      where: { id: studio.userId },
      data: { disabledAt: new Date() },
    });
    const worker = await studio.startWorker();
    expect(await studio.waitForEnd(late.id)).toMatchObject({ state: "cancelled" });
    await worker.stop();
    expect(sent).not.toContain("late");
    expect(await listAttempts(late.id)).toEqual([{ state: "unsent" }]);
    await change(true);
  });

  it("sends no analysis and no lyrics of a person who lost access a moment before", async () => {
    const { database } = studio.test;
    const asset = await bringTone(studio);
    const before = (await studio.sandbox.readRequests()).length;
    await database.user.update({ where: { id: studio.userId }, data: { disabledAt: new Date() } });
    const services = { ...getServiceAccess(), jobs: studio.services.jobs };
    const request = { userId: studio.userId, asset, field: "assetId" };
    const { analysis, finished } = await requestCoverAnalysis(services, request);
    await finished;
    expect(await getCoverAnalysis(services, { userId: studio.userId, id: analysis.id })).toMatchObject({
      state: "failed",
      error: { code: "auth.access-removed", made: "nothing" },
    });
    const lyrics = { mode: "write_full_song", prompt: "Too late" } as const;
    await expect(writeLyrics(studio.userId, lyrics)).rejects.toMatchObject({ code: "auth.access-removed" });
    expect((await studio.sandbox.readRequests()).length).toBe(before);
    await change(true);
  });

  it("ends queued analyses, shared links and all tokens", async () => {
    const { database } = studio.test;
    const asset = await bringTone(studio);
    const analysis = await database.coverAnalysis.create({
      data: {
        userId: studio.userId,
        scope: "a scope",
        assetId: asset.id,
        sha256: asset.sha256,
        state: "queued",
      },
    });
    const { token } = await createTestToken(studio.userId, database);
    const share = await database.share.create({
      data: { userId: studio.userId, tokenHash: "any", showPrompt: false },
    });
    await change(false);
    await change(true);
    const { revokedAt } = await database.share.findUniqueOrThrow({ where: { id: share.id } });
    expect(revokedAt).not.toBeNull();
    expect(await findActorByToken(token, database)).toBeNull();
    expect(await database.coverAnalysis.findUnique({ where: { id: analysis.id } })).toMatchObject({
      state: "failed",
      error: { code: "auth.access-removed" },
    });
  });
});
