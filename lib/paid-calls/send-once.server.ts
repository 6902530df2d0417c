import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { judgeFault, type FaultCircumstances, type Verdict } from "./judge-fault";

/** One request that may be billed. Each kind of call says how its row is written. */
interface PaidCall<Answer> {
  /**
   * Records durably that the request leaves now. From this commit on it may have been billed, whatever becomes of the
   * process. Returns false where the row belongs to another process by now; then nothing is sent. Left out where the
   * row was recorded as `running` when it took its slot.
   */
  open?(): Promise<boolean>;
  /** Sends exactly one billable request. */
  send(): Promise<Answer>;
  /** Stores the answer, before anything else is done with it. */
  keep(answer: Answer): Promise<void>;
  /** What is known when it fails; nothing special where it is left out. */
  findCircumstances?(): FaultCircumstances | Promise<FaultCircumstances>;
  /** Records how it ended without an answer. */
  settle(fault: SettledFault): Promise<void>;
}

export interface SettledFault {
  verdict: Verdict;
  error: unknown;
}

type SentCall<Answer> = { kind: "answered"; answer: Answer } | ({ kind: "failed" } & SettledFault);

/**
 * Opens, sends and settles one paid call. It sends once: a fault is judged and recorded, and only the row decides whether
 * a later call is made of it. Everything that is written waits for a database that restarts.
 */
export function sendOnce<Answer>(call: Omit<PaidCall<Answer>, "open">): Promise<SentCall<Answer>>;
export function sendOnce<Answer>(call: PaidCall<Answer>): Promise<SentCall<Answer> | { kind: "not-opened" }>;
export async function sendOnce<Answer>(
  call: PaidCall<Answer>,
): Promise<SentCall<Answer> | { kind: "not-opened" }> {
  const isOpen = await withDatabaseRetry(async () => (await call.open?.()) ?? true);
  if (!isOpen) return { kind: "not-opened" };
  try {
    const answer = await call.send();
    await withDatabaseRetry(() => call.keep(answer));
    return { kind: "answered", answer };
  } catch (error) {
    const circumstances = await withDatabaseRetry(async () => (await call.findCircumstances?.()) ?? {});
    const fault = { verdict: judgeFault(error, circumstances), error };
    await withDatabaseRetry(() => call.settle(fault));
    return { kind: "failed", ...fault };
  }
}
