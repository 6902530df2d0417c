import { getEnv } from "@/lib/env/env.server";
import { isLoopbackHost } from "@/lib/env/loopback";

type ReadableHeaders = Pick<Headers, "get">;

/**
 * The studio's origin as the browser sees it: STUDIO_PUBLIC_URL, otherwise from the request. X-Forwarded-* counts only with
 * STUDIO_TRUST_PROXY, because anyone can send it.
 */
export function getRequestOrigin(headers: ReadableHeaders): URL {
  const publicUrl = getEnv().STUDIO_PUBLIC_URL;
  if (publicUrl) return new URL(new URL(publicUrl).origin);
  const { host, protocol } = readAddress(headers);
  return new URL(`${protocol ?? "http"}://${host}`);
}

/** The host that the request names, and the protocol if a trusted proxy told it. */
export function readAddress(headers: ReadableHeaders): {
  host: string;
  protocol: "http" | "https" | undefined;
} {
  const own = headers.get("host") ?? "localhost";
  if (getEnv().STUDIO_TRUST_PROXY !== "on") return { host: own, protocol: undefined };
  const protocol = firstOf(headers.get("x-forwarded-proto"));
  return {
    host: firstOf(headers.get("x-forwarded-host")) ?? own,
    protocol: protocol === undefined ? undefined : protocol === "https" ? "https" : "http",
  };
}

/**
 * Whether what this page sends, passwords too, crosses a network unencrypted: it was opened over http and under another
 * name than this machine's. Without a trusted proxy, only the public address can be an https one.
 */
export function isSentInClear(headers: ReadableHeaders): boolean {
  const { host, protocol } = readAddress(headers);
  const publicUrl = getEnv().STUDIO_PUBLIC_URL;
  const isPublicHttps =
    publicUrl !== undefined && new URL(publicUrl).protocol === "https:" && new URL(publicUrl).host === host;
  const isHttps = protocol === undefined ? isPublicHttps : protocol === "https";
  return !isHttps && !isLoopbackHost(URL.parse(`http://${host}`)?.hostname ?? "");
}

function firstOf(list: string | null): string | undefined {
  return list?.split(",")[0]?.trim() || undefined;
}

/** The peer of the connection; scripts/launcher/tell-peer-address.mjs sets it on every request. */
const peerAddressHeader = "x-reverie-peer-address";

/** The address of the connection's peer, either the caller or a proxy. Null where unknown. */
export function findPeerAddress(headers: ReadableHeaders): string | null {
  return headers.get(peerAddressHeader) || null;
}

/**
 * The caller's address, used to throttle sign-ins: with STUDIO_TRUST_PROXY what the nearest proxy saw,
 * otherwise the connection's peer, because anyone can send an x-forwarded-for header. `unknown` where unknown.
 */
export function getClientAddress(headers: ReadableHeaders): string {
  const seenByProxy =
    getEnv().STUDIO_TRUST_PROXY === "on" && headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return seenByProxy || findPeerAddress(headers) || "unknown";
}

/**
 * Whether a browser sent the request from a page of another origin. Every current browser sends one of the two
 * headers.
 */
export function isCrossOrigin(headers: ReadableHeaders): boolean {
  const fetchSite = headers.get("sec-fetch-site");
  if (fetchSite) return fetchSite !== "same-origin" && fetchSite !== "none";
  const origin = headers.get("origin");
  if (!origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== getRequestOrigin(headers).host;
}
