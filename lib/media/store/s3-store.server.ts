import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import { StudioError } from "@/lib/errors/studio-error";
import {
  BlobMissingError,
  type BlobListing,
  type BlobStore,
  type BlobWriter,
  asStorageFault,
  derivedFolder,
} from "./blob-store.server";
import { sdkLogger } from "./s3-log.server";
import { createStoreNetwork, StoreTimeoutError } from "./s3-patience.server";
import { removeIdleSpoolFiles, SpoolFile } from "./spool-file.server";

export interface S3StoreOptions {
  bucket: string;
  region: string;
  /** Address of an S3-compatible service; implies path-style bucket URLs. */
  endpoint?: string;
  /** The same store's address for browsers, which then read results from it directly. */
  publicEndpoint?: string;
  /** Default: the SDK's own chain (environment, instance role ...). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Local folder where bytes are hashed and measured before the upload. */
  spoolFolder: string;
  /** How long the store may stand still; tests have less. */
  patienceMs?: number;
}

const uploadTries = 3;

/** A browser asks for ranges at the address that it was sent to, also after a pause. */
const linkSeconds = 2 * 3_600;
/** Links made within this time are equal, so that a browser finds in its cache what it was sent to before. */
const linkStepMs = 3_600_000;

/**
 * A store in an S3 bucket. Bytes are spooled locally first, because the key is their hash. The SDK is loaded on
 * demand.
 */
export async function createS3Store(options: S3StoreOptions): Promise<BlobStore> {
  const sdk = await import("@aws-sdk/client-s3");
  const network = createStoreNetwork(options.patienceMs);
  const settings: S3ClientConfig = {
    region: options.region,
    ...(options.endpoint ? { endpoint: options.endpoint, forcePathStyle: true } : {}),
    ...(options.credentials ? { credentials: options.credentials } : {}),
    // Uploads send their own SHA-256; many compatible services reject the SDK's default trailers.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    logger: sdkLogger,
  };
  const client: S3Client = new sdk.S3Client({
    ...settings,
    requestHandler: { ...network.reads, logger: sdkLogger },
  });
  const uploader: S3Client = new sdk.S3Client({
    ...settings,
    requestHandler: { ...network.uploads, logger: sdkLogger },
  });
  const bucket = options.bucket;

  async function upload(path: string, key: string, facts: { sha256: string; bytes: number }): Promise<void> {
    for (let number = 1; ; number += 1) {
      try {
        const body = createReadStream(path);
        const command = new sdk.PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: body,
          ContentLength: facts.bytes,
          ChecksumSHA256: Buffer.from(facts.sha256, "hex").toString("base64"),
        });
        await network.upload((abortSignal) => uploader.send(command, { abortSignal }), {
          bytes: facts.bytes,
          readBytes: () => body.bytesRead,
        });
        return;
      } catch (cause) {
        // The SDK doesn't retry streamed bodies; this opens the file again.
        if (number === uploadTries || !isTransient(cause)) throw cause;
      }
    }
  }

  async function stat(key: string) {
    try {
      const command = new sdk.HeadObjectCommand({ Bucket: bucket, Key: key });
      const head = await network.request((abortSignal) => client.send(command, { abortSignal }));
      return { bytes: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
    } catch (cause) {
      if (isMissing(cause)) return null;
      throw new StudioError("storage.failed", { cause });
    }
  }

  async function* list(prefix: string): AsyncGenerator<BlobListing> {
    for (let token: string | undefined; ;) {
      const command = new sdk.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ContinuationToken: token,
      });
      const page = await asStorageFault(() =>
        network.request((abortSignal) => client.send(command, { abortSignal })),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key) yield { key: Key, bytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
      }
      token = page.NextContinuationToken;
      if (!token) return;
    }
  }

  async function remove(key: string): Promise<void> {
    const command = new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key });
    await asStorageFault(() => network.request((abortSignal) => client.send(command, { abortSignal })));
  }

  /** Signs with an address that this process itself may not reach: signing needs no connection. */
  async function openLinks(publicEndpoint: string): Promise<NonNullable<BlobStore["createLink"]>> {
    const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
    const signer = new sdk.S3Client({ ...settings, endpoint: publicEndpoint, forcePathStyle: true });
    return (key, { type, disposition }) => {
      const command = new sdk.GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: type,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: `private, max-age=${linkSeconds}, immutable`,
      });
      const signingDate = new Date(Math.floor(Date.now() / linkStepMs) * linkStepMs);
      return asStorageFault(() => getSignedUrl(signer, command, { expiresIn: linkSeconds, signingDate }));
    };
  }

  return {
    ...(options.publicEndpoint ? { createLink: await openLinks(options.publicEndpoint) } : {}),

    async createWriter() {
      return createS3Writer(await SpoolFile.create(options.spoolFolder), upload);
    },

    async openRead(key, range) {
      try {
        const command = new sdk.GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
        });
        const object = await network.request((abortSignal) => client.send(command, { abortSignal }));
        if (!(object.Body instanceof Readable)) throw new Error("S3 responded without a body");
        return network.watchBody(object.Body);
      } catch (cause) {
        if (isMissing(cause)) throw new BlobMissingError(key, { cause });
        throw new StudioError("storage.failed", { cause });
      }
    },

    stat,
    remove,
    async removeDerived(sha256) {
      for await (const { key } of list(`${derivedFolder(sha256)}/`)) await remove(key);
    },
    list,

    cleanTemp: (idleSince) => removeIdleSpoolFiles(options.spoolFolder, idleSince),
  };
}

function createS3Writer(
  spool: SpoolFile,
  upload: (path: string, key: string, facts: { sha256: string; bytes: number }) => Promise<void>,
): BlobWriter {
  let sealed: { sha256: string; bytes: number } | undefined;
  return {
    path: spool.path,
    get bytes() {
      return spool.bytes;
    },
    write: (chunk) => spool.write(chunk),
    async seal() {
      // No fsync: only the object must be durable, and commit ensures that.
      sealed = await spool.finish();
      await spool.close();
      return sealed;
    },
    async commit(key) {
      const facts = sealed;
      if (!facts) throw new Error("seal() comes before commit()");
      await asStorageFault(() => upload(spool.path, key, facts));
      await spool.remove();
    },
    discard: () => spool.remove(),
  };
}

interface S3Fault {
  name: string;
  $metadata?: { httpStatusCode?: number };
}

function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as S3Fault;
  return name === "NoSuchKey" || name === "NotFound" || $metadata?.httpStatusCode === 404;
}

/** A store that stands still is asked again by the caller, who can say meanwhile that it does. */
function isTransient(error: unknown): boolean {
  if (error instanceof StoreTimeoutError) return false;
  const status = (error as S3Fault).$metadata?.httpStatusCode;
  return status === undefined || status >= 500;
}
