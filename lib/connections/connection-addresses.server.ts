import { getEnv } from "@/lib/env/env.server";
import { hostAndPort } from "@/lib/network/private-hosts.server";
import { getShippedProfile, type ShippedProfileId } from "@/lib/service/profiles/shipped-profiles";

interface ConnectionAddresses {
  baseUrl: string;
  altBaseUrl?: string;
}

/**
 * The addresses of a profile's requests: the running sandbox, the given addresses, else the profile's own; null without
 * any. The profile's backup address is only used with its own base address, so that no other host receives the key.
 */
export function findAddresses(
  profileId: ShippedProfileId,
  given: { baseUrl?: string | null; altBaseUrl?: string | null },
): ConnectionAddresses | null {
  if (profileId === "sandbox") {
    const { STUDIO_SANDBOX_BASE_URL, STUDIO_SANDBOX_ALT_BASE_URL } = getEnv();
    return STUDIO_SANDBOX_BASE_URL ? withBackup(STUDIO_SANDBOX_BASE_URL, STUDIO_SANDBOX_ALT_BASE_URL) : null;
  }
  const profile = getShippedProfile(profileId);
  const baseUrl = given.baseUrl ?? profile.baseUrl;
  if (!baseUrl) return null;
  return withBackup(baseUrl, given.altBaseUrl ?? (given.baseUrl ? null : profile.altBaseUrl));
}

function withBackup(baseUrl: string, altBaseUrl: string | null | undefined): ConnectionAddresses {
  return altBaseUrl ? { baseUrl, altBaseUrl } : { baseUrl };
}

/** The origins that receive the key. */
export function listOrigins(addresses: ConnectionAddresses | null): Set<string> {
  const urls = addresses ? [addresses.baseUrl, addresses.altBaseUrl] : [];
  return new Set(urls.filter((url) => url !== undefined).map((url) => new URL(url).origin));
}

/**
 * The hosts of a connection, including its backup, as `host:port`. Results and files may be on them even if they are
 * private, unless a member entered the addresses.
 */
export function listPrivateHosts({
  baseUrl,
  altBaseUrl,
  trusted,
}: ConnectionAddresses & { trusted: boolean }): string[] {
  return trusted ? [baseUrl, altBaseUrl].flatMap((url) => (url === undefined ? [] : [hostAndPort(url)])) : [];
}
