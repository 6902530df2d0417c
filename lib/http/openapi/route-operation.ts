import type { z } from "zod";
import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import type { ServiceErrorCode } from "@/lib/service/errors/catalogue";

/** Tags of the API description, in order. */
export const apiTags = {
  Generations: "Create generations, follow them and find them again.",
  Items: "Results as you keep them: find, mark, rate and tag them, and move them to trash.",
  Presets: "The values of a generator’s form, saved under a name.",
  Prompts: "The texts of your generations, for use again.",
  Snippets: "Texts saved under names, for insertion with `/`.",
  Projects: "Items that belong together, in an order of your own, alone or with others.",
  Films: "Films of your items as versioned documents, alone or with others.",
  Shares: "Links to items and projects for people without an account.",
  Generators: "The available generators and their input.",
  Covers: "Analyses of reference audio.",
  Voices: "Voices of the connected service, favourites and samples.",
  Media: "Results and uploaded files.",
  Connection: "The media service your generations use.",
  Batches: "Many generations at once: create them, follow them, cancel what waits.",
  Costs: "What requests used and cost, prices and budgets.",
  Callbacks: "Status reports from the media service to the studio.",
  Notifications: "What ended while nobody looked, and who is told.",
  Webhooks: "Signed messages from the studio to your programs when generations end.",
  Account: "The current account and API tokens.",
  Studio: "The studio itself.",
} as const;

type ApiTag = keyof typeof apiTags;

/** Headers by name, each with a one-sentence description. */
export type HeaderDescriptions = Readonly<Record<string, string>>;

/** A response: JSON of a schema, bytes of some content types, or nothing. */
interface AnswerDescription {
  description: string;
  /** For a JSON response. */
  schema?: z.ZodType;
  /** For any other response. */
  contentTypes?: readonly string[];
  headers?: HeaderDescriptions;
}

/**
 * A request body that isn't described by the route's schema: one the route reads itself, or a more exact
 * description.
 */
export interface BodyDescription {
  description?: string;
  required: boolean;
  /** By content type; null for plain bytes. */
  content: Readonly<Record<string, z.ZodType | null>>;
  examples?: Readonly<Record<string, { summary: string; value: unknown }>>;
}

/** A route's part of GET /api/v1/openapi.json, besides its schemas. */
export interface RouteOperation {
  /** Operation ID, for example `listGenerations`. */
  id: string;
  tag: ApiTag;
  /** One line. */
  summary: string;
  description?: string;
  requestHeaders?: HeaderDescriptions;
  body?: BodyDescription;
  /** Successful responses by HTTP status. */
  answers: Readonly<Record<number, AnswerDescription>>;
  /**
   * Error codes besides those implied by authentication and schemas. A route that calls the service while the
   * caller waits lists the likely ones of the service; others have the same form.
   */
  problems?: readonly (StudioErrorCode | ServiceErrorCode)[];
}
