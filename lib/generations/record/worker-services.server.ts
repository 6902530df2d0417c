import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import type { AssetRecorder } from "@/lib/media/store-asset.server";
import type { StoredAsset, AssetKind } from "@/lib/media/stored-asset";
import type { ServiceClient } from "@/lib/service/client.server";
import type { Lease } from "@/lib/jobs/lease";
import type { Relay } from "@/lib/live/relay/relay";
import type { Base64Source } from "@/lib/service/contract/media-reference";
import type { RawAudio } from "@/lib/media/raw-audio";
import type { PrepareContext, RunnerRegistry } from "./runner-port.server";
import type { GenerationServices } from "./services.server";

/** What only a worker needs. */
export interface WorkerServices extends GenerationServices {
  workerId: string;
  /** A request leaves only while it lasts. */
  lease: Lease;
  runners: RunnerRegistry;
  /** Carries live sounds past the database. */
  relay: Relay;
  /** Aborted when the worker must stop at once: its open requests become `unknown`. */
  signal: AbortSignal;
  getConnection(userId: string): Promise<ResolvedConnection>;
  createClient(connection: ResolvedConnection): ServiceClient;
  /** Whether there is space for new work, and for so many bytes of it. Results that are owed may use the reserve. */
  hasDiskSpace(bytes?: number): Promise<boolean>;
  /** Stores bytes as an output asset of the person. */
  storeAsset(options: {
    userId: string;
    expectedKind: AssetKind;
    source: AsyncIterable<Uint8Array>;
    rawAudio?: RawAudio;
    /** Defaults to the most that a service may send. */
    maxBytes?: number;
    /** Called after `source` has ended: false for a stream that broke off. */
    isWhole?: () => boolean;
    /** What is written with the row of the asset, in one transaction. */
    record?: AssetRecorder;
  }): Promise<StoredAsset>;
  /** Prepares for storing an image that is about to arrive; the returned function ends that. */
  expectPicture(): () => void;
  /** Opens a link from the service. `ownHosts`, as `host:port`, may be private. */
  fetchResult(options: {
    url: string;
    ownHosts: readonly string[];
    signal: AbortSignal;
  }): Promise<{ stream: AsyncIterable<Uint8Array> }>;
  /** One of the person's assets as it is stored. Throws `asset.missing`. */
  openAsset(options: { userId: string; assetId: string }): ReturnType<PrepareContext["openAsset"]>;
  /** One of the person's images as the service accepts it for a reference. */
  readReferenceImage(options: {
    userId: string;
    assetId: string;
    maxBytes?: number;
  }): Promise<{ bytes: Buffer; mimeType: string }>;
  /** One of the person's audio files as the service accepts it for a reference. */
  readReferenceSound(options: { userId: string; assetId: string }): Promise<Base64Source>;
  /** Creates a callback address for a generation; null where the service cannot reach the studio. */
  openCallback(options: {
    userId: string;
    generationId: string;
    connection: ResolvedConnection;
  }): Promise<string | null>;
  /** Logs an error that no row records. */
  report(error: unknown, message: string, facts?: Record<string, unknown>): void;
}
