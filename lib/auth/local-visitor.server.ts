import { getEnv } from "@/lib/env/env.server";
import { isLoopbackHost } from "@/lib/env/loopback";
import { findPeerAddress } from "@/lib/auth/request-origin.server";

const proxyHeaders = ["forwarded", "via", "x-real-ip", "cf-connecting-ip", "true-client-ip"];

type ReadableHeaders = Pick<Headers, "get">;

/**
 * Whether who sent a form sits at the machine itself, so that no setup token is needed. In doubt they do not. A proxy on
 * the machine may pass requests on as if they were its own; but the browser itself says which address it shows the page
 * under (`Origin`, which it sends with every form), and only one at the machine shows it under a loopback name.
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
 * Whether nothing speaks against a visitor at the machine itself, so that the page need not ask for a setup token yet: a
 * studio that listens on loopback alone, has no proxy or public address, is asked for by a loopback name (which also keeps
 * out a foreign page whose name was pointed here), and a request from the machine that no proxy touched.
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
