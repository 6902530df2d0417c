"use server";

import { z } from "zod";
import { getGenerationServices } from "@/generators/generation-services.server";
import { getSessionActor } from "@/lib/auth/session-actor.server";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import { parseInput } from "@/lib/errors/parse-input";
import { askAboutTask } from "@/lib/generations/ask-about-task.server";
import { checkBodySchema } from "@/lib/generations/check-generation.server";
import type { TaskAnswer } from "@/lib/generations/task-answer";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";
import { getVoiceList } from "@/lib/voices/get-voice-list.server";
import { voiceModelSchema, type VoiceListDto } from "@/lib/voices/voice-dto";

/*
 * Free questions to the service that a person waits for, asked with the stored key. A browser runs its actions one after
 * the other, so each question ends within seconds.
 */

/** The voices as the service lists them now. */
export async function refreshVoicesAction(model: string): Promise<ActionResult<VoiceListDto>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    return getVoiceList(actor.userId, parseInput(voiceModelSchema, model), { refresh: true });
  });
}

const taskSchema = z.strictObject({ id: z.uuid(), body: checkBodySchema });

/** How a pending task stands, or that a worker now fetches what it made. */
export async function askAboutTaskAction(id: string, fileId?: string): Promise<ActionResult<TaskAnswer>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    const { body } = parseInput(taskSchema, { id, body: fileId === undefined ? {} : { fileId } });
    const services = { ...(await getGenerationServices()), ...getServiceAccess() };
    return askAboutTask(services, { ...body, userId: actor.userId, id });
  });
}
