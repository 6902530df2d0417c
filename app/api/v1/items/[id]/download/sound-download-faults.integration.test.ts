import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDataDir } from "@/lib/env/env.server";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { decodeFile } from "@/lib/media/testing/decode-file";
import { encodeFlac, encodeMp3, encodeOpus } from "@/lib/media/testing/sample-audio";
import {
  createDownloadFixture,
  createSwell,
  type DownloadFixture,
  readFileResponse,
  toWav,
} from "./testing/download-fixture";

let fixture: DownloadFixture;
beforeAll(async () => {
  fixture = await createDownloadFixture();
});
afterAll(() => fixture.close());

describe("a sound that isn't converted", () => {
  async function readProblem(response: Response): Promise<{ status: number; code: unknown; bytes: number }> {
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const text = await response.text();
    return {
      status: response.status,
      code: (JSON.parse(text) as { code: unknown }).code,
      bytes: text.length,
    };
  }

  it("is refused where the choice makes no sense", async () => {
    const wav = await fixture.store(toWav(createSwell(8_000, 1, 1)));
    const opus = await fixture.store(await encodeOpus(createSwell(48_000, 1, 1)));
    for (const [id, query] of [
      [wav, "format=png"],
      [wav, "format=aiff"],
      [wav, "format=mp3&loudness=-15"],
      // Opus isn't among the formats, so one has to be chosen.
      [opus, "loudness=-14"],
    ] as const) {
      expect(await readProblem(await fixture.get(id, query))).toMatchObject({
        status: 422,
        code: "input.invalid",
      });
    }
    expect((await fixture.get(wav, "format=mp3", { headers: fixture.bob.headers })).status).toBe(404);
  });

  it("is refused where it is longer than an hour", async () => {
    const id = await fixture.store(toWav(createSwell(8_000, 1, 1.5)));
    const { assetId } = await fixture.test.database.output.findUniqueOrThrow({ where: { id } });
    await fixture.test.database.asset.update({ where: { id: assetId! }, data: { durationSeconds: 3_601 } });
    const problem = await readProblem(await fixture.get(id, "format=mp3"));
    expect(problem).toMatchObject({ status: 422, code: "conversion.too-long" });
  });

  it("is refused whole where it is broken, never delivered in part", async () => {
    const flac = encodeFlac(createSwell(32_000, 2, 4));
    const id = await fixture.store(flac, "Broken");
    // The disk returns noise for most of it.
    const broken = flac.map((byte, at) => (at < 20_000 ? byte : (at * 7_919) % 251));
    const sha256 = createHash("sha256").update(flac).digest("hex");
    await writeFile(path.join(getDataDir(), "media", blobKey(sha256)), broken);
    for (const query of ["format=mp3", "format=wav&loudness=-14", "format=m4a&metadata=sidecar"]) {
      expect(await readProblem(await fixture.get(id, query))).toMatchObject({
        status: 422,
        code: "asset.corrupt",
      });
    }
  });

  it("is a whole file or an error, whatever bytes are damaged", async () => {
    const mp3 = await encodeMp3(createSwell(32_000, 1, 4));
    for (let seed = 1; seed <= 6; seed += 1) {
      const damaged = Buffer.from(mp3);
      for (let count = 0; count < 40; count += 1) {
        damaged[(seed * 7_919 + count * count * 104_729) % damaged.length] = (seed * 31 + count * 17) % 256;
      }
      const response = await fixture.get(await fixture.store(damaged, `Damaged ${seed}`), "format=wav");
      if (response.status !== 200) {
        expect((await readProblem(response)).status).toBeLessThan(500);
        continue;
      }
      const { channelData, sampleRateHz } = await decodeFile(await readFileResponse(response), "audio/wav");
      expect(channelData[0]!.length / sampleRateHz).toBeGreaterThan(3.4);
    }
  });

  it("frees its turn and place when the person goes away, waiting or not", async () => {
    const id = await fixture.store(await encodeMp3(createSwell(44_100, 2, 60), { bitrate: 128 }));
    const controllers = Array.from({ length: 4 }, () => new AbortController());
    const gone = controllers.map(({ signal }) => fixture.get(id, "format=flac&loudness=-14", { signal }));
    // One runs and three wait; all have ended if this is too long on a fast machine.
    await setTimeout(300);
    for (const controller of controllers) controller.abort();
    expect((await Promise.all(gone)).map(({ status }) => status)).toEqual([499, 499, 499, 499]);
    const short = await fixture.store(toWav(createSwell(8_000, 1, 1)));
    const responses = await Promise.all(Array.from({ length: 4 }, () => fixture.get(short, "format=mp3")));
    for (const response of responses)
      expect((await readFileResponse(response)).length).toBeGreaterThan(1_000);
  });

  it("is not converted for HEAD, whose file nobody would read", async () => {
    const id = await fixture.store(toWav(createSwell(8_000, 1, 1)));
    for (let count = 0; count < 6; count += 1) {
      const { status, headers } = await fixture.get(id, "format=flac", { method: "HEAD" });
      expect([status, headers.get("content-type")]).toEqual([200, "audio/flac"]);
      expect(headers.get("content-disposition")).toContain(".flac");
    }
    const zip = await fixture.get(id, "format=flac&metadata=sidecar", { method: "HEAD" });
    expect(zip.headers.get("content-type")).toBe("application/zip");
    // An unread file would hold a place in the tests that follow.
    expect((await readFileResponse(await fixture.get(id, "format=flac"))).length).toBeGreaterThan(1_000);
  });

  it("holds at most four places of a person, until the files are read or dropped", async () => {
    const id = await fixture.store(toWav(createSwell(8_000, 1, 1)));
    const responses = await Promise.all(Array.from({ length: 4 }, () => fixture.get(id, "format=mp3")));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const refused = await fixture.get(id, "format=mp3");
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await readProblem(refused)).toMatchObject({ status: 429, code: "rate.throttled" });
    await responses[0]!.body!.cancel();
    await responses[1]!.arrayBuffer();
    for (const response of [await fixture.get(id, "format=mp3"), await fixture.get(id, "format=flac")])
      await readFileResponse(response);
    await Promise.all(responses.slice(2).map((response) => response.body!.cancel()));
  });
});
