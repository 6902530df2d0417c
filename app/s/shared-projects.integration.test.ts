import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { storeTestItem } from "@/lib/items/testing/store-test-item.server";
import { createWav, drawPicture } from "@/lib/media/testing/sample-media";
import { deleteProject } from "@/lib/projects/change/change-project.server";
import { createShareStudio, type ShareStudio } from "./testing/share-studio";

let studio: ShareStudio;
const names = {
  picture: "Lighthouse at dusk",
  sound: "Slow waltz",
  late: "Lighthouse at noon",
  outside: "Not in the project",
  bobs: "Bob's harbour",
};
const ids = {} as Record<keyof typeof names, string>;
let projectId: string;
const title = 'Harbour & "lights" <b>';

beforeAll(async () => {
  studio = await createShareStudio();
  const { test, ada, bob } = studio.fixture;
  for (const [index, key] of (["picture", "late", "outside", "bobs"] as const).entries()) {
    const { userId } = key === "bobs" ? bob : ada;
    const bytes = await drawPicture(60 + index, 60)
      .png()
      .toBuffer();
    const item = { userId, bytes, name: names[key], input: { prompt: `Painted: ${key}` } };
    ids[key] = (await storeTestItem(test.database, item)).id;
  }
  const sound = { userId: ada.userId, bytes: createWav(2), name: names.sound, generator: "music" };
  ids.sound = (await storeTestItem(test.database, sound)).id;
});
afterAll(() => studio.fixture.close());

beforeEach(async () => {
  delete (globalThis as { reverieRequestLimits?: unknown }).reverieRequestLimits;
  const { test, ada, bob } = studio.fixture;
  const project = await test.database.project.create({
    data: {
      userId: ada.userId,
      title,
      notes: "Second draft,\n<i>by Friday</i>",
      colour: "teal",
      coverItemId: ids.picture,
      members: { create: { userId: bob.userId, role: "work" } },
    },
  });
  projectId = project.id;
  await add(ids.sound, 1);
  await add(ids.picture, 2);
  await add(ids.bobs, 3);
});

async function add(itemId: string, position: number): Promise<void> {
  await studio.fixture.test.database.$executeRaw`
    INSERT INTO "ProjectItem" ("projectId", "itemId", "position")
    VALUES (${projectId}::uuid, ${itemId}::uuid, ${position}::float8)`;
}

const share = (options: object = {}) => studio.share({ projectId, ...options });

async function read(token: string, query = ""): Promise<string> {
  const page = await studio.open(token, {}, query);
  expect(page.status).toBe(200);
  return page.text();
}

/** The items that a page shows, in its order. */
const shownIn = (html: string) => [...html.matchAll(/\/([0-9a-f-]{36})\?download=1/g)].map(([, id]) => id);

describe("the page of a project's link", () => {
  it("shows its title, cover and own items in its order, with what previews need", async () => {
    const { token } = await share();
    const page = await studio.open(token);
    expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(page.headers.get("content-security-policy")).toMatch(/script-src 'self' 'nonce-[\w=]+'/);
    const html = await page.text();
    expect(shownIn(html)).toEqual([ids.sound, ids.picture]);
    expect(html).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(html).toContain('<h1 dir="auto">Harbour &amp; &quot;lights&quot; &lt;b&gt;</h1>');
    const media = `http://studio.test/api/shares/${token}/media/${ids.picture}`;
    expect(html).toContain(`<meta property="og:image" content="${media}?width=1280">`);
    expect(html).toContain('og:title" content="Harbour &amp; &quot;lights&quot; &lt;b&gt;"');
    expect(html).toMatch(/<header><img src="[^"]+\?width=640" alt="">/);
    expect(html).toMatch(/<audio src="[^"]+" aria-labelledby="n0" controls preload="none">/);
    expect(html).toContain(`<a href="?page=1&amp;item=${ids.picture}" aria-labelledby="n1">`);
    for (const hidden of [names.bobs, "Second draft", "Painted"]) expect(html).not.toContain(hidden);
  });

  it("shows one item large, with the way back, and nothing that isn't its own", async () => {
    const { token } = await share();
    const one = await read(token, `?page=3&item=${ids.picture}`);
    expect(shownIn(one)).toEqual([ids.picture]);
    expect(one).toMatch(/<img src="[^"]+\?width=1280" alt="Lighthouse at dusk" width="60" height="60">/);
    expect(one).toContain('<a href="?page=3">‹ Harbour &amp; &quot;lights&quot; &lt;b&gt;</a>');
    expect(one).toContain(`og:url" content="http://studio.test/s/${token}?item=${ids.picture}"`);
    for (const id of [ids.bobs, ids.outside])
      expect(shownIn(await read(token, `?item=${id}`))).toEqual([ids.sound, ids.picture]);
  });

  it("shows notes and prompts only if its person chose so", async () => {
    const html = await read((await share({ showNotes: true, showPrompt: true })).token);
    expect(html).toContain("Second draft,\n&lt;i&gt;by Friday&lt;/i&gt;");
    expect(html).toContain('og:description" content="Second draft');
    expect(html).toContain("Painted: picture");
  });

  it("is light and has further pages for many items", async () => {
    const { test, ada } = studio.fixture;
    const { database } = test;
    const { generationId, assetId } = await database.item.findUniqueOrThrow({ where: { id: ids.picture } });
    const many = Array.from({ length: 500 }, () => randomUUID());
    await database.$executeRaw`
      INSERT INTO "Output" ("id", "generationId", "index", "role", "state", "assetId", "expectedKind")
      SELECT id, ${generationId}::uuid, at, 'image', 'stored', ${assetId}::uuid, 'image'
      FROM unnest(${many}::uuid[]) WITH ORDINALITY AS made(id, at)`;
    await database.$executeRaw`
      INSERT INTO "Item" ("id", "userId", "generationId", "assetId", "kind", "generator", "model", "sandbox", "partial",
        "takeName", "searchText", "bytes", "mimeType", "createdAt")
      SELECT id, ${ada.userId}::uuid, ${generationId}::uuid, ${assetId}::uuid, 'image', 'image', 'image-01', true, false,
        'A lighthouse at dusk, with gulls, number ' || at, '', 1, 'image/png', now()
      FROM unnest(${many}::uuid[]) WITH ORDINALITY AS made(id, at)`;
    await database.$executeRaw`
      INSERT INTO "ProjectItem" ("projectId", "itemId", "position")
      SELECT ${projectId}::uuid, id, 10 + at FROM unnest(${many}::uuid[]) WITH ORDINALITY AS made(id, at)`;
    const { token } = await share();
    const first = await read(token);
    expect(Buffer.byteLength(first)).toBeLessThan(15_000);
    expect(first).toContain('<a href="?page=2" rel="next">');
    expect(first).not.toContain('rel="prev"');
    const shown = shownIn(first);
    const last = Math.ceil(502 / shown.length);
    for (let page = 2; page <= last; page += 1) shown.push(...shownIn(await read(token, `?page=${page}`)));
    expect(shown).toEqual([ids.sound, ids.picture, ...many]);
    const end = await read(token, `?page=${last}`);
    expect(end).toContain("/ 502</span></nav>");
    expect(shownIn(await read(token, "?page=9999"))).toEqual(shownIn(end));
    expect(shownIn(await read(token, "?page=nonsense"))).toEqual(shownIn(first));
  });

  it("shows later additions only if its person chose so", async () => {
    const [closed, live] = [await share(), await share({ showAdditions: true })];
    await add(ids.late, 0.5);
    expect(shownIn(await read(closed.token))).toEqual([ids.sound, ids.picture]);
    expect((await studio.fetchMedia(closed.token, ids.late)).status).toBe(404);
    expect(shownIn(await read(live.token))).toEqual([ids.late, ids.sound, ids.picture]);
    expect((await studio.fetchMedia(live.token, ids.late)).status).toBe(200);
  });

  it("loses what is removed or in the trash at once, and stays when nothing is left", async () => {
    const { database } = studio.fixture.test;
    const { token } = await share({ showAdditions: true });
    await database.projectItem.delete({ where: { projectId_itemId: { projectId, itemId: ids.sound } } });
    expect(shownIn(await read(token))).toEqual([ids.picture]);
    expect((await studio.fetchMedia(token, ids.sound)).status).toBe(404);
    const trash = (deletedAt: Date | null) =>
      database.item.update({ where: { id: ids.picture }, data: { deletedAt } });
    await trash(new Date());
    const html = await read(token);
    expect(html).toContain("Nothing here yet.");
    expect(html).not.toContain(ids.picture);
    expect((await studio.fetchMedia(token, ids.picture)).status).toBe(404);
    await trash(null);
  });
});

describe("the files of a project's link", () => {
  it("are those of its owner in this project alone", async () => {
    const { token } = await share({ showAdditions: true });
    expect((await studio.fetchMedia(token, ids.picture)).status).toBe(200);
    expect((await studio.fetchMedia(token, ids.sound, "", { range: "bytes=0-3" })).status).toBe(206);
    for (const id of [ids.bobs, ids.outside]) expect((await studio.fetchMedia(token, id)).status).toBe(404);
  });
});

describe("a project's link", () => {
  it("is created by the project's owner alone", async () => {
    const refusal = async (headers: Record<string, string>, id: string) =>
      (await (await studio.post({ projectId: id }, headers)).json()) as { code: string };
    const { ada, bob, test } = studio.fixture;
    expect(await refusal(bob.headers, projectId)).toMatchObject({ code: "project.role" });
    await test.database.projectMember.deleteMany({ where: { projectId } });
    expect(await refusal(bob.headers, projectId)).toMatchObject({ code: "not-found" });
    expect(await refusal(ada.headers, randomUUID())).toMatchObject({ code: "not-found" });
    expect((await studio.post({ projectId, itemIds: [ids.sound] })).status).toBe(422);
  });

  it("is listed with its project", async () => {
    const { id } = await share({ showNotes: true });
    const listed = await studio.list(`?projectId=${projectId}`);
    expect(listed.shares).toMatchObject([
      { id, project: { id: projectId, title }, items: [], showNotes: true, showAdditions: false },
    ]);
    expect((await studio.list(`?projectId=${projectId}`, studio.fixture.bob.headers)).shares).toEqual([]);
  });

  it("ends when it is revoked or expires, and with its project, which then isn't listed", async () => {
    const { database } = studio.fixture.test;
    const [revoked, expired, deleted] = [await share(), await share(), await share()];
    await studio.revoke(revoked.id);
    await database.share.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    await deleteProject(database, { author: { userId: studio.fixture.ada.userId }, id: projectId });
    for (const { id, token } of [revoked, expired, deleted]) {
      const page = await studio.open(token);
      expect(page.status).toBe(410);
      expect(await page.text()).not.toContain("Harbour");
      const file = await studio.fetchMedia(token, ids.picture);
      expect(await file.json()).toMatchObject({ code: "share.ended" });
      expect((await studio.list()).shares.map((each) => each.id)).not.toContain(id);
    }
  });
});
