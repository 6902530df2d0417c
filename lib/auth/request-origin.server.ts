import { getEnv } from "@/lib/env/env.server";

type ReadableHeaders = Pick<Headers, "get">;

/**
 * The address under which the person's browser sees the studio: STUDIO_PUBLIC_URL, else what the request says
 * (Next fills the x-forwarded headers in when no proxy did). A caller who lies here lies to itself only.
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

/** Who the connection is with; scripts/launcher/tell-peer-address.mjs sets it anew at every request. */
const peerAddressHeader = "x-reverie-peer-address";

/** The address at the other end of the connection: the caller, or a proxy in front. Null when nothing says. */
export function findPeerAddress(headers: ReadableHeaders): string | null {
  return headers.get(peerAddressHeader) || null;
}

/**
 * The address of the caller, as those of wrong passwords are counted: what the nearest proxy says that it saw, where
 * STUDIO_TRUST_PROXY declares one, else the other end of the connection. Anybody can send an x-forwarded-for, and Next
 * keeps it. `unknown` when nothing says.
 */
export function getClientAddress(headers: ReadableHeaders): string {
  const seenByProxy =
    getEnv().STUDIO_TRUST_PROXY === "on" && headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return seenByProxy || findPeerAddress(headers) || "unknown";
}

/**
 * Whether a browser sent the request from a page of another origin. A request with neither header comes from no
 * browser of this decade, which has no cookie of ours that it was not given on purpose.
 */
export function isCrossOrigin(headers: ReadableHeaders): boolean {
  const fetchSite = headers.get("sec-fetch-site");
  if (fetchSite) return fetchSite !== "same-origin" && fetchSite !== "none";
  const origin = headers.get("origin");
  if (!origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== getRequestOrigin(headers).host;
}
