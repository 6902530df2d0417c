import { randomBytes, randomUUID } from "node:crypto";
import { access } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestAccountRemoval } from "@/lib/auth/account-removal.server";
import { type Actor, type Role, tokenScopes } from "@/lib/auth/actor";
import { findActorByToken } from "@/lib/auth/api-tokens.server";
import { listMembers, setMemberAccess } from "@/lib/auth/members.server";
import { nobodyId } from "@/lib/auth/nobody.server";
import { hashPassword } from "@/lib/auth/passwords.server";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import { getDataDir } from "@/lib/env/env.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { removeUnusedFiles } from "@/lib/media/removal/remove-unused-files.server";
import { sumStoredBytes } from "@/lib/media/get-storage-usage.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { inChunks } from "@/lib/media/testing/sample-media";
import { notePrompts } from "@/lib/prompts/note-prompts.server";
import { removeAccount, removeOwnAccount } from "./remove-account.server";
import { advanceRemoval } from "./work-on-removals.server";

let studio: StudioHarness;
let heir: Actor;

beforeAll(async () => {
  studio = await openStudioHarness();
  heir = await addPerson("owner");
});
afterAll(() => studio.close());

async function addPerson(role: Role = "member"): Promise<Actor> {
  const email = `${randomUUID()}@example.test`;
  const name = `Person ${randomUUID()}`;
  const { id } = await studio.test.database.user.create({ data: { email, name, role } });
  return { userId: id, role, name, email, via: "session", credentialId: "", scopes: tokenScopes };
}

const upload = (userId: string, text: string) =>
  storeAsset(
    {
      userId,
      origin: "upload",
      source: inChunks(Buffer.from(text)),
      maxBytes: 10_000,
      fileName: `${text}.txt`,
    },
    { database: studio.test.database },
  );

/** An ended generation with an item for each of the files. */
async function make(userId: string, words: string, assetIds: string[], inputAssetId?: string) {
  const assets = await studio.test.database.asset.findMany({ where: { id: { in: assetIds } } });
  const generation = await studio.test.database.generation.create({
    data: {
      userId,
      generator: "image",
      state: "succeeded",
      input: { prompt: words, ...(inputAssetId ? { first_frame_image: { assetId: inputAssetId } } : {}) },
      searchText: words,
      idempotencyKey: randomUUID(),
      inputHash: randomBytes(8).toString("hex"),
      model: "image-01",
      connection: { profileId: "sandbox", baseUrl: "http://localhost", scope: "s" },
      finishedAt: new Date(),
      attempts: { create: { number: 1, state: "answered", address: "http://their.example" } },
      ...(inputAssetId ? { inputs: { create: { assetId: inputAssetId, field: "first_frame_image" } } } : {}),
    },
  });
  const { id } = generation;
  await notePrompts(studio.test.database, [generation]);
  for (const [index, asset] of assets.entries()) {
    const output = await studio.test.database.output.create({
      data: {
        generationId: id,
        index,
        role: "image",
        state: "stored",
        expectedKind: "image",
        assetId: asset.id,
      },
    });
    await studio.test.database.item.create({
      data: {
        id: output.id,
        userId,
        generationId: id,
        assetId: asset.id,
        kind: "image",
        generator: "image",
        model: "image-01",
        sandbox: false,
        partial: false,
        takeName: words,
        searchText: words,
        bytes: asset.bytes,
        mimeType: "image/png",
        createdAt: new Date(),
      },
    });
  }
  return id;
}

const request = (userId: string, takeOver = false) =>
  removeAccount(studio.services, { author: heir, userId, takeOver });
const advance = (userId: string, takeOver = false) => advanceRemoval(studio.services, { userId, takeOver });
const isOnDisk = (sha256: string) =>
  access(path.join(getDataDir(), "media", blobKey(sha256))).then(
    () => true,
    () => false,
  );

/** The tables with a row that contains one of the words. */
async function findTables(words: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: studio.test.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const found = [];
    for (const { name } of rows) {
      const { rowCount } = await client.query(
        `SELECT FROM ${name} each WHERE EXISTS (SELECT FROM unnest($1::text[]) word WHERE strpos(each::text, word) > 0)`,
        [words],
      );
      if (rowCount) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}

async function removeFiles(): Promise<void> {
  await studio.test.database.blobCheck.updateMany({ data: { dueAt: new Date(0) } });
  await removeUnusedFiles({ database: studio.test.database, store: await getBlobStore() });
}

describe("an account that is removed with its things", () => {
  it("leaves nothing of its person in any table but the audit log, and no bytes", async () => {
    const { database } = studio.test;
    const { userId, email, name } = await addPerson();
    const { token } = await createTestToken(userId, database);
    const [own, used, shared] = [
      await upload(userId, "own"),
      await upload(userId, "used"),
      await upload(userId, "shared"),
    ];
    const theirs = await upload(heir.userId, "shared");
    const words = `Prompt ${randomUUID()}`;
    const first = await make(userId, words, [own.id]);
    await make(userId, words, [], used.id);
    const expiresAt = new Date(Date.now() + 100_000);
    await database.session.create({ data: { userId, expiresAt, address: "203.0.113.7" } });
    await database.secondFactor.create({
      data: { userId, secretCiphertext: words, recoveryCodes: { create: { codeHash: words } } },
    });
    await database.passkey.create({
      data: {
        userId,
        credentialId: words,
        publicKey: new Uint8Array(),
        rpId: "their.example",
        name: words,
      },
    });
    await database.identity.create({ data: { userId, issuer: "https://their.example", subject: words } });
    await database.connection.create({
      data: { userId, profileId: "custom", baseUrl: "http://their.example" },
    });
    await database.preference.create({ data: { userId, key: "voices", value: [words] } });
    await database.savedSearch.create({
      data: { userId, name: words, query: `q=${encodeURIComponent(words)}`, position: 1 },
    });
    const generationId = randomUUID();
    await database.webhook.create({
      data: {
        userId,
        name: words,
        url: "https://their.example/hook",
        events: ["generation.failed"],
        deliveries: {
          create: {
            event: "generation.failed",
            generationId,
            at: new Date(),
            attempts: { create: { at: new Date(), durationMs: 1, status: 500, fault: "status" } },
          },
        },
      },
    });
    await database.webhookEvent.create({ data: { userId, generationId, state: "failed" } });
    await database.pushSubscription.create({
      data: { userId, endpoint: "https://their.example/push", p256dh: words, auth: words, locale: "en" },
    });
    await database.preset.create({
      data: {
        userId,
        generator: "image",
        name: words,
        input: { prompt: words },
        assets: { create: [{ assetId: own.id }, { assetId: used.id }] },
      },
    });
    await database.snippet.create({ data: { userId, name: words, text: words } });
    const film = {
      title: "Film",
      aspect: "16:9",
      shotCount: 0,
      durationMs: 0,
      documentHash: "h",
      document: {},
    };
    const version = { number: 1, documentHash: "h", document: {}, bytes: 2, savedById: userId };
    await database.film.create({
      data: { ...film, userId, title: words, document: { words }, versions: { create: version } },
    });
    await database.film.create({ data: { ...film, userId: heir.userId, versions: { create: version } } });
    const draft = {
      userId,
      idempotencyKey: "k",
      requestHash: "h",
      state: "ready",
      mode: "song",
      prompt: words,
    };
    await database.lyricsDraft.create({ data: draft });
    await database.callbackAddress.create({
      data: { userId, tokenHash: randomUUID(), events: { create: { kind: "update", facts: { words } } } },
    });
    await database.invitation.create({
      data: { tokenHash: randomUUID(), email, createdById: heir.userId, acceptedById: userId, expiresAt },
    });
    await database.coverAnalysis.create({
      data: { userId, scope: "s", assetId: used.id, sha256: used.sha256, state: "ready", lyrics: words },
    });
    const { id: projectId } = await database.project.create({
      data: {
        userId,
        title: words,
        colour: "amber",
        members: { create: { userId: heir.userId, role: "view" } },
      },
    });
    const item = await database.item.findFirstOrThrow({ where: { generationId: first } });
    await database.projectItem.create({ data: { projectId, itemId: item.id, position: 1 } });

    await request(userId);
    expect(await findActorByToken(token, database)).toBeNull();
    await expect(request(userId)).rejects.toMatchObject({ code: "not-found" });
    await expect(setMemberAccess(heir, userId, true, { database })).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await advance(userId)).toBe(true);
    await removeFiles();

    const marks = [userId, email, name, words, "their.example", "203.0.113.7", own.id, own.sha256, item.id];
    expect(await findTables(marks)).toEqual(['public."AuditEvent"']);
    expect(await Promise.all([own, used].map(({ sha256 }) => isOnDisk(sha256)))).toEqual([false, false]);
    expect(await isOnDisk(theirs.sha256)).toBe(true);
    expect(theirs.sha256).toBe(shared.sha256);
    expect(
      await database.generation.findUnique({ where: { id: first }, include: { attempts: true } }),
    ).toMatchObject({
      userId: nobodyId,
      state: "succeeded",
      model: "image-01",
      idempotencyKey: first,
      input: {},
      attempts: [{ state: "answered", address: null }],
    });
    expect((await listMembers(database)).map(({ id }) => id)).not.toContain(nobodyId);
    const events = await database.auditEvent.findMany({
      where: { OR: [{ subject: email }, { subject: userId }] },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ kind }) => kind)).toEqual(["account-removal-requested", "account-removed"]);
  });

  it("ends what was sent first, and sends nothing of it again", async () => {
    const { database } = studio.test;
    const person = await addPerson();
    const profile = await database.connection.findFirstOrThrow({ where: { userId: studio.userId } });
    await database.connection.create({
      data: { userId: person.userId, profileId: "sandbox", overrides: profile.overrides ?? {} },
    });
    const worker = await studio.startWorker();
    const submit = async (prompt: string) => {
      const options = {
        userId: person.userId,
        generator: "image",
        input: { model: "image-01", prompt },
        idempotencyKey: randomUUID(),
      };
      return (await createGeneration(studio.services, options)).generation.id;
    };
    const billed = async () => (await studio.sandbox.readBill()).filter((each) => each.billed).length;
    const before = await billed();
    const sent = await studio.sandbox.whileHeld(async () => {
      const id = await submit(`A removal ${randomUUID()}`);
      const stateOf = async () => (await database.generation.findUnique({ where: { id } }))?.state;
      await expect.poll(stateOf).toBe("running");
      await request(person.userId);
      expect(await advance(person.userId)).toBe(false);
      expect(await stateOf()).toBe("running");
      return id;
    });
    await expect
      .poll(() => database.user.count({ where: { id: person.userId } }), { timeout: 30_000 })
      .toBe(0);
    await worker.stop();
    expect(await billed()).toBe(before + 1);
    expect(
      await database.generation.findUnique({ where: { id: sent }, include: { attempts: true } }),
    ).toMatchObject({
      userId: nobodyId,
      state: "succeeded",
      attempts: [{ number: 1, state: "answered" }],
    });
    expect(await database.asset.count({ where: { userId: person.userId } })).toBe(0);
  });

  it("is gone after any number of interruptions", async () => {
    const { userId } = await addPerson();
    for (let number = 0; number < 3; number += 1) {
      await make(userId, `Take ${number}`, [(await upload(userId, `${userId} ${number}`)).id]);
    }
    await upload(userId, `${userId} alone`);
    await request(userId);
    let turns = 1;
    const interrupted = () =>
      advanceRemoval(studio.services, { userId, takeOver: false }, AbortSignal.abort());
    while (!(await interrupted())) turns += 1;
    expect(turns).toBeGreaterThan(2);
    expect(await studio.test.database.user.count({ where: { id: userId } })).toBe(0);
  });

  it("keeps the sound of an analysis that was sent within a day, and goes with it", async () => {
    const { database } = studio.test;
    const { userId } = await addPerson();
    const sound = await upload(userId, `${userId} sound`);
    const { id } = await database.coverAnalysis.create({
      data: {
        userId,
        scope: "s",
        assetId: sound.id,
        sha256: sound.sha256,
        state: "running",
        startedAt: new Date(Date.now() - 23 * 60 * 60 * 1000),
      },
    });
    await request(userId);
    expect(await advance(userId)).toBe(false);
    const startedAt = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await database.coverAnalysis.update({ where: { id }, data: { startedAt } });
    expect(await advance(userId)).toBe(true);
    await removeFiles();
    expect(await isOnDisk(sound.sha256)).toBe(false);
  });
});

describe("an account whose things an owner takes over", () => {
  it("leaves items, inputs and uploads to the owner, and files once", async () => {
    const { database } = studio.test;
    const person = await addPerson();
    const { userId } = person;
    const mark = randomUUID();
    const [picture, source, spare] = [
      await upload(userId, `${mark} picture`),
      await upload(userId, `${mark} source`),
      await upload(userId, `${mark} spare`),
    ];
    const twin = await upload(heir.userId, `${mark} source`);
    const id = await make(userId, `Words ${mark}`, [picture.id], source.id);
    const stored = await sumStoredBytes(heir.userId, database);
    await request(userId, true);
    expect(await advance(userId, true)).toBe(true);
    await removeFiles();
    const generation = await database.generation.findUniqueOrThrow({
      where: { id },
      include: { items: true, inputs: true, attempts: true },
    });
    expect(generation).toMatchObject({
      userId: heir.userId,
      input: { prompt: `Words ${mark}`, first_frame_image: { assetId: twin.id } },
      items: [{ userId: heir.userId, assetId: picture.id }],
      inputs: [{ assetId: twin.id }],
      attempts: [{ state: "answered" }],
    });
    expect(await database.asset.findUnique({ where: { id: spare.id } })).toMatchObject({
      userId: heir.userId,
    });
    expect(await database.asset.findUnique({ where: { id: source.id } })).toBeNull();
    expect(await isOnDisk(twin.sha256)).toBe(true);
    expect(await sumStoredBytes(heir.userId, database)).toBe(stored + picture.bytes + spare.bytes);
    const counts = await database.itemCount.findMany({ where: { userId: heir.userId } });
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(
      await database.item.count({ where: { userId: heir.userId } }),
    );
    expect(await findTables([userId, person.email, person.name])).toEqual(['public."AuditEvent"']);
  });
});

describe("who may be removed", () => {
  it("is nobody who is the last owner, and one of two owners who remove each other", async () => {
    const { database } = studio.test;
    const first = await addPerson("owner");
    const second = await addPerson("owner");
    await database.user.updateMany({
      where: { role: "owner", id: { notIn: [first.userId, second.userId] } },
      data: { role: "member" },
    });
    const ask = (author: Actor, userId: string) =>
      requestAccountRemoval(database, { author, userId, takeOver: false }, { stopWork: async () => {} });
    const results = await Promise.allSettled([ask(first, second.userId), ask(second, first.userId)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const left = await database.user.findFirstOrThrow({ where: { role: "owner", removedAt: null } });
    const owner = left.id === first.userId ? first : second;
    await expect(ask(owner, owner.userId)).rejects.toMatchObject({ code: "auth.last-owner" });
    await database.user.update({ where: { id: heir.userId }, data: { role: "owner" } });
    await ask(owner, owner.userId);
  });

  it("is a person who enters their password", async () => {
    const { database } = studio.test;
    const actor = await addPerson();
    const passwordHash = await hashPassword("a calm red lantern");
    await database.user.update({ where: { id: actor.userId }, data: { passwordHash } });
    const session = await database.session.create({
      data: { userId: actor.userId, expiresAt: new Date(Date.now() + 100_000) },
    });
    const remove = (password: string) =>
      removeOwnAccount(studio.services, {
        actor: { ...actor, credentialId: session.id },
        password,
        address: "127.0.0.1",
      });
    await expect(remove("a calm green lantern")).rejects.toMatchObject({ code: "input.invalid" });
    await remove("a calm red lantern");
    expect(await advance(actor.userId)).toBe(true);
  });
});
