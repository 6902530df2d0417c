import type { RequestProblem } from "../contract/issue.ts";
import type { EndpointName, OptionalEndpointName, RateLimit, ServiceProfile } from "./profile-schema.ts";

/** The model's name on the wire. */
export function wireModelName(profile: ServiceProfile, model: string): string {
  return profile.modelNames[model] ?? model;
}

/** How often an endpoint may be asked for a model; null when no limit is known. A model's own limit goes first. */
export function findRateLimit(
  profile: ServiceProfile,
  request: { endpoint: EndpointName; model?: string },
): RateLimit | null {
  const ofModel = request.model === undefined ? undefined : profile.rateLimits.models[request.model];
  return ofModel ?? profile.rateLimits.endpoints[request.endpoint] ?? null;
}

/** Whether the service has one of the endpoints that service.md leaves out. */
export function offersEndpoint(profile: ServiceProfile, endpoint: OptionalEndpointName): boolean {
  return profile.endpoints[endpoint] !== null;
}

/** What is wrong with the id of a text file for a service whose profile takes integers; null when nothing is. */
export function checkTextFileId(profile: ServiceProfile, fileId: string): RequestProblem | null {
  if (profile.fieldValues.narration.text_file_id === "string" || /^(0|[1-9]\d*)$/.test(fileId)) return null;
  return { path: "text_file_id", key: "narration.text-file.digits", values: {} };
}
