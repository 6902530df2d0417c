import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/browser";

/** What the browser returned, or the code of why not. Load this file only when a person presses a button. */
type BrowserAnswer<Value> = { value: Value } | { code: string };

/** Lets the browser make a passkey, which asks its person. */
export function makePasskeyInBrowser(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<BrowserAnswer<RegistrationResponseJSON>> {
  return attempt(() => startRegistration({ optionsJSON: options }));
}

/** Lets the browser ask for one of the passkeys that it knows for this site. */
export function askBrowserForPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<BrowserAnswer<AuthenticationResponseJSON>> {
  return attempt(() => startAuthentication({ optionsJSON: options }));
}

/** What WebAuthn names the failures that people can do something about. */
const codes: Readonly<Record<string, string>> = {
  // Also where it took too long, or no passkey was found: browsers don't tell these apart, for privacy.
  NotAllowedError: "auth.passkey-cancelled",
  AbortError: "auth.passkey-cancelled",
  InvalidStateError: "auth.passkey-exists",
  NotSupportedError: "auth.passkey-unsupported",
  ConstraintError: "auth.passkey-unsupported",
  SecurityError: "auth.passkey-unavailable",
};

async function attempt<Value>(ask: () => Promise<Value>): Promise<BrowserAnswer<Value>> {
  if (!browserSupportsWebAuthn()) return { code: "auth.passkey-unsupported" };
  try {
    return { value: await ask() };
  } catch (error) {
    const code = error instanceof Error ? codes[error.name] : undefined;
    if (!code) throw error;
    return { code };
  }
}
