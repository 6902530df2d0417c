import { deriveKey, getInstanceSecret } from "@/lib/crypto/instance-keys.server";
import { deriveToken, hashToken } from "@/lib/crypto/tokens.server";

const prefix = "share_";

/** What a token looks like, so that others cost no statement. */
export const shareTokenPattern = new RegExp(`^${prefix}[0-9A-Za-z]{43}$`);

/** The token of a link follows from its ID under the secret of the studio, so it can be shown again without being stored. */
export function shareToken(shareId: string): string {
  return deriveToken(prefix, deriveKey(getInstanceSecret(), "share.token"), shareId);
}

/** The path of a link; null where its token comes from another secret. */
export function sharePath({ id, tokenHash }: { id: string; tokenHash: string }): string | null {
  const token = shareToken(id);
  return hashToken(token) === tokenHash ? `/s/${token}` : null;
}
