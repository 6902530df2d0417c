import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { askBrowserForPasskey } from "@/components/passkeys/browser-passkeys";
import { callAction } from "@/components/queries/call-action";
import { passkeyProviderId } from "@/lib/auth/passkey-provider";
import type { ActionResult } from "@/lib/http/action-result";
import { type AccountProblem, signInWith } from "./sign-in";

/** Begins a sign-in with a passkey. */
export type StartPasskeySignIn = () => Promise<ActionResult<PublicKeyCredentialRequestOptionsJSON>>;

/** Signs in with a passkey that the browser asks for. Returns null on success, else the reason. */
export async function signInWithPasskey(start: StartPasskeySignIn): Promise<AccountProblem | null> {
  const started = await callAction(start);
  if (!started.ok) return { code: started.problem.code };
  const answer = await askBrowserForPasskey(started.value);
  if ("code" in answer) return { code: answer.code };
  return signInWith(passkeyProviderId, { proof: JSON.stringify(answer.value) });
}
