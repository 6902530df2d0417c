import { type Journal, Table } from "./journal.ts";

export interface Arrival {
  id: string;
  at: number;
  method: string;
  path: string;
  /** The key as `describeKey` shows it; null without a bearer token. */
  key: string | null;
  requestId: string | null;
  attempt: string | null;
}

/** How a request ended; `outcome` is `refused:CODE`, `http:STATUS`, `dropped-before`, `made`, `delivered`, `dropped-after`, … */
interface Settlement {
  /** SHA-256 of the request body in hex, known once it has arrived whole; null when it was never read. */
  bodyHash: string | null;
  model: string | null;
  outcome: string;
  unknownFields: string[];
}

/** What a request to a billable endpoint cost. `billed` turns true at the moment the work is done, and never changes back. */
interface Bill {
  endpoint: string;
  billed: boolean;
  /** Unix time in milliseconds of the moment the work was done; null when nothing was made. */
  billedAt: number | null;
}

type RequestRecord = Arrival & Partial<Settlement & Bill>;

const MAXIMUM_REQUESTS_KEPT = 50_000;

/** All requests; the bill is those to billable endpoints that reached a result. */
export function createLedger(journal: Journal) {
  const requests = new Table<RequestRecord>(journal, "requests");

  function record(arrival: Arrival): void {
    requests.set(arrival.id, arrival);
    const all = requests.list();
    if (all.length > MAXIMUM_REQUESTS_KEPT) requests.delete(all[0]!.id);
  }

  function settle(id: string, change: Partial<Settlement & Bill>): void {
    const request = requests.get(id);
    if (request !== undefined) requests.set(id, { ...request, ...change });
  }

  const listRequests = (): RequestRecord[] => requests.list();
  const listBill = (): RequestRecord[] => requests.list().filter(({ billed }) => billed !== undefined);
  const reset = (): void => requests.clear();

  return { record, settle, listRequests, listBill, reset };
}
