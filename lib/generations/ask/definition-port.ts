import type { z } from "zod";
import type { Locale } from "@/lib/i18n/locales";
import type { IdleField } from "@/lib/service/contract/idle-fields";
import type { EndpointName } from "@/lib/service/profiles/profile-schema";

/** The six media; each has one hue in the design and one icon. */
export const media = ["music", "cover", "image", "video", "speech", "narration"] as const;
export type Medium = (typeof media)[number];

/** A filled form that a person can start from. */
export interface GeneratorExample<Input> {
  /** Key of its title in the generator's messages, under `examples`. */
  key: string;
  input: Input;
}

/** What a generation needs to know of an input without knowing the generator. */
export interface InputSummary {
  /** The model, by its name in service.md. */
  model: string;
  /** The endpoint of the billable request; with the model it decides the rate limit. */
  endpoint: EndpointName;
  /** How many outputs a full success has, by role. */
  expectedOutputs: { role: string; count: number };
  /** What the library searches. */
  searchText: string;
}

/** An asset that an input refers to. */
export interface InputAsset {
  /** Dotted path in the input. */
  field: string;
  assetId: string;
  /** The kind of asset that it must be; one of them where there are several. */
  kind: string | readonly string[];
}

/** What makes requests takes of one idea: what is asked for, and not how it is made. Values are JSON. */
export interface Idea {
  /** What a person keeps while working on it, for example the prompt; undefined where there is nothing of the kind. */
  theme?: unknown;
  /** All else that is asked for: the words that are sung or spoken. */
  words: unknown;
}

/**
 * A generator as data that browser and server share. Its runner (server) and its form (browser) are registered
 * apart, lazily, in server/runners.server.ts and generators/registry.client.tsx.
 */
export interface GeneratorDefinition<Schema extends z.ZodType = z.ZodType, Id extends string = string> {
  /** Also the folder, the URL segment and the `generator` of the REST API. */
  id: Id;
  medium: Medium;
  /** The one schema that form, action, REST and worker parse with. Field names are the service's own. */
  inputSchema: Schema;
  /** A new form. */
  defaultInput: z.input<Schema>;
  /** A new form for the language of the pages, where that makes a difference. */
  localiseNewInput?(locale: Locale): z.input<Schema>;
  /** Fields that a new form leaves to the person; with them, every rule of the schema is met. */
  requiredByPerson: readonly string[];
  /** Three inputs that show what it can do. */
  examples: GeneratorExample<z.input<Schema>>[];
  /** Fields that have no effect beside the others. They are kept, not sent, and told in the generation's notes. */
  findIdleFields?(input: z.output<Schema>): readonly IdleField[];
  summariseInput(input: z.output<Schema>): InputSummary;
  /** Assets the input refers to; they are checked for ownership when a generation is created, and kept. */
  listInputAssets(input: z.output<Schema>): InputAsset[];
  /** Addresses that the service is to fetch; a private one is refused before anything is sent. */
  listInputUrls(input: z.output<Schema>): { field: string; url: string }[];
  /** A new form that begins with one of the person's files, for example a video of a picture. */
  beginWith?: { kind: string; fill(assetId: string): z.input<Schema> };
  /** Counts takes of one idea; left out where a request makes several results at once instead. */
  describeIdea?(input: z.output<Schema>): Idea;
  /** The same input with new chance in it, or undefined where the generator has none. */
  varyInput?(input: z.output<Schema>): z.input<Schema>;
}

/** What lib/generations knows of the generators; generators/registry.ts provides it. */
export interface DefinitionRegistry {
  find(id: string): GeneratorDefinition | undefined;
}
