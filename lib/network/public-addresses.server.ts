import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { isLoopbackHost } from "@/lib/env/loopback";
import { StudioError } from "@/lib/errors/studio-error";
import { hostAndPort, isAllowedPrivateHost } from "./private-hosts.server";

/** The address isn't an ordinary public one. */
export class RefusedAddressError extends Error {
  constructor(options?: ErrorOptions) {
    super("The address is not public", options);
    this.name = "RefusedAddressError";
  }
}

export type ResolveHost = (hostname: string, options: LookupOptions) => Promise<LookupAddress[]>;

/**
 * Whether an address is public unicast. Loopback, private, link-local, carrier-grade NAT, multicast and
 * reserved addresses are not, nor any IPv6 form that embeds an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(bare)) return false;
  return ipaddr.process(bare).range() === "unicast";
}

/** Whether the host of a URL is an IP address, which needs no DNS lookup, and not a public one. */
export function isPrivateLiteral(hostname: string): boolean {
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, "")) && !isPublicAddress(hostname);
}

/**
 * Whether a URL names a private address in so many words, which the owner hasn't allowed. Names with a private address
 * are found when connecting; an error before would tell which names the network has.
 */
export function isPrivateUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return !isAllowedPrivateHost(url) && (isLoopbackHost(hostname) || isPrivateLiteral(hostname));
}

const resolveHost: ResolveHost = (hostname, options) =>
  new Promise((resolve, reject) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });

/**
 * A DNS lookup for sockets. The address it returns is the one connected to, so a name can't be checked with one
 * address and fetched from another. One non-public address among several rejects the name.
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
 * Checks a link that someone else will fetch, such as a reference image for the service. Rejects schemes other
 * than http and https, credentials, and hosts with a non-public address, unless host and port are among
 * `allowedHosts` (those of the connection, as `host:port`) or allowed by the owner. A name that doesn't resolve here
 * passes, because the service may know it.
 */
export async function assertPublicUrl(
  value: string,
  {
    allowedHosts = [],
    resolve = resolveHost,
  }: { allowedHosts?: readonly string[]; resolve?: ResolveHost } = {},
): Promise<void> {
  const url = parsePlainUrl(value);
  if (allowedHosts.includes(hostAndPort(url)) || isAllowedPrivateHost(url)) return;
  if (isPrivateLiteral(url.hostname)) throw new StudioError("url.refused");
  const lookups = await Promise.allSettled([resolve(url.hostname, { all: true })]);
  const addresses = lookups.flatMap((lookup) => (lookup.status === "fulfilled" ? lookup.value : []));
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new StudioError("url.refused");
}

/** Parses an http(s) URL without credentials, optionally relative to `base`. Throws `url.refused`. */
export function parsePlainUrl(value: string, base?: URL): URL {
  const url = URL.parse(value, base?.href);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new StudioError("url.refused");
  }
  return url;
}
