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
 * Polls a pending task now, with the result's file ID where the person knows it. Free. A file ID that arrives during a
 * poll is used right after it.
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
    const isBeingPolled = row.nextPollAt === null && row.workerId !== null;
    const operation = { ...recordSchema.parse(row.operation), ...(fileId === undefined ? {} : { fileId }) };
    await transaction.generation.update({
      where: { id },
      data: {
        operation: operation as Prisma.InputJsonObject,
        ...(isBeingPolled ? {} : { nextPollAt: new Date(clock.now()), waiting: jsonNull }),
        version: { increment: 1 },
      },
    });
    if (!isBeingPolled) await jobs.enqueue(advanceGenerationJob, { generationId: id }, { transaction });
  });
  return getGeneration(services, { userId, id });
}
