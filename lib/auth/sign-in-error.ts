const ownCodes = [
  "auth.oidc-failed",
  "auth.oidc-link-first",
  "auth.oidc-no-account",
  "auth.oidc-other-email",
  "auth.oidc-other-identity",
  "auth.oidc-unverified",
  "internal",
] as const;

/** The code of our catalogue for what next-auth adds to the address of the sign-in page; null without an error. */
export function readSignInError(value: string | string[] | undefined): string | null {
  if (typeof value !== "string" || value === "") return null;
  // The provider could not be reached, or its answer to that was no discovery document.
  if (value === "OAuthSignin") return "auth.oidc-unreachable";
  return ownCodes.find((code) => code === value) ?? "auth.oidc-failed";
}
