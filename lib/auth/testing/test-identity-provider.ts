import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** What the provider says of whoever signs in there. */
export interface TestIdentity {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

export interface TestIdentityProvider {
  issuer: string;
  /** Settings of a studio that signs people in here. */
  settings: Record<string, string>;
  /** Who signs in from now on, without being asked; null for somebody who cancels. */
  identity: TestIdentity | null;
  stop(): Promise<void>;
}

const clientId = "studio";
const clientSecret = "a client secret for tests, of 44 letters ....";

/** A real OpenID Connect server on this machine that requires PKCE and lets everyone in who is named. */
export async function startTestIdentityProvider(): Promise<TestIdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const known = new Map<string, TestIdentity>();
  const settings = {
    STUDIO_OIDC_ISSUER: issuer,
    STUDIO_OIDC_CLIENT_ID: clientId,
    STUDIO_OIDC_CLIENT_SECRET: clientSecret,
    STUDIO_OIDC_NAME: "Example ID",
  };
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        // Of a native client, any port of this machine is accepted: the studio's isn't known yet.
        application_type: "native",
        redirect_uris: ["http://127.0.0.1/api/auth/callback/oidc"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    cookies: { keys: ["a key of the tests"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...known.get(sub), sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const control: TestIdentityProvider = {
    issuer,
    settings,
    identity: null,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
    const { identity } = control;
    if (identity) known.set(identity.sub, identity);
    // A native client needs consent each time.
    const result = identity
      ? { login: { accountId: identity.sub }, consent: {} }
      : { error: "access_denied" };
    provider
      .interactionFinished(request, response, result)
      .catch((error: unknown) => response.destroy(error as Error));
  });
  return control;
}
