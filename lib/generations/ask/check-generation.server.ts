import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { jsonNull, type Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { fileReferenceSchema } from "@/lib/service/contract/files";
import { advanceGenerationJob } from "../record/advance-job";
import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import { lockGeneration } from "../record/lock-generation.server";
import type { GenerationServices } from "../record/services.server";
import { recordSchema } from "../record/stored-facts";

/** The body of POST /api/v1/generations/:id/check. */
export const checkBodySchema = z
  .strictObject({
    fileId: fileReferenceSchema.shape.fileId
      .optional()
      .describe("File ID of the result, if you know it. The result is downloaded by this ID."),
  })
  .optional()
  .transform((body) => body ?? {});

/**
 * Asks after a pending task now instead of at its next moment, with the result's file id where the person knows it.
 * Free. Where it is being asked after at this moment, what the person told is asked with right after.
 *
 * @throws StudioError not-found, generation.state (nothing is pending)
 */
export async function checkGeneration(
  services: GenerationServices,
  options: { userId: string; id: string; fileId?: string | undefined },
): Promise<GenerationDto> {
  const { database, jobs, clock } = services;
  const { userId, id, fileId } = options;
  await getGeneration(services, { userId, id });
  await database.$transaction(async (transaction) => {
    const row = await lockGeneration(transaction, id);
    if (row.state !== "running" || row.operation === null) throw new StudioError("generation.state");
    const isBeingAsked = row.nextPollAt === null && row.workerId !== null;
    const operation = { ...recordSchema.parse(row.operation), ...(fileId === undefined ? {} : { fileId }) };
    await transaction.generation.update({
      where: { id },
      data: {
        operation: operation as Prisma.InputJsonObject,
        ...(isBeingAsked ? {} : { nextPollAt: new Date(clock.now()), waiting: jsonNull }),
        version: { increment: 1 },
      },
    });
    if (!isBeingAsked) await jobs.enqueue(advanceGenerationJob, { generationId: id }, { transaction });
  });
  return getGeneration(services, { userId, id });
}

const toldSchema = z.looseObject({ fileId: z.unknown().optional(), pushed: z.unknown().optional() });

/** What a person or a callback told of a task while it was being asked after; null where nothing. */
export function findTold(operation: unknown, asked: unknown): Record<string, unknown> | null {
  const now = toldSchema.safeParse(operation).data;
  const before = toldSchema.safeParse(asked).data;
  const told = (["fileId", "pushed"] as const)
    .filter((key) => now?.[key] !== undefined && !isDeepStrictEqual(now[key], before?.[key]))
    .map((key) => [key, now?.[key]]);
  return told.length > 0 ? (Object.fromEntries(told) as Record<string, unknown>) : null;
}
