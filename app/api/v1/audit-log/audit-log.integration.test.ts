import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditPage } from "@/lib/audit/audit-dto";
import { tokenScopes, type Actor } from "@/lib/auth/actor";
import { createApiToken, revokeApiToken } from "@/lib/auth/api-tokens.server";
import { acceptInvitation, createInvitation } from "@/lib/auth/invitations.server";
import { setMemberAccess } from "@/lib/auth/members.server";
import { changePassword, resetPassword } from "@/lib/auth/passwords.server";
import { endSession } from "@/lib/auth/sessions.server";
import { signIn } from "@/lib/auth/sign-in.server";
import {
  codeOf,
  createTestStudio,
  testOrigin,
  testPassword,
  type TestPerson,
  type TestStudio,
} from "@/lib/auth/testing/test-studio";
import { deleteConnection, saveConnection } from "@/lib/connections/save-connection.server";
import { GET } from "./route";

const caller = { address: "192.0.2.7", userAgent: null };

let studio: TestStudio;
let owner: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  studio = await createTestStudio();
  owner = await studio.addPerson({ role: "owner", name: "Olga" });
  member = await studio.addPerson({ name: "Mia" });
});
afterAll(() => studio.drop());

function actorOf({ userId, email, sessionId }: TestPerson, role: Actor["role"] = "member"): Actor {
  return { userId, email, name: "", role, via: "session", credentialId: sessionId, scopes: tokenScopes };
}

async function read(query = "", { headers }: { headers: Record<string, string> } = owner) {
  const request = new Request(`${testOrigin}/api/v1/audit-log${query}`, { headers });
  const response = await GET(request, { params: Promise.resolve({}) });
  return { status: response.status, page: (await response.json()) as AuditPage };
}

describe("GET /api/v1/audit-log", () => {
  it("tells who did what, newest first, and no secret", async () => {
    const mia = actorOf(member);
    const signedIn = await signIn({ email: member.email, password: testPassword }, caller);
    await codeOf(signIn({ email: member.email, password: "a wrong password" }, caller));
    await codeOf(signIn({ email: "my-secret-password", password: "mia@example.test" }, caller));
    await endSession(member.userId, signedIn.sessionId);
    const { token, summary } = await createApiToken(mia, {
      name: "nightly",
      scopes: ["read"],
      expiresInDays: 7,
    });
    await revokeApiToken(mia, summary.id);
    const input = { profileId: "custom", baseUrl: "https://8.8.8.8/path", apiKey: "sk-very-secret" } as const;
    await saveConnection(mia, input);
    await deleteConnection(mia);
    const invited = await createInvitation(actorOf(owner, "owner"), { role: "member" });
    const newcomer = { name: "Ned", email: "ned@example.test", password: testPassword };
    const ned = await acceptInvitation(invited.token, newcomer);
    await changePassword(
      mia,
      { currentPassword: testPassword, newPassword: "another long password" },
      caller.address,
    );
    const newPassword = await resetPassword(newcomer.email, studio.database);
    await setMemberAccess(actorOf(owner, "owner"), ned, false);

    const { page } = await read("?limit=200");
    expect(page.events.map(({ kind, subject, person }) => [kind, subject, person?.name ?? null])).toEqual([
      ["access-removed", newcomer.email, "Olga"],
      ["password-reset", newcomer.email, null],
      ["password-changed", null, "Mia"],
      ["member-joined", newcomer.email, "Ned"],
      ["invitation-created", null, "Olga"],
      ["connection-deleted", null, "Mia"],
      ["connection-saved", null, "Mia"],
      ["token-revoked", "nightly", "Mia"],
      ["token-created", "nightly", "Mia"],
      ["sign-out", null, "Mia"],
      ["sign-in-failed", null, null],
      ["sign-in-failed", member.email, null],
      ["sign-in", null, "Mia"],
    ]);
    expect(page.events.find(({ kind }) => kind === "sign-in")).toMatchObject({
      address: caller.address,
      via: "session",
      credentialId: signedIn.sessionId,
    });
    expect(page.events.find(({ kind }) => kind === "connection-saved")).toMatchObject({
      facts: { profile: "custom", host: "8.8.8.8", keyReplaced: true },
    });
    const written = JSON.stringify(await studio.database.auditEvent.findMany());
    for (const secret of [token, invited.token, newPassword, testPassword, "sk-very-secret", "my-secret"])
      expect(written).not.toContain(secret);
  });

  it("comes in pages that miss and repeat nothing while more is recorded", async () => {
    const { page: whole } = await read("?limit=200");
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { page }: { page: AuditPage } = await read(`?limit=4${cursor ? `&cursor=${cursor}` : ""}`);
      ids.push(...page.events.map(({ id }) => id));
      cursor = page.nextCursor;
      await signIn({ email: owner.email, password: testPassword }, caller);
    } while (cursor);
    expect(ids).toEqual(whole.events.map(({ id }) => id));
  });

  it("is for owners only", async () => {
    const session = await studio.addPerson();
    expect((await read("", session)).status).toBe(403);
  });

  it("loses no event that is younger than 90 days", async () => {
    const { auditEvent } = studio.database;
    const record = (days: number) =>
      auditEvent.create({
        data: { kind: "sign-in", subject: `of ${days} days`, at: new Date(Date.now() - days * 86_400_000) },
      });
    const [recent, old] = [await record(89), await record(91)];
    await expect(auditEvent.delete({ where: { id: recent.id } })).rejects.toThrow(/append-only/);
    await expect(auditEvent.update({ where: { id: old.id }, data: { subject: "" } })).rejects.toThrow(
      /append-only/,
    );
    await auditEvent.delete({ where: { id: old.id } });
    expect(await auditEvent.count({ where: { subject: { startsWith: "of " } } })).toBe(1);
  });

  it("cannot be changed, deleted or emptied, and is undone only with what it tells", async () => {
    const { database } = studio;
    const count = await database.auditEvent.count();
    for (const attempt of [
      database.auditEvent.deleteMany(),
      database.auditEvent.updateMany({ data: { userId: null } }),
      database.$executeRaw`TRUNCATE "AuditEvent" CASCADE`,
    ])
      await expect(attempt).rejects.toThrow(/append-only/);
    const taken = await createInvitation(actorOf(owner), { role: "member" });
    const joining = acceptInvitation(taken.token, {
      name: "Twin",
      email: owner.email,
      password: testPassword,
    });
    expect(await codeOf(joining)).toBe("auth.email-taken");
    expect(await database.auditEvent.count()).toBe(count + 1);
  });
});
