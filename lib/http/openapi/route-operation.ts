import type { z } from "zod";
import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import type { ServiceErrorCode } from "@/lib/service/errors/catalogue";

/** The groups in which the API description shows its operations, in their order. */
export const apiTags = {
  Generations: "Create generations, follow them and find them again.",
  Generators: "The available generators and their input.",
  Covers: "Analyses of reference audio.",
  Voices: "Voices of the connected service, favourites and samples.",
  Media: "Results and uploaded files.",
  Connection: "The media service your generations use.",
  Callbacks: "Status reports from the media service to the studio.",
  Account: "The current account and API tokens.",
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
