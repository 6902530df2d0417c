import { StudioError } from "@/lib/errors/studio-error";
import { findOpenProject } from "./find-open-project.server";
import { createGeneration } from "./create-generation.server";
import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import type { GenerationServices } from "../record/services.server";

/**
 * Creates a new generation from the same input. The old one is unchanged.
 *
 * @param options.mayCostAgain must be true after `unknown`: the person accepts that it may be billed twice
 * @throws StudioError not-found, generation.state (still active, or unknown without `mayCostAgain`), and what
 *   createGeneration throws
 */
export async function retryGeneration(
  services: GenerationServices,
  options: { userId: string; id: string; mayCostAgain: boolean; idempotencyKey?: string },
): Promise<GenerationDto> {
  const before = await getGeneration(services, options);
  const retryable =
    before.state === "failed" ||
    before.state === "cancelled" ||
    (before.state === "unknown" && options.mayCostAgain);
  if (!retryable) throw new StudioError("generation.state");
  const { generation } = await createGeneration(services, {
    userId: options.userId,
    generator: before.generator,
    input: before.input,
    title: before.title ?? undefined,
    ...(options.idempotencyKey ? { idempotencyKey: options.idempotencyKey } : {}),
    parentId: before.id,
    relation: "retry",
    projectId: await findOpenProject(services.database, options),
  });
  return generation;
}
