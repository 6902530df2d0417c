import { getEnv } from "@/lib/env/env.server";
import { isLoopbackHost } from "@/lib/env/loopback";
import { findPeerAddress } from "@/lib/auth/request-origin.server";

/** Signs of a proxy; scripts/launcher/tell-peer-address.mjs sets the last one for X-Forwarded-* that it removed. */
const proxyHeaders = [
  "forwarded",
  "via",
  "x-real-ip",
  "cf-connecting-ip",
  "true-client-ip",
  "x-reverie-forwarded",
];

type ReadableHeaders = Pick<Headers, "get">;

/**
 * Whether a form was provably sent from this machine, so that no setup token is needed. A local proxy may
 * forward remote requests, but browsers send the page's own address with every form (`Origin`), and only a
 * local browser shows it under a loopback name.
 */
export function isLocalVisitor(headers: ReadableHeaders): boolean {
  const origin = headers.get("origin");
  return (
    origin !== null &&
    URL.canParse(origin) &&
    isLoopbackHost(new URL(origin).hostname) &&
    mayBeLocalVisitor(headers)
  );
}

/**
 * Whether a visitor may be on this machine, so that the page needn't ask for a setup token yet: the studio
 * listens only on loopback without a proxy or public address, and the request comes from loopback, unproxied
 * and under a loopback name (which excludes DNS rebinding).
 */
export function mayBeLocalVisitor(headers: ReadableHeaders): boolean {
  const env = getEnv();
  if (env.STUDIO_PUBLIC_URL || env.STUDIO_TRUST_PROXY === "on" || !isLoopbackHost(env.HOST)) return false;
  if (!isLoopbackHost(findPeerAddress(headers) ?? "")) return false;
  if (proxyHeaders.some((name) => headers.get(name) !== null)) return false;
  const hosts = [headers.get("host"), headers.get("x-forwarded-host")].filter((host) => host !== null);
  const addresses = headers.get("x-forwarded-for")?.split(",") ?? [];
  return (
    hosts.length > 0 &&
    hosts.every((host) => isLoopbackHost(hostNameOf(host))) &&
    addresses.every((address) => isLoopbackHost(address.trim()))
  );
}

function hostNameOf(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
}
