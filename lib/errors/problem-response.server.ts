import { isServiceError, type ServiceError } from "@/lib/service/errors/service-error";
import { findErrorEntry } from "./error-catalogue";
import { judgeMade } from "./error-facts";
import { getLogger } from "./logger.server";
import type { Problem } from "./problem-schema";
import { StudioError, type FieldProblem } from "./studio-error";

/**
 * Converts any error to application/problem+json (RFC 9457). A StudioError keeps its code, and a ServiceError
 * also reports whether anything was generated. Anything else is logged under the request ID and returned as
 * `internal`, so that no database or upstream text is exposed.
 */
export function problemResponse(error: unknown, requestId: string, instance?: string): Response {
  const known =
    error instanceof StudioError || isServiceError(error)
      ? error
      : new StudioError("internal", { cause: error });
  const entry = findErrorEntry(known.code);
  // A 503 without a cause is a state of the studio, which whoever brought it about has reported.
  const isState = entry.httpStatus === 503 && known instanceof StudioError && known.cause === undefined;
  if (entry.httpStatus >= 500 && !isState) {
    const cause = known instanceof StudioError ? (known.cause ?? known) : known;
    getLogger().error({ err: cause, requestId }, known.message);
  }
  const { fields, values, facts } = describeKnownError(known);
  return Response.json(
    {
      // docs/errors.md has a section for each. A URN, because self-hosted studios share no common address.
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

interface ErrorDescription extends Pick<StudioError, "values"> {
  fields: readonly FieldProblem[];
  /** Only for errors of the service, a full disk, a missing scope and a film that has a newer version. */
  facts: Partial<Pick<Problem, "made" | "serviceCode" | "traceId" | "neededBytes" | "scope" | "version">>;
}

/** Details of an error. The service's own message is only logged. */
function describeKnownError(error: StudioError | ServiceError): ErrorDescription {
  if (error instanceof StudioError) {
    const { fields, values } = error;
    const { neededBytes, scope, version } = values;
    const facts = {
      ...(typeof neededBytes === "number" ? { neededBytes } : {}),
      ...(typeof scope === "string" ? { scope } : {}),
      ...(typeof version === "number" ? { version } : {}),
    };
    return { fields, values, facts };
  }
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

/** The Retry-After header in whole seconds, where the error has one. */
function describeRetry({ retryAfterMs }: StudioError["values"]): Record<string, string> {
  if (typeof retryAfterMs !== "number") return {};
  return { "retry-after": String(Math.max(1, Math.ceil(retryAfterMs / 1000))) };
}
