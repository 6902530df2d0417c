import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { StudioError } from "@/lib/errors/studio-error";

/** An address of the machine's own networks, or one that is no ordinary public host. */
export class RefusedAddressError extends Error {
  constructor(options?: ErrorOptions) {
    super("The address is not a public one", options);
    this.name = "RefusedAddressError";
  }
}

export type ResolveHost = (hostname: string, options: LookupOptions) => Promise<LookupAddress[]>;

/**
 * Whether an address is an ordinary public unicast one. Loopback, private, link-local, carrier-grade NAT, multicast,
 * reserved and every form that carries an IPv4 address inside IPv6 (mapped, NAT64, 6to4, Teredo) are not.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(bare)) return false;
  return ipaddr.process(bare).range() === "unicast";
}

/** Whether the host of a URL is an address in digits, for which no name is looked up. */
export function isAddressLiteral(hostname: string): boolean {
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""));
}

export const resolveHost: ResolveHost = (hostname, options) =>
  new Promise((resolve, reject) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });

/**
 * A lookup for sockets: what it answers is what is connected to, so that a name cannot be checked with one address and
 * fetched from another. One refused address among several refuses the name.
 */
export function createGuardedLookup(resolve: ResolveHost = resolveHost): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
          callback(new RefusedAddressError(), []);
        } else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, []),
    );
  };
}

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
