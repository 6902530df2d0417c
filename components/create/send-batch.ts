import type { QueryClient } from "@tanstack/react-query";
import type { SubmitOutcome } from "@/components/generators";
import { ApiError, apiFetch, studioOfflineCode } from "@/components/queries/api-fetch";
import { generationQueries } from "@/components/queries/generation-queries";
import type { SubmissionOptions } from "@/components/queries/studio-actions";
import type { BatchDto } from "@/lib/batches/batch-dto";

/** What differs between the generations of a batch. */
export type BatchRows =
  | { rows: readonly Readonly<Record<string, unknown>>[] }
  | { template: Readonly<Record<string, string>> }
  /** The same request, so often. */
  | { takes: number };

export interface BatchRequest extends SubmissionOptions {
  generator: string;
  input: Readonly<Record<string, unknown>>;
  idempotencyKey: string;
}

/**
 * The rows of takes of one request. Each has the next seed where the request has one: the same seed would be billed again
 * for the same result. After the largest seed comes the smallest. Pure.
 */
export function listTakes(
  { seed }: Readonly<Record<string, unknown>>,
  takes: number,
): Readonly<Record<string, unknown>>[] {
  return Array.from({ length: takes }, (_, take) => {
    if (!(Number.isSafeInteger(seed) || (typeof seed === "string" && /^-?\d+$/.test(seed)))) return {};
    const next = BigInt.asIntN(64, BigInt(seed as number | string) + BigInt(take));
    return { seed: Number.isSafeInteger(Number(next)) ? Number(next) : String(next) };
  });
}

/** Creates a batch, and loads the lists that show it. Loaded with its first use. */
export async function sendBatch(
  client: QueryClient,
  body: BatchRequest & BatchRows,
): Promise<SubmitOutcome & { isUnanswered?: boolean }> {
  // So that the browser cannot send it later, when the person no longer wants it.
  if (!navigator.onLine)
    return { ok: false, problem: { code: studioOfflineCode, fields: [] }, isUnanswered: true };
  const { takes, ...request } = { takes: undefined, ...body };
  const rows = takes === undefined ? {} : { rows: listTakes(body.input, takes) };
  try {
    await apiFetch<BatchDto>("/api/v1/batches", { method: "POST", body: { ...request, ...rows } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, fields, status } = error;
    return { ok: false, problem: { code, fields }, isUnanswered: status === 0 };
  }
  void client.invalidateQueries({ queryKey: generationQueries.all });
  return { ok: true };
}
