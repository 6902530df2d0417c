import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { describeGeneration } from "@/lib/generations/ask/describe-generation";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { findResultTitle } from "@/lib/generations/read/name-asset.server";
import type { GeneratorDefinition } from "@/lib/generations/ask/definition-port";
import { findAsset } from "@/lib/media/find-asset.server";
import { findOwnGeneration } from "./find-own-generation.server";
import type { FormOrigin, FormStart } from "@/components/create/form-start";

const startSchema = z.object({
  from: z.uuid().optional().catch(undefined),
  example: z.string().optional().catch(undefined),
  asset: z.uuid().optional().catch(undefined),
  parent: z.uuid().optional().catch(undefined),
  frame: z.literal("last").optional().catch(undefined),
});

/**
 * The input of an earlier generation (`?from=`), an example (`?example=`), a file (`?asset=`, and `&parent=` for the
 * generation that it came of, `&frame=last` where it is its last frame), or null: a draft or a new form.
 */
export async function findFormStart(
  userId: string,
  generator: Pick<GeneratorDefinition, "id" | "examples" | "beginWith">,
  searchParams: unknown,
): Promise<FormStart | null> {
  const { from, example, asset, parent, frame } = startSchema.parse(searchParams);
  if (from) {
    const earlier = await findOwnGeneration(userId, from);
    return earlier?.generator === generator.id
      ? { key: from, input: earlier.input, parentId: earlier.id, relation: "edit" }
      : null;
  }
  if (asset)
    return beginWithAsset(userId, generator, {
      assetId: asset,
      parentId: parent,
      isLastFrame: frame === "last",
    });
  const chosen = generator.examples.find(({ key }) => key === example);
  return chosen ? { key: chosen.key, input: chosen.input } : null;
}

async function beginWithAsset(
  userId: string,
  { beginWith }: Pick<GeneratorDefinition, "beginWith">,
  { assetId, parentId, isLastFrame }: { assetId: string; parentId: string | undefined; isLastFrame: boolean },
): Promise<FormStart | null> {
  const [asset, parent] = await Promise.all([
    findAsset(assetId, userId),
    parentId ? findOwnGeneration(userId, parentId) : null,
  ]);
  if (!beginWith || asset?.kind !== beginWith.kind) return null;
  const origin = parent ? tellParent(parent, isLastFrame) : await findSource(userId, assetId, asset.kind);
  const start = { key: assetId, input: beginWith.fill(assetId), origin };
  return parent ? { ...start, parentId: parent.id, relation: "frame" } : start;
}

function tellParent(parent: GenerationDto, isLastFrame: boolean): FormOrigin {
  const title = describeGeneration(parent);
  if (parent.generator !== "video") return { of: "picture", title };
  return { of: isLastFrame ? "lastFrame" : "frame", title };
}

/** The generation that a file is a result of, where there is one. */
async function findSource(userId: string, assetId: string, kind: string): Promise<FormOrigin | null> {
  const title = await findResultTitle(getDatabase(), { userId, assetId });
  return title === undefined ? null : { of: kind === "audio" ? "song" : "picture", title };
}
