import { z } from "zod";
import type { RequestProblem } from "../contract/issue.ts";
import { mergeProfile } from "./merge-profile.ts";
import type { EndpointName, OptionalEndpointName } from "./profile-options.ts";
import { type RateLimit, type ServiceProfile, serviceProfileSchema } from "./profile-schema.ts";

/** The model's name on the wire. */
export function wireModelName(profile: ServiceProfile, model: string): string {
  return profile.modelNames[model] ?? model;
}

/** The rate limit of a request; null when unknown. A model's own limit takes precedence. */
export function findRateLimit(
  profile: ServiceProfile,
  request: { endpoint: EndpointName; model?: string },
): RateLimit | null {
  const ofModel = request.model === undefined ? undefined : profile.rateLimits.models[request.model];
  return ofModel ?? profile.rateLimits.endpoints[request.endpoint] ?? null;
}

/** Whether the service has an endpoint that service.md doesn't list. */
export function offersEndpoint(profile: ServiceProfile, endpoint: OptionalEndpointName): boolean {
  return profile.endpoints[endpoint] !== null;
}

/** The problem of a text file's ID where the profile requires integers; null without one. */
export function checkTextFileId(profile: ServiceProfile, fileId: string): RequestProblem | null {
  if (profile.fieldValues.narration.text_file_id === "string" || /^(0|[1-9]\d*)$/.test(fileId)) return null;
  return { path: "text_file_id", key: "narration.text-file.digits", values: {} };
}

/**
 * Merges overrides into a profile. They come from people and the database, so the result is parsed: an unknown
 * field or a wrong type throws a ZodError instead of reaching a request.
 */
export function overrideProfile(profile: ServiceProfile, overrides: unknown): ServiceProfile {
  const parts = z.record(z.string(), z.unknown()).parse(overrides ?? {});
  return serviceProfileSchema.parse(mergeProfile(profile, parts));
}
