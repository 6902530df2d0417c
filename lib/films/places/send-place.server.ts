import { createHash } from "node:crypto";
import { isUniqueViolation } from "@/lib/db/database.server";
import { toFieldProblems } from "@/lib/errors/field-problems";
import { StudioError } from "@/lib/errors/studio-error";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { hashInput, type Relation } from "@/lib/generations/ask/new-generation.server";
import { generationTitleSchema } from "@/lib/generations/read/generation-title";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import { isOpenProject } from "@/lib/projects/read/project-access.server";

/** A generation for a shot or caption of a film. */
export interface PlaceOrder {
  userId: string;
  filmId: string;
  /** Where its results go; null for no project. */
  projectId: string | null;
  placeId: string;
  /** The generation that it follows, or `noGeneration`. */
  after: string;
  /** That one, if it is the person's own. */
  parentId: string | undefined;
  name: string;
  generator: string;
  /** Untrusted; parsed with the generator's schema. */
  input: unknown;
  /** Whether it has waited for the shot before. Without its row, it was cancelled in the meantime. */
  hasWaited?: boolean | undefined;
}

/**
 * Sends a generation for a place, once: its row in the film is written in the same transaction, and there is one for each generation
 * that it may follow. Sent again, by whomever, nothing happens.
 *
 * @throws StudioError film.shot-sent if something else was sent after the same generation, film.shot-gone if it has waited and no longer
 *   does, and as `createGeneration`
 */
export async function sendPlace(services: GenerationServices, order: PlaceOrder): Promise<void> {
  const { userId, filmId, placeId, after, generator } = order;
  const input = parsePlaceInput(services, order);
  const inputHash = hashInput(generator, input);
  if (await isSent(services, order, inputHash)) return;
  const title = generationTitleSchema.safeParse(order.name);
  const relation: Relation | undefined = order.parentId === undefined ? undefined : "edit";
  try {
    await createGeneration(services, {
      userId,
      generator,
      input,
      idempotencyKey: `film-${filmId}-${createHash("sha256").update(`${placeId}\n${after}\n${inputHash}`).digest("hex").slice(0, 48)}`,
      ...(title.success ? { title: title.data } : {}),
      parentId: order.parentId,
      relation,
      projectId: await findProject(services, order),
      async record(transaction, generationId) {
        // What waited for the shot before, or failed to be sent, is sent now; anything else is a row of its own.
        const continued = await transaction.filmGeneration.updateMany({
          where: { filmId, placeId, after, generationId: null },
          data: { generationId, problem: null, userId },
        });
        if (continued.count > 0) return;
        if (order.hasWaited) throw new StudioError("film.shot-gone");
        await transaction.filmGeneration.create({ data: { filmId, placeId, after, userId, generationId } });
      },
    });
  } catch (error) {
    // Somebody else was first with this place.
    if (!isUniqueViolation(error) || !(await isSent(services, order, inputHash))) throw error;
  }
}

/** Whoever may only look on in the project of their film adds nothing to it. */
async function findProject({ database }: GenerationServices, { userId, projectId }: PlaceOrder) {
  return projectId && (await isOpenProject(database, { userId, id: projectId })) ? projectId : undefined;
}

/** Throws input.invalid, generator.unknown. */
function parsePlaceInput(
  { definitions }: GenerationServices,
  { generator, input }: Pick<PlaceOrder, "generator" | "input">,
) {
  const definition = definitions.find(generator);
  if (!definition) throw new StudioError("generator.unknown");
  const parsed = definition.inputSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new StudioError("input.invalid", { fields: toFieldProblems(parsed.error, input) });
}

/** Throws film.shot-sent. */
async function isSent(
  { database }: GenerationServices,
  { filmId, placeId, after }: PlaceOrder,
  inputHash: string,
): Promise<boolean> {
  const row = await database.filmGeneration.findUnique({
    where: { filmId_placeId_after: { filmId, placeId, after } },
    select: { generation: { select: { inputHash: true } } },
  });
  if (!row?.generation) return false;
  if (row.generation.inputHash !== inputHash) throw new StudioError("film.shot-sent");
  return true;
}
