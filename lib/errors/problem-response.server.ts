import { isServiceError, type ServiceError } from "@/lib/service/errors/service-error";
import { findErrorEntry } from "./error-catalogue";
import { judgeMade } from "./error-facts";
import { getLogger } from "./logger.server";
import type { Problem } from "./problem-schema";
import { StudioError, type FieldProblem } from "./studio-error";

/**
 * Any thrown thing as application/problem+json (RFC 9457): a StudioError, or what the service refused while the caller
 * waits, which also tells whether anything may have been made. Everything else is logged whole under the request id and
 * told as `internal`, so that no database or upstream text reaches a person.
 */
export function problemResponse(error: unknown, requestId: string, instance?: string): Response {
  const known =
    error instanceof StudioError || isServiceError(error)
      ? error
      : new StudioError("internal", { cause: error });
  const entry = findErrorEntry(known.code);
  if (entry.httpStatus >= 500) {
    const cause = known instanceof StudioError ? (known.cause ?? known) : known;
    getLogger().error({ err: cause, requestId }, known.message);
  }
  const { fields, values, facts } = describeRefusal(known);
  return Response.json(
    {
      // docs/errors.md has a section for each; a URN, since a self-hosted studio has no address that all share.
      type: `urn:reverie:problem:${known.code}`,
      title: entry.title,
      status: entry.httpStatus,
      code: known.code,
      action: entry.action,
      requestId,
      ...(instance ? { instance } : {}),
      ...(fields.length > 0 ? { errors: fields } : {}),
      ...facts,
    },
    {
      status: entry.httpStatus,
      headers: {
        "content-type": "application/problem+json",
        "cache-control": "no-store",
        "x-request-id": requestId,
        ...describeRetry(values),
      },
    },
  );
}

interface Refusal extends Pick<StudioError, "values"> {
  fields: readonly FieldProblem[];
  /** Told of refusals of the service only. */
  facts: Partial<Pick<Problem, "made" | "serviceCode" | "traceId">>;
}

/** What an error tells beside its code; the service's own words stay in the log. */
function describeRefusal(error: StudioError | ServiceError): Refusal {
  if (error instanceof StudioError) return { fields: error.fields, values: error.values, facts: {} };
  const { serviceCode, traceId, retryAfterMs, problems } = error;
  return {
    fields: problems,
    values: retryAfterMs === undefined ? {} : { retryAfterMs },
    facts: {
      made: judgeMade(error),
      ...(serviceCode === undefined ? {} : { serviceCode }),
      ...(traceId === undefined ? {} : { traceId }),
    },
  };
}

/** When it may be tried again, in whole seconds, where the error knows it. */
function describeRetry({ retryAfterMs }: StudioError["values"]): Record<string, string> {
  if (typeof retryAfterMs !== "number") return {};
  return { "retry-after": String(Math.max(1, Math.ceil(retryAfterMs / 1000))) };
}
