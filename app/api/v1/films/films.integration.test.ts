import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeFilm } from "@/lib/films/film-document";
import type { FilmDto, FilmPage, FilmVersionPage, OpenFilm, SavedFilm } from "@/lib/films/film-dto";
import { makeShot } from "@/lib/films/testing/make-shots";
import { createCaller, type Person } from "@/lib/media/testing/call-route";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { POST as COPY } from "./[id]/copies/route";
import { PUT } from "./[id]/document/route";
import { DELETE, GET as OPEN, PATCH } from "./[id]/route";
import { GET as VERSIONS } from "./[id]/versions/route";
import { GET, POST } from "./route";

let fixture: RouteFixture;
beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());

const call = createCaller("/api/v1/films", () => fixture);
const empty = makeFilm({ aspect: "16:9", frameRate: 24 });
const create = async (body: object = {}) =>
  (await call<FilmDto>(POST, "POST", { body: { title: "Harbour", ...body } })).answer;
const save = (id: string, body: object, person: Person = "ada") =>
  call<SavedFilm>(PUT, "PUT", { person, id, body: { key: randomUUID(), ...body } });

it("creates, opens, saves, copies, trashes and deletes a film", async () => {
  const { id } = await create({ aspect: "1:1" });
  const document = { ...empty, shots: [makeShot({ name: "Quay" })] };
  expect(await save(id, { version: 1, document })).toEqual({ status: 200, answer: { version: 2 } });
  const { answer } = await call<OpenFilm>(OPEN, "GET", { id });
  expect(answer).toMatchObject({ document, version: 2, shots: 1, role: "owner" });
  const copy = await call<FilmDto>(COPY, "POST", { id, body: { title: "Copy" } });
  expect(copy).toMatchObject({ status: 201, answer: { title: "Copy", version: 1 } });
  const versions = await call<FilmVersionPage>(VERSIONS, "GET", { id });
  expect(versions.answer.versions).toMatchObject([{ number: 2, savedBy: "Ada" }, { number: 1 }]);
  expect((await call(DELETE, "DELETE", { id })).answer.code).toBe("film.not-in-trash");
  expect((await call(PATCH, "PATCH", { id, body: { trashed: true } })).status).toBe(200);
  expect((await call(DELETE, "DELETE", { id })).status).toBe(204);
  expect((await call<FilmPage>(GET, "GET")).answer.films.map((film) => film.id)).toEqual([copy.answer.id]);
});

it("answers a save of an older version with the newer one", async () => {
  const { id } = await create();
  const bodies = ["Left", "Right"].map((name) => ({
    version: 1,
    document: { ...empty, shots: [makeShot({ name })] },
  }));
  const answers = await Promise.all(bodies.map((body) => save(id, body)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.answer).toMatchObject({
    code: "film.changed",
    version: 2,
  });
});

it("takes 2,000 shots in one body, and names what is wrong with another", async () => {
  const { id } = await create();
  const view = { x: 0, y: 0, width: 1, height: 1 };
  const shots = Array.from({ length: 2_000 }, () =>
    makeShot({
      content: { kind: "picture", itemId: randomUUID(), move: { from: view, to: view } },
      frames: 18 * 24,
    }),
  );
  expect(await save(id, { version: 1, document: { ...empty, shots } })).toMatchObject({ status: 200 });
  const refuse = async (document: object) => (await save(id, { version: 2, document })).answer.errors;
  expect(await refuse({ ...empty, shots: [...shots, makeShot()] })).toContainEqual(
    expect.objectContaining({ path: "document.shots", key: "field.too-many" }),
  );
  expect(await refuse({ ...empty, shots: shots.map((shot) => ({ ...shot, frames: 433 })) })).toContainEqual(
    expect.objectContaining({ path: "document.shots", key: "film.too-long" }),
  );
  expect(await refuse({ ...empty, format: 2 })).toEqual([
    expect.objectContaining({ path: "document.format", key: "film.newer-format" }),
  ]);
  expect(await refuse({ ...empty, shots: [makeShot({ name: "\u0000" })] })).toEqual([
    expect.objectContaining({ path: "document.shots.0.name", key: "field.characters" }),
  ]);
});

it("hides the films of others", async () => {
  const { id } = await create();
  const bob = { person: "bob", id } as const;
  const answers = [
    await call(OPEN, "GET", bob),
    await call(PATCH, "PATCH", { ...bob, body: { title: "Bob's" } }),
    await save(id, { version: 1, document: empty }, "bob"),
    await call(COPY, "POST", { ...bob, body: {} }),
    await call(VERSIONS, "GET", bob),
    await call(DELETE, "DELETE", bob),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  expect((await call<FilmPage>(GET, "GET", { person: "bob" })).answer.films).toEqual([]);
});
