import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, request, type Dispatcher } from "undici";
import { StudioError } from "@/lib/errors/studio-error";
import { createGuardedConnector } from "@/lib/network/guarded-connector.server";
import { hostAndPort, isAllowedPrivateHost } from "@/lib/network/private-hosts.server";
import { isPrivateLiteral, parsePlainUrl } from "@/lib/network/public-addresses.server";

export interface FetchRemoteOptions {
  /**
   * Hosts that may have private addresses, as `host:port`: those of the connection (listPrivateHosts).
   */
  allowedHosts?: readonly string[];
  signal: AbortSignal;
  maxBytes: number;
  /** The longest silence, before and within the response. */
  idleTimeoutMs?: number;
}

interface RemoteFile {
  /** Verified against the announced length. Iterate it, or the connection stays open until the signal. */
  stream: AsyncIterable<Uint8Array>;
  contentType?: string;
  contentLength?: number;
  /** The final URL, after redirects. */
  url: string;
}

export interface FetchRemoteDependencies {
  /** For allowed hosts. */
  openDispatcher: Dispatcher;
  /** For all other hosts; connects with createGuardedConnector. */
  guardedDispatcher: Dispatcher;
  wait(delayMs: number, signal: AbortSignal): Promise<unknown>;
  /** A monotonic clock in milliseconds. */
  now(): number;
}

const maxRedirects = 3;
const maxTries = 3;
const firstRetryDelayMs = 250;
const defaultIdleTimeoutMs = 60_000;
/**
 * A body that arrives more slowly than this, on average over a window, is a fault of the link like silence. A link is
 * valid for a day, so even at this rate only files of 88 MB or more could never arrive.
 */
const lowestRate = { bytesPerSecond: 1_024, windowMs: 60_000 };
const deadLinkStatuses = new Set([401, 403, 404, 410, 451]);

let shared: FetchRemoteDependencies | undefined;

function getSharedDependencies(): FetchRemoteDependencies {
  shared ??= {
    openDispatcher: new Agent({ connections: 32 }),
    guardedDispatcher: new Agent({ connections: 32, connect: createGuardedConnector() }),
    wait: (delayMs, signal) => delay(delayMs, undefined, { signal }),
    now: () => performance.now(),
  };
  return shared;
}

/**
 * Downloads a file behind a link of the service. Accepts only http and https, and only public addresses
 * (checked on the socket's own address and again for each redirect) unless host and port are among `allowedHosts`
 * or allowed by the owner. Sends no credentials. A GET is free, so a failure before the first byte is retried, up to
 * three tries in all.
 *
 * A body that arrives at less than 1 KiB/s over a minute counts as interrupted.
 *
 * Throws StudioError `url.refused` (not an http or https address, or literally a private one), `result.link-dead`
 * (the link has expired: 403, 404, 410 and other rejections), `result.unreachable` (no response, an unusable one, or
 * an interrupted one; trying again later may help; also for a name with a private address, which must look like an
 * unknown one), `result.too-large`; and the signal's reason when it is aborted. `stream` throws the last three while
 * it is read.
 */
export async function fetchRemote(
  url: string,
  options: FetchRemoteOptions,
  dependencies: FetchRemoteDependencies = getSharedDependencies(),
): Promise<RemoteFile> {
  for (let number = 1; ; number += 1) {
    try {
      return await followRedirects(url, options, dependencies);
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof TransientFault) || number === maxTries) throw toStudioError(error);
      await dependencies.wait(firstRetryDelayMs * 2 ** (number - 1), options.signal);
    }
  }
}

/** A fault that may not occur again. */
class TransientFault extends Error {}

function toStudioError(error: unknown): unknown {
  return error instanceof TransientFault ? new StudioError("result.unreachable", { cause: error }) : error;
}

async function followRedirects(
  firstUrl: string,
  options: FetchRemoteOptions,
  dependencies: FetchRemoteDependencies,
): Promise<RemoteFile> {
  let url = parsePlainUrl(firstUrl);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const response = await open(url, options, dependencies);
    const location = readHeader(response.headers, "location");
    if (response.statusCode < 300 || response.statusCode >= 400 || !location) {
      return acceptResponse(url, response, { ...options, now: dependencies.now });
    }
    await discardBody(response);
    url = parsePlainUrl(location, url);
  }
  throw new StudioError("url.refused", { cause: new Error(`More than ${maxRedirects} redirects`) });
}

async function open(
  url: URL,
  options: FetchRemoteOptions,
  dependencies: FetchRemoteDependencies,
): Promise<Dispatcher.ResponseData> {
  const isOwnHost = options.allowedHosts?.includes(hostAndPort(url)) ?? false;
  if (!isOwnHost && isPrivateLiteral(url.hostname) && !isAllowedPrivateHost(url)) {
    throw new StudioError("url.refused");
  }
  const idleTimeoutMs = options.idleTimeoutMs ?? defaultIdleTimeoutMs;
  try {
    return await request(url, {
      dispatcher: isOwnHost ? dependencies.openDispatcher : dependencies.guardedDispatcher,
      signal: options.signal,
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
      headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": "Reverie" },
    });
  } catch (cause) {
    throw new TransientFault("No response", { cause });
  }
}

async function acceptResponse(
  url: URL,
  response: Dispatcher.ResponseData,
  options: FetchRemoteOptions & Pick<FetchRemoteDependencies, "now">,
): Promise<RemoteFile> {
  const { statusCode } = response;
  if (statusCode !== 200) {
    await discardBody(response);
    if (statusCode >= 500 || statusCode === 408 || statusCode === 429) {
      throw new TransientFault(`The link responded with HTTP ${statusCode}`);
    }
    const code = deadLinkStatuses.has(statusCode) ? "result.link-dead" : "result.unreachable";
    throw new StudioError(code, { values: { httpStatus: statusCode } });
  }
  const length = readHeader(response.headers, "content-length");
  const contentLength = length && /^\d+$/.test(length) ? Number(length) : undefined;
  if (contentLength !== undefined && contentLength > options.maxBytes) {
    await discardBody(response);
    throw new StudioError("result.too-large", { values: { maxBytes: options.maxBytes } });
  }
  return {
    stream: createRemoteStream(response.body, {
      contentLength,
      maxBytes: options.maxBytes,
      signal: options.signal,
      now: options.now,
    }),
    contentType: readHeader(response.headers, "content-type"),
    contentLength,
    url: url.href,
  };
}

/** The body of an error response is untrusted and may be long, so it is neither read nor reported. */
async function discardBody(response: Dispatcher.ResponseData): Promise<void> {
  await response.body.dump({ limit: 64 * 1024 });
}

function readHeader(headers: Dispatcher.ResponseData["headers"], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

interface RemoteStreamOptions {
  contentLength?: number;
  maxBytes: number;
  signal: AbortSignal;
  now(): number;
}

/**
 * Streams a response body and enforces its limits: at most `maxBytes`, exactly the announced length, not
 * below the lowest rate. An interruption is `result.unreachable`, unless the caller's signal caused it. Closes the
 * connection when the reader stops.
 */
async function* createRemoteStream(
  body: Readable,
  { contentLength, maxBytes, signal, now }: RemoteStreamOptions,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of requireRate(body, now)) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new StudioError("result.too-large", { values: { maxBytes } });
      yield chunk;
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof StudioError ? cause : new StudioError("result.unreachable", { cause });
  } finally {
    body.destroy();
  }
  if (contentLength !== undefined && bytes !== contentLength) throw new StudioError("result.unreachable");
}

/** The same chunks. Throws where they arrive too slowly; the time that the reader takes between them isn't counted. */
async function* requireRate(
  chunks: AsyncIterable<Uint8Array>,
  now: () => number,
): AsyncGenerator<Uint8Array> {
  const { bytesPerSecond, windowMs } = lowestRate;
  let bytes = 0;
  let waitedMs = 0;
  let askedAt = now();
  for await (const chunk of chunks) {
    waitedMs += now() - askedAt;
    bytes += chunk.byteLength;
    if (waitedMs >= windowMs) {
      if (bytes < (bytesPerSecond * waitedMs) / 1_000) {
        throw new Error(`${bytes} bytes arrived in ${Math.round(waitedMs)} ms`);
      }
      bytes = 0;
      waitedMs = 0;
    }
    yield chunk;
    askedAt = now();
  }
}
