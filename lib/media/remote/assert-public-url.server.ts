import { StudioError } from "@/lib/errors/studio-error";
import { isAddressLiteral, isPublicAddress, resolveHost, type ResolveHost } from "./address-guard.server";

/**
 * Checks a link that somebody else is to fetch, such as a reference picture the service reads. Refused are other schemes
 * than http and https, credentials in the link, and hosts with an address that is not public, unless the host is one of
 * `allowedHosts` (those of the person's own connection). A name that is unknown here may be known to the service.
 *
 * @throws StudioError url.refused
 */
export async function assertPublicUrl(
  value: string,
  {
    allowedHosts = [],
    resolve = resolveHost,
  }: { allowedHosts?: readonly string[]; resolve?: ResolveHost } = {},
): Promise<void> {
  const url = parsePlainUrl(value);
  if (allowedHosts.includes(url.hostname)) return;
  if (isAddressLiteral(url.hostname)) {
    if (!isPublicAddress(url.hostname)) throw new StudioError("url.refused");
    return;
  }
  const answers = await Promise.allSettled([resolve(url.hostname, { all: true })]);
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new StudioError("url.refused");
}

/** A http(s) URL without credentials, relative to `base` where that is given. Throws `url.refused`. */
export function parsePlainUrl(value: string, base?: URL): URL {
  const url = URL.parse(value, base?.href);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new StudioError("url.refused");
  }
  return url;
}
