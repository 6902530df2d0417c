import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import type { CoverAnalysisDto, CoverAnalysisList } from "@/lib/covers/cover-analysis-dto";
import type { Problem } from "@/lib/errors/problem-schema";
import type { RouteHandler } from "@/lib/http/route.server";
import { createTone, encodePcm, wrapWav } from "@/lib/media/testing/sample-audio";
import { storeAsset } from "@/lib/media/store-asset.server";
import { GET as getOne } from "./[id]/route";
import { GET as list, POST as request } from "./route";

const address = "http://127.0.0.1:3000/api/v1/cover-analyses";

describe("analyses of sounds over REST", () => {
  let studio: StudioHarness;
  let owner: string;
  let stranger: string;
  let made = 0;

  beforeAll(async () => {
    studio = await openStudioHarness();
    const { database } = studio.test;
    owner = (await createTestToken(studio.userId, database)).token;
    const { id } = await database.user.create({ data: { email: "stranger@example.test", name: "Stranger" } });
    const { profileId, baseUrl, keyCiphertext } = await database.connection.findFirstOrThrow();
    await database.connection.create({ data: { userId: id, profileId, baseUrl, keyCiphertext } });
    stranger = (await createTestToken(id, database)).token;
  });
  afterAll(() => studio.close());

  /** A sound of the owner like no other. */
  async function bringSound(): Promise<string> {
    made += 1;
    const sound = createTone({ durationSeconds: 7, sampleRateHz: 8_000, level: () => made / 1_000 });
    const format = { formatTag: 1, bitsPerSample: 16, sampleRateHz: 8_000, channels: 1 };
    const wav = wrapWav(encodePcm(sound), format);
    const source = (async function* read() {
      yield await Promise.resolve(wav);
    })();
    const { userId } = studio;
    return (await storeAsset({ userId, origin: "upload", source, maxBytes: wav.length }, studio.test)).id;
  }

  async function call<Answer = CoverAnalysisDto>(
    handler: RouteHandler,
    {
      token = owner,
      path = "",
      id = "",
      body,
    }: { token?: string; path?: string; id?: string; body?: unknown },
  ) {
    const response = await handler(
      new Request(address + path, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: body === undefined ? null : JSON.stringify(body),
      }),
      { params: Promise.resolve({ id }) },
    );
    const answer = (await response.json()) as Answer;
    return { status: response.status, location: response.headers.get("location"), body: answer };
  }

  const look = (id: string) => call(getOne, { id });
  const countCalls = async () =>
    (await studio.sandbox.readBill()).filter(({ endpoint }) => endpoint === "/v1/music_cover_preprocess")
      .length;

  it("asks the service once for what two tabs want at once, and tells both where to look", async () => {
    const assetId = await bringSound();
    const before = await countCalls();
    const answers = await studio.sandbox.whileHeld(() =>
      Promise.all([1, 2, 3].map(() => call(request, { body: { assetId } }))),
    );
    const [{ body: first }] = answers as [(typeof answers)[0]];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 202,
        location: `/api/v1/cover-analyses/${first.id}`,
        body: { id: first.id, state: "running" },
      });
    }
    await expect.poll(async () => (await look(first.id)).body.state, { timeout: 20_000 }).toBe("ready");
    expect(await call(request, { body: { assetId } })).toMatchObject({
      status: 200,
      location: null,
      body: { id: first.id, state: "ready" },
    });
    expect(await countCalls()).toBe(before + 1);
  });

  it("is not there for anybody else", async () => {
    const assetId = await bringSound();
    const { body } = await call(request, { body: { assetId } });
    await expect.poll(async () => (await look(body.id)).body.state, { timeout: 20_000 }).toBe("ready");
    const { coverFeatureId } = (await look(body.id)).body;
    expect(await call(getOne, { id: body.id, token: stranger })).toMatchObject({
      status: 404,
      body: { code: "not-found" },
    });
    expect(await call(request, { body: { assetId }, token: stranger })).toMatchObject({
      status: 422,
      body: { code: "asset.missing", errors: [{ path: "assetId", key: "asset.missing" }] },
    });
    for (const path of [`?assetId=${assetId}`, `?coverFeatureId=${coverFeatureId}`, ""]) {
      const listed = await call<CoverAnalysisList>(list, { path, token: stranger });
      expect(listed).toMatchObject({ status: 200, body: { analyses: [] } });
      const own = await call<CoverAnalysisList>(list, { path });
      expect(own.body.analyses.map(({ id }) => id)).toContain(body.id);
    }
  });

  it.each([
    ["no sound", {}, [{ path: "assetId", key: "cover.sound.one" }]],
    [
      "a sound and an address",
      { assetId: crypto.randomUUID(), url: "https://example.org/a.mp3" },
      [{ path: "assetId", key: "cover.sound.one" }],
    ],
    ["an address that is none", { url: "ftp://example.org/a.mp3" }, [{ path: "url" }]],
    ["an address of this machine", { url: "http://169.254.1.1/a.mp3" }, [{ path: "url" }]],
    ["a field that nobody knows", { assetId: crypto.randomUUID(), model: "x" }, [{ path: "model" }]],
  ])("refuses %s and says at which field, with nothing sent", async (_what, body, errors) => {
    const before = await countCalls();
    expect(await call<Problem>(request, { body })).toMatchObject({
      status: 422,
      body: { code: "input.invalid", errors },
    });
    expect(await countCalls()).toBe(before);
  });

  it.each(["?coverFeatureId=%00", "?coverFeatureId=", "?limit=0", "?limit=x", "?assetId=1"])(
    "refuses a question that nothing can answer: %s",
    async (path) => {
      expect(await call<Problem>(list, { path })).toMatchObject({
        status: 422,
        body: { code: "input.invalid" },
      });
    },
  );
});
