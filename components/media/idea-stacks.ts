import type { GenerationDto } from "@/lib/generations/generation-dto";

/** Generations of one idea, newest first. */
export interface IdeaStack {
  /** Stays while newer takes come. */
  id: string;
  takes: GenerationDto[];
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
