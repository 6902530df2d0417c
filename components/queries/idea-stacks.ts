import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** Generations of one idea, newest first. */
export interface IdeaStack {
  /** Stays while newer takes come. */
  id: string;
  takes: GenerationDto[];
}

/** Ideas of which a list shows more than one take, or a later one: there the first take is numbered, too. Pure. */
export function findSharedIdeas(generations: readonly GenerationDto[]): ReadonlySet<string> {
  return new Set(generations.flatMap(({ take }) => (take && take.number > 1 ? [take.idea] : [])));
}

/**
 * Puts takes of one idea together, each idea where its newest take stands; what is no take of an idea stands alone. Pure.
 *
 * @param generations newest first
 */
export function stackByIdea(generations: readonly GenerationDto[]): IdeaStack[] {
  const stacks = new Map<string, IdeaStack>();
  for (const generation of generations) {
    const id = generation.take?.idea ?? generation.id;
    const stack = stacks.get(id);
    if (stack) stack.takes.push(generation);
    else stacks.set(id, { id, takes: [generation] });
  }
  return [...stacks.values()];
}
