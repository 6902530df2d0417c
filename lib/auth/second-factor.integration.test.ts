import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Actor, tokenScopes } from "./actor";
import { findActorByToken } from "./api-tokens.server";
import { authenticateRequest } from "./authenticate-request.server";
import { resetPassword } from "./passwords.server";
import { recoveryCodeCount } from "./recovery-codes.server";
import {
  disableSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
} from "./second-factor.server";
import { findActorBySession } from "./sessions.server";
import { getSignInRules, setSignInRules } from "./sign-in-rules.server";
import { signIn } from "./sign-in.server";
import { throttleLimits } from "./sign-in-throttle.server";
import { createTestToken } from "./testing/create-test-token";
import {
  codeOf,
  createTestStudio,
  testOrigin,
  testPassword,
  type TestPerson,
  type TestStudio,
} from "./testing/test-studio";

const home = { address: "192.0.2.1", userAgent: "Firefox" };
const stepMs = 30_000;

let studio: TestStudio;
beforeAll(async () => {
  studio = await createTestStudio();
  // The middle of a step, so that none ends between reading the app and the check.
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / stepMs) * stepMs + stepMs / 2 });
});
afterAll(async () => {
  vi.useRealTimers();
  await studio.drop();
});

function actorOf({ userId, email, sessionId }: TestPerson, role: Actor["role"] = "member"): Actor {
  return { userId, email, role, name: "", via: "session", credentialId: sessionId, scopes: tokenScopes };
}

/** The code that an app shows; `steps` ahead of now, or behind. */
function readApp(address: string, steps = 0): string {
  const secret = new URL(address).searchParams.get("secret")!;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * stepMs });
}

/** A person with a second factor, whose first code was of the step before. */
async function addSecondFactor(role: Actor["role"] = "member") {
  const person = await studio.addPerson({ role });
  const { address } = await startSecondFactor(actorOf(person));
  const recoveryCodes = await enableSecondFactor(actorOf(person), readApp(address, -1), home.address);
  const enter = (code?: string, caller = home) =>
    signIn({ email: person.email, password: testPassword, ...(code ? { code } : {}) }, caller);
  return { ...person, app: address, recoveryCodes, enter };
}

const listKinds = async (userId: string, email: string) =>
  (
    await studio.database.auditEvent.findMany({
      where: { OR: [{ userId }, { subject: email }] },
      orderBy: { id: "asc" },
    })
  ).map(({ kind }) => kind);

describe("setting up a second factor", () => {
  it("changes nothing for sign-ins until the first code is right", async () => {
    const person = await studio.addPerson();
    const first = await startSecondFactor(actorOf(person));
    const second = await startSecondFactor(actorOf(person));
    const enter = () => codeOf(signIn({ email: person.email, password: testPassword }, home));
    expect(await enter()).toBe("done");
    await expect(
      enableSecondFactor(actorOf(person), readApp(first.address), home.address),
    ).rejects.toMatchObject({
      fields: [{ path: "code", key: "account.code.wrong" }],
    });
    expect(await findSecondFactor(person.userId)).toBeNull();
    expect(await enter()).toBe("done");

    const spaced = readApp(second.address).replace(/^.{3}/, "$& ");
    const codes = await enableSecondFactor(actorOf(person), spaced, home.address);
    expect(codes).toHaveLength(recoveryCodeCount);
    expect(new Set(codes).size).toBe(recoveryCodeCount);
    expect(await findSecondFactor(person.userId)).toMatchObject({ recoveryCodesLeft: recoveryCodeCount });
    expect(await enter()).toBe("auth.code-required");
    expect(await codeOf(startSecondFactor(actorOf(person)))).toBe("auth.second-factor-on");
  });

  it("ends the other sessions, which began with the password alone", async () => {
    const person = await studio.addPerson();
    const other = await signIn({ email: person.email, password: testPassword }, home);
    const { address } = await startSecondFactor(actorOf(person));
    expect(await findActorBySession(other.sessionId)).not.toBeNull();
    await enableSecondFactor(actorOf(person), readApp(address), home.address);
    expect(await findActorBySession(other.sessionId)).toBeNull();
    expect(await findActorBySession(person.sessionId)).not.toBeNull();
  });

  it("stores neither the secret nor the recovery codes in clear", async () => {
    const { userId, app, recoveryCodes } = await addSecondFactor();
    const stored = JSON.stringify(
      await studio.database.secondFactor.findUnique({ where: { userId }, include: { recoveryCodes: true } }),
    );
    expect(stored).not.toContain(new URL(app).searchParams.get("secret"));
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll("-", ""));
  });

  it("is not done by a session that has ended", async () => {
    const person = await studio.addPerson();
    const { address } = await startSecondFactor(actorOf(person));
    const where = { id: person.sessionId };
    await studio.database.session.update({ where, data: { revokedAt: new Date() } });
    expect(await codeOf(startSecondFactor(actorOf(person)))).toBe("auth.required");
    expect(await codeOf(enableSecondFactor(actorOf(person), readApp(address), home.address))).toBe(
      "auth.required",
    );
  });
});

describe("a sign-in with a second factor", () => {
  it("needs a code after the password, and tells nobody else that there is one", async () => {
    const { email, enter, app, sessionId, userId } = await addSecondFactor();
    const open = () => studio.database.session.count({ where: { userId } });
    expect(await codeOf(enter())).toBe("auth.code-required");
    expect(await codeOf(signIn({ email, password: "wrong", code: readApp(app) }, home))).toBe(
      "auth.wrong-credentials",
    );
    expect(await codeOf(enter("000000"))).toBe("auth.wrong-code");
    expect(await open()).toBe(1);
    const signedIn = await enter(readApp(app));
    expect(await findActorBySession(signedIn.sessionId)).toMatchObject({ userId });
    expect(signedIn.sessionId).not.toBe(sessionId);
    const events = await studio.database.auditEvent.findMany({ where: { userId, kind: "sign-in" } });
    expect(events).toMatchObject([{ facts: { code: "app" } }]);
    expect(await listKinds(userId, email)).toContain("second-factor-wrong");
  });

  it("accepts the clock of a phone one step off, not two", async () => {
    const { enter, app, userId } = await addSecondFactor();
    const forget = () => studio.database.secondFactor.update({ where: { userId }, data: { lastStep: null } });
    for (const steps of [-1, 1]) {
      await forget();
      expect(await codeOf(enter(readApp(app, steps)))).toBe("done");
    }
    for (const steps of [-2, 2]) {
      await forget();
      expect(await codeOf(enter(readApp(app, steps)))).toBe("auth.wrong-code");
    }
  });

  it("accepts each code once, also of parallel attempts, and none from before the last", async () => {
    const { enter, app } = await addSecondFactor();
    const code = readApp(app, 1);
    const outcomes = await Promise.all([codeOf(enter(code)), codeOf(enter(code)), codeOf(enter(code))]);
    expect(outcomes.sort()).toEqual(["auth.wrong-code", "auth.wrong-code", "done"]);
    expect(await codeOf(enter(readApp(app)))).toBe("auth.wrong-code");
  });

  it("accepts each recovery code once, however it is typed", async () => {
    const { enter, userId, recoveryCodes } = await addSecondFactor();
    const [first, second] = recoveryCodes as [string, string];
    const outcomes = await Promise.all([codeOf(enter(first)), codeOf(enter(first))]);
    expect(outcomes.sort()).toEqual(["auth.wrong-code", "done"]);
    const typed = second.toUpperCase().replaceAll("-", " ").replaceAll("0", "O").replaceAll("1", "l");
    expect(await codeOf(enter(typed))).toBe("done");
    expect(await findSecondFactor(userId)).toMatchObject({ recoveryCodesLeft: recoveryCodeCount - 2 });
    const { enter: enterAsOther } = await addSecondFactor();
    expect(await codeOf(enterAsOther(recoveryCodes[2]))).toBe("auth.wrong-code");
  });

  it("stops guesses of whoever has the password, also in parallel, with the password in between and from many addresses", async () => {
    const { enter, app } = await addSecondFactor();
    await enter(readApp(app));
    const from = (host: number) => ({ address: `198.51.100.${host}`, userAgent: "Thief" });
    const guesses = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await codeOf(enter(undefined, from(index)));
        return codeOf(enter(`00000${index % 10}`, from(index)));
      }),
    );
    expect(guesses.filter((code) => code === "auth.wrong-code")).toHaveLength(throttleLimits.code.points);
    expect(guesses.filter((code) => code === "auth.throttled")).toHaveLength(12 - throttleLimits.code.points);
    // The person themselves isn't locked out where they signed in before.
    expect(await codeOf(enter(readApp(app, 1)))).toBe("done");
  });

  it("says so when the instance secret has changed, and still takes a recovery code", async () => {
    const { enter, app, userId, recoveryCodes } = await addSecondFactor();
    const other = await addSecondFactor();
    const { secretCiphertext } = await studio.database.secondFactor.findUniqueOrThrow({
      where: { userId: other.userId },
    });
    await studio.database.secondFactor.update({ where: { userId }, data: { secretCiphertext } });
    expect(await codeOf(enter(readApp(app)))).toBe("auth.app-unreadable");
    expect(await codeOf(enter(recoveryCodes[0]))).toBe("done");
  });
});

describe("a second factor", () => {
  it("gets new recovery codes for a code, which end the earlier ones", async () => {
    const { recoveryCodes, enter, app, ...person } = await addSecondFactor();
    expect(await codeOf(renewRecoveryCodes(actorOf(person), "000000", home.address))).toBe("input.invalid");
    expect(await codeOf(enter(recoveryCodes[0]))).toBe("done");
    const renewed = await renewRecoveryCodes(actorOf(person), readApp(app), home.address);
    expect(await codeOf(enter(recoveryCodes[1]))).toBe("auth.wrong-code");
    expect(await codeOf(enter(renewed[0]))).toBe("done");
  });

  it("is turned off with a code only, guesses of which are throttled", async () => {
    const { app, enter, recoveryCodes, ...person } = await addSecondFactor();
    const turnOff = (code: string) => codeOf(disableSecondFactor(actorOf(person), code, home.address));
    expect(await turnOff(readApp(app, 3))).toBe("input.invalid");
    expect(await turnOff(readApp(app))).toBe("done");
    expect(await turnOff(readApp(app, 1))).toBe("auth.second-factor-off");
    expect(await codeOf(enter())).toBe("done");
    expect(await studio.database.recoveryCode.count({ where: { userId: person.userId } })).toBe(0);
    expect(await listKinds(person.userId, person.email)).toEqual(
      expect.arrayContaining(["second-factor-enabled", "second-factor-wrong", "second-factor-disabled"]),
    );

    const guessed = await addSecondFactor();
    const codes = [];
    for (let guess = 0; guess <= throttleLimits.code.points; guess += 1)
      codes.push(await codeOf(disableSecondFactor(actorOf(guessed), "000000", `198.51.100.${guess}`)));
    expect(codes.at(-1)).toBe("auth.throttled");
    expect(recoveryCodes).toHaveLength(recoveryCodeCount);
  });

  it("is reset by an owner, which ends the member's sessions and not their tokens", async () => {
    const owner = actorOf(await studio.addPerson({ role: "owner" }), "owner");
    const { enter, ...member } = await addSecondFactor();
    const { token } = await createTestToken(member.userId, studio.database);
    expect(await codeOf(resetSecondFactor(owner, owner.userId))).toBe("auth.own-second-factor");
    expect(await codeOf(resetSecondFactor(owner, member.userId))).toBe("done");
    expect(await codeOf(resetSecondFactor(owner, member.userId))).toBe("auth.second-factor-off");
    expect(await findActorBySession(member.sessionId)).toBeNull();
    expect(await findActorByToken(token)).not.toBeNull();
    expect(await codeOf(enter())).toBe("done");
    const reset = await studio.database.auditEvent.findFirst({ where: { kind: "second-factor-reset" } });
    expect(reset).toMatchObject({ userId: owner.userId, subject: member.email });
  });

  it("is removed with a forgotten password", async () => {
    const { email } = await addSecondFactor();
    const password = await resetPassword(email, studio.database);
    expect(await codeOf(signIn({ email, password }, home))).toBe("done");
  });
});

describe("a studio that requires a second factor", () => {
  const require = (owner: Actor, requireSecondFactor: boolean) =>
    setSignInRules(owner, { requireSecondFactor });
  const send = ({ headers }: TestPerson) =>
    authenticateRequest(new Request(`${testOrigin}/api/v1/account`, { headers }));

  it("lets sessions without one do nothing else, and tokens everything", async () => {
    const { app, ...first } = await addSecondFactor("owner");
    const owner = actorOf(first, "owner");
    const member = await studio.addPerson();
    const { token } = await createTestToken(member.userId, studio.database);
    expect(await codeOf(require(actorOf(member, "owner"), true))).toBe("auth.own-second-factor-first");
    expect(await getSignInRules()).toEqual({ requireSecondFactor: false });
    expect(await codeOf(send(member))).toBe("done");

    await require(owner, true);
    expect(await getSignInRules()).toEqual({ requireSecondFactor: true });
    expect(await codeOf(send(member))).toBe("auth.set-up-second-factor");
    expect(await codeOf(send(first))).toBe("done");
    expect(await findActorByToken(token)).toMatchObject({ userId: member.userId });
    expect(await findActorBySession(member.sessionId)).toMatchObject({ mustSetUpSecondFactor: true });

    const { address } = await startSecondFactor(actorOf(member));
    expect(await codeOf(send(member))).toBe("auth.set-up-second-factor");
    await enableSecondFactor(actorOf(member), readApp(address, -1), home.address);
    expect(await codeOf(send(member))).toBe("done");
    await disableSecondFactor(actorOf(member), readApp(address), home.address);
    expect(await codeOf(send(member))).toBe("auth.set-up-second-factor");

    await require(owner, false);
    expect(await codeOf(send(member))).toBe("done");
    const events = await studio.database.auditEvent.findMany({
      where: { kind: "sign-in-rules-changed" },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ facts }) => facts)).toEqual([
      { requireSecondFactor: true },
      { requireSecondFactor: false },
    ]);
    expect(app).toContain("otpauth://totp/");
  });
});
