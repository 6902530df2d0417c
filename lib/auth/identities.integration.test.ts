import { describe, expect, it } from "vitest";
import { type Actor, tokenScopes } from "./actor";
import { listIdentities, unlinkIdentity } from "./identities.server";
import { acceptInvitation, createInvitation } from "./invitations.server";
import { findActorBySession } from "./sessions.server";
import type { TestIdentity } from "./testing/test-identity-provider";
import { caller, createStudioWithProvider } from "./testing/test-sign-ins";
import { codeOf, testPassword, type TestPerson } from "./testing/test-studio";

const { studio, signIns, newSubject, addInvited } = await createStudioWithProvider();

describe("an account whose address nobody has vouched for", () => {
  it("doesn't open for the owner of the address, who would share it with the person who typed it", async () => {
    const { token } = await createInvitation(
      { userId: (await studio.addPerson({ role: "owner" })).userId },
      {
        role: "member",
      },
    );
    const email = "victim@example.test";
    const thief = { name: "Thief", email, password: testPassword };
    const userId = await acceptInvitation(token, thief);
    const victim = { sub: newSubject(), email, email_verified: true };
    const { path, actor } = await signIns.signInElsewhere(victim);
    expect(actor).toBeNull();
    expect(new URL(path, signIns.origin).searchParams.get("error")).toBe("auth.oidc-link-first");
    expect(await studio.database.identity.count({ where: { userId } })).toBe(0);
  });

  it("is opened where an owner named the address in the invitation", async () => {
    const owner = await studio.addPerson({ role: "owner" });
    const email = "invited@example.test";
    const { token } = await createInvitation({ userId: owner.userId }, { email, role: "member" });
    const userId = await acceptInvitation(token, { name: "Ina", email, password: testPassword });
    const { actor } = await signIns.signInElsewhere({ sub: newSubject(), email, email_verified: true });
    expect(actor).toMatchObject({ userId });
  });

  it("is linked by its person, in the session that their password began", async () => {
    const person = await studio.addPerson();
    const { browser, sessionId } = await signIns.signInHere(person);
    const identity = { sub: newSubject(), email: person.email, email_verified: true };
    const linked = await signIns.signInElsewhere(identity, browser);
    expect(linked).toMatchObject({ path: "/library", actor: { userId: person.userId } });
    // Its cookie is gone, so nobody could end it.
    expect(await findActorBySession(sessionId)).toBeNull();
    expect(await signIns.signInElsewhere(identity)).toMatchObject({ actor: { userId: person.userId } });
  });

  it("is not linked by somebody else's identity in its session, also if that person is known", async () => {
    const person = await studio.addPerson();
    const other = await addInvited();
    const link = async (identity: TestIdentity) => {
      const { browser } = await signIns.signInHere(person);
      const { path } = await signIns.signInElsewhere(identity, browser);
      return new URL(path, signIns.origin).searchParams.get("error");
    };
    const sub = newSubject();
    expect(await link({ sub, email: other.email, email_verified: true })).toBe("auth.oidc-other-email");
    expect(await link({ sub, email: "new@example.test", email_verified: true })).toBe(
      "auth.oidc-other-email",
    );
    expect(await link({ sub, email: person.email, email_verified: false })).toBe("auth.oidc-unverified");
    expect(await studio.database.identity.count({ where: { subject: sub } })).toBe(0);
  });
});

describe("unlinking", () => {
  const actorOf = ({ userId, email }: TestPerson, credentialId: string): Actor => {
    return { userId, email, name: "", role: "member", via: "session", credentialId, scopes: tokenScopes };
  };

  it("ends the other sessions that began there, and lasts until its person links it again", async () => {
    const person = await addInvited();
    const identity = { sub: newSubject(), email: person.email, email_verified: true };
    const there = await signIns.signInElsewhere(identity);
    const [shown] = await listIdentities(person.userId);
    expect(shown).toMatchObject({ provider: "Example ID", isCurrent: true, email: person.email });
    const stranger = await studio.addPerson();
    const unlink = (actor: Actor) => codeOf(unlinkIdentity(actor, shown!.id, caller.address));
    expect(await unlink(actorOf(stranger, stranger.sessionId))).toBe("not-found");
    expect(await unlink(actorOf(person, person.sessionId))).toBe("done");
    expect(await listIdentities(person.userId)).toEqual([]);
    expect(await findActorBySession(there.sessionId!)).toBeNull();
    expect(await findActorBySession(person.sessionId)).not.toBeNull();
    const again = await signIns.signInElsewhere(identity);
    expect(new URL(again.path, signIns.origin).searchParams.get("error")).toBe("auth.oidc-link-first");
    const { browser } = await signIns.signInHere(person);
    expect(await signIns.signInElsewhere(identity, browser)).toMatchObject({
      actor: { userId: person.userId },
    });
    const events = await studio.database.auditEvent.findMany({
      where: { userId: person.userId, kind: "identity-unlinked" },
    });
    expect(events).toMatchObject([
      { address: caller.address, facts: { subject: identity.sub, sessions: 1 } },
    ]);
  });

  it("is refused where neither a password nor a passkey is left", async () => {
    const person = await addInvited();
    const { sessionId } = await signIns.signInElsewhere({
      sub: newSubject(),
      email: person.email,
      email_verified: true,
    });
    const { userId } = person;
    await studio.database.user.update({ where: { id: userId }, data: { passwordHash: null } });
    const [{ id }] = (await listIdentities(userId)) as [{ id: string }, ...unknown[]];
    const unlink = () => codeOf(unlinkIdentity(actorOf(person, sessionId!), id, caller.address));
    expect(await unlink()).toBe("auth.last-way-in");
    const passkey = {
      userId,
      credentialId: "only",
      publicKey: new Uint8Array(),
      rpId: "a.test",
      name: "Key",
    };
    await studio.database.passkey.create({ data: passkey });
    expect(await unlink()).toBe("done");
  });
});
