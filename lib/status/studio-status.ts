import type { DatabaseSize } from "@/lib/db/measure-database.server";
import type { FailureGroup } from "@/lib/generations/read/group-failures.server";
import type { QueueGroup } from "@/lib/generations/read/watch-queue.server";
import type { WorkerStatus } from "@/lib/jobs/list-workers.server";
import type { BucketState } from "@/lib/media/store/check-store.server";
import type { getStudioStorage } from "@/lib/media/get-storage-usage.server";

/** The rate window of a key and a model, or of all models of an endpoint. */
export interface RateWindow {
  /** Never the key. */
  bucket: string;
  /** The service's profile, and who entered the key; null for a key that nobody has any more. */
  profile: string | null;
  people: string[];
  /** The model or endpoint that the limit is for. */
  counted: string;
  used: number;
  /** Null where it is not known any more. */
  allowed: number | null;
  windowSeconds: number | null;
  /** Until when the service asked to wait. */
  pausedUntil: Date | null;
}

/** What the page of the owner shows. */
export interface StudioStatus {
  queue: Omit<QueueGroup, "bucket">[];
  workers: WorkerStatus[];
  windows: RateWindow[];
  store: Pick<Awaited<ReturnType<typeof getStudioStorage>>, "files" | "bytes" | "place" | "disk"> & {
    bucket: BucketState | null;
  };
  database: DatabaseSize;
  failures: FailureGroup[];
}
