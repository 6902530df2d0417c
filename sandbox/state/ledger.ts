import { type Journal, Table } from "./journal.ts";

/** One request that arrived. Written before anything is checked. */
export interface Arrival {
  id: string;
  /** Unix time in milliseconds. */
  at: number;
  method: string;
  path: string;
  /** The key as `describeKey` shows it; null without a bearer token. */
  key: string | null;
  /** Request headers by which a client identifies its requests. */
  requestId: string | null;
  attempt: string | null;
}

/** How the request ended: `refused:CODE`, `http:STATUS`, `dropped-before`, `made`, `delivered`, `dropped-after`, … */
interface Settlement {
  /** SHA-256 of the request body in hex, known once it has arrived whole; null when it was never read. */
  bodyHash: string | null;
  model: string | null;
  outcome: string;
  /** Fields of the request that the service does not know. */
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
export class Ledger {
  private readonly requests: Table<RequestRecord>;
  private readonly entries: Table<BillEntry>;
  private readonly order: string[];

  constructor(journal: Journal) {
    this.requests = new Table(journal, "requests");
    this.entries = new Table(journal, "bill");
    this.order = this.requests.list().map(({ id }) => id);
  }

  recordArrival(arrival: Arrival): void {
    this.requests.set(arrival.id, arrival);
    this.order.push(arrival.id);
    const oldest = this.order.length > MAXIMUM_REQUESTS_KEPT ? this.order.shift() : undefined;
    if (oldest !== undefined) this.requests.delete(oldest);
  }

  settleRequest(id: string, settlement: Partial<Settlement>): void {
    const request = this.requests.get(id);
    if (request !== undefined) this.requests.set(id, { ...request, ...settlement });
  }

  recordBill(entry: BillEntry): void {
    this.entries.set(entry.id, entry);
  }

  changeBillOutcome(id: string, outcome: string): void {
    const entry = this.entries.get(id);
    if (entry !== undefined) this.entries.set(id, { ...entry, outcome });
  }

  listRequests(): RequestRecord[] {
    return this.requests.list();
  }

  listBill(): BillEntry[] {
    return this.entries.list();
  }

  reset(): void {
    this.requests.clear();
    this.entries.clear();
    this.order.length = 0;
  }
}
