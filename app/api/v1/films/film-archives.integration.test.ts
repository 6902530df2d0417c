import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { ImportedFilmDto } from "@/lib/archive/imported-film-dto";
import { makeFilm } from "@/lib/films/film-document";
import type { FilmDto } from "@/lib/films/film-dto";
import { makeShot } from "@/lib/films/testing/make-shots";
import { storeTestItem } from "@/lib/items/testing/store-test-item.server";
import { createCaller, type Person, type Problem } from "@/lib/media/testing/call-route";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { drawPicture } from "@/lib/media/testing/sample-media";
import { GET as DOWNLOAD } from "./[id]/archive/route";
import { POST as IMPORT } from "./imports/route";
import { POST } from "./route";

let fixture: RouteFixture;
let film: FilmDto;
beforeAll(async () => {
  fixture = await createRouteFixture();
  const { userId } = fixture.ada;
  const bytes = await drawPicture(70, 60).png().toBuffer();
  const item = await storeTestItem(fixture.test.database, { userId, bytes, name: "Quay" });
  const document = {
    ...makeFilm({ aspect: "16:9", frameRate: 24 }),
    shots: [makeShot({ content: { kind: "picture", itemId: item.id, move: null } })],
  };
  const call = createCaller("/api/v1/films", () => fixture);
  film = (await call<FilmDto>(POST, "POST", { body: { title: "Harbour", document } })).answer;
});
afterAll(() => fixture.close());

const download = (person: Person) =>
  DOWNLOAD(
    new Request(`http://studio.test/api/v1/films/${film.id}/archive`, { headers: fixture[person].headers }),
    { params: Promise.resolve({ id: film.id }) },
  );

async function send(person: Person, body: BodyInit, headers: Record<string, string> = {}) {
  const request = new Request("http://studio.test/api/v1/films/imports", {
    method: "POST",
    headers: { ...fixture[person].headers, ...headers },
    body,
  });
  const response = await IMPORT(request, { params: Promise.resolve({}) });
  const type = response.headers.get("content-type");
  return { status: response.status, type, answer: (await response.json()) as ImportedFilmDto & Problem };
}

it("downloads a film with its items, which somebody else imports", async () => {
  const response = await download("ada");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="harbour\.zip"/i);
  const archive = await response.arrayBuffer();
  const type = { "content-type": "application/zip" };
  const first = await send("bob", archive, type);
  expect(first).toMatchObject({
    status: 201,
    answer: { created: true, items: 1, missing: 0, film: { title: "Harbour", role: "owner", owner: "Bob" } },
  });
  const form = new FormData();
  form.append("file", new Blob([archive]), "harbour.zip");
  expect(await send("bob", form)).toMatchObject({
    status: 200,
    answer: { created: false, film: { id: first.answer.film.id } },
  });
  // Ada has it.
  expect(await send("ada", archive, type)).toMatchObject({ status: 200, answer: { film: { id: film.id } } });
});

it("refuses what is no film with a problem, and a film of somebody else", async () => {
  expect((await download("bob")).status).toBe(404);
  const refused = await send("bob", "not a ZIP", { "content-type": "application/zip" });
  expect(refused).toMatchObject({
    status: 422,
    type: expect.stringMatching(/^application\/problem\+json/) as string,
    answer: { code: "film.import-foreign" },
  });
  const tooLarge = await send("bob", "PK", {
    "content-type": "application/zip",
    "content-length": "30000000000",
  });
  expect(tooLarge).toMatchObject({ status: 413, answer: { code: "input.too-large" } });
  expect(await fixture.test.database.film.count({ where: { userId: fixture.bob.userId } })).toBe(1);
});

it("refuses what the disk has no room for, before it arrives", async () => {
  vi.stubEnv("STUDIO_DISK_RESERVE_MB", "1000000000");
  delete (globalThis as { reverieEnv?: unknown }).reverieEnv;
  const headers = { "content-type": "application/zip" };
  expect(await send("bob", "PK", headers)).toMatchObject({ status: 507, answer: { code: "storage.full" } });
});
