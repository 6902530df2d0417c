import { z } from "zod";
import { assetKinds, type AssetKind } from "@/lib/media/stored-asset";
import type { RawAudio } from "@/lib/media/raw-audio";
import { outputFactsSchema } from "../record/stored-facts";
import { openPieces } from "../stream/stream-pieces.server";
import type { WorkerServices } from "../record/worker-services.server";

/** The row of a result that is still to be stored. */
export interface StoringOutput {
  id: string;
  generationId: string;
  role: string;
  index: number;
  /** Null for a streamed result, whose bytes are in the database. */
  sourceUrl: string | null;
  /** Null for a streamed result. */
  sourceExpiresAt: Date | null;
  expectedKind: string;
  facts: unknown;
  tries: number;
  createdAt: Date;
}

export interface OpenedOutput {
  source: AsyncIterable<Uint8Array>;
  expectedKind: AssetKind;
  rawAudio?: RawAudio;
  /** Whether the result is complete; valid after the source has been read. */
  isWhole(): boolean;
}

const kindSchema = z.enum(assetKinds);

/** Opens the bytes of a result that is still to be stored. Throws what `fetchResult` throws. */
export async function openOutputSource(
  services: Pick<WorkerServices, "database" | "fetchResult" | "signal">,
  output: StoringOutput,
  { ownHosts }: { ownHosts: readonly string[] },
): Promise<OpenedOutput> {
  const { rawAudio } = outputFactsSchema.parse(output.facts ?? {});
  const known = { expectedKind: kindSchema.parse(output.expectedKind), ...(rawAudio ? { rawAudio } : {}) };
  if (output.sourceUrl === null) return { ...known, ...openPieces(services.database, output) };
  const { signal } = services;
  const { stream } = await services.fetchResult({ url: output.sourceUrl, ownHosts, signal });
  // A body that ends before its announced length throws.
  return { ...known, source: stream, isWhole: () => true };
}
