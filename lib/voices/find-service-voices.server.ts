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

/** A person waits no longer for the first list; the known voices do as well. */
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

// Next bundles routes apart and reloads modules in development; the process must still have one.
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
 * The voices of a connection: the service's own, out of a cache of one hour, where its profile has the endpoint
 * (unshown.md Synchronous speech "voices"); else, or where it cannot be asked, the known ones. Never throws for what the
 * service does.
 *
 * @param options.refresh asks now; an older list is given with the fault where that fails
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
    // A service with the endpoint and nothing behind it: its own voices are known all the same.
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
