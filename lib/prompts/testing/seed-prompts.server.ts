import { randomUUIDv7 } from "node:crypto";
import type { Database } from "@/lib/db/database.server";
import { notePrompts } from "../note-prompts.server";

interface Seed {
  userId: string;
  generator?: string;
  relation?: string;
  inputs: readonly Record<string, unknown>[];
}

/** Writes ended generations with these inputs and notes their prompts, as the studio does. The last is the newest. */
export async function seedPrompts(
  database: Database,
  { userId, generator = "image", relation, inputs }: Seed,
): Promise<string[]> {
  const ids = inputs.map(() => randomUUIDv7()).toSorted();
  await database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`
        INSERT INTO "Generation" (
          "id", "userId", "generator", "state", "input", "idempotencyKey", "inputHash", "model", "connection",
          "relation", "finishedAt", "updatedAt"
        )
        SELECT given."id", ${userId}::uuid, ${generator}, 'succeeded', given."input", given."id"::text, '', 'model', '{}',
          ${relation ?? null}, now(), now()
        FROM unnest(${ids}::uuid[], ${inputs.map((input) => JSON.stringify(input))}::jsonb[]) given("id", "input")`;
      await notePrompts(
        transaction,
        inputs.map((input, index) => ({
          id: ids[index]!,
          userId,
          generator,
          input,
          relation: relation ?? null,
        })),
      );
    },
    { timeout: 120_000 },
  );
  return ids;
}
