import { getEnv } from "@/lib/env/env.server";
import { isLoopbackHost } from "@/lib/env/loopback";

/** `host:port` of an http or https address, also for the default port of its scheme. */
export function hostAndPort(address: string | URL): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}

/**
 * Whether anyone's requests may go to this host and port although it is private: the running sandbox, and what
 * STUDIO_PRIVATE_HOSTS lists.
 */
export function isAllowedPrivateHost(address: string | URL): boolean {
  return isSandboxAddress(address) || (getEnv().STUDIO_PRIVATE_HOSTS ?? []).includes(hostAndPort(address));
}

/**
 * Whether an address is that of the sandbox, under any loopback name and profile. Its results are marked as not real.
 */
export function isSandboxAddress(address: string | URL): boolean {
  const { STUDIO_SANDBOX_BASE_URL, STUDIO_SANDBOX_ALT_BASE_URL } = getEnv();
  const { hostname, port } = new URL(address);
  return [STUDIO_SANDBOX_BASE_URL, STUDIO_SANDBOX_ALT_BASE_URL].some((sandboxUrl) => {
    if (!sandboxUrl) return false;
    const sandbox = new URL(sandboxUrl);
    const sameHost =
      sandbox.hostname === hostname || (isLoopbackHost(sandbox.hostname) && isLoopbackHost(hostname));
    return sameHost && sandbox.port === port;
  });
}
