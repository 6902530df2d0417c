import { getEnv } from "@/lib/env/env.server";

type ReadableHeaders = Pick<Headers, "get">;

/**
 * The studio's origin as the browser sees it: STUDIO_PUBLIC_URL, otherwise from the request (Next sets the
 * x-forwarded headers where no proxy does). A caller who forges these only affects themselves.
 */
export function getRequestOrigin(headers: ReadableHeaders): URL {
  const publicUrl = getEnv().STUDIO_PUBLIC_URL;
  if (publicUrl) return new URL(new URL(publicUrl).origin);
  const host = firstOf(headers.get("x-forwarded-host")) ?? headers.get("host") ?? "localhost";
  const protocol = firstOf(headers.get("x-forwarded-proto")) === "https" ? "https" : "http";
  return new URL(`${protocol}://${host}`);
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
