import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { createConnectionClient } from "@/lib/connections/service-access.server";
import { getLogger } from "@/lib/errors/logger.server";
import type { ServiceClient } from "@/lib/service/client.server";
import type { Voice } from "@/lib/service/client/speech.server";
import { isServiceError } from "@/lib/service/errors/service-error";
import { KNOWN_VOICE_IDS } from "@/lib/service/contract/voices";
import { isStorableText } from "@/lib/service/contract/text";
import { offersEndpoint } from "@/lib/service/profiles/read-profile";
import { VoiceCache } from "./voice-cache.server";
import { voiceIdMaxLength } from "./voice-dto";

/** How long the first list may take before the known voices are used. */
const firstListTimeoutMs = 8_000;

export interface ServiceVoices {
  voices: Voice[];
  source: "service" | "known";
  /** Why the service's own list isn't available or couldn't be refreshed. */
  fault: { code: string } | null;
}

/** unshown.md Synchronous speech "known voice ids". */
export const knownVoices: readonly Voice[] = KNOWN_VOICE_IDS.map((voiceId) => ({
  voiceId,
  name: null,
  description: [],
}));

// One per process, although Next bundles routes separately and reloads modules in development.
const globalForVoices = globalThis as { reverieVoices?: VoiceCache };

function getVoiceCache(): VoiceCache {
  globalForVoices.reverieVoices ??= new VoiceCache({
    now: Date.now,
    report: (error) =>
      getLogger().warn({ err: error }, "The voices could not be refreshed; the old ones are shown"),
  });
  return globalForVoices.reverieVoices;
}

/**
 * The voices of a connection: the service's list, cached for an hour, if its profile has the endpoint (unshown.md
 * Synchronous speech "voices"); otherwise, or if it fails, the known ones. Never throws errors of the service.
 *
 * @param options.refresh bypasses the cache; if that fails, the cached list is returned with the error
 */
export async function findServiceVoices(
  connection: ResolvedConnection,
  { refresh = false, cache = getVoiceCache() }: { refresh?: boolean; cache?: VoiceCache } = {},
): Promise<ServiceVoices> {
  const { profile, scope } = connection;
  if (!offersEndpoint(profile, "voiceList")) {
    return { voices: [...knownVoices], source: "known", fault: null };
  }
  const key = JSON.stringify([scope, profile.endpoints.voiceList]);
  const client = createConnectionClient(connection);
  const load = () => loadVoices(client);
  let fault: ServiceVoices["fault"] = null;
  try {
    if (refresh) await cache.refresh(key, load);
  } catch (error) {
    fault = toFault(error);
  }
  try {
    const voices = await cache.get(key, load);
    // A service with an empty list still has the known voices.
    if (voices.length > 0) return { voices, source: "service", fault };
    return { voices: [...knownVoices], source: "known", fault };
  } catch (error) {
    return { voices: [...knownVoices], source: "known", fault: toFault(error) };
  }
}

function toFault(error: unknown): { code: string } {
  if (!isServiceError(error)) throw error;
  return { code: error.code };
}

async function loadVoices(client: ServiceClient): Promise<Voice[]> {
  const { voices } = await client.listVoices({ signal: AbortSignal.timeout(firstListTimeoutMs) });
  return voices.filter(
    ({ voiceId }) => voiceId !== "" && voiceId.length <= voiceIdMaxLength && isStorableText(voiceId),
  );
}
