import { z } from "zod";

/**
 * A result code: an integer or its digits as a string. Anything else (null, "", false, []) is malformed: a
 * lenient parser would turn it into 0, and an error into a success.
 */
const resultCodeSchema = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,10}$/)
    .transform(Number),
]);

/** base_resp of every JSON response (service.md "base_resp"); 0 means success. */
export const baseRespSchema = z.looseObject({
  status_code: resultCodeSchema,
  status_msg: z.string().nullish(),
});

/** The generic error object (service.md Errors); where it occurs is undocumented. */
export const genericErrorSchema = z.looseObject({
  error: resultCodeSchema,
  message: z.string(),
});

/**
 * An opaque ID. The same ID is a string in one response and an int64 in another (unshown.md Files "ids"), so it
 * is always returned as a string. Integers over 2^53 are already strings from `parseJsonKeepingDigits`.
 */
const givenIdentifierSchema = z.union([z.string(), z.number().int()]).transform(String);

/** A required ID; an empty one can't be used in a request. */
export const identifierSchema = givenIdentifierSchema.refine((identifier) => identifier.trim() !== "");

/** An optional ID; missing, null, empty and 0 all mean "none". */
export const optionalIdentifierSchema = givenIdentifierSchema
  .nullish()
  .transform((value) =>
    value === undefined || value === null || value === "" || value === "0" ? null : value,
  );

/** A count or measure, as a number or a numeric string (unshown.md Image "counts"). */
export const countSchema = z.union([z.number(), z.string().regex(/^\s*-?\d+(\.\d+)?\s*$/)]).transform(Number);

/** An optional count. Unreadable becomes null: a result isn't rejected for its details. */
export const optionalCountSchema = countSchema
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** An optional text; another type becomes null. */
export const optionalTextSchema = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** analysis_info, undocumented in service.md; passed through unchanged. */
export const analysisInfoSchema = z
  .unknown()
  .optional()
  .transform((info) => info ?? null);

/** Fields common to all responses. Unknown fields pass through. */
export const answerShape = { base_resp: baseRespSchema.nullish() };
