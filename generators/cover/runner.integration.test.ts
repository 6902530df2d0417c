import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import { getCoverAnalysis } from "@/lib/covers/find-cover-analyses.server";
import { requestCoverAnalysis } from "@/lib/covers/request-cover-analysis.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { retryGeneration } from "@/lib/generations/ask/retry-generation.server";
import { isTerminal } from "@/lib/generations/record/states";
import { createTone, encodePcm, wrapWav } from "@/lib/media/testing/sample-audio";
import { storeAsset } from "@/lib/media/store-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";

/** The sandbox synthesizes songs note by note, which takes long. */
const timeoutMs = 90_000;
const prompt = "Slow lounge jazz, brushed drums";
const lyrics = "[Verse]\nThe ferry keeps its engine low";
const base = { model: "music-cover", prompt, audio_setting: { sample_rate: 16000, format: "mp3" } };

let studio: StudioHarness;

beforeAll(async () => {
  studio = await openStudioHarness();
});
afterAll(() => studio.close());

async function bringSound(durationSeconds = 8, level = 0.5): Promise<StoredAsset> {
  const sound = createTone({ durationSeconds, sampleRateHz: 8_000, level: () => level });
  const format = { formatTag: 1, bitsPerSample: 16, sampleRateHz: 8_000, channels: 1 };
  const wav = wrapWav(encodePcm(sound), format);
  const source = (async function* read() {
    yield await Promise.resolve(wav);
  })();
  return storeAsset(
    { userId: studio.userId, origin: "upload", source, maxBytes: wav.length },
    { database: studio.test.database },
  );
}

const submit = (input: Record<string, unknown>) =>
  studio.submit({ ...base, ...input }, { generator: "cover" });
const waitForEnd = (id: string) => studio.waitFor(id, ({ state }) => isTerminal(state), timeoutMs);
const countCovers = async () =>
  (await studio.sandbox.readBill()).filter(
    ({ billed, endpoint }) => billed && endpoint === "/v1/music_generation",
  ).length;

function expectCover(done: GenerationDto) {
  expect(done).toMatchObject({
    state: "succeeded",
    error: null,
    counts: { expected: 1, stored: 1, failed: 0, partial: 0 },
    outputs: [{ role: "audio", index: 0, mimeType: "audio/mpeg" }],
    facts: { extra_info: { music_sample_rate: 16000 } },
  });
}

async function analyse(asset: StoredAsset) {
  const {
    userId,
    services: { jobs },
  } = studio;
  const services = { ...getServiceAccess(), jobs };
  const { analysis, finished } = await requestCoverAnalysis(services, { userId, asset, field: "assetId" });
  await finished;
  return getCoverAnalysis(services, { userId, id: analysis.id });
}

describe("a cover from submit to store", () => {
  let worker: Awaited<ReturnType<StudioHarness["startWorker"]>>;

  beforeAll(async () => {
    worker = await studio.startWorker();
  });
  afterAll(() => worker.stop());

  it.each([
    ["in one step, as a stream", { stream: true }],
    ["in one step, in the answer, with words", { lyrics }],
    ["in one step, behind a link", { output_format: "url", model: "music-cover-free" }],
  ])("is made %s, of a sound of the studio", async (_how, how) => {
    const asset = await bringSound();
    const { id } = await submit({ ...how, audio_base64: { assetId: asset.id } });
    expectCover(await waitForEnd(id));
  });

  it("is generated from an analysis", async () => {
    const { coverFeatureId } = await analyse(await bringSound(9));
    const { id } = await submit({ cover_feature_id: coverFeatureId, lyrics, stream: true });
    expectCover(await waitForEnd(id));
  });

  it("sends sound without a header as WAV", async () => {
    const song = await submit({
      audio_base64: { assetId: (await bringSound()).id },
      audio_setting: { format: "pcm", sample_rate: 16000 },
    });
    const { outputs } = await waitForEnd(song.id);
    expect(outputs[0]?.mimeType).toMatch(/^audio\/pcm/);
    const cover = await submit({ audio_base64: { assetId: outputs[0]!.assetId } });
    expectCover(await waitForEnd(cover.id));
  });

  it.each([
    [5.9, "sound.too-short"],
    [361, "sound.too-long"],
  ])("refuses a sound of %d seconds before anything is queued", async (seconds, key) => {
    const asset = await bringSound(seconds);
    const before = await countCovers();
    await expect(submit({ audio_base64: { assetId: asset.id } })).rejects.toMatchObject({
      code: "input.invalid",
      fields: [{ path: "audio_base64", key }],
    });
    expect(await countCovers()).toBe(before);
  });

  it("rejects an expired analysis, and lets the service judge an unknown one", async () => {
    const { coverFeatureId, id } = await analyse(await bringSound(10));
    await studio.test.database.coverAnalysis.update({
      where: { id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    await expect(submit({ cover_feature_id: coverFeatureId, lyrics })).rejects.toMatchObject({
      code: "input.invalid",
      fields: [{ path: "cover_feature_id", key: "cover.feature.expired" }],
    });
    const foreign = await submit({ cover_feature_id: "nobody-knows-it", lyrics });
    expect(await waitForEnd(foreign.id)).toMatchObject({
      state: "failed",
      error: { serviceCode: 2013, made: "nothing" },
    });
  });

  it("rejects an analysis of another connection", async () => {
    const { coverFeatureId, id } = await analyse(await bringSound(13));
    await studio.test.database.coverAnalysis.update({ where: { id }, data: { scope: "another" } });
    await expect(submit({ cover_feature_id: coverFeatureId, lyrics })).rejects.toMatchObject({
      code: "input.invalid",
      fields: [{ path: "cover_feature_id", key: "cover.feature.elsewhere" }],
    });
  });

  it("bills nothing for a retry after the analysis expired", async () => {
    const { coverFeatureId, id } = await analyse(await bringSound(12));
    const refused = await submit({ cover_feature_id: coverFeatureId, lyrics: `${lyrics} [[fault:1008]]` });
    expect(await waitForEnd(refused.id)).toMatchObject({ state: "failed", error: { made: "nothing" } });
    await studio.test.database.coverAnalysis.update({
      where: { id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    const before = await studio.sandbox.readBill();
    const again = { userId: studio.userId, id: refused.id, mayCostAgain: true };
    await expect(retryGeneration(studio.services, again)).rejects.toMatchObject({
      code: "input.invalid",
      fields: [{ path: "cover_feature_id", key: "cover.feature.expired" }],
    });
    expect(await studio.sandbox.readBill()).toEqual(before);
  });
});
