import { isServiceError } from "@/lib/service/errors/service-error";
import { findErrorEntry, findMade, type MadeBeforeError } from "./error-catalogue";
import type { ErrorDto, ErrorFacts } from "./error-dto";
import { StudioError } from "./studio-error";

/** The facts to store of a thrown error. Anything but a StudioError or a ServiceError becomes `internal`. */
export function describeError(error: unknown): ErrorFacts {
  if (isServiceError(error)) {
    return {
      code: error.code,
      ...(error.nothingMade && findMade(error.code) !== "nothing" ? { made: "nothing" } : {}),
      ...(error.serviceCode === undefined ? {} : { serviceCode: error.serviceCode }),
      ...(error.traceId === undefined ? {} : { traceId: error.traceId }),
    };
  }
  return { code: error instanceof StudioError ? error.code : "internal" };
}

/**
 * Why a result broke off after a part of it had arrived: the service's own code where it sent one, else
 * `generation.ended-early`. Either way the service generated something.
 */
export function describeEndedEarly(error: unknown): ErrorFacts {
  const facts = describeError(error);
  const isServiceCode = facts.serviceCode !== undefined;
  return { ...facts, ...(isServiceCode ? {} : { code: "generation.ended-early" }), made: "something" };
}

/** Why a result broke off when the part that arrived cannot be played. */
export function describeUnusable(error: unknown): ErrorFacts {
  return { ...describeEndedEarly(error), code: "generation.ended-unusable" };
}

/** Stored facts as the API returns them, with the English words of the catalogue. */
export function toErrorDto(facts: ErrorFacts): ErrorDto {
  const entry = findErrorEntry(facts.code);
  const { made = findMade(facts.code), ...rest } = facts;
  return { ...rest, message: entry.title, action: entry.action, made };
}

/** Whether the service generated anything before an error. A ServiceError may prove more than its code. */
export function judgeMade(error: unknown): MadeBeforeError {
  if (isServiceError(error)) return error.nothingMade ? "nothing" : findMade(error.code);
  return error instanceof StudioError ? findMade(error.code) : "unknown";
}
