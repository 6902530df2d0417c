import { describe, expect, it } from "vitest";
import { tokenScopes } from "./actor";
import { resetPassword } from "./passwords.server";
import { enableSecondFactor, startSecondFactor } from "./second-factor.server";
import { findActorBySession, getSessionCookieName } from "./sessions.server";
import { setSignInRules } from "./sign-in-rules.server";
import { signInWithIdentity } from "./sign-in-with-identity.server";
import { signIn } from "./sign-in.server";
import type { TestIdentity } from "./testing/test-identity-provider";
import { caller, createStudioWithProvider, TestBrowser } from "./testing/test-sign-ins";
import { codeOf, testPassword } from "./testing/test-studio";

const { provider, studio, signIns, newSubject, addInvited } = await createStudioWithProvider();

describe("a sign-in at the identity provider", () => {
  it("links the account of a verified address once, and then goes by the subject", async () => {
    const { userId, email } = await addInvited();
    const sub = newSubject();
    const first = await signIns.signInElsewhere({ sub, email: email.toUpperCase(), email_verified: true });
    expect(first).toMatchObject({ path: "/library", actor: { userId } });
    const again = await signIns.signInElsewhere({
      sub,
      email: "renamed@example.test",
      email_verified: false,
    });
    expect(again).toMatchObject({ path: "/library", actor: { userId } });
    expect(again.sessionId).not.toBe(first.sessionId);
    const identities = await studio.database.identity.findMany({ where: { userId } });
    expect(identities).toMatchObject([
      { issuer: provider.issuer, subject: sub, email: "renamed@example.test" },
    ]);
    const events = await studio.database.auditEvent.findMany({ where: { userId }, orderBy: { id: "asc" } });
    expect(events.map(({ kind }) => kind)).toEqual(["identity-linked", "sign-in", "sign-in"]);
  });

  it("sends state, nonce and a challenge, and comes back only to the browser that left", async () => {
    const { userId, email } = await studio.addPerson();
    const identity = { sub: newSubject(), email, email_verified: true };
    const { sent, back } = await signIns.leaveFor(identity, new TestBrowser());
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      state: expect.stringMatching(/.{20}/) as string,
      nonce: expect.stringMatching(/.{20}/) as string,
      code_challenge_method: "S256",
      redirect_uri: `${signIns.origin}/api/auth/callback/oidc`,
    });
    const stranger = new TestBrowser();
    expect(await signIns.arrive(back, stranger)).toContain("/sign-in?");
    await signIns.leaveFor(identity, stranger);
    expect(await signIns.arrive(back, stranger)).toContain("error=OAuthCallback");
    expect(stranger.jar(signIns.origin).has(getSessionCookieName(false))).toBe(false);
    expect(await studio.database.identity.count({ where: { userId } })).toBe(0);
  });

  it("refuses an address that isn't verified, an unknown one, and somebody who cancels", async () => {
    const { email, userId } = await studio.addPerson();
    const refused = async (identity: TestIdentity | null) => {
      const { path, actor } = await signIns.signInElsewhere(identity);
      expect(actor).toBeNull();
      return new URL(path, signIns.origin).searchParams.get("error");
    };
    expect(await refused({ sub: newSubject(), email, email_verified: false })).toBe("auth.oidc-unverified");
    expect(await refused({ sub: newSubject(), email })).toBe("auth.oidc-unverified");
    expect(await refused({ sub: newSubject() })).toBe("auth.oidc-unverified");
    const unknown = { sub: newSubject(), email: "nobody@example.test", email_verified: true };
    expect(await refused(unknown)).toBe("auth.oidc-no-account");
    expect(await refused(null)).toBe("Callback");
    expect(await studio.database.identity.count({ where: { userId } })).toBe(0);
    expect(await studio.database.auditEvent.count({ where: { kind: "sign-in-failed" } })).toBe(4);
  });
});

describe("an identity", () => {
  const enter = (claims: object) =>
    signInWithIdentity(
      { iss: provider.issuer, email_verified: true, ...claims },
      { ...caller, current: null },
    );

  it("is linked once, also by sign-ins at the same moment", async () => {
    const { userId, email } = await addInvited();
    const sub = newSubject();
    const outcomes = await Promise.all([1, 2, 3].map(() => enter({ sub, email })));
    expect(outcomes.map((outcome) => outcome.userId)).toEqual([userId, userId, userId]);
    expect(await studio.database.identity.count({ where: { userId } })).toBe(1);
  });

  it("of somebody else with the same address doesn't get the account", async () => {
    const { email } = await addInvited();
    await enter({ sub: newSubject(), email });
    expect(await codeOf(enter({ sub: newSubject(), email }))).toBe("auth.oidc-other-identity");
  });

  it("of another issuer is refused", async () => {
    const { email } = await studio.addPerson();
    expect(await codeOf(enter({ iss: "https://other.example", sub: newSubject(), email }))).toBe(
      "auth.oidc-failed",
    );
  });

  it("doesn't open an account whose access was removed, and is forgotten with the password", async () => {
    const { userId, email } = await addInvited();
    const sub = newSubject();
    await enter({ sub, email });
    const setAccess = (disabledAt: Date | null) =>
      studio.database.user.update({ where: { id: userId }, data: { disabledAt } });
    await setAccess(new Date());
    expect(await codeOf(enter({ sub, email }))).toBe("auth.oidc-no-account");
    await setAccess(null);
    await resetPassword(email, studio.database);
    expect(await studio.database.identity.count({ where: { userId } })).toBe(0);
    // The link may have been wrong, so that it isn't made again without its person.
    expect(await codeOf(enter({ sub, email }))).toBe("auth.oidc-link-first");
  });

  it("counts as a second factor where the studio requires one; the password alone doesn't", async () => {
    const first = await studio.addPerson({ role: "owner" });
    const owner = {
      ...first,
      role: "owner",
      name: "",
      via: "session",
      credentialId: first.sessionId,
      scopes: tokenScopes,
    } as const;
    const { address } = await startSecondFactor(owner);
    const { Secret, TOTP } = await import("otpauth");
    const secret = Secret.fromBase32(new URL(address).searchParams.get("secret")!);
    await enableSecondFactor(owner, new TOTP({ secret }).generate(), caller.address);
    await setSignInRules(owner, { requireSecondFactor: true });
    const { email } = await addInvited();
    const elsewhere = await enter({ sub: newSubject(), email });
    expect((await findActorBySession(elsewhere.sessionId))?.mustSetUpSecondFactor).toBeUndefined();
    const here = await signIn({ email, password: testPassword }, caller);
    expect((await findActorBySession(here.sessionId))?.mustSetUpSecondFactor).toBe(true);
    await setSignInRules(owner, { requireSecondFactor: false });
  });
});
