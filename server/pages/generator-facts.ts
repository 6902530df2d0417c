import { findExampleMedia } from "@/generators/example-media";
import type { ShownExample } from "@/components/home/example-list";
import { generators, type GeneratorId } from "@/generators/registry";
import type { Medium } from "@/lib/generations/ask/definition-port";
import type { Namespace } from "@/lib/i18n/catalogues";

/** Ids of the generators that know how to vary an input. */
export const variableGenerators: GeneratorId[] = generators
  .filter(({ varyInput }) => varyInput !== undefined)
  .map(({ id }) => id);

/** Words of the form parts that the generators of a medium share, beside those of every form. */
export function sharedFormNamespaces(medium: Medium): Namespace[] {
  if (medium === "speech" || medium === "narration") return ["speech", "reader"];
  if (medium === "video") return ["frame", "camera", "watch"];
  if (medium === "music") return ["music", "lyrics"];
  return medium === "cover" ? ["music", "lyrics", "sound", "cover"] : [];
}

/** The filled forms that a person can start from, with what each leads to. */
export function listExamples({ id, examples }: (typeof generators)[number]): ShownExample[] {
  return examples.map((example) => ({ ...example, media: findExampleMedia(id, example.key) }));
}
