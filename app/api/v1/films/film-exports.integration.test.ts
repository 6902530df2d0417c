import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { openPromise } from "yauzl";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFilm } from "@/lib/films/change/create-film.server";
import { claimExport } from "@/lib/films/export/claim-export.server";
import { storeResult } from "@/lib/films/export/store-result.server";
import { exportSettingsSchema, type FilmExportDto, type FilmExportList } from "@/lib/films/export-dto";
import { makeFilm } from "@/lib/films/film-document";
import { unpackFilm } from "@/lib/films/pack-film.server";
import { listFilmSources } from "@/lib/films/read/film-items.server";
import { writeNumberedVideo } from "@/lib/films/render/testing/numbered-video";
import { tone, writeWav } from "@/lib/films/render/testing/test-sounds";
import { addSource } from "@/lib/films/testing/add-source.server";
import { makeCaption, makePiece, makeShot } from "@/lib/films/testing/make-shots";
import { deleteItems } from "@/lib/generations/change/delete-items.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { listSharedItems, openShare } from "@/lib/shares/open-share.server";
import { createShare } from "@/lib/shares/shares.server";
import { createShareBodySchema } from "@/lib/shares/share-dto";
import { GET as SHARED_MEDIA } from "../../shares/[token]/media/[id]/route";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { GET as OWN } from "../film-exports/route";
import { GET as CAPTIONS } from "./[id]/captions/route";
import { GET as EDIT_LIST } from "./[id]/edit-list/route";
import { POST as CANCEL } from "./[id]/exports/[exportId]/cancellation/route";
import { DELETE, GET as ONE } from "./[id]/exports/[exportId]/route";
import { GET, POST } from "./[id]/exports/route";

let fixture: RouteFixture;
let sound: string;
let filmId: string;
beforeAll(async () => {
  fixture = await createRouteFixture();
  const { database } = fixture.test;
  const { userId } = fixture.ada;
  const file = await writeWav(path.join(fixture.dataDir, "hum.wav"), { seconds: 1 }, tone(220));
  sound = await addSource(database, { userId, kind: "audio", file, name: "A hum" });
  const film = await createFilm(database, userId, {
    ...{ title: "Harbour/lights", aspect: "16:9", frameRate: 24 },
    document: {
      ...makeFilm({ aspect: "16:9", frameRate: 24 }),
      shots: [makeShot()],
      sounds: [makePiece({ itemId: sound })],
      captions: [
        makeCaption({ text: "Second", atMs: 1_500 }),
        makeCaption({ text: "First", lengthMs: 1_800 }),
      ],
    },
  });
  filmId = film.id;
});
afterAll(() => fixture.close());

type Handler = typeof GET;
async function call(
  handler: Handler,
  method: string,
  { params = {}, query = "", body, person = "ada" }: Call = {},
): Promise<Response> {
  const request = new Request(`http://studio.test/api/v1/films${query}`, {
    method,
    headers: { ...fixture[person].headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return handler(request, { params: Promise.resolve({ id: filmId, ...params }) });
}
interface Call {
  params?: Record<string, string>;
  query?: string;
  body?: object;
  person?: "ada" | "bob";
}

const read = async <Answer>(response: Promise<Response>) => (await (await response).json()) as Answer;

it("asks for an export, lists, cancels and forgets it", async () => {
  const body = { settings: { format: "mp4" }, key: randomUUID() };
  const response = await call(POST, "POST", { body });
  expect(response.status).toBe(202);
  const asked = (await response.json()) as FilmExportDto;
  expect(asked).toMatchObject({
    ...{ state: "queued", filmId, title: "Harbour/lights", by: "Ada", isOwn: true, durationMs: 2_000 },
    settings: { format: "mp4", quality: "1080p", captions: "none", loudnessLufs: -14 },
  });
  expect(await read(call(POST, "POST", { body }))).toEqual(asked);
  const params = { exportId: asked.id };
  expect(await read(call(ONE, "GET", { params }))).toEqual(asked);
  expect((await read<FilmExportList>(call(GET, "GET"))).exports).toEqual([asked]);
  expect((await read<FilmExportList>(call(OWN, "GET", { query: "?active=true" }))).exports).toEqual([asked]);
  expect((await read<FilmExportList>(call(OWN, "GET", { person: "bob" }))).exports).toEqual([]);
  expect(await read(call(DELETE, "DELETE", { params }))).toMatchObject({ code: "film.export-active" });
  expect((await call(CANCEL, "POST", { params, person: "bob" })).status).toBe(404);
  expect(await read(call(CANCEL, "POST", { params }))).toMatchObject({ state: "cancelled" });
  expect((await call(DELETE, "DELETE", { params })).status).toBe(204);
  expect((await call(ONE, "GET", { params })).status).toBe(404);
});

it("names what is wrong with the settings", async () => {
  const refuse = async (settings: object) => {
    const problem = call(POST, "POST", { body: { settings, key: randomUUID() } });
    return (await read<{ errors: { path: string }[] }>(problem)).errors.map((error) => error.path);
  };
  expect(await refuse({ format: "avi" })).toEqual(["settings.format"]);
  expect(await refuse({ format: "mp4", quality: "8k" })).toEqual(["settings.quality"]);
  expect(await refuse({ format: "mp4", loudnessLufs: -3 })).toEqual(["settings.loudnessLufs"]);
  expect(await refuse({ format: "mp3", captions: "burned" })).toEqual(["settings.captions"]);
});

it("gives the captions as SRT and WebVTT", async () => {
  const srt = await call(CAPTIONS, "GET");
  expect(srt.headers.get("content-disposition")).toContain("Harbour-lights.srt");
  expect(await srt.text()).toBe(
    "1\r\n00:00:00,000 --> 00:00:01,500\r\nFirst\r\n\r\n2\r\n00:00:01,500 --> 00:00:02,500\r\nSecond\r\n\r\n",
  );
  expect(await (await call(CAPTIONS, "GET", { query: "?format=vtt" })).text()).toMatch(/^WEBVTT\n/);
  expect((await call(CAPTIONS, "GET", { person: "bob" })).status).toBe(404);
});

it("gives the film with its files to other programs", async () => {
  const listNames = async (query = "") => {
    const response = await call(EDIT_LIST, "GET", { query });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(Number(response.headers.get("content-length")));
    const file = path.join(fixture.dataDir, `${randomUUID()}.zip`);
    await writeFile(file, bytes);
    const zip = await openPromise(file);
    const names: string[] = [];
    for await (const entry of zip.eachEntry()) names.push(entry.fileName);
    return names;
  };
  const lists = ["harbour-lights.otio", "harbour-lights.edl", "harbour-lights.srt"];
  expect(await listNames()).toEqual([...lists, "media/1-a-hum.wav"]);
  expect(await listNames("?files=false")).toEqual(lists);
});

it("makes an item that a link shows and plays, and that is trashed and deleted like others, unlike its source", async () => {
  const { database } = fixture.test;
  const { userId } = fixture.ada;
  const body = { settings: { format: "mp4", quality: "720p" }, key: randomUUID() };
  const { id: exportId } = await read<FilmExportDto>(call(POST, "POST", { body }));
  const row = (await claimExport(database, "worker", []))!;
  expect(row.id).toBe(exportId);
  const file = path.join(fixture.dataDir, "film.mp4");
  const sources = await listFilmSources(database, { userId, projectId: null, itemIds: [sound] });
  await storeResult(
    {
      database,
      storeAsset: (options) => storeAsset({ ...options, origin: "output", maxBytes: 1e9 }, { database }),
    },
    {
      ...{ row, items: sources, document: unpackFilm(row.document) },
      settings: exportSettingsSchema.parse(row.settings),
      path: await writeNumberedVideo(file, { frames: 24, frameRate: 24 }),
      loudnessLufs: null,
    },
    new AbortController().signal,
  );
  const { result } = await read<FilmExportDto>(call(ONE, "GET", { params: { exportId } }));
  const { itemId, sha256 } = result!;

  const share = await createShare(database, { userId }, createShareBodySchema.parse({ itemIds: [itemId] }));
  const token = share.path.split("/").at(-1)!;
  const open = await openShare(database, token);
  const shown = await listSharedItems(database, open, 1);
  expect(shown.items).toMatchObject([{ id: itemId, kind: "video", name: "Harbour/lights" }]);
  const media = await SHARED_MEDIA(new Request(`http://studio.test/api/shares/${token}/media/${itemId}`), {
    params: Promise.resolve({ token, id: itemId }),
  });
  expect(media.status).toBe(200);
  const bytes = Buffer.from(await media.arrayBuffer());
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);

  // A finished film doesn't hold up the deletion of what it was made of.
  const deletion = { userId, author: { userId }, skipTrash: true };
  const services = { database, clock: { now: () => Date.now() } };
  expect(await deleteItems(services, { ...deletion, ids: [sound] })).toEqual({ deleted: 1, inUse: [] });
  expect(await deleteItems(services, { ...deletion, ids: [itemId] })).toEqual({ deleted: 1, inUse: [] });
  expect((await read<FilmExportDto>(call(ONE, "GET", { params: { exportId } }))).result).toBeNull();
});
