import type { DefinitionRegistry, GeneratorDefinition } from "@/lib/generations/ask/definition-port";
import { musicGenerator } from "./music/definition";
import { coverGenerator } from "./cover/definition";
import { imageGenerator } from "./image/definition";
import { videoGenerator } from "./video/definition";
import { speechGenerator } from "./speech/definition";
import { narrationGenerator } from "./narration/definition";

/** Every generator there is, in the order of the navigation. `npm run new:generator` adds one to every registry. */
export const generators = [
  musicGenerator,
  coverGenerator,
  imageGenerator,
  videoGenerator,
  speechGenerator,
  narrationGenerator,
] as const;

export type GeneratorId = (typeof generators)[number]["id"];

const byId = new Map<string, GeneratorDefinition>(
  generators.map((generator) => [generator.id, generator as unknown as GeneratorDefinition]),
);

/** What lib/generations asks for definitions. */
export const definitionRegistry: DefinitionRegistry = { find: (id) => byId.get(id) };
