"use server";

import { z } from "zod";
import { getGenerationServices } from "@/generators/generation-services.server";
import { getSessionActor } from "@/lib/auth/session-actor.server";
import { parseInput } from "@/lib/errors/parse-input";
import { idempotencyKeySchema } from "@/lib/generations/create-generation-body.server";
import { createGeneration, relations } from "@/lib/generations/create-generation.server";
import { generationTitleSchema } from "@/lib/generations/generation-title";
import type { GenerationDto } from "@/lib/generations/generation-dto";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";

/** The arguments of a server action come from a browser: they are parsed like the body of a request. */
const submissionSchema = z.strictObject({
  generator: z.string().min(1).max(64),
  input: z.record(z.string(), z.unknown()),
  idempotencyKey: idempotencyKeySchema,
  title: generationTitleSchema.optional(),
  parentId: z.uuid().optional(),
  relation: z.enum(relations).optional(),
});

export type SubmissionOptions = Pick<z.input<typeof submissionSchema>, "title" | "parentId" | "relation">;

/**
 * Asks for a generation on behalf of the signed-in person. One key for one press: the same key again gives the
 * generation that the first call made.
 */
export async function submitGeneration(
  generator: string,
  input: unknown,
  idempotencyKey: string,
  options: SubmissionOptions = {},
): Promise<ActionResult<GenerationDto>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    const submission = parseInput(submissionSchema, { generator, input, idempotencyKey, ...options });
    const { generation } = await createGeneration(await getGenerationServices(), {
      ...submission,
      userId: actor.userId,
    });
    return generation;
  });
}
