import ipaddr from "ipaddr.js";
import { isLoopbackHost } from "@/lib/env/loopback";

/** The configured addresses of this studio. */
export interface StudioAddresses {
  /** STUDIO_PUBLIC_URL. */
  publicUrl: string | undefined;
  /** Its address on this machine. */
  localUrl: string | undefined;
}

/**
 * The address at which the service of a connection reaches this studio: the sandbox runs on the same machine, a service
 * in the same network can use an address of that network, and any other service needs a public one.
 *
 * @returns an address without a trailing slash; null where the service cannot reach the studio
 */
export function chooseCallbackBase(
  { publicUrl, localUrl }: StudioAddresses,
  connection: { sandbox: boolean; baseUrl: string },
): string | null {
  if (connection.sandbox) return localUrl ?? publicUrl ?? null;
  if (publicUrl === undefined) return null;
  const reach = judgeReach(publicUrl);
  if (reach === "public") return publicUrl;
  return reach === judgeReach(connection.baseUrl) ? publicUrl : null;
}

/** From where an address can be reached, by its host. A name without a dot belongs to the local network. */
export function judgeReach(url: string): "machine" | "network" | "public" {
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, "").toLowerCase();
  if (isLoopbackHost(host)) return "machine";
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === "unicast" ? "public" : "network";
  return !host.includes(".") || /\.(local|lan|home|internal|home\.arpa)$/.test(host) ? "network" : "public";
}
