import { z } from "zod";
import { findChoices } from "@/components/create/draft-choices";
import type { FormOrigin, FormStart } from "@/components/create/form-start";
import { maxTextLength } from "@/components/queries/result-addresses";
import { resultKind } from "@/components/takes/result-kind";
import { definitionRegistry } from "@/generators/registry";
import { getDatabase } from "@/lib/db/database.server";
import { describeGeneration } from "@/lib/generations/read/describe-generation";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { findResultTitle } from "@/lib/generations/read/name-asset.server";
import type { GeneratorDefinition } from "@/lib/generations/record/definition-port";
import { findAsset } from "@/lib/media/find-asset.server";
import { findNewForm, inputSchema } from "./find-new-form.server";
import { findOwnGeneration } from "./find-own-generation.server";

const startSchema = z.object({
  from: z.uuid().optional().catch(undefined),
  example: z.string().optional().catch(undefined),
  asset: z.uuid().optional().catch(undefined),
  parent: z.uuid().optional().catch(undefined),
  frame: z.literal("last").optional().catch(undefined),
  text: z.string().min(1).max(maxTextLength).optional().catch(undefined),
});

/**
 * Reads what the URL asks the form to begin with: an earlier generation (`?from=`), an example (`?example=`) or a file
 * (`?asset=`; `&parent=` names its generation, `&frame=last` says that it is the last frame of it), or a text to be read
 * aloud (`?text=`). Null otherwise.
 */
export async function findFormStart(
  userId: string,
  generator: GeneratorDefinition,
  searchParams: unknown,
): Promise<FormStart | null> {
  const { from, example, asset, parent, frame, text } = startSchema.parse(searchParams);
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
  if (text && generator.readsAloud) {
    const { input, problems } = await findNewForm(userId, generator);
    return { key: text, input: { ...input, text }, problems, origin: null };
  }
  const chosen = generator.examples.find(({ key }) => key === example);
  return chosen ? { key: chosen.key, input: chosen.input } : null;
}

async function beginWithAsset(
  userId: string,
  generator: GeneratorDefinition,
  { assetId, parentId, isLastFrame }: { assetId: string; parentId: string | undefined; isLastFrame: boolean },
): Promise<FormStart | null> {
  const { beginWith } = generator;
  const [newForm, asset, parent] = await Promise.all([
    findNewForm(userId, generator),
    findAsset(assetId, userId),
    parentId ? findOwnGeneration(userId, parentId) : null,
  ]);
  if (!beginWith || asset?.kind !== beginWith.kind) return null;
  const origin = parent ? describeParent(parent, isLastFrame) : await findSource(userId, assetId, asset.kind);
  // Only what it names: the rest is that of a new form.
  const filled = inputSchema.parse(beginWith.fill(assetId));
  const named = Object.keys(findChoices(filled, inputSchema.parse(generator.defaultInput)) ?? {});
  const input = { ...newForm.input, ...Object.fromEntries(named.map((field) => [field, filled[field]])) };
  const problems = newForm.problems.filter(({ path }) => !named.includes(path));
  const start = { key: assetId, input, problems, origin };
  const { relation } = beginWith;
  return parent && relation ? { ...start, parentId: parent.id, relation } : start;
}

function describeParent(parent: GenerationDto, isLastFrame: boolean): FormOrigin {
  const title = describeGeneration(parent);
  const kind = resultKind(parent, definitionRegistry.find(parent.generator));
  if (kind !== "video") return { of: "picture", title };
  return { of: isLastFrame ? "lastFrame" : "frame", title };
}

/** The generation that a file is a result of, if any. */
async function findSource(userId: string, assetId: string, kind: string): Promise<FormOrigin | null> {
  const title = await findResultTitle(getDatabase(), { userId, assetId });
  return title === undefined ? null : { of: kind === "audio" ? "song" : "picture", title };
}
