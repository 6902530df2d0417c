import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tokenScopes } from "@/lib/auth/actor";
import { createApiToken, findActorByToken } from "@/lib/auth/api-tokens.server";
import { setMemberAccess } from "@/lib/auth/members.server";
import {
  codeOf as studioCodeOf,
  createTestStudio,
  testOrigin,
  type TestPerson,
  type TestStudio,
} from "@/lib/auth/testing/test-studio";
import { GET as getAccount } from "../account/route";
import { DELETE } from "./[tokenId]/route";
import { GET, POST } from "./route";

let studio: TestStudio;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  studio = await createTestStudio();
  ann = await studio.addPerson({ role: "owner", name: "Ann" });
  bob = await studio.addPerson({ name: "Bob" });
});
afterAll(() => studio.drop());

interface CreatedToken {
  id: string;
  token: string;
}

interface TokenBody extends CreatedToken {
  scopes: string[];
  createdAt: string;
  expiresAt: string | null;
}

const dayMs = 86_400_000;

const address = `${testOrigin}/api/v1/tokens`;
const noParams = { params: Promise.resolve({}) };

async function createFor(person: TestPerson, body: unknown = { name: "script" }): Promise<Response> {
  const init = { method: "POST", headers: person.headers, body: JSON.stringify(body) };
  return POST(new Request(address, init), noParams);
}

function revoke(person: TestPerson, tokenId: string): Promise<Response> {
  const request = new Request(`${address}/${tokenId}`, { method: "DELETE", headers: person.headers });
  return DELETE(request, { params: Promise.resolve({ tokenId }) });
}

function account(headers: Record<string, string>): Promise<Response> {
  return getAccount(new Request(`${testOrigin}/api/v1/account`, { headers }), noParams);
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code;
}

describe("/api/v1/tokens", () => {
  it("shows a token once and keeps only its hash", async () => {
    const response = await createFor(ann);
    expect(response.status).toBe(201);
    const created = (await response.json()) as CreatedToken;
    expect(created.token).toMatch(/^rvr_[0-9A-Za-z]{43}$/);
    const listed = await (await GET(new Request(address, { headers: ann.headers }), noParams)).text();
    expect(listed).toContain(created.id);
    expect(listed).not.toContain(created.token);
    expect(listed).not.toContain("tokenHash");
    expect(JSON.stringify(await studio.database.apiToken.findMany())).not.toContain(created.token);
  });

  it("lets a token act as its person and notes its use", async () => {
    const { id, token } = (await (await createFor(bob)).json()) as CreatedToken;
    const response = await account({ authorization: `Bearer ${token}` });
    expect(await response.json()).toMatchObject({
      id: bob.userId,
      name: "Bob",
      role: "member",
      via: "token",
    });
    const readStored = () => studio.database.apiToken.findUniqueOrThrow({ where: { id } });
    await expect.poll(async () => (await readStored()).lastUsedAt).not.toBeNull();
  });

  it("notes the use of many requests at a time once", async () => {
    const { token } = (await (await createFor(bob)).json()) as CreatedToken;
    let [reads, writes] = [0, 0];
    const { promise: allRead, resolve: endReads } = Promise.withResolvers<void>();
    const { promise: written, resolve: endWrite } = Promise.withResolvers<void>();
    const database = studio.database.$extends({
      query: {
        // All have read the row before it is written, and one goes on after that.
        async $queryRaw({ args, query }) {
          const rows: unknown = await query(args);
          reads += 1;
          if (reads === 20) {
            endReads();
            await written;
          }
          return rows;
        },
        apiToken: {
          async updateMany({ args, query }) {
            writes += 1;
            await allRead;
            const result = await query(args);
            setImmediate(endWrite);
            return result;
          },
        },
      },
    }) as unknown as typeof studio.database;
    const actors = await Promise.all(Array.from({ length: 20 }, () => findActorByToken(token, database)));
    expect(new Set(actors.map((actor) => actor?.userId))).toEqual(new Set([bob.userId]));
    expect(writes).toBe(1);
  });

  it("refuses a revoked, an ended and an invented token, and that of a person without access", async () => {
    const revoked = (await (await createFor(ann)).json()) as CreatedToken;
    expect((await revoke(ann, revoked.id)).status).toBe(204);
    const ended = (await (await createFor(ann, { name: "short", expiresInDays: 1 })).json()) as CreatedToken;
    await studio.database.apiToken.update({
      where: { id: ended.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    const person = await studio.addPerson();
    const orphan = (await (await createFor(person)).json()) as CreatedToken;
    const owner = { userId: ann.userId, role: "owner", name: "", email: "", via: "session" } as const;
    const credential = { credentialId: ann.sessionId, scopes: tokenScopes };
    await setMemberAccess({ ...owner, ...credential }, person.userId, false);
    for (const token of [revoked.token, ended.token, orphan.token, "rvr_invented"]) {
      const response = await account({ authorization: `Bearer ${token}` });
      expect(response.status).toBe(401);
      expect(await codeOf(response)).toBe("auth.required");
    }
  });

  it("does not fall back to the cookie when a token is wrong", async () => {
    const response = await account({ ...ann.headers, authorization: "Bearer rvr_wrong" });
    expect(response.status).toBe(401);
  });

  it("answers for somebody else's token as if it did not exist", async () => {
    const { id } = (await (await createFor(ann)).json()) as CreatedToken;
    const response = await revoke(bob, id);
    expect(response.status).toBe(404);
    expect(await codeOf(response)).toBe("not-found");
    const invented = await revoke(bob, "0197f1c2-0000-7000-8000-000000000000");
    expect(invented.status).toBe(404);
    expect((await revoke(bob, "not-an-id")).status).toBe(404);
  });

  it("refuses a change that a page of another site sends with the cookie", async () => {
    const foreignHeaders: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "http://127.0.0.1:4000" },
      { origin: "null" },
      { origin: testOrigin, "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const foreign of foreignHeaders) {
      const response = await createFor({ ...ann, headers: { ...ann.headers, ...foreign } });
      expect(response.status).toBe(403);
      expect(await codeOf(response)).toBe("auth.cross-site");
    }
    const own = { ...ann.headers, "sec-fetch-site": "same-origin" };
    expect((await createFor({ ...ann, headers: own })).status).toBe(201);
  });

  it("refuses an altered cookie and one of an ended session", async () => {
    const cookie = ann.headers.cookie ?? "";
    // The last character holds unused bits.
    const changed = `${cookie.slice(0, -5)}${cookie.at(-5) === "A" ? "B" : "A"}${cookie.slice(-4)}`;
    for (const altered of ["", changed, cookie.replace("=", "=x")])
      expect((await account({ ...ann.headers, cookie: altered })).status).toBe(401);
  });

  it("names the fields that are wrong", async () => {
    const response = await createFor(ann, { name: " ", expiresInDays: 0, scopes: [], scope: "all" });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: "input.invalid",
      errors: [
        { path: "name", key: "field.required" },
        { path: "scopes", key: "field.required" },
        { path: "expiresInDays", key: "field.too-small" },
        { path: "scope", key: "field.unknown" },
      ],
    });
    expect((await createFor(ann, { name: "STUDIO_API_TOKEN" })).status).toBe(422);
  });

  it("gives a token an end and no scope for the account unless the request says otherwise", async () => {
    const plain = (await (await createFor(ann)).json()) as TokenBody;
    expect(plain.scopes).toEqual(["read", "make"]);
    expect(Date.parse(plain.expiresAt!) - Date.parse(plain.createdAt)).toBeCloseTo(90 * dayMs, -5);
    const lasting = await createFor(ann, { name: "lasting", scopes: ["read"], expiresInDays: null });
    expect(await lasting.json()).toMatchObject({ scopes: ["read"], expiresAt: null });
  });

  it("lets a token give no more than it has", async () => {
    const body = { name: "parent", scopes: ["read", "manage"], expiresInDays: 10 };
    const parent = (await (await createFor(ann, body)).json()) as TokenBody;
    const createWith = (given: object) => {
      const headers = { authorization: `Bearer ${parent.token}`, "content-type": "application/json" };
      return POST(new Request(address, { method: "POST", headers, body: JSON.stringify(given) }), noParams);
    };
    const more = await createWith({ name: "more", scopes: ["read", "make"] });
    expect(more.status).toBe(422);
    expect(await more.json()).toMatchObject({
      errors: [{ path: "scopes", key: "account.token-scopes.not-yours" }],
    });
    const child = (await (
      await createWith({ name: "child", scopes: ["read"], expiresInDays: null })
    ).json()) as TokenBody;
    expect(child).toMatchObject({ scopes: ["read"], expiresAt: parent.expiresAt });

    expect((await account({ authorization: `Bearer ${child.token}` })).status).toBe(200);
    expect((await revoke(ann, parent.id)).status).toBe(204);
    expect((await account({ authorization: `Bearer ${child.token}` })).status).toBe(401);
  });

  it("gives nothing from a token that was revoked after its request was authenticated", async () => {
    const parent = (await (await createFor(bob)).json()) as TokenBody;
    const caller = {
      userId: bob.userId,
      via: "token",
      credentialId: parent.id,
      scopes: tokenScopes,
    } as const;
    expect((await revoke(bob, parent.id)).status).toBe(204);
    const late = createApiToken(caller, { name: "late", scopes: ["read"], expiresInDays: null });
    expect(await studioCodeOf(late)).toBe("auth.required");
    expect(await studio.database.apiToken.count({ where: { parentId: parent.id } })).toBe(0);
  });
});
