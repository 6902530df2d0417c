import type { GenerationDto } from "@/lib/generations/generation-dto";

/** Generations of one idea, newest first. */
export interface IdeaStack {
  /** Of its oldest take: it stays while newer ones come. */
  id: string;
  takes: GenerationDto[];
}

/** Whose takes are many of one idea; the others ask for several results at once instead. */
const stackedGenerators: readonly string[] = ["music"];

/** Fields that say how it is made, and not what. */
const technicalFields = new Set(["model", "audio_setting", "stream", "output_format", "aigc_watermark"]);

/**
 * Puts takes of one idea together, each idea where its newest take stands. One idea is the same words, however they are
 * made; and what was edited out of a take while its prompt stayed. Everything else is a stack of its own. Pure.
 *
 * @param generations newest first
 */
export function stackByIdea(generations: readonly GenerationDto[]): IdeaStack[] {
  const byKey = new Map<string, IdeaStack>();
  const byTake = new Map<string, IdeaStack>();
  // From the oldest on: what came from another finds it already in its stack.
  for (const generation of generations.toReversed()) {
    const key = ideaKey(generation);
    const parent = generation.parentId === null ? undefined : byTake.get(generation.parentId);
    const known = byKey.get(key) ?? (parent && isSamePrompt(parent, generation) ? parent : undefined);
    const stack = known ?? { id: generation.id, takes: [] };
    stack.takes.unshift(generation);
    byKey.set(key, stack);
    byTake.set(generation.id, stack);
  }
  const newest = new Set(generations.map(({ id }) => byTake.get(id)!));
  return [...newest];
}

function ideaKey({ id, generator, input }: GenerationDto): string {
  if (!stackedGenerators.includes(generator)) return id;
  const words = Object.entries(input)
    .filter(([name]) => !technicalFields.has(name))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([generator, words]);
}

function isSamePrompt({ takes }: IdeaStack, { generator, input }: GenerationDto): boolean {
  const [newest] = takes;
  const prompt = typeof input.prompt === "string" ? input.prompt.trim() : "";
  return (
    stackedGenerators.includes(generator) &&
    newest?.generator === generator &&
    prompt !== "" &&
    typeof newest.input.prompt === "string" &&
    newest.input.prompt.trim() === prompt
  );
}
