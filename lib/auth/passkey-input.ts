import { z } from "zod";

/** base64url. The longest, an attestation object with a certificate chain, has a few kilobytes. */
const encoded = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/);
/** What no browser exceeds; WebAuthn allows 1023 bytes. */
const credentialId = encoded.max(1_400);

const credentialFields = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["cross-platform", "platform"]).optional().catch(undefined),
  // Nothing is asked of extensions, so nothing is read from them.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** What a browser returns of a new passkey. */
export const newPasskeySchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type NewPasskey = z.input<typeof newPasskeySchema>;

/** What a browser returns of a passkey that its person has confirmed. */
export const passkeyProofSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.max(100),
  }),
});
export type PasskeyProof = z.output<typeof passkeyProofSchema>;

/** A passkey as its person sees it. */
export interface PasskeySummary {
  id: string;
  name: string;
  /** The host name where it works. */
  rpId: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}
