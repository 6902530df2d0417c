import { StudioError } from "@/lib/errors/studio-error";
import { findErrorEntry, findMade } from "@/lib/errors/error-catalogue";
import { isServiceError } from "@/lib/service/errors/service-error";
import type { GenerationErrorDto } from "./generation-dto";
import type { ErrorFacts } from "../work/stored-facts";

/** What is kept of an error: codes only, so that the words can be translated and no upstream text is stored. */
export function describeError(error: unknown): ErrorFacts {
  if (isServiceError(error)) {
    return {
      code: error.code,
      ...(error.serviceCode === undefined ? {} : { serviceCode: error.serviceCode }),
      ...(error.traceId === undefined ? {} : { traceId: error.traceId }),
    };
  }
  return { code: error instanceof StudioError ? error.code : "internal" };
}

/**
 * Why a result broke off after some of it had come. What the service itself told is the reason; everything else only
 * says that it did. Either way something was made.
 */
export function describeEndedEarly(error: unknown): ErrorFacts {
  const facts = describeError(error);
  const told = facts.serviceCode !== undefined;
  return { ...facts, ...(told ? {} : { code: "generation.ended-early" }), made: "something" };
}

/** The same where nothing of what had come can be kept. */
export function describeUnusable(error: unknown): ErrorFacts {
  return { ...describeEndedEarly(error), code: "generation.ended-unusable" };
}

/** The error as the API tells it, with the English words of the catalogue. */
export function toErrorDto(facts: ErrorFacts): GenerationErrorDto {
  const entry = findErrorEntry(facts.code);
  const { made = findMade(facts.code), ...told } = facts;
  return { ...told, message: entry.title, action: entry.action, made };
}
