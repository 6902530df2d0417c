import { deriveKey, getInstanceSecret } from "@/lib/crypto/instance-keys.server";
import { getEnv } from "@/lib/env/env.server";
import { openNatsRelay } from "./nats-relay.server";
import { noRelay, type Relay } from "./relay";

// One per process, although Next bundles routes separately and reloads modules in development.
const globalForRelay = globalThis as { reverieRelay?: Relay };

/** The relay of this process. */
export function getRelay(): Relay {
  return (globalForRelay.reverieRelay ??= openRelay());
}

/** The relay of the settings, another one with each call. */
export function openRelay(): Relay {
  const { STUDIO_RELAY_URL: url } = getEnv();
  if (!url) return noRelay;
  const studio = deriveKey(getInstanceSecret(), "relay").toString("hex").slice(0, 32);
  return openNatsRelay({ url, prefix: `reverie.${studio}` });
}
