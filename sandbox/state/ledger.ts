import type { Journal } from "./journal.ts";

/** One request that arrived, whatever became of it. Written before anything is checked. */
export interface Arrival {
  id: string;
  /** Unix time in milliseconds. */
  at: number;
  method: string;
  path: string;
  /** The key as `describeKey` tells it; null without a bearer token. */
  key: string | null;
  /** Request headers by which a client tells its own requests apart. */
  requestId: string | null;
  attempt: string | null;
}

/** How the request ended: `refused:CODE`, `http:STATUS`, `dropped-before`, `made`, `delivered`, `dropped-after`, ... */
export interface Settlement {
  /** SHA-256 of the request body, hexadecimal, known as soon as it is here whole; null when it was never read. */
  bodyHash: string | null;
  model: string | null;
  outcome: string;
  /** Fields of the request that the service does not know. */
  unknownFields: string[];
}

export type RequestRecord = Arrival & Partial<Settlement>;

/** One request to a billable endpoint. `billed` turns true at the moment the work is done, never later, never back. */
export interface BillEntry extends Arrival, Settlement {
  endpoint: string;
  billed: boolean;
  /** Unix time in milliseconds of the moment the work was done; null when nothing was made. */
  billedAt: number | null;
}

type LedgerRecord =
  | { kind: "arrival"; arrival: Arrival }
  | { kind: "settlement"; id: string; settlement: Partial<Settlement> }
  | { kind: "bill"; entry: BillEntry }
  | { kind: "bill-outcome"; id: string; outcome: string }
  | { kind: "reset" };

const STORE = "ledger";
const MAXIMUM_REQUESTS_KEPT = 50_000;

/** Arrivals and the bill, kept apart: an arrival tells what was sent, the bill what was paid for. */
export class Ledger {
  private readonly journal: Journal;
  private readonly requests = new Map<string, RequestRecord>();
  private readonly entries = new Map<string, BillEntry>();

  constructor(journal: Journal) {
    this.journal = journal;
    for (const record of journal.replay<LedgerRecord>(STORE)) this.apply(record);
  }

  recordArrival(arrival: Arrival): void {
    this.write({ kind: "arrival", arrival });
  }

  settleRequest(id: string, settlement: Partial<Settlement>): void {
    this.write({ kind: "settlement", id, settlement });
  }

  recordBill(entry: BillEntry): void {
    this.write({ kind: "bill", entry });
  }

  changeBillOutcome(id: string, outcome: string): void {
    this.write({ kind: "bill-outcome", id, outcome });
  }

  listRequests(): RequestRecord[] {
    return [...this.requests.values()];
  }

  listBill(): BillEntry[] {
    return [...this.entries.values()];
  }

  reset(): void {
    this.write({ kind: "reset" });
  }

  private write(record: LedgerRecord): void {
    this.journal.append(STORE, record);
    this.apply(record);
  }

  private apply(record: LedgerRecord): void {
    switch (record.kind) {
      case "arrival":
        this.requests.set(record.arrival.id, { ...record.arrival });
        this.dropOldestRequest();
        return;
      case "settlement":
        Object.assign(this.requests.get(record.id) ?? {}, record.settlement);
        return;
      case "bill":
        this.entries.set(record.entry.id, { ...record.entry });
        return;
      case "bill-outcome":
        Object.assign(this.entries.get(record.id) ?? {}, { outcome: record.outcome });
        return;
      case "reset":
        this.requests.clear();
        this.entries.clear();
        return;
    }
  }

  private dropOldestRequest(): void {
    const oldest = this.requests.keys().next();
    if (this.requests.size > MAXIMUM_REQUESTS_KEPT && !oldest.done) this.requests.delete(oldest.value);
  }
}
