"use server";

import { z } from "zod";
import type { ActionResult } from "@/lib/http/action-result";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { SubmissionOptions } from "@/components/queries/studio-actions";
import { type TaskAnswer, askAboutTask } from "@/lib/generations/ask/ask-about-task.server";
import { checkBodySchema } from "@/lib/generations/ask/check-generation.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { relations } from "@/lib/generations/ask/new-generation.server";
import { generationTitleSchema } from "@/lib/generations/read/generation-title";
import { getGenerationServices } from "@/server/generation-services.server";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import { getSessionActor } from "@/lib/auth/session-actor.server";
import { getVoiceList } from "@/lib/voices/get-voice-list.server";
import { idempotencyKeySchema } from "@/lib/generations/ask/create-generation-body.server";
import { parseInput } from "@/lib/errors/parse-input";
import { runAction } from "@/lib/http/run-action.server";
import { voiceModelSchema, type VoiceListDto } from "@/lib/voices/voice-dto";

/** Arguments come from the browser, so they are parsed like a request body. */
const submissionSchema = z.strictObject({
  generator: z.string().min(1).max(64),
  input: z.record(z.string(), z.unknown()),
  idempotencyKey: idempotencyKeySchema,
  title: generationTitleSchema.optional(),
  parentId: z.uuid().optional(),
  relation: z.enum(relations).optional(),
  projectId: z.uuid().optional(),
});

/**
 * Creates a generation for the signed-in person. Repeating the idempotency key returns the generation of the
 * first call.
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

/*
 * Free requests to the service that a person waits for, sent with the stored key. A browser runs its actions
 * one after the other, so each must end within seconds.
 */

/** Reloads the voices from the service. */
export async function refreshVoicesAction(model: string): Promise<ActionResult<VoiceListDto>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    return getVoiceList(actor.userId, parseInput(voiceModelSchema, model), { refresh: true });
  });
}

const taskSchema = z.strictObject({ id: z.uuid(), body: checkBodySchema });

/** Checks a pending task, or has a worker fetch its result. */
export async function askAboutTaskAction(id: string, fileId?: string): Promise<ActionResult<TaskAnswer>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    const { body } = parseInput(taskSchema, { id, body: fileId === undefined ? {} : { fileId } });
    const services = { ...(await getGenerationServices()), ...getServiceAccess() };
    return askAboutTask(services, { ...body, userId: actor.userId, id });
  });
}
