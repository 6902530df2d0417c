import type { ResolvedConnection } from "../../connections/resolved-connection";
import { findRateLimit } from "@/lib/service/profiles/read-profile";
import type { InputSummary } from "../ask/definition-port";
import type { RateLine } from "@/lib/paid-calls/rate-line.server";

/**
 * The line a request stands in: one for each key and model where the model has a limit of its own, else one for each
 * key and endpoint, since the documents do not say that such a limit counts models apart.
 */
export function getRateLine(
  connection: Pick<ResolvedConnection, "profile" | "scope">,
  request: Pick<InputSummary, "endpoint" | "model">,
): RateLine {
  const { profile, scope } = connection;
  const limit = findRateLimit(profile, request);
  if (!limit) return { bucket: null, limit: null, concurrency: null };
  const counted = profile.rateLimits.models[request.model] ? request.model : request.endpoint;
  return {
    bucket: `${scope}:${counted}`,
    limit: { requests: limit.requests, windowMs: limit.windowMs },
    concurrency: limit.concurrency ?? null,
  };
}
