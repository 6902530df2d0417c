import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StudioError } from "@/lib/errors/studio-error";
import { tokenScopes } from "./actor";
import { findActorByToken } from "./api-tokens.server";
import { createTestToken } from "./testing/create-test-token";
import { changePassword } from "./passwords.server";
import { setMemberAccess } from "./members.server";
import { endSession, endSessions, findActorBySession, listSessions } from "./sessions.server";
import { signIn } from "./sign-in.server";
import { throttleLimits } from "./sign-in-throttle.server";
import {
  codeOf,
  createTestStudio,
  testPassword,
  type TestPerson,
  type TestStudio,
} from "./testing/test-studio";

let studio: TestStudio;
let owner: TestPerson;
beforeAll(async () => {
  studio = await createTestStudio();
  owner = await studio.addPerson({ role: "owner" });
});
afterAll(() => studio.drop());

const home = { address: "192.0.2.1", userAgent: "Firefox" };

function actorOf(person: TestPerson) {
  return {
    userId: person.userId,
    email: person.email,
    name: "Test Person",
    role: "owner" as const,
    via: "session" as const,
    credentialId: person.sessionId,
    scopes: tokenScopes,
  };
}

describe("signIn", () => {
  it("starts a session for the right password", async () => {
    const person = await studio.addPerson();
    const signedIn = await signIn({ email: person.email, password: testPassword }, home);
    expect(await findActorBySession(signedIn.sessionId)).toMatchObject({
      userId: person.userId,
      via: "session",
      credentialId: signedIn.sessionId,
    });
  });

  it("gives the same answer for an unknown email, a wrong password and a disabled account", async () => {
    const person = await studio.addPerson();
    expect(await codeOf(signIn({ email: person.email, password: "wrong password" }, home))).toBe(
      "auth.wrong-credentials",
    );
    expect(await codeOf(signIn({ email: "nobody@example.test", password: testPassword }, home))).toBe(
      "auth.wrong-credentials",
    );
    await setMemberAccess(actorOf(owner), person.userId, false);
    expect(await codeOf(signIn({ email: person.email, password: testPassword }, home))).toBe(
      "auth.wrong-credentials",
    );
  });

  it("blocks guesses from one address, even in parallel, and no other address", async () => {
    const person = await studio.addPerson();
    const attacker = { address: "198.51.100.7", userAgent: null };
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        codeOf(signIn({ email: person.email, password: `guess ${index}` }, attacker)),
      ),
    );
    expect(guesses.filter((code) => code === "auth.wrong-credentials")).toHaveLength(
      throttleLimits.accountAndAddress.points,
    );
    expect(guesses.filter((code) => code === "auth.throttled")).toHaveLength(
      20 - throttleLimits.accountAndAddress.points,
    );
    expect(await codeOf(signIn({ email: person.email, password: testPassword }, attacker))).toBe(
      "auth.throttled",
    );
    expect(await codeOf(signIn({ email: person.email, password: testPassword }, home))).toBe("done");
  });

  it("blocks guesses from one IPv6 network, whichever of its addresses they come from", async () => {
    const person = await studio.addPerson();
    const codes = [];
    for (let guess = 0; guess <= throttleLimits.accountAndAddress.points; guess += 1) {
      const caller = { address: `2001:db8:0:7::${guess.toString(16)}`, userAgent: null };
      codes.push(await codeOf(signIn({ email: person.email, password: "wrong" }, caller)));
    }
    expect(codes.at(-1)).toBe("auth.throttled");
    const neighbour = { address: "2001:db8:0:8::1", userAgent: null };
    expect(await codeOf(signIn({ email: person.email, password: testPassword }, neighbour))).toBe("done");
  });

  it("reports how long to wait, at most one window", async () => {
    const person = await studio.addPerson();
    const caller = { address: "198.51.100.8", userAgent: null };
    let refusal: unknown;
    for (let guess = 0; guess <= throttleLimits.accountAndAddress.points; guess += 1) {
      refusal = await signIn({ email: person.email, password: "wrong" }, caller).catch(
        (error: unknown) => error,
      );
    }
    if (!(refusal instanceof StudioError)) throw new Error("The last guess was expected to be refused.");
    const { retryAfterMs } = refusal.values;
    expect(retryAfterMs).toBeGreaterThan(0);
    expect(retryAfterMs).toBeLessThanOrEqual(throttleLimits.accountAndAddress.durationSeconds * 1_000);
  });

  it("lets the owner in from a known address while many others guess", async () => {
    const person = await studio.addPerson();
    await signIn({ email: person.email, password: testPassword }, { address: "192.0.2.50", userAgent: null });
    const codes = [];
    for (let guess = 0; guess <= throttleLimits.account.points; guess += 1) {
      const caller = { address: `203.0.113.${guess}`, userAgent: null };
      codes.push(await codeOf(signIn({ email: person.email, password: "wrong" }, caller)));
    }
    expect(codes.at(-1)).toBe("auth.throttled");
    const credentials = { email: person.email, password: testPassword };
    expect(await codeOf(signIn(credentials, { address: "203.0.113.200", userAgent: null }))).toBe(
      "auth.throttled",
    );
    expect(await codeOf(signIn(credentials, { address: "192.0.2.50", userAgent: null }))).toBe("done");
  });

  it("does not count the right password", async () => {
    const person = await studio.addPerson();
    const caller = { address: "192.0.2.77", userAgent: null };
    for (let turn = 0; turn < throttleLimits.accountAndAddress.points + 3; turn += 1)
      expect(await codeOf(signIn({ email: person.email, password: testPassword }, caller))).toBe("done");
  });
});

describe("sessions", () => {
  it("end immediately, although the process has just read them", async () => {
    const person = await studio.addPerson();
    expect(await findActorBySession(person.sessionId)).not.toBeNull();
    expect(await endSession(person.userId, person.sessionId)).toBe(true);
    expect(await findActorBySession(person.sessionId)).toBeNull();
    expect(await endSession(person.userId, person.sessionId)).toBe(false);
  });

  it("cannot be ended by somebody else", async () => {
    const [person, other] = [await studio.addPerson(), await studio.addPerson()];
    expect(await endSession(other.userId, person.sessionId)).toBe(false);
    expect(await findActorBySession(person.sessionId)).not.toBeNull();
  });

  it("end when they expire", async () => {
    const person = await studio.addPerson();
    await studio.database.session.update({
      where: { id: person.sessionId },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(await findActorBySession(person.sessionId)).toBeNull();
  });

  it("end when the person's access is removed, and do not return with it", async () => {
    const person = await studio.addPerson();
    await findActorBySession(person.sessionId);
    await setMemberAccess(actorOf(owner), person.userId, false);
    expect(await findActorBySession(person.sessionId)).toBeNull();
    await setMemberAccess(actorOf(owner), person.userId, true);
    expect(await findActorBySession(person.sessionId)).toBeNull();
    expect(await codeOf(signIn({ email: person.email, password: testPassword }, home))).toBe("done");
  });

  it("lists a person's sessions and marks the current one", async () => {
    const person = await studio.addPerson();
    const second = await signIn({ email: person.email, password: testPassword }, home);
    const sessions = await listSessions(person.userId, second.sessionId);
    expect(sessions.map(({ id, current }) => [id, current]).sort()).toEqual(
      [
        [person.sessionId, false],
        [second.sessionId, true],
      ].sort(),
    );
    expect(await endSessions(person.userId, { exceptSessionId: second.sessionId })).toBe(1);
    expect(await listSessions(person.userId, second.sessionId)).toHaveLength(1);
  });
});

describe("changePassword", () => {
  it("requires the current password and ends every other session and all tokens", async () => {
    const person = await studio.addPerson();
    const other = await signIn({ email: person.email, password: testPassword }, home);
    const input = { currentPassword: "not this one", newPassword: "another long password" };
    expect(await codeOf(changePassword(actorOf(person), input, home.address))).toBe("input.invalid");
    expect(await findActorBySession(other.sessionId)).not.toBeNull();
    const guessable = { currentPassword: testPassword, newPassword: person.email };
    await expect(changePassword(actorOf(person), guessable, home.address)).rejects.toMatchObject({
      fields: [{ path: "newPassword", key: "account.password.is-email" }],
    });

    const { token } = await createTestToken(person.userId, studio.database);
    const ended = await changePassword(
      actorOf(person),
      { ...input, currentPassword: testPassword },
      home.address,
    );
    expect(ended).toEqual({ sessions: 1, tokens: 1 });
    expect(await findActorByToken(token)).toBeNull();
    expect(await findActorBySession(other.sessionId)).toBeNull();
    expect(await findActorBySession(person.sessionId)).not.toBeNull();
    expect(await codeOf(signIn({ email: person.email, password: testPassword }, home))).toBe(
      "auth.wrong-credentials",
    );
    expect(await codeOf(signIn({ email: person.email, password: input.newPassword }, home))).toBe("done");
  });
});

describe("setMemberAccess", () => {
  it("prevents owners from removing their own access, or each other's at once", async () => {
    const second = await studio.addPerson({ role: "owner" });
    expect(await codeOf(setMemberAccess(actorOf(second), second.userId, false))).toBe("auth.own-access");
    const outcomes = await Promise.all([
      codeOf(setMemberAccess(actorOf(owner), second.userId, false)),
      codeOf(setMemberAccess(actorOf(second), owner.userId, false)),
    ]);
    expect(outcomes.sort()).toEqual(["auth.required", "done"]);
  });
});
