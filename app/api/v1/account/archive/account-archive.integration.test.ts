import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readMembers } from "@/lib/archive/testing/archives";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import { saveConnection } from "@/lib/connections/save-connection.server";
import { storeTestItem } from "@/lib/items/testing/store-test-item.server";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { drawPicture } from "@/lib/media/testing/sample-media";
import { createShareBodySchema } from "@/lib/shares/share-dto";
import { createShare } from "@/lib/shares/shares.server";
import { GET } from "./route";

let fixture: RouteFixture;
/** What must not be in anybody's archive. */
const secrets: string[] = [];

beforeAll(async () => {
  fixture = await createRouteFixture();
  const { database } = fixture.test;
  const author = { userId: fixture.ada.userId };
  await database.user.update({
    where: { id: author.userId },
    data: { role: "owner", passwordHash: "argon2-hash" },
  });
  const bytes = await drawPicture(70, 60).png().toBuffer();
  const { id } = await storeTestItem(database, { ...author, bytes, name: "Ada's lighthouse" });
  const theirs = await drawPicture(71, 60).png().toBuffer();
  await storeTestItem(database, { userId: fixture.bob.userId, bytes: theirs, name: "Bob's harbour" });
  await saveConnection(
    author,
    { profileId: "minimax-global", apiKey: "sk-very-secret-key", overrides: {} },
    database,
  );
  const { token } = await createTestToken(author.userId, database);
  const { path: sharePath } = await createShare(
    database,
    author,
    createShareBodySchema.parse({ itemIds: [id] }),
  );
  const expiresAt = new Date(Date.now() + 1e6);
  await database.session.create({
    data: { ...author, expiresAt, userAgent: "Secret browser", address: "10.9.8.7" },
  });
  await database.passkey.create({
    data: {
      ...author,
      credentialId: "passkey-id",
      publicKey: Buffer.from("passkey-key"),
      rpId: "passkey-host.test",
      name: "passkey-name",
    },
  });
  await database.identity.create({
    data: { ...author, issuer: "https://id.test", subject: "subject-there" },
  });
  await database.invitation.create({
    data: {
      tokenHash: "invitation-hash",
      createdById: author.userId,
      email: "guest@example.test",
      expiresAt,
    },
  });
  const connection = await database.connection.findFirstOrThrow();
  const hashes = [...(await database.apiToken.findMany()), ...(await database.share.findMany())];
  secrets.push(
    ...[
      "argon2-hash",
      ...["passkey-id", "passkey-key", Buffer.from("passkey-key").toString("base64"), "passkey-host.test"],
      ...["passkey-name", "https://id.test", "subject-there"],
      "sk-very-secret-key",
      "Secret browser",
      "10.9.8.7",
      "invitation-hash",
      "guest@example.test",
    ],
    ...[token, sharePath, connection.keyCiphertext!, process.env.STUDIO_SECRET!],
    ...hashes.map(({ tokenHash }) => tokenHash),
  );
});
afterAll(() => fixture.close());

function call(headers: Record<string, string>, query = ""): Promise<Response> {
  const request = new Request(`http://studio.test/api/v1/account/archive${query}`, { headers });
  return GET(request, { params: Promise.resolve({}) });
}

async function download(headers: Record<string, string>, query = ""): Promise<Map<string, Buffer>> {
  const response = await call(headers, query);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="reverie-[\d-]{10}\.zip"/,
  );
  const file = path.join(fixture.dataDir, "archive.zip");
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  return readMembers(file);
}

describe("GET /api/v1/account/archive", () => {
  it("has what the person has, without a secret, and the audit log says so", async () => {
    const everything = Buffer.concat([...(await download(fixture.ada.headers)).values()]).toString("latin1");
    expect(everything).toContain("Ada's lighthouse");
    for (const secret of secrets) expect(everything).not.toContain(secret);
    const { database } = fixture.test;
    const events = await database.auditEvent.findMany({ where: { kind: "account-exported" } });
    expect(events).toMatchObject([{ userId: fixture.ada.userId, via: "token" }]);
  });

  it("contains the caller's account only, even if an owner names another", async () => {
    const { bob, ada } = fixture;
    const others = `?userId=${bob.userId}&email=bob@example.org`;
    const members = await download(ada.headers, others);
    const everything = Buffer.concat([...members.values()]).toString("latin1");
    expect(everything).toContain("Ada's lighthouse");
    for (const theirs of ["Bob's harbour", "bob@example.org", bob.userId])
      expect(everything).not.toContain(theirs);
  });

  it("is refused while one is being downloaded", async () => {
    const first = await call(fixture.ada.headers);
    const second = await call(fixture.ada.headers);
    expect([second.status, await second.json()]).toMatchObject([409, { code: "export.running" }]);
    expect((await download(fixture.bob.headers)).size).toBeGreaterThan(0);
    await first.body!.cancel();
  });
});
