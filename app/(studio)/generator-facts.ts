import { generators, type GeneratorId } from "@/generators/registry";

/** Ids of the generators that know how to vary an input. */
export const variableGenerators: GeneratorId[] = generators
  .filter(({ varyInput }) => varyInput !== undefined)
  .map(({ id }) => id);
