import type { OAuthConfig } from "next-auth/providers/oauth";
import { getEnv } from "@/lib/env/env.server";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { type IdentityCaller, type IdentityClaims, signInWithIdentity } from "./sign-in-with-identity.server";

/** The provider's name in next-auth's addresses: /api/auth/callback/oidc. */
export const identityProviderId = "oidc";
const timeoutMs = 10_000;

/** What the sign-in page says about the identity provider; null without one. */
export function getIdentityProviderName(): string | null {
  const { STUDIO_OIDC_ISSUER, STUDIO_OIDC_NAME } = getEnv();
  return STUDIO_OIDC_ISSUER ? STUDIO_OIDC_NAME : null;
}

/** Who signed in, or the code of why not, which next-auth passes on from here to its callbacks. */
export type IdentityOutcome = { id: string; sessionId: string } | { id: string; refused: string };

/** next-auth's settings for the identity provider of the environment, for a request from the caller that `findCaller` finds when they return. */
export function createIdentityProvider(
  findCaller: () => Promise<IdentityCaller>,
): OAuthConfig<IdentityClaims> | null {
  const env = getEnv();
  if (!env.STUDIO_OIDC_ISSUER || !env.STUDIO_OIDC_CLIENT_ID || !env.STUDIO_OIDC_CLIENT_SECRET) return null;
  return {
    id: identityProviderId,
    name: env.STUDIO_OIDC_NAME,
    type: "oauth",
    wellKnown: `${env.STUDIO_OIDC_ISSUER}/.well-known/openid-configuration`,
    clientId: env.STUDIO_OIDC_CLIENT_ID,
    clientSecret: env.STUDIO_OIDC_CLIENT_SECRET,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: "openid email profile" } },
    httpOptions: { timeout: timeoutMs },
    userinfo: {
      // Many providers tell the email address only here. The library compares its subject with the ID token's.
      async request({ client, tokens }) {
        // next-auth's types leave out what the library's own set can do.
        const all = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>;
        const claims = all.claims();
        if (claims.email !== undefined || !client.issuer.metadata.userinfo_endpoint) return claims;
        return { ...(await client.userinfo(all)), ...claims };
      },
    },
    profile: (claims): Promise<IdentityOutcome> => signIn(claims, findCaller),
  };
}

/** Errors thrown here would only be logged, and the person would see the sign-in page without a word. */
async function signIn(
  claims: IdentityClaims,
  findCaller: () => Promise<IdentityCaller>,
): Promise<IdentityOutcome> {
  try {
    const { userId, sessionId } = await signInWithIdentity(claims, await findCaller());
    return { id: userId, sessionId };
  } catch (error) {
    if (error instanceof StudioError) return { id: "-", refused: error.code };
    getLogger().error({ err: error }, "Sign-in with the identity provider failed");
    return { id: "-", refused: "internal" };
  }
}
