import { isIP } from "node:net";
import { getEnv } from "@/lib/env/env.server";
import { isLoopbackHost } from "@/lib/env/loopback";
import { StudioError } from "@/lib/errors/studio-error";
import { readAddress } from "./request-origin.server";

type ReadableHeaders = Pick<Headers, "get">;

/** An address of the studio where passkeys work. */
export interface PasskeySite {
  origin: string;
  /** The host name that passkeys are made for (the relying party's ID). */
  rpId: string;
}

/**
 * Where passkeys work: at the public address, and at localhost on the machine itself. Never at an address that a request names:
 * another program of the same host could pass on what a browser signed for its port.
 */
export function listPasskeySites(): PasskeySite[] {
  const { STUDIO_PUBLIC_URL } = getEnv();
  const publicUrl = STUDIO_PUBLIC_URL ? new URL(STUDIO_PUBLIC_URL) : null;
  return [...(publicUrl && !findObstacle(publicUrl) ? [publicUrl] : []), getLocalUrl()].map(
    ({ origin, hostname }) => ({ origin, rpId: hostname }),
  );
}

/** Browsers make no passkeys for IP addresses, so this is what the machine's own address is called. */
function getLocalUrl(): URL {
  const { STUDIO_LOCAL_URL, PORT } = getEnv();
  const url = new URL(STUDIO_LOCAL_URL ?? `http://localhost:${PORT}`);
  url.hostname = "localhost";
  return url;
}

/**
 * The site on whose page a form was sent, which browsers name with every form.
 *
 * @throws StudioError auth.passkey-unavailable
 */
export function getPasskeySite(headers: ReadableHeaders): PasskeySite {
  const origin = headers.get("origin");
  const site = listPasskeySites().find((each) => each.origin === origin);
  if (!site) throw new StudioError("auth.passkey-unavailable");
  return site;
}

/** Why passkeys can't work at an address: the browser refuses them there, or the studio doesn't know that it is its own. */
export type PasskeyObstacle = "address" | "insecure" | "unset";

/** What a page says about it: why passkeys can't work where it was opened, and where on this machine they do. */
export interface PasskeyAdvice {
  obstacle: PasskeyObstacle;
  /** The same page's address at localhost, for a browser on this machine. */
  localOrigin: string | null;
}

/** What to say on a page for these headers; null where passkeys work, or may: only a form tells what the browser shows. */
export function findPasskeyAdvice(headers: ReadableHeaders): PasskeyAdvice | null {
  const { host, protocol } = readAddress(headers);
  const shown = URL.parse(`${protocol ?? "http"}://${host}`);
  const local = getLocalUrl();
  if (!shown || shown.host === local.host || listPasskeySites().length > 1) return null;
  const { STUDIO_PUBLIC_URL } = getEnv();
  return {
    obstacle: findObstacle(STUDIO_PUBLIC_URL ? new URL(STUDIO_PUBLIC_URL) : shown) ?? "unset",
    localOrigin: isLoopbackHost(shown.hostname) ? local.origin : null,
  };
}

function findObstacle({ protocol, hostname }: URL): "address" | "insecure" | null {
  if (isIP(hostname.replaceAll(/^\[|\]$/g, ""))) return "address";
  return protocol === "https:" || isLoopbackHost(hostname) ? null : "insecure";
}
