import type { DefinitionRegistry, GeneratorDefinition } from "@/lib/generations/record/definition-port";
import { musicGenerator } from "./music/definition";
import { coverGenerator } from "./cover/definition";
import { imageGenerator } from "./image/definition";
import { videoGenerator } from "./video/definition";
import { speechGenerator } from "./speech/definition";
import { narrationGenerator } from "./narration/definition";

/**
 * Every generator, in navigation order. A new one also needs its form in registry.client.tsx; its runner and messages
 * are found by name. `npm run new:generator` adds both lines.
 */
export const generators = [
  musicGenerator,
  coverGenerator,
  imageGenerator,
  videoGenerator,
  speechGenerator,
  narrationGenerator,
] as const;

export type GeneratorId = (typeof generators)[number]["id"];

const definitions: readonly GeneratorDefinition[] = generators;

export const definitionRegistry: DefinitionRegistry = {
  find: (id) => definitions.find((definition) => definition.id === id),
  list: () => definitions,
};
