import type { z } from "zod";
import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import type { ServiceErrorCode } from "@/lib/service/errors/catalogue";

/** The groups in which the API description shows its operations, in their order. */
export const apiTags = {
  Generations: "Make something, follow it, find it again.",
  Generators: "What there is to make, and the input that each takes.",
  Covers: "What the service finds in a sound that is to be covered.",
  Voices: "Who speaks: the voices of the connected service, favourites and samples.",
  Media: "The bytes of results and of files brought along.",
  Connection: "The media service that a person's generations go to.",
  Callbacks: "What the media service pushes to the studio, and whether it finds the way.",
  Account: "Who asks, and the personal tokens of scripts.",
  Studio: "The studio itself.",
} as const;

export type ApiTag = keyof typeof apiTags;

/** A header of a request or an answer by its name, with one sentence about it. */
export type HeaderDescriptions = Readonly<Record<string, string>>;

/** One answer of a route: JSON of a schema, bytes of some content types, or nothing. */
export interface AnswerDescription {
  description: string;
  /** Of a JSON answer. */
  schema?: z.ZodType;
  /** Of an answer that is not JSON. */
  contentTypes?: readonly string[];
  headers?: HeaderDescriptions;
}

/** A body that a route reads by itself, or that can be told more exactly than the schema that parses it first. */
export interface BodyDescription {
  description?: string;
  required: boolean;
  /** By content type; null where the bytes are the thing itself. */
  content: Readonly<Record<string, z.ZodType | null>>;
  examples?: Readonly<Record<string, { summary: string; value: unknown }>>;
}

/** What a route says of itself in GET /api/v1/openapi.json, beside the schemas that it parses with. */
export interface RouteOperation {
  /** Name of the call in generated clients, for example `listGenerations`. */
  id: string;
  tag: ApiTag;
  /** What it does, in one line. */
  summary: string;
  description?: string;
  requestHeaders?: HeaderDescriptions;
  body?: BodyDescription;
  /** Answers of a success, by HTTP status. */
  answers: Readonly<Record<number, AnswerDescription>>;
  /**
   * Refusals beside those that follow from who may call and from the schemas. A route that asks the service while the
   * caller waits names the likely ones of the service; the others of its catalogue come in the same form.
   */
  problems?: readonly (StudioErrorCode | ServiceErrorCode)[];
}
