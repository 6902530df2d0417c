import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { maxFilms } from "@/lib/films/film-limits";
import { compareStore } from "@/lib/media/removal/compare-store.server";
import { importFilm } from "./import-film.server";
import { correctManifest, readMembers, writeArchive } from "./testing/archives";
import { addFilmTo, addHarbour, changeRows, download, filmOf, upload } from "./testing/film-archives";
import { type ArchiveStudio, createArchiveStudio, exportTo } from "./testing/studio";

let source: ArchiveStudio;
let target: ArchiveStudio;
beforeEach(async () => {
  [source, target] = await Promise.all([createArchiveStudio(), createArchiveStudio("you@example.test")]);
});
afterEach(() => Promise.all([source.drop(), target.drop()]));

describe("the archive of a film is refused", () => {
  /** Expects a code, and a studio without anything of the archive. */
  async function expectRefusal(file: string, code: string): Promise<void> {
    await expect(upload(target, file, target)).rejects.toMatchObject({ code });
    const { database } = target.test;
    expect([await database.generation.count(), await database.asset.count()]).toEqual([0, 0]);
    expect(await compareStore({ database, store: target.store })).toMatchObject({ unnamedCount: 0 });
    // Its temporary file is gone.
    expect(await target.store.cleanTemp(new Date(Date.now() + 60_000))).toBe(0);
  }

  it("if it lacks a file", async () => {
    const file = await download(source, (await addHarbour(source)).id);
    const members = await readMembers(file);
    members.delete([...members.keys()].find((name) => name.startsWith("assets/"))!);
    await writeArchive(file, members);
    await expectRefusal(file, "film.import-incomplete");
  });

  it("if a file has other bytes", async () => {
    const file = await download(source, (await addHarbour(source)).id);
    const members = await readMembers(file);
    const name = [...members.keys()].find((each) => each.startsWith("assets/"))!;
    members.get(name)![40]! ^= 1;
    await writeArchive(file, members);
    await expect(upload(target, file, target)).rejects.toMatchObject({ code: "film.import-damaged" });
    expect(await target.test.database.film.count()).toBe(0);
  });

  it("if its film is of a newer version", async () => {
    const file = await download(source, (await addHarbour(source)).id);
    await changeRows(file, "films", (row) => ({ ...row, document: { format: 2, scenes: [] } }));
    await expectRefusal(file, "film.import-newer");
  });

  it("if its film can't be read", async () => {
    const file = await download(source, (await addHarbour(source)).id);
    await changeRows(file, "films", (row) => ({ ...row, document: { format: 1, shots: "none" } }));
    await expectRefusal(file, "film.import-damaged");
  });

  it("if it is none, or that of an account", async () => {
    const { file } = await exportTo(source, "account.zip");
    await expectRefusal(file, "film.import-account");
    await expectRefusal(path.join(import.meta.dirname, "archive-error.ts"), "film.import-foreign");
  });

  it("if it has more than a film", async () => {
    const { id } = await addHarbour(source);
    const { userId } = source;
    await source.test.database.snippet.create({ data: { userId, name: "One", text: "two" } });
    const file = await download(source, id);
    const members = await readMembers(file);
    const account = await readMembers((await exportTo(source, "account.zip")).file);
    members.set("rows/snippets.jsonl", account.get("rows/snippets.jsonl")!);
    correctManifest(members);
    await writeArchive(file, members);
    await expectRefusal(file, "film.import-foreign");
  });

  it("if the account has no room for its files, or for another film", async () => {
    const file = await download(source, (await addHarbour(source)).id);
    const { database } = target.test;
    await database.user.update({ where: { id: target.userId }, data: { diskQuotaBytes: 1_000 } });
    await expectRefusal(file, "quota.disk");
    await database.user.update({ where: { id: target.userId }, data: { diskQuotaBytes: null } });
    for (let count = 0; count < maxFilms; count += 1) await addFilmTo(target, filmOf());
    await expectRefusal(file, "film.too-many");
  });

  it("if nothing of it arrives any more", async () => {
    const stalled = (async function* () {
      yield Buffer.from("PK");
      await new Promise(() => {});
    })();
    const { test, store, userId } = target;
    const services = { database: test.database, databaseUrl: test.url, store };
    await expect(
      importFilm(services, {
        userId,
        source: stalled,
        expectedBytes: 0,
        signal: new AbortController().signal,
        stallMs: 20,
      }),
    ).rejects.toMatchObject({ code: "input.timeout" });
    // Its place is free again.
    const file = await download(source, (await addHarbour(source)).id);
    expect(await upload(target, file, target)).toMatchObject({ created: true });
  });
});
