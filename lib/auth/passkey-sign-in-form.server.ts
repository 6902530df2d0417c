import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { NextRequest } from "next/server.js";
import { z } from "zod";
import { createToken } from "@/lib/crypto/tokens.server";
import { parseInput } from "@/lib/errors/parse-input";
import { StudioError } from "@/lib/errors/studio-error";
import { challengeSeconds } from "./passkey-challenges.server";
import { passkeyProofSchema } from "./passkey-input";
import { getPasskeySite } from "./passkey-site.server";
import { getClientAddress, getRequestOrigin } from "./request-origin.server";
import { signInWithPasskey, startPasskeySignIn } from "./sign-in-with-passkey.server";

/** A cookie to set on the browser that asks for a passkey, without which nobody can use the challenge. */
interface ChallengeCookie {
  name: string;
  value: string;
  httpOnly: true;
  sameSite: "strict";
  secure: boolean;
  path: "/";
  maxAge: number;
}

/** Begins a sign-in with a passkey from a form with these headers. Throws like `startPasskeySignIn` and `getPasskeySite`. */
export async function startPasskeySignInFromForm(
  headers: Headers,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; cookie: ChallengeCookie }> {
  const site = getPasskeySite(headers);
  const value = createToken("passkey_");
  const options = await startPasskeySignIn({ site, cookie: value, address: getClientAddress(headers) });
  const secure = isSecure(headers);
  const name = getChallengeCookieName(secure);
  return {
    options,
    cookie: { name, value, httpOnly: true, sameSite: "strict", secure, path: "/", maxAge: challengeSeconds },
  };
}

const credentialsSchema = z.object({ proof: z.string().max(100_000) });

/** Ends it with what the form sent. Throws like `signInWithPasskey` and `getPasskeySite`, and `input.invalid`. */
export async function signInFromPasskeyForm(
  credentials: unknown,
  headers: Headers,
): Promise<{ userId: string; sessionId: string }> {
  const { proof } = parseInput(credentialsSchema, credentials);
  const site = getPasskeySite(headers);
  const { cookies } = new NextRequest(site.origin, { headers });
  const cookie = cookies.get(getChallengeCookieName(isSecure(headers)))?.value;
  if (!cookie) throw new StudioError("auth.passkey-expired");
  return signInWithPasskey(parseInput(passkeyProofSchema, parseJson(proof)), {
    site,
    cookie,
    address: getClientAddress(headers),
    userAgent: headers.get("user-agent"),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StudioError("input.malformed", { cause: error });
  }
}

const isSecure = (headers: Headers) => getRequestOrigin(headers).protocol === "https:";

/** Named like the cookie of a session. */
function getChallengeCookieName(secure: boolean): string {
  return secure ? "__Host-reverie.passkey" : "reverie.passkey";
}
