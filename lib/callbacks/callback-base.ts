import ipaddr from "ipaddr.js";
import { isLoopbackHost } from "@/lib/env/loopback";

/** Where a service may reach this studio, as far as the settings tell. */
export interface StudioAddresses {
  /** STUDIO_PUBLIC_URL: where the studio is found by others. */
  publicUrl: string | undefined;
  /** Where the studio is found on this machine. */
  localUrl: string | undefined;
}

/**
 * Where the service of a connection reaches this studio: the sandbox runs on the same machine, a service in the same
 * network may use an address of that network, and all others need one that is public.
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

/** From where an address can be reached, as far as its host tells: a name without a dot is one of the own network. */
export function judgeReach(url: string): "machine" | "network" | "public" {
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, "").toLowerCase();
  if (isLoopbackHost(host)) return "machine";
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === "unicast" ? "public" : "network";
  return !host.includes(".") || /\.(local|lan|home|internal|home\.arpa)$/.test(host) ? "network" : "public";
}
