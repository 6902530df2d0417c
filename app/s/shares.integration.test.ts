import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestLimits } from "@/lib/errors/request-limits";
import { storeTestItem } from "@/lib/items/testing/store-test-item.server";
import type { RouteFixture } from "@/lib/media/testing/route-fixture";
import { createWav, drawPicture } from "@/lib/media/testing/sample-media";
import { addressedShareDtoSchema, maxShares, shareDtoSchema } from "@/lib/shares/share-dto";
import { revokeAllShares } from "@/lib/shares/shares.server";
import { createShareStudio, type ShareStudio } from "./testing/share-studio";

let studio: ShareStudio;
let fixture: RouteFixture;
let picture: Buffer;
const wav = createWav(2);
const ids = {} as Record<"picture" | "sound" | "unshared" | "bobs", string>;
const name = 'Fox & "Hare" <script>alert(1)</script>';
const prompt = "A fox in <b>snow</b>";

beforeAll(async () => {
  studio = await createShareStudio();
  ({ fixture } = studio);
  picture = await drawPicture(90, 60).png().toBuffer();
  const { database } = fixture.test;
  const { userId } = fixture.ada;
  const add = async (owner: string, bytes: Uint8Array, named: string) =>
    (await storeTestItem(database, { userId: owner, bytes, name: named, input: { prompt } })).id;
  ids.picture = await add(userId, picture, name);
  ids.sound = await add(userId, wav, "A song");
  ids.unshared = await add(userId, await drawPicture(91, 60).png().toBuffer(), "Mine alone");
  ids.bobs = await add(fixture.bob.userId, await drawPicture(92, 60).png().toBuffer(), "Bob's");
});
afterAll(() => fixture.close());
beforeEach(() => {
  delete (globalThis as { reverieRequestLimits?: unknown }).reverieRequestLimits;
});

const share = (options: object = {}) => studio.share({ itemIds: [ids.picture, ids.sound], ...options });
const open: ShareStudio["open"] = (...given) => studio.open(...given);
const fetchMedia: ShareStudio["fetchMedia"] = (...given) => studio.fetchMedia(...given);
const revoke: ShareStudio["revoke"] = (...given) => studio.revoke(...given);

/** Neither its page nor its files show anything. */
async function expectEnded(token: string): Promise<void> {
  const page = await open(token);
  expect(page.status).toBe(410);
  const html = await page.text();
  expect(html).toContain("This link no longer works");
  expect(html).not.toContain("A song");
  expect(html).not.toContain("/media/");
  for (const headers of [{}, { range: "bytes=0-9" }]) {
    const response = await fetchMedia(token, ids.sound, "", headers as Record<string, string>);
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ code: "share.ended" });
  }
}

describe("the page of a link", () => {
  it("shows and plays its items, with what previews need, and is never indexed", async () => {
    const { token } = await share();
    const page = await open(token);
    expect(page.status).toBe(200);
    expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-security-policy")).toMatch(/script-src 'self' 'nonce-[\w=]+'/);
    const html = await page.text();
    expect(html).toContain('<meta name="robots" content="noindex, nofollow">');
    const media = `http://studio.test/api/shares/${token}/media/${ids.picture}`;
    expect(html).toContain(`<meta property="og:image" content="${media}?width=1280">`);
    expect(html).toContain(
      'og:title" content="Fox &amp; &quot;Hare&quot; &lt;script&gt;alert(1)&lt;/script&gt; + 1"',
    );
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("<audio ");
    expect(Buffer.byteLength(html)).toBeLessThan(10_000);
    const alone = await (await open((await share({ itemIds: [ids.sound] })).token)).text();
    expect(alone).toMatch(/og:audio" content="http:\/\/studio\.test\/api\/shares\/share_\w+\/media\//);
  });

  it("shows the prompts only if its person chose so", async () => {
    const hidden = await (await open((await share()).token)).text();
    expect(hidden).not.toContain("snow");
    const shown = await (await open((await share({ showPrompt: true })).token)).text();
    expect(shown).toContain("A fox in &lt;b&gt;snow&lt;/b&gt;");
  });

  it("speaks the language of the browser", async () => {
    const { token } = await share();
    expect(await (await open(token, { "accept-language": "zh-CN" })).text()).toContain("下载");
    expect(await (await open("share_wrong", { "accept-language": "zh-CN" })).text()).toContain(
      "找不到此链接",
    );
  });

  it("is limited in how often a network asks", async () => {
    const { requests } = requestLimits.sharedPages;
    const statuses = new Set<number>();
    for (let asked = 0; asked < requests + 1; asked += 1) statuses.add((await open("share_x")).status);
    expect([...statuses]).toEqual([404, 429]);
  });
});

describe("the files of a link", () => {
  it("are its items' alone, whole, in ranges, as thumbnails and as waveforms", async () => {
    const { token } = await share();
    const whole = await fetchMedia(token, ids.picture);
    expect(Buffer.from(await whole.arrayBuffer()).equals(picture)).toBe(true);
    expect(whole.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    const part = await fetchMedia(token, ids.sound, "", { range: "bytes=0-3" });
    expect([part.status, await part.text()]).toEqual([206, "RIFF"]);
    const thumbnail = await fetchMedia(token, ids.picture, "?width=640");
    expect(thumbnail.headers.get("content-type")).toBe("image/webp");
    const waveform = await fetchMedia(token, ids.sound, "?view=waveform");
    expect(waveform.headers.get("content-type")).toBe("image/svg+xml");
    expect(await waveform.text()).toMatch(/^<svg .*<path d="M1 [\d.]+v\d+/);
    const download = await fetchMedia(token, ids.sound, "?download=1");
    expect(download.headers.get("content-disposition")).toContain('attachment; filename="a-song.wav"');
    await download.body!.cancel();
    for (const id of [ids.unshared, ids.bobs]) expect((await fetchMedia(token, id)).status).toBe(404);
    const wrong = `share_${"0".repeat(43)}`;
    expect((await fetchMedia(wrong, ids.picture)).status).toBe(404);
  });
});

describe("a link ends", () => {
  it("when it is revoked, by its person alone", async () => {
    const { id, token } = await share();
    expect((await revoke(id, fixture.bob.headers)).status).toBe(404);
    expect((await open(token)).status).toBe(200);
    for (const _twice of [1, 2]) expect((await revoke(id)).status).toBe(204);
    await expectEnded(token);
    const events = await fixture.test.database.auditEvent.findMany({
      where: { subject: id },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ kind }) => kind)).toEqual(["share-created", "share-revoked"]);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it("when its time is over, and never if it has none", async () => {
    const { database } = fixture.test;
    const { id, token } = await share({ expiresInDays: 1 });
    const row = await database.share.findUniqueOrThrow({ where: { id } });
    expect(row.expiresAt!.getTime() - row.createdAt.getTime()).toBeGreaterThan(86_000_000);
    expect(JSON.stringify(row)).not.toContain(token);
    await database.share.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    await expectEnded(token);
    const endless = await share({ expiresInDays: null });
    expect(await database.share.findUniqueOrThrow({ where: { id: endless.id } })).toMatchObject({
      expiresAt: null,
    });
  });

  it("when its person loses their access, also if they get it back", async () => {
    const { database } = fixture.test;
    const { userId } = fixture.ada;
    const first = await share();
    await database.user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
    await expectEnded(first.token);
    await database.user.update({ where: { id: userId }, data: { disabledAt: null } });
    await database.$transaction((transaction) => revokeAllShares(transaction, userId));
    await expectEnded(first.token);
  });

  it("for items in the trash, and with the last one", async () => {
    const { database } = fixture.test;
    const { token } = await share();
    const trash = (id: string, deletedAt: Date | null) =>
      database.item.update({ where: { id }, data: { deletedAt } });
    await trash(ids.picture, new Date());
    expect(await (await open(token)).text()).not.toContain(ids.picture);
    expect((await fetchMedia(token, ids.picture)).status).toBe(404);
    expect((await (await fetchMedia(token, ids.sound)).arrayBuffer()).byteLength).toBe(wav.length);
    await trash(ids.sound, new Date());
    await expectEnded(token);
    await trash(ids.picture, null);
    await trash(ids.sound, null);
  });
});

describe("the links of a person", () => {
  it("are the active ones, without their addresses", async () => {
    await fixture.test.database.share.deleteMany();
    const first = await share({ itemIds: [ids.picture], expiresInDays: 7 });
    const second = await share({ itemIds: [ids.sound, ids.picture], showPrompt: true });
    const gone = await share();
    await revoke(gone.id);
    const get = async (query: string, headers?: Record<string, string>) =>
      (await studio.list(query, headers)).shares;
    const all = await get("");
    expect(all.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(all[0]).toMatchObject({ showPrompt: true, items: [{ name: "A song" }, { name }] });
    expect(JSON.stringify(all)).not.toContain("share_");
    expect(all[0]).toMatchObject({ project: null, showNotes: false, showAdditions: false });
    expect((await get(`?itemId=${ids.sound}`)).map(({ id }) => id)).toEqual([second.id]);
    expect(await get("", fixture.bob.headers)).toEqual([]);
  });

  it("are only to their own items outside the trash, and not too many", async () => {
    for (const itemIds of [[ids.bobs], [ids.picture, ids.bobs]])
      expect((await studio.post({ itemIds })).status).toBe(404);
    for (const body of [{ itemIds: [] }, { itemIds: [ids.picture], expiresInDays: 366 }, {}])
      expect((await studio.post(body)).status).toBe(422);
    const { userId } = fixture.ada;
    await fixture.test.database.share.createMany({
      data: Array.from({ length: maxShares }, (_, at) => ({ userId, tokenHash: `${at}`, showPrompt: false })),
    });
    // A link whose items were deleted for good is no active one.
    await fixture.test.database.$executeRaw`
      INSERT INTO "ShareItem" ("shareId", "itemId", "position") SELECT "id", ${ids.sound}::uuid, 0 FROM "Share"
      WHERE "userId" = ${userId}::uuid AND length("tokenHash") < 4`;
    const refused = await studio.post({ itemIds: [ids.picture] });
    expect(await refused.json()).toMatchObject({ code: "share.too-many" });
  });

  it("come in pages", async () => {
    await fixture.test.database.share.deleteMany();
    const made = [];
    for (const _each of [1, 2, 3]) made.unshift((await share()).id);
    const first = await studio.list("?limit=2");
    expect(first.shares.map(({ id }) => id)).toEqual(made.slice(0, 2));
    const rest = await studio.list(`?limit=2&cursor=${first.nextCursor}`);
    expect(rest).toMatchObject({ shares: [{ id: made[2] }], nextCursor: null });
  });

  it("show their address again, to their person alone and while the secret is the same", async () => {
    const { id, url } = await share();
    expect(addressedShareDtoSchema.parse(await (await studio.get(id)).json()).url).toBe(url);
    expect((await studio.get(id, fixture.bob.headers)).status).toBe(404);
    const { tokenHash } = await fixture.test.database.share.findUniqueOrThrow({ where: { id } });
    await fixture.test.database.share.update({ where: { id }, data: { tokenHash: "of another secret" } });
    expect(addressedShareDtoSchema.parse(await (await studio.get(id)).json()).url).toBeNull();
    await fixture.test.database.share.update({ where: { id }, data: { tokenHash } });
    await revoke(id);
    expect((await studio.get(id)).status).toBe(404);
  });

  it("end at another time if their person says so, but not once they have ended", async () => {
    const { database } = fixture.test;
    const { id } = await share({ expiresInDays: 1 });
    const { createdAt } = await database.share.findUniqueOrThrow({ where: { id } });
    const changed = shareDtoSchema.parse(await (await studio.change(id, { expiresInDays: 30 })).json());
    expect(Date.parse(changed.expiresAt!) - createdAt.getTime()).toBeGreaterThanOrEqual(30 * 86_400_000);
    const endless = await studio.change(id, { expiresInDays: null });
    expect(await endless.json()).toMatchObject({ expiresAt: null });
    expect((await studio.change(id, { expiresInDays: 0 })).status).toBe(422);
    expect((await studio.change(id, { expiresInDays: 7 }, fixture.bob.headers)).status).toBe(404);
    const events = await database.auditEvent.findMany({ where: { subject: id, kind: "share-changed" } });
    expect(events.map(({ facts }) => facts)).toEqual([{ days: 30 }, { days: null }]);
    await database.share.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await studio.change(id, { expiresInDays: 7 })).status).toBe(404);
  });

  it("are revoked all at once, and nobody else's", async () => {
    const { database } = fixture.test;
    await database.share.deleteMany();
    const [first, second] = [await share(), await share()];
    const bobs = await database.share.create({
      data: { userId: fixture.bob.userId, tokenHash: "of Bob", showPrompt: false, expiresAt: null },
    });
    expect(await (await studio.revokeAll()).json()).toEqual({ revoked: 2 });
    for (const { token } of [first, second]) await expectEnded(token);
    expect(await database.share.findUniqueOrThrow({ where: { id: bobs.id } })).toMatchObject({
      revokedAt: null,
    });
    expect(await (await studio.revokeAll()).json()).toEqual({ revoked: 0 });
    const events = await database.auditEvent.findMany({ where: { kind: "shares-revoked" } });
    expect(events).toMatchObject([{ userId: fixture.ada.userId, facts: { links: 2 } }]);
  });
});
