import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** Generations of one idea, newest first. */
export interface IdeaStack {
  /** Stays the same when newer takes arrive. */
  id: string;
  takes: GenerationDto[];
}

/** Ideas with several takes or a later take in a list; there the first take has a number, too. */
export function findSharedIdeas(generations: readonly GenerationDto[]): ReadonlySet<string> {
  return new Set(generations.flatMap(({ take }) => (take && take.number > 1 ? [take.idea] : [])));
}

/**
 * Groups the takes of each idea at the position of the newest one; other generations stay alone.
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
