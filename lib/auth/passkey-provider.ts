/** The name of this way to sign in, in next-auth's addresses: /api/auth/callback/passkey. */
export const passkeyProviderId = "passkey";
