import { z } from "zod";
import type { GeneratorDefinition } from "@/lib/generations/definition-port";
import { findAsset } from "@/lib/media/find-asset.server";
import { findOwnGeneration } from "../../find-own-generation.server";
import type { FormStart } from "./form-start";

const startSchema = z.object({
  from: z.uuid().optional().catch(undefined),
  example: z.string().optional().catch(undefined),
  asset: z.uuid().optional().catch(undefined),
  parent: z.uuid().optional().catch(undefined),
});

/**
 * The input of an earlier generation (`?from=`), an example (`?example=`), a file (`?asset=`, and `&parent=` for the
 * generation that it came of), or null: a draft or a new form.
 */
export async function findFormStart(
  userId: string,
  generator: Pick<GeneratorDefinition, "id" | "examples" | "beginWith">,
  searchParams: unknown,
): Promise<FormStart | null> {
  const { from, example, asset, parent } = startSchema.parse(searchParams);
  if (from) {
    const earlier = await findOwnGeneration(userId, from);
    return earlier?.generator === generator.id
      ? { key: from, input: earlier.input, parentId: earlier.id, relation: "edit" }
      : null;
  }
  if (asset) return beginWithAsset(userId, generator, { assetId: asset, parentId: parent });
  const chosen = generator.examples.find(({ key }) => key === example);
  return chosen ? { key: chosen.key, input: chosen.input } : null;
}

async function beginWithAsset(
  userId: string,
  { beginWith }: Pick<GeneratorDefinition, "beginWith">,
  { assetId, parentId }: { assetId: string; parentId: string | undefined },
): Promise<FormStart | null> {
  const [asset, parent] = await Promise.all([
    findAsset(assetId, userId),
    parentId ? findOwnGeneration(userId, parentId) : null,
  ]);
  if (!beginWith || asset?.kind !== beginWith.kind) return null;
  const start = { key: assetId, input: beginWith.fill(assetId) };
  return parent ? { ...start, parentId: parent.id, relation: "frame" } : start;
}
