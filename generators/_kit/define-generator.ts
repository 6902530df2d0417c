import type { z } from "zod";

/** The six media; each has one hue in the design and one icon. */
export type Medium = "music" | "cover" | "image" | "video" | "speech" | "narration";

/** A filled form that a person can start from. */
export interface GeneratorExample<Input> {
  /** Key of its title in the generator's messages, under `examples`. */
  key: string;
  input: Input;
}

/** What is sent, in numbers, for the submit bar and for the counts of a new generation. */
export interface InputSummary {
  /** How many outputs a full success has. */
  expectedOutputs: number;
  /** The wire model name, as in service.md. */
  model: string;
  /** What the library searches. */
  searchText: string;
}

/**
 * A generator as data that browser and server share. The runner (server) and the form (browser) are registered
 * apart, lazily, in registry.server.ts and registry.client.tsx.
 */
export interface GeneratorDefinition<Schema extends z.ZodType = z.ZodType> {
  /** Also the folder, the URL segment and the `generator` of the REST API. */
  id: string;
  medium: Medium;
  /** The one schema that form, action, REST and worker parse with. Field names are the service's own. */
  inputSchema: Schema;
  /** A new form. */
  defaultInput: z.input<Schema>;
  examples: GeneratorExample<z.input<Schema>>[];
  summarise(input: z.output<Schema>): InputSummary;
  /** Assets the input refers to, with the field that does; checked for ownership when a generation is created. */
  listInputAssets(input: z.output<Schema>): { field: string; assetId: string }[];
  /** The same input with a new seed, or undefined where the generator has none. */
  vary?(input: z.output<Schema>): z.input<Schema>;
}

/** Checks the definition at the type level; every generator's definition.ts exports what this returns. */
export function defineGenerator<Schema extends z.ZodType>(
  definition: GeneratorDefinition<Schema>,
): GeneratorDefinition<Schema> {
  return definition;
}
