import { z } from "zod";

/**
 * A result code: an integer, or its digits as a string. Anything else (null, "", false, []) is a broken answer: read
 * leniently it would turn into 0, and a fault into a success.
 */
const resultCodeSchema = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,10}$/)
    .transform(Number),
]);

/** base_resp of every JSON answer (service.md "base_resp"); 0 means success. */
export const baseRespSchema = z.looseObject({
  status_code: resultCodeSchema,
  status_msg: z.string().nullish(),
});

/** The generic error object of service.md Errors; where it comes is not shown. */
export const genericErrorSchema = z.looseObject({
  error: resultCodeSchema,
  message: z.string(),
});

/**
 * An opaque identifier. The same id is a string in one answer and an int64 in another (unshown.md Files "ids"):
 * it is always given on as a string. Integers over 2^53 arrive as digit strings from `parseJsonKeepingDigits`.
 */
const givenIdentifierSchema = z.union([z.string(), z.number().int()]).transform(String);

/** One that must be there: nobody can ask again by an empty one. */
export const identifierSchema = givenIdentifierSchema.refine((identifier) => identifier.trim() !== "");

/** An identifier that may be missing, null, empty or 0, each of which means "none". */
export const optionalIdentifierSchema = givenIdentifierSchema
  .nullish()
  .transform((value) =>
    value === undefined || value === null || value === "" || value === "0" ? null : value,
  );

/** A count or measure that comes as a number or as a numeric string (unshown.md Image "counts"). */
export const countSchema = z.union([z.number(), z.string().regex(/^\s*-?\d+(\.\d+)?\s*$/)]).transform(Number);

/** A count that may be missing, null or unreadable, which reads as null: facts about a result never spoil the result. */
export const optionalCountSchema = countSchema
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** A text that may be missing, null or of another type, which reads as null. */
export const optionalTextSchema = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** analysis_info of service.md, "Contents: not shown": whatever it is, as it came; null where there is nothing. */
export const analysisInfoSchema = z
  .unknown()
  .optional()
  .transform((info) => info ?? null);

/** Fields that every answer may have. Unknown fields pass through. */
export const answerShape = { base_resp: baseRespSchema.nullish() };
