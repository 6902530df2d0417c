import { z } from "zod";
import { parseInput } from "@/lib/errors/parse-input";
import { isStorableText } from "@/lib/service/contract/text";
import { generationTitleSchema } from "../read/generation-title";
import { relations } from "./new-generation.server";

/** A key chosen by the caller under which a request is carried out once. */
export const idempotencyKeySchema = z
  .string()
  .min(8)
  .max(128)
  .refine(isStorableText, { error: "field.characters" })
  .describe("The same key with the same input returns the same generation instead of creating a new one.");

const idempotencyHeaderSchema = z.object({ idempotencyKey: idempotencyKeySchema.optional() });

/** The idempotency key of the header, with the same rules as in the body; undefined without one. */
export function readIdempotencyHeader(request: Request): string | undefined {
  const idempotencyKey = request.headers.get("idempotency-key") ?? undefined;
  return parseInput(idempotencyHeaderSchema, { idempotencyKey }).idempotencyKey;
}

/** The body of POST /api/v1/generations. `input` is parsed with the generator's schema afterwards. */
export const createGenerationBodySchema = z.strictObject({
  generator: z.string().min(1).max(64),
  input: z.record(z.string(), z.unknown()),
  title: generationTitleSchema
    .optional()
    .describe("What it is called from the start; PUT .../title changes it."),
  idempotencyKey: idempotencyKeySchema.optional(),
  parentId: z.uuid().optional().describe("The generation this one was created from."),
  projectId: z.uuid().optional().describe("The project that its results are added to."),
  relation: z.enum(relations).optional().describe("How it was created from that one."),
});
