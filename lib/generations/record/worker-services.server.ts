import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import type { StoredAsset, AssetKind } from "@/lib/media/stored-asset";
import type { ServiceClient } from "@/lib/service/client.server";
import type { Base64Source } from "@/lib/service/contract/media-reference";
import type { RawAudio } from "@/lib/media/raw-audio";
import type { PrepareContext, RunnerRegistry } from "./runner-port.server";
import type { GenerationServices } from "./services.server";

/** What the operations need that only a worker does. */
export interface WorkerServices extends GenerationServices {
  workerId: string;
  runners: RunnerRegistry;
  /** Aborted when the worker must stop now: requests that are out are left as `unknown`. */
  signal: AbortSignal;
  getConnection(userId: string): Promise<ResolvedConnection>;
  createClient(connection: ResolvedConnection): ServiceClient;
  /** Stores bytes as an output asset of the person. */
  storeAsset(options: {
    userId: string;
    expectedKind: AssetKind;
    source: AsyncIterable<Uint8Array>;
    rawAudio?: RawAudio;
    /** Asked when `source` has ended: false for what came of a stream that broke off, whose end may be missing. */
    isWhole?: () => boolean;
  }): Promise<StoredAsset>;
  /** Opens a link of the service. `ownHosts` may be private, since the connection itself is there. */
  fetchResult(options: {
    url: string;
    ownHosts: readonly string[];
    signal: AbortSignal;
  }): Promise<{ stream: AsyncIterable<Uint8Array> }>;
  /** An asset of the person as it is stored. Throws `asset.missing`. */
  openAsset(options: { userId: string; assetId: string }): ReturnType<PrepareContext["openAsset"]>;
  /** An asset of the person as a reference image that the service takes. */
  readReferenceImage(options: {
    userId: string;
    assetId: string;
    maxBytes?: number;
  }): Promise<{ bytes: Buffer; mimeType: string }>;
  /** A sound of the person as the service takes it for a reference. */
  readReferenceSound(options: { userId: string; assetId: string }): Promise<Base64Source>;
  /** Creates a callback address for a generation; null where the service cannot reach the studio. */
  openCallback(options: {
    userId: string;
    generationId: string;
    connection: ResolvedConnection;
  }): Promise<string | null>;
  /** Called when something went wrong that has no better place to be told. */
  report(error: unknown, message: string, facts?: Record<string, unknown>): void;
}
