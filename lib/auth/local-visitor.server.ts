import { getEnv } from "@/lib/env/env.server";
import { isLoopbackHost } from "@/lib/http/loopback";

const proxyHeaders = ["forwarded", "via", "x-real-ip", "cf-connecting-ip", "true-client-ip"];

/**
 * Whether the visitor sits at the machine itself, so that no setup token is needed. In doubt they do not: it takes a
 * studio that listens on loopback alone, has no public address, is asked for by a loopback name (which also keeps out
 * a foreign page whose name was pointed here) and a request that no proxy touched.
 */
export function isLocalVisitor(headers: Pick<Headers, "get">): boolean {
  const env = getEnv();
  if (env.STUDIO_PUBLIC_URL || !isLoopbackHost(env.HOST)) return false;
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
