import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { createTone, encodePcm, wrapWav } from "@/lib/media/testing/sample-audio";
import { bringSound } from "./bring-sound.server";

const format = { formatTag: 1, bitsPerSample: 16, sampleRateHz: 8_000, channels: 1 };
const wav = wrapWav(encodePcm(createTone({ durationSeconds: 7, sampleRateHz: 8_000 })), format);

let fixture: RouteFixture;
let server: Server;
let base: string;

beforeAll(async () => {
  fixture = await createRouteFixture();
  server = createServer((request, response) => {
    if (request.url?.endsWith("/evening.wav")) response.end(wav);
    else if (request.url?.endsWith("/page.mp3")) response.end("<!doctype html><p>Not here any more.</p>");
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await fixture.close();
});

const bring = (url: string, ownHosts = ["api.example.org:443", new URL(base).host]) =>
  bringSound({ url }, { userId: fixture.ada.userId, ownHosts });

describe("bringSound", () => {
  it("keeps what is behind a link, by its name, once", async () => {
    const asset = await bring(`${base}/songs/evening.wav`);
    expect(asset).toMatchObject({ kind: "audio", mimeType: "audio/wav", fileName: "evening.wav" });
    expect((await bring(`${base}/evening.wav`)).id).toBe(asset.id);
    const { userId } = fixture.ada;
    expect((await bringSound({ assetId: asset.id }, { userId, ownHosts: [] })).id).toBe(asset.id);
  });

  it.each([
    ["a link that is dead", () => bring(`${base}/gone.mp3`), "cover.sound.unreachable"],
    ["a page in place of a sound", () => bring(`${base}/page.mp3`), "sound.type"],
    ["an address of this machine", () => bring(`${base}/evening.wav`, []), "cover.sound.unreachable"],
    ["a closed port", () => bring("http://127.0.0.1:9/evening.wav"), "cover.sound.unreachable"],
    [
      "an open port of no own host",
      () => bring(`${base}/evening.wav`, ["127.0.0.1:9"]),
      "cover.sound.unreachable",
    ],
    [
      "a name of this machine",
      () => bring(`http://localhost:${new URL(base).port}/evening.wav`),
      "cover.sound.unreachable",
    ],
    [
      "a name that does not exist",
      () => bring("http://no-such-name.invalid/evening.wav"),
      "cover.sound.unreachable",
    ],
  ])("says at the field what is wrong with %s", async (_what, bringing, key) => {
    await expect(bringing()).rejects.toMatchObject({ code: "input.invalid", fields: [{ path: "url", key }] });
  });

  it("knows no sounds of others", async () => {
    const { id } = await bring(`${base}/evening.wav`);
    const { userId } = fixture.bob;
    await expect(bringSound({ assetId: id }, { userId, ownHosts: [] })).rejects.toMatchObject({
      code: "asset.missing",
    });
  });
});
