import { setTimeout as delay } from "node:timers/promises";
import { Agent, request, type Dispatcher } from "undici";
import { StudioError } from "@/lib/errors/studio-error";
import {
  createGuardedLookup,
  isAddressLiteral,
  isPublicAddress,
  RefusedAddressError,
  parsePlainUrl,
} from "./public-addresses.server";
import type { Readable } from "node:stream";

export interface FetchRemoteOptions {
  /** Hosts that may be private: those of the person's own connection (`127.0.0.1` for the sandbox). */
  allowedHosts?: readonly string[];
  signal: AbortSignal;
  maxBytes: number;
  /** Longest silence, both before the answer and within it. */
  idleTimeoutMs?: number;
}

export interface RemoteFile {
  /** Counted and checked against the announced length; iterate it, or the connection stays open until the signal. */
  stream: AsyncIterable<Uint8Array>;
  contentType?: string;
  contentLength?: number;
  /** Where it was found, after redirects. */
  url: string;
}

export interface FetchRemoteDependencies {
  /** For hosts that may be private. */
  openDispatcher: Dispatcher;
  /** For all others: it must not connect to a private address. */
  guardedDispatcher: Dispatcher;
  wait(delayMs: number, signal: AbortSignal): Promise<unknown>;
}

const maxRedirects = 3;
const maxTries = 3;
const firstRetryDelayMs = 250;
const defaultIdleTimeoutMs = 60_000;
const deadLinkStatuses = new Set([401, 403, 404, 410, 451]);

let shared: FetchRemoteDependencies | undefined;

function getSharedDependencies(): FetchRemoteDependencies {
  shared ??= {
    openDispatcher: new Agent({ connections: 32 }),
    guardedDispatcher: new Agent({ connections: 32, connect: { lookup: createGuardedLookup() } }),
    wait: (delayMs, signal) => delay(delayMs, undefined, { signal }),
  };
  return shared;
}

/**
 * Opens a file behind a link of the service. Only http and https, only public addresses (checked on the very address
 * that is connected to, for every redirect too) unless the host is one of `allowedHosts`. No credentials are sent.
 * A GET is free, so what fails before the first byte is tried again, three times in all.
 *
 * Throws StudioError `url.refused`, `result.link-dead` (the link is over: 403, 404, 410 and other refusals),
 * `result.unreachable` (no answer, a faulty one, or cut off; trying again later may help), `result.too-large`; and the
 * signal's reason when it is aborted. `stream` throws the last three while it is read.
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
      if (!(error instanceof PassingFault) || number === maxTries) throw toStudioError(error);
      await dependencies.wait(firstRetryDelayMs * 2 ** (number - 1), options.signal);
    }
  }
}

/** A fault that another try may not meet. */
class PassingFault extends Error {}

function toStudioError(error: unknown): unknown {
  return error instanceof PassingFault ? new StudioError("result.unreachable", { cause: error }) : error;
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
      return acceptResponse(url, response, options);
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
  const allowed = options.allowedHosts?.includes(url.hostname) ?? false;
  if (!allowed && isAddressLiteral(url.hostname) && !isPublicAddress(url.hostname)) {
    throw new StudioError("url.refused", { cause: new RefusedAddressError() });
  }
  const idleTimeoutMs = options.idleTimeoutMs ?? defaultIdleTimeoutMs;
  try {
    return await request(url, {
      dispatcher: allowed ? dependencies.openDispatcher : dependencies.guardedDispatcher,
      signal: options.signal,
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
      headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": "Reverie" },
    });
  } catch (cause) {
    if (cause instanceof RefusedAddressError) throw new StudioError("url.refused", { cause });
    throw new PassingFault("No answer came", { cause });
  }
}

async function acceptResponse(
  url: URL,
  response: Dispatcher.ResponseData,
  options: FetchRemoteOptions,
): Promise<RemoteFile> {
  const { statusCode } = response;
  if (statusCode !== 200) {
    await discardBody(response);
    if (statusCode >= 500 || statusCode === 408 || statusCode === 429) {
      throw new PassingFault(`The link answered with HTTP ${statusCode}`);
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
    }),
    contentType: readHeader(response.headers, "content-type"),
    contentLength,
    url: url.href,
  };
}

/** What a refusal says is neither read nor told: it is not ours, and it may be long. */
async function discardBody(response: Dispatcher.ResponseData): Promise<void> {
  await response.body.dump({ limit: 64 * 1024 });
}

function readHeader(headers: Dispatcher.ResponseData["headers"], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export interface RemoteStreamOptions {
  contentLength?: number;
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * The body of an answer with its promises kept: no more than `maxBytes`, no less than was announced. What breaks it off
 * is `result.unreachable`, unless the caller's own signal did. Stopping to read closes the connection.
 */
export async function* createRemoteStream(
  body: Readable,
  { contentLength, maxBytes, signal }: RemoteStreamOptions,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
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
