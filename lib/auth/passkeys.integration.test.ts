import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestAccountRemoval } from "./account-removal.server";
import { type Actor, tokenScopes } from "./actor";
import { addPasskey, maxPasskeys, startAddingPasskey } from "./add-passkey.server";
import { setMemberAccess } from "./members.server";
import { newPasskeySchema } from "./passkey-input";
import { isPasskeySignInOffered, listPasskeys, removePasskey, renamePasskey } from "./passkeys.server";
import { resetPassword } from "./passwords.server";
import { resetSecondFactor } from "./second-factor.server";
import { findActorBySession } from "./sessions.server";
import { setSignInRules } from "./sign-in-rules.server";
import { throttleLimits } from "./sign-in-throttle.server";
import { signInWithPasskey, startPasskeySignIn } from "./sign-in-with-passkey.server";
import { signIn } from "./sign-in.server";
import { makePasskey, type TestPasskey } from "./testing/test-authenticator";
import {
  codeOf,
  createTestStudio,
  testPassword,
  type TestPerson,
  type TestStudio,
} from "./testing/test-studio";

const site = { origin: "https://studio.example", rpId: "studio.example" };
const home = { address: "192.0.2.1", userAgent: "Firefox" };

let studio: TestStudio;
beforeAll(async () => {
  studio = await createTestStudio({ STUDIO_PUBLIC_URL: site.origin });
});
afterAll(() => studio.drop());
beforeEach(() => studio.database.signInThrottle.deleteMany());

function actorOf({ userId, email, sessionId }: TestPerson, role: Actor["role"] = "member"): Actor {
  return { userId, email, role, name: "Ann", via: "session", credentialId: sessionId, scopes: tokenScopes };
}

const addOptions = { site, address: home.address, defaultName: "Firefox on Linux" };

/** Adds a passkey to a person. */
async function addTo(actor: Actor, counter = 0): Promise<TestPasskey> {
  const passkey = makePasskey(await startAddingPasskey(actor, site), site.origin, { counter });
  await addPasskey(actor, newPasskeySchema.parse(passkey.response), addOptions);
  return passkey;
}

async function addPerson(role: Actor["role"] = "member", counter = 0) {
  const person = await studio.addPerson({ role });
  const actor = actorOf(person, role);
  return { ...person, actor, passkey: await addTo(actor, counter) };
}

/** A browser that asks the studio for a challenge. */
async function ask(cookie = randomUUID()) {
  return { cookie, options: await startPasskeySignIn({ site, cookie, address: home.address }) };
}

/** Signs in as a browser does, or as it shouldn't. */
async function enter(passkey: TestPasskey, deviation?: Parameters<TestPasskey["prove"]>[1]) {
  const { cookie, options } = await ask();
  return signInWithPasskey(passkey.prove(options, deviation), { site, cookie, ...home });
}

const lastRefusal = () =>
  studio.database.auditEvent.findFirst({ where: { kind: "sign-in-failed" }, orderBy: { id: "desc" } });

describe("adding a passkey", () => {
  it("stores its public half, tells the audit log, and offers passkeys at the sign-in page", async () => {
    expect(await isPasskeySignInOffered()).toBe(false);
    const { userId } = await addPerson();
    expect(await listPasskeys(userId)).toMatchObject([
      { name: "Firefox on Linux", rpId: site.rpId, lastUsedAt: null },
    ]);
    expect(await isPasskeySignInOffered()).toBe(true);
    expect(await studio.database.auditEvent.findFirst({ where: { userId } })).toMatchObject({
      kind: "passkey-added",
      subject: "Firefox on Linux",
      address: home.address,
    });
  });

  it("asks for a passkey that is found without an email address and verifies its person", async () => {
    const { actor, passkey } = await addPerson();
    const options = await startAddingPasskey(actor, site);
    expect(options).toMatchObject({
      rp: { id: site.rpId },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: passkey.id }],
    });
  });

  it("refuses another origin, another session's challenge, a second use of it, and nobody's fingerprint", async () => {
    const actor = actorOf(await studio.addPerson());
    const attempt = async (origin: string, { userVerified = true, by = actor } = {}) => {
      const { response } = makePasskey(await startAddingPasskey(actor, site), origin, { userVerified });
      return codeOf(addPasskey(by, newPasskeySchema.parse(response), addOptions));
    };
    expect(await attempt("https://studio.example.evil.test")).toBe("auth.passkey-failed");
    expect(await attempt(site.origin, { userVerified: false })).toBe("auth.passkey-failed");
    expect(await attempt(site.origin, { by: actorOf(await studio.addPerson()) })).toBe(
      "auth.passkey-expired",
    );
    const { response } = makePasskey(await startAddingPasskey(actor, site), site.origin);
    const add = () => codeOf(addPasskey(actor, newPasskeySchema.parse(response), addOptions));
    expect(await add()).toBe("done");
    expect(await add()).toBe("auth.passkey-expired");
    expect(await listPasskeys(actor.userId)).toHaveLength(1);
  });

  it("refuses one that belongs to somebody already, and more than a person may have", async () => {
    const { actor, userId } = await addPerson();
    const other = actorOf(await studio.addPerson());
    const made = makePasskey(await startAddingPasskey(other, site), site.origin);
    await studio.database.passkey.updateMany({ where: { userId }, data: { credentialId: made.id } });
    const taken = addPasskey(other, newPasskeySchema.parse(made.response), addOptions);
    expect(await codeOf(taken)).toBe("auth.passkey-exists");
    await studio.database.passkey.createMany({
      data: Array.from({ length: maxPasskeys - 1 }, () => ({
        userId,
        credentialId: randomUUID(),
        publicKey: new Uint8Array(),
        rpId: site.rpId,
        name: "spare",
      })),
    });
    expect(await codeOf(startAddingPasskey(actor, site))).toBe("auth.passkeys-full");
  });
});

describe("a sign-in with a passkey", () => {
  it("needs neither an email address nor a password, and notes when", async () => {
    const { userId, passkey } = await addPerson("member", 1);
    const { sessionId } = await enter(passkey);
    expect(await findActorBySession(sessionId)).toMatchObject({ userId });
    await enter(passkey);
    const [listed] = await listPasskeys(userId);
    expect(Date.now() - listed!.lastUsedAt!.getTime()).toBeLessThan(60_000);
    expect(await studio.database.auditEvent.findFirst({ where: { userId, kind: "sign-in" } })).toMatchObject({
      credentialId: sessionId,
      facts: { by: "passkey" },
    });
  });

  it("is refused when replayed, also at the same moment", async () => {
    const { passkey } = await addPerson();
    const { cookie, options } = await ask();
    const proof = passkey.prove(options);
    const send = () => codeOf(signInWithPasskey(proof, { site, cookie, ...home }));
    const outcomes = await Promise.all([send(), send(), send()]);
    expect(outcomes.toSorted()).toEqual(["auth.passkey-expired", "auth.passkey-expired", "done"]);
    expect(await send()).toBe("auth.passkey-expired");
  });

  it("is refused after some minutes, and in another browser than the one that asked", async () => {
    const { passkey } = await addPerson();
    const late = await ask();
    await studio.database.passkeyChallenge.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    const send = ({ cookie, options }: Awaited<ReturnType<typeof ask>>) =>
      codeOf(signInWithPasskey(passkey.prove(options), { site, cookie, ...home }));
    expect(await send(late)).toBe("auth.passkey-expired");
    const [first, second] = [await ask(), await ask()];
    expect(await send({ ...first, cookie: second.cookie })).toBe("auth.passkey-failed");
    expect(await send({ ...first, cookie: randomUUID() })).toBe("auth.passkey-expired");
    // Expired challenges are deleted when one is issued.
    expect(await studio.database.passkeyChallenge.count({ where: { expiresAt: { lt: new Date() } } })).toBe(
      0,
    );
  });

  it.each([
    ["a page of another origin", { origin: "https://studio.example:8443" }],
    ["a signature of another key", { isForged: true }],
    ["a device that verified nobody", { userVerified: false }],
    ["the account of somebody else", { userHandle: Buffer.from(randomUUID()).toString("base64url") }],
  ])("is refused with %s, and recorded", async (_what, deviation) => {
    const { passkey, email } = await addPerson();
    expect(await codeOf(enter(passkey, deviation))).toBe("auth.passkey-failed");
    expect(await lastRefusal()).toMatchObject({
      subject: email,
      address: home.address,
      facts: { by: "passkey", reason: "auth.passkey-failed" },
    });
    expect(await codeOf(enter(passkey))).toBe("done");
  });

  it("is refused with a passkey that was made for another host name", async () => {
    const { actor } = await addPerson();
    const elsewhere = { origin: "http://localhost:3000", rpId: "localhost" };
    const passkey = makePasskey(await startAddingPasskey(actor, elsewhere), elsewhere.origin);
    await addPasskey(actor, newPasskeySchema.parse(passkey.response), { ...addOptions, site: elsewhere });
    expect(await codeOf(enter(passkey, { origin: site.origin }))).toBe("auth.passkey-failed");
  });

  it("is refused if its counter doesn't grow, as that of a copy, also at the same moment", async () => {
    const { passkey, userId } = await addPerson("member", 1);
    await enter(passkey, { counter: 7 });
    expect(await codeOf(enter(passkey, { counter: 7 }))).toBe("auth.passkey-copied");
    expect(await codeOf(enter(passkey, { counter: 3 }))).toBe("auth.passkey-copied");
    expect(await codeOf(enter(passkey, { counter: 0 }))).toBe("auth.passkey-copied");
    expect(await lastRefusal()).toMatchObject({ facts: { reason: "auth.passkey-copied" } });
    const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(enter(passkey, { counter: 8 }))));
    expect(outcomes.toSorted()).toEqual(["auth.passkey-copied", "auth.passkey-copied", "done"]);
    expect(await studio.database.passkey.findFirst({ where: { userId } })).toMatchObject({ counter: 8n });
  });

  it("is refused with one that is unknown, was removed, or whose person has lost access", async () => {
    const owner = actorOf(await studio.addPerson({ role: "owner" }), "owner");
    const { actor, userId, passkey, email } = await addPerson();
    const stranger = makePasskey(await startAddingPasskey(actor, site), site.origin);
    expect(await codeOf(enter(stranger))).toBe("auth.passkey-unknown");
    expect(await lastRefusal()).toMatchObject({ subject: null, facts: { reason: "auth.passkey-unknown" } });
    await setMemberAccess(owner, userId, false);
    expect(await codeOf(enter(passkey))).toBe("auth.passkey-unknown");
    expect(await lastRefusal()).toMatchObject({ subject: email });
    await setMemberAccess(owner, userId, true);
    const { sessionId } = await enter(passkey);
    const [stored] = await listPasskeys(userId);
    await removePasskey({ ...actor, credentialId: sessionId }, stored!.id, home.address);
    expect(await codeOf(enter(passkey))).toBe("auth.passkey-unknown");
  });

  it("is throttled by network like passwords", async () => {
    const { email, passkey } = await addPerson();
    const { points } = throttleLimits.address;
    for (let begun = 0; begun < points / 2; begun += 1) await enter(passkey);
    for (let begun = 0; begun < points; begun += 1) await ask();
    expect(await codeOf(enter(passkey))).toBe("auth.throttled");
    expect(await codeOf(signIn({ email, password: testPassword }, home))).toBe("auth.throttled");
    const unknown = { ...passkey.prove({ challenge: "none" }), id: "unknown" };
    expect(await codeOf(signInWithPasskey(unknown, { site, cookie: "none", ...home }))).toBe(
      "auth.throttled",
    );
    const elsewhere = { address: "198.51.100.7", userAgent: null };
    expect(await codeOf(signIn({ email, password: testPassword }, elsewhere))).toBe("done");
  });
});

describe("a passkey", () => {
  it("is renamed and removed by its person only, and takes the sessions that began with it along", async () => {
    const { actor, userId, passkey } = await addPerson();
    const stranger = actorOf(await studio.addPerson());
    const { id } = (await listPasskeys(userId))[0]!;
    const begun = await enter(passkey);
    expect(await codeOf(renamePasskey(stranger.userId, id, { name: "Mine" }))).toBe("not-found");
    expect(await codeOf(removePasskey(stranger, id, home.address))).toBe("not-found");
    await renamePasskey(userId, id, { name: "Old phone" });
    expect(await listPasskeys(userId)).toMatchObject([{ name: "Old phone" }]);
    await removePasskey(actor, id, home.address);
    expect(await listPasskeys(userId)).toEqual([]);
    expect(await findActorBySession(begun.sessionId)).toBeNull();
    expect(await findActorBySession(actor.credentialId)).not.toBeNull();
    const event = await studio.database.auditEvent.findFirst({ where: { kind: "passkey-removed", userId } });
    expect(event).toMatchObject({ subject: "Old phone", facts: { sessions: 1 } });
  });

  it("goes when the password is reset, and when the account is removed", async () => {
    const { email, userId, passkey, actor } = await addPerson();
    await resetPassword(email, studio.database);
    expect(await codeOf(enter(passkey))).toBe("auth.passkey-unknown");
    await studio.database.session.update({ where: { id: actor.credentialId }, data: { revokedAt: null } });
    const other = await addTo(actor);
    const owner = await studio.addPerson({ role: "owner" });
    const removal = { author: { userId: owner.userId }, userId, takeOver: false };
    await requestAccountRemoval(studio.database, removal, { stopWork: async () => {} });
    expect(await listPasskeys(userId)).toEqual([]);
    expect(await codeOf(enter(other))).toBe("auth.passkey-unknown");
  });
});

describe("a studio that requires a second factor", () => {
  const byPassword = ({ email }: { email: string }) => signIn({ email, password: testPassword }, home);

  async function requireFactor() {
    const owner = await addPerson("owner");
    await setSignInRules(owner.actor, { requireSecondFactor: true });
    return {
      owner,
      [Symbol.asyncDispose]: () => setSignInRules(owner.actor, { requireSecondFactor: false }),
    };
  }

  it("is satisfied by a passkey, and not by the password of somebody who has one", async () => {
    const member = await addPerson();
    const earlier = await byPassword(member);
    await using required = await requireFactor();
    const { sessionId } = await enter(member.passkey);
    expect((await findActorBySession(sessionId))?.mustSetUpSecondFactor).toBeUndefined();
    // The session in which it was added goes on; the one that began with the password alone doesn't.
    expect((await findActorBySession(member.sessionId))?.mustSetUpSecondFactor).toBeUndefined();
    expect(await findActorBySession(earlier.sessionId)).toBeNull();
    expect(await codeOf(byPassword(member))).toBe("auth.passkey-required");
    expect(await findActorBySession(required.owner.sessionId)).not.toBeNull();
  });

  it("lets somebody without one add a passkey first", async () => {
    await using _required = await requireFactor();
    const person = await studio.addPerson();
    expect((await findActorBySession(person.sessionId))?.mustSetUpSecondFactor).toBe(true);
    await addTo(actorOf(person));
    const actor = await findActorBySession(person.sessionId);
    expect(actor).not.toBeNull();
    expect(actor?.mustSetUpSecondFactor).toBeUndefined();
  });

  it("leads to setting one up again once the owner has reset it", async () => {
    await using required = await requireFactor();
    const member = await addPerson();
    await resetSecondFactor(required.owner.actor, member.userId);
    expect(await codeOf(enter(member.passkey))).toBe("auth.passkey-unknown");
    const { sessionId } = await byPassword(member);
    expect((await findActorBySession(sessionId))?.mustSetUpSecondFactor).toBe(true);
  });

  it("can't be had by an owner whose session would end with it", async () => {
    const owner = await addPerson("owner");
    const { sessionId } = await byPassword(owner);
    const withPassword = { ...owner.actor, credentialId: sessionId };
    expect(await codeOf(setSignInRules(withPassword, { requireSecondFactor: true }))).toBe(
      "auth.own-second-factor-first",
    );
    const entered = await enter(owner.passkey);
    const withPasskey = { ...owner.actor, credentialId: entered.sessionId };
    expect(await codeOf(setSignInRules(withPasskey, { requireSecondFactor: true }))).toBe("done");
    await setSignInRules(withPasskey, { requireSecondFactor: false });
  });
});
