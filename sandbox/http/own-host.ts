import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/**
 * Whether a program on this machine sent the request: from a loopback address, to a loopback name (another name may lead
 * here through DNS rebinding), and not a page of another site in a browser.
 */
export function isFromOwnHost({
  remoteAddress,
  headers,
}: {
  remoteAddress: string | undefined;
  headers: IncomingMessage["headers"];
}): boolean {
  const site = headers["sec-fetch-site"] ?? "none";
  return (
    isLoopback(remoteAddress ?? "") &&
    isLoopback(hostNameOf(headers.host ?? "")) &&
    (site === "none" || site === "same-origin")
  );
}

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === "localhost" : loopback.check(host, family === 6 ? "ipv6" : "ipv4");
}

function hostNameOf(host: string): string {
  return (URL.parse(`http://${host}`)?.hostname ?? "").replace(/^\[|\]$/g, "");
}
