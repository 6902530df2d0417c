import { z } from "zod";
import type { GeneratorDefinition } from "@/lib/generations/definition-port";
import { findOwnGeneration } from "../../find-own-generation.server";
import type { FormStart } from "./form-start";

const startSchema = z.object({
  from: z.uuid().optional().catch(undefined),
  example: z.string().optional().catch(undefined),
});

/** The input of an earlier generation (`?from=`), an example (`?example=`), or null: a draft or a new form. */
export async function findFormStart(
  userId: string,
  generator: Pick<GeneratorDefinition, "id" | "examples">,
  searchParams: unknown,
): Promise<FormStart | null> {
  const { from, example } = startSchema.parse(searchParams);
  if (from) {
    const parent = await findOwnGeneration(userId, from);
    return parent?.generator === generator.id
      ? { key: from, input: parent.input, parentId: parent.id }
      : null;
  }
  const chosen = generator.examples.find(({ key }) => key === example);
  return chosen ? { key: chosen.key, input: chosen.input } : null;
}
