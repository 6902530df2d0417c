import { createHash } from "node:crypto";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { estimateCost, findPrices } from "@/lib/costs/estimate-cost";
import type { StudioPrice } from "@/lib/costs/prices.server";
import { describeWait } from "@/lib/paid-calls/line-wait";
import type { GeneratorDefinition } from "../record/definition-port";
import { canonicalJson } from "./number-takes.server";

/** How a generation was created from another one. */
export const relations = ["again", "vary", "edit", "retry", "sentence", "frame"] as const;
/** A `sample` of a voice is in no list. */
export type Relation = (typeof relations)[number] | "sample";

/** Where a new generation belongs, beside its input. */
export interface NewGenerationPlace {
  userId: string;
  /** Parsed by `generationTitleSchema`. Not part of the request: a repeated idempotency key keeps the first title. */
  title?: string | undefined;
  parentId?: string | undefined;
  relation?: Relation | undefined;
  /** Where its results go. Not part of the request, like the title. */
  projectId?: string | undefined;
}

interface NewGeneration extends NewGenerationPlace {
  definition: GeneratorDefinition;
  /** Parsed with the definition's schema. */
  input: unknown;
  inputHash: string;
  idempotencyKey: string;
  connection: ResolvedConnection;
  prices: readonly StudioPrice[];
  rateBucket: string | null;
  numbered: { idea: string; take: number } | null;
  /** Those of its input files, which the library searches. */
  fileNames: readonly string[];
  /** Epoch milliseconds. */
  startsAt: number;
  now: number;
}

/** The columns of a new generation. JSON columns have null where they have no value. Pure. */
export function describeNewGeneration({ definition, input, connection, numbered, ...given }: NewGeneration) {
  const notes = definition.findIdleFields?.(input) ?? [];
  const summary = definition.summariseInput(input);
  const expected = definition.expectUsage?.(input) ?? {};
  const prices = findPrices(given.prices, {
    generator: definition.id,
    model: summary.model,
    at: given.now,
  });
  const estimate = estimateCost(prices, expected);
  return {
    userId: given.userId,
    generator: definition.id,
    state: "queued",
    input: input as object,
    notes: notes.length > 0 ? notes.map((note) => ({ ...note, values: { ...note.values } })) : null,
    inputHash: given.inputHash,
    title: given.title ?? null,
    searchText: writeSearchText(given.title, [summary.searchText, ...given.fileNames]),
    idempotencyKey: given.idempotencyKey,
    model: summary.model,
    voice: summary.voice ?? null,
    connection: {
      profileId: connection.profile.id,
      baseUrl: connection.baseUrl,
      ...(connection.altBaseUrl === undefined ? {} : { altBaseUrl: connection.altBaseUrl }),
      scope: connection.scope,
      trusted: connection.trusted,
    },
    sandbox: connection.sandbox,
    rateBucket: given.rateBucket,
    scheduledAt: new Date(given.startsAt),
    waiting: describeWait(given.startsAt, given.now),
    counts: {
      expected: summary.expectedOutputs.count,
      blocked: 0,
      role: summary.expectedOutputs.role,
    },
    expected,
    estimate: estimate?.amount ?? null,
    isAtLeast: estimate?.isAtLeast ?? false,
    currency: estimate ? prices[0]!.currency : null,
    held: false,
    idea: numbered?.idea ?? null,
    take: numbered?.take ?? null,
    parentId: given.parentId ?? null,
    relation: given.relation ?? null,
    projectId: given.projectId ?? null,
    createdAt: new Date(given.now),
  };
}

/** The title is the first line, as `setTitle` expects it. */
function writeSearchText(title: string | undefined, ownWords: readonly string[]): string {
  const words = ownWords.filter((text) => text !== "").join("\n");
  return title === undefined ? words : `${title}\n${words}`;
}

/** Digest of the parsed input; key order does not matter. */
export function hashInput(generator: string, input: unknown): string {
  return createHash("sha256")
    .update(`${generator}\n${canonicalJson(input)}`)
    .digest("hex");
}
