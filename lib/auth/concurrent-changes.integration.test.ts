import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Actor, type Role, tokenScopes } from "./actor";
import { createApiToken } from "./api-tokens.server";
import { createInvitation, listOpenInvitations } from "./invitations.server";
import { setMemberAccess } from "./members.server";
import { changePassword, resetPassword } from "./passwords.server";
import { endOtherSessions, endSession, listSessions, startSession } from "./sessions.server";
import { signIn } from "./sign-in.server";
import {
  codeOf,
  createTestStudio,
  testPassword,
  type TestPerson,
  type TestStudio,
} from "./testing/test-studio";

const caller = { address: "192.0.2.90", userAgent: null };
const passwords = { currentPassword: testPassword, newPassword: "another long password" };

let studio: TestStudio;
let owner: TestPerson;
beforeAll(async () => {
  studio = await createTestStudio();
  owner = await studio.addPerson({ role: "owner" });
});
afterAll(() => studio.drop());

function actorOf({ userId, email, sessionId }: TestPerson, role: Role = "member"): Actor {
  return { userId, email, name: "", role, via: "session", credentialId: sessionId, scopes: tokenScopes };
}

/** The same person in another browser. */
async function signInElsewhere(person: TestPerson): Promise<TestPerson> {
  const { userId } = person;
  return { ...person, sessionId: await startSession({ userId, userAgent: null, address: null }) };
}

async function countWaiting(): Promise<number> {
  const [row] = await studio.database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row!.count;
}

/**
 * Makes two changes of a person meet: both are under way, checks included, and reach the person's row in this order while
 * it is locked. Returns the code of the second.
 */
async function meet(
  { userId }: TestPerson,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<string> {
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = studio.database.$transaction(
    async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`;
      locked.resolve();
      await release.promise;
    },
    { timeout: 60_000 },
  );
  await locked.promise;
  const begun = first();
  await expect.poll(countWaiting).toBe(1);
  const outcome = codeOf(second());
  try {
    await expect.poll(countWaiting).toBe(2);
  } finally {
    release.resolve();
    await Promise.all([holder, begun, outcome]);
  }
  return outcome;
}

const createToken = (person: TestPerson) =>
  createApiToken(actorOf(person), { name: "late", scopes: ["read"], expiresInDays: null });

const countTokens = ({ userId }: TestPerson) =>
  studio.database.apiToken.count({ where: { userId, revokedAt: null } });

const endings: [string, (person: TestPerson) => Promise<unknown>][] = [
  ["its session is signed out", ({ userId, sessionId }) => endSession(userId, sessionId)],
  [
    "another session signs the others out",
    async (person) => endOtherSessions(actorOf(await signInElsewhere(person))),
  ],
  [
    "the password is changed elsewhere",
    async (person) => changePassword(actorOf(await signInElsewhere(person)), passwords, caller.address),
  ],
  ["the password is reset", ({ email }) => resetPassword(email, studio.database)],
  ["access is removed", ({ userId }) => setMemberAccess(actorOf(owner, "owner"), userId, false)],
];

describe("a token that is created while access ends", () => {
  it.each(endings)("does not exist afterwards if %s first", async (_when, end) => {
    const person = await studio.addPerson();
    const outcome = await meet(
      person,
      () => end(person),
      () => createToken(person),
    );
    expect(outcome).toBe("auth.required");
    expect(await countTokens(person)).toBe(0);
  });

  it("ends with the password if it is created first", async () => {
    const person = await studio.addPerson();
    const change = () => changePassword(actorOf(person), passwords, caller.address);
    expect(await meet(person, () => createToken(person), change)).toBe("done");
    expect(await countTokens(person)).toBe(0);
  });
});

describe("a sign-in that is under way", () => {
  it.each([
    [
      "the password is changed",
      (person: TestPerson) => changePassword(actorOf(person), passwords, caller.address),
    ],
    [
      "access is removed",
      ({ userId }: TestPerson) => setMemberAccess(actorOf(owner, "owner"), userId, false),
    ],
  ])("starts no session if %s first", async (_when, end) => {
    const person = await studio.addPerson();
    const outcome = await meet(
      person,
      () => end(person),
      () => signIn({ email: person.email, password: testPassword }, caller),
    );
    expect(outcome).toBe("auth.wrong-credentials");
    await setMemberAccess(actorOf(owner, "owner"), person.userId, true);
    const sessions = await listSessions(person.userId, null);
    expect(sessions.filter(({ id }) => id !== person.sessionId)).toEqual([]);
  });
});

it("lets only the first of two sessions change the password", async () => {
  const person = await studio.addPerson();
  const thief = await signInElsewhere(person);
  const outcome = await meet(
    person,
    () => changePassword(actorOf(person), passwords, caller.address),
    () =>
      changePassword(actorOf(thief), { ...passwords, newPassword: "the thief's password" }, caller.address),
  );
  expect(outcome).toBe("auth.required");
  expect(await codeOf(signIn({ email: person.email, password: passwords.newPassword }, caller))).toBe("done");
});

it("leaves no invitation of an owner whose access is removed, neither an earlier one nor one under way", async () => {
  const former = await studio.addPerson({ role: "owner" });
  const invite = () => createInvitation(actorOf(former, "owner"), { role: "owner" });
  await invite();
  const outcome = await meet(
    former,
    () => setMemberAccess(actorOf(owner, "owner"), former.userId, false),
    () => invite(),
  );
  expect(outcome).toBe("auth.required");
  expect(await listOpenInvitations()).toEqual([]);
});
