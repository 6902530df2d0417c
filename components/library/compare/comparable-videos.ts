import type { GenerationFilter } from "@/components/queries/generation-lists";
import type { GeneratorTraits } from "@/lib/generations/record/definition-port";

/** The finished videos, which can be compared with each other. */
export function listComparableVideos(generators: readonly GeneratorTraits[]): GenerationFilter {
  const makers = generators.filter(({ produces }) => produces === "video").map(({ id }) => id);
  return { generators: makers, states: ["succeeded"] };
}
