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

/** How the request ended: `refused:CODE`, `http:STATUS`, `dropped-before`, `made`, `delivered`, `dropped-after`, … */
interface Settlement {
  /** SHA-256 of the request body in hex, known once it has arrived whole; null when it was never read. */
  bodyHash: string | null;
  model: string | null;
  outcome: string;
  unknownFields: string[];
}

type RequestRecord = Arrival & Partial<Settlement>;

/** One request to a billable endpoint. `billed` turns true at the moment the work is done, and never changes back. */
interface BillEntry extends Arrival, Settlement {
  endpoint: string;
  billed: boolean;
  /** Unix time in milliseconds of the moment the work was done; null when nothing was made. */
  billedAt: number | null;
}

const MAXIMUM_REQUESTS_KEPT = 50_000;

/** Requests and the bill, kept apart: a request is what was sent, a bill entry what was paid for. */
export function createLedger(journal: Journal) {
  const requests = new Table<RequestRecord>(journal, "requests");
  const entries = new Table<BillEntry>(journal, "bill");
  const order = requests.list().map(({ id }) => id);

  function recordArrival(arrival: Arrival): void {
    requests.set(arrival.id, arrival);
    order.push(arrival.id);
    const oldest = order.length > MAXIMUM_REQUESTS_KEPT ? order.shift() : undefined;
    if (oldest !== undefined) requests.delete(oldest);
  }

  function settleRequest(id: string, settlement: Partial<Settlement>): void {
    const request = requests.get(id);
    if (request !== undefined) requests.set(id, { ...request, ...settlement });
  }

  const recordBill = (entry: BillEntry): void => entries.set(entry.id, entry);

  function changeBillOutcome(id: string, outcome: string): void {
    const entry = entries.get(id);
    if (entry !== undefined) entries.set(id, { ...entry, outcome });
  }

  const listRequests = (): RequestRecord[] => requests.list();
  const listBill = (): BillEntry[] => entries.list();

  function reset(): void {
    requests.clear();
    entries.clear();
    order.length = 0;
  }

  return { recordArrival, settleRequest, recordBill, changeBillOutcome, listRequests, listBill, reset };
}
