import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeKey } from "./auth.ts";
import { sendJson } from "./http/answer.ts";
import { handleControl } from "./routes/control.ts";
import { fileContent, fileDeletion, fileList, fileRetrieval, fileUpload } from "./routes/files.ts";
import { handleServiceCall } from "./routes/handle-service-call.ts";
import { imageGeneration } from "./routes/image-generation.ts";
import { lyricsGeneration, musicCoverPreprocess, musicGeneration } from "./routes/music.ts";
import { narrationCreation, narrationQuery } from "./routes/narration.ts";
import { serveLink } from "./routes/serve-link.ts";
import type { ServiceEndpoint } from "./routes/service-endpoint.ts";
import { speechSynthesis, voiceList } from "./routes/speech-synthesis.ts";
import { videoCreation, videoQuery } from "./routes/video.ts";
import { createContext, type SandboxContext } from "./sandbox-context.ts";
import type { Settings } from "./settings.ts";
import { Journal } from "./state/journal.ts";
import { createSwitchableListener } from "./switchable-listener.ts";

export interface SandboxOptions {
  /** Address to listen on, 127.0.0.1 by default. */
  host?: string;
  /** Port of the service; 0 takes a free one. */
  port?: number;
  /** Port of the backup address for synchronous speech; 0 takes a free one. */
  altPort?: number;
  /** Folder for what must survive a restart; without it a temporary one is used and removed on close. */
  dataFolder?: string;
  /** Settings that differ from the defaults. */
  settings?: Partial<Settings>;
  /** Unix time in milliseconds; limits, links and tasks go by it. */
  clock?: () => number;
}

export interface RunningSandbox {
  /** Such as `http://127.0.0.1:4100`, without a slash at its end. */
  baseUrl: string;
  altBaseUrl: string;
  /** Ends open connections, stops listening and closes the journal. */
  close(): Promise<void>;
}

/** Starts the stand-in service. Rejects when a port is taken or the data folder cannot be read. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const host = options.host ?? "127.0.0.1";
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), "reverie-sandbox-"));
  const closing = new AbortController();
  const journal = new Journal(dataFolder);
  const sandbox = createContext(journal, dataFolder, options.settings ?? {}, options.clock, closing.signal);
  journal.endReplay();

  const running = new Set<Promise<void>>();
  const main = createSwitchableListener(makeListener(sandbox, "main", running), host, options.port ?? 0);
  const alt = createSwitchableListener(makeListener(sandbox, "alt", running), host, options.altPort ?? 0);
  sandbox.applyMainAddress = (asker) =>
    sandbox.settings.mainAddress === "up" ? main.putUp() : main.takeDown(asker);
  const close = async () => {
    closing.abort();
    await Promise.all([main.takeDown(), alt.takeDown(), ...running]);
    await sandbox.desk.settle();
    journal.close();
    if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    await main.putUp();
    sandbox.links.baseUrl = main.baseUrl();
    await alt.putUp();
    await sandbox.applyMainAddress(null);
    return { baseUrl: main.baseUrl(), altBaseUrl: alt.baseUrl(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function makeListener(sandbox: SandboxContext, address: "main" | "alt", running: Set<Promise<void>>) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const answered = route(sandbox, address, request, response).catch((error: unknown) => {
      // A caller that left before its request was complete is not an error.
      if (request.destroyed && !request.complete) return;
      if (sandbox.closing.aborted) {
        response.destroy();
        return;
      }
      process.stderr.write(`${request.method} ${request.url}: ${(error as Error).stack ?? String(error)}\n`);
      if (response.headersSent) response.destroy();
      else void sendJson(response, 500, { error: 500, message: "the sandbox itself failed, see its log" });
    });
    running.add(answered);
    void answered.finally(() => running.delete(answered));
  };
}

async function route(
  sandbox: SandboxContext,
  address: "main" | "alt",
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? "/", "http://sandbox").pathname;
  // The backup address takes control requests only while the main one is down.
  const takesControl = address === "main" || sandbox.settings.mainAddress === "down";
  if (takesControl && path.startsWith("/__sandbox/")) {
    return handleControl(sandbox, path, request, response);
  }
  const linkName = /^\/files\/([a-z0-9]+\.[a-z0-9]+)$/.exec(path)?.[1];
  if (address === "main" && linkName !== undefined) return serveLink(sandbox, linkName, request, response);

  const arrival = {
    id: randomUUID(),
    at: sandbox.clock.now(),
    method: request.method ?? "",
    path,
    key: describeKey(request.headers.authorization),
    requestId: readHeader(request, "x-request-id"),
    attempt: readHeader(request, "x-reverie-attempt"),
  };
  sandbox.ledger.record(arrival);
  const endpoint = SERVICE_ENDPOINTS.find(
    (candidate) =>
      candidate.path === path &&
      candidate.method === request.method &&
      (address === "main" || candidate.isOnAltAddress === true) &&
      !sandbox.settings.missingEndpoints.includes(path),
  );
  if (endpoint === undefined) {
    sandbox.ledger.settle(arrival.id, { outcome: "http:404" });
    await sendJson(response, 404, { error: 404, message: `no endpoint ${request.method} ${path}` });
    return;
  }
  return handleServiceCall(sandbox, endpoint, arrival, request, response);
}

function readHeader(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === "string" ? value : null;
}

/** Every endpoint the sandbox serves: the seven of service.md, then the optional ones of unshown.md. */
const SERVICE_ENDPOINTS: readonly ServiceEndpoint[] = [
  musicGeneration,
  musicCoverPreprocess,
  videoCreation,
  imageGeneration,
  narrationCreation,
  speechSynthesis,
  fileContent,
  videoQuery,
  narrationQuery,
  fileRetrieval,
  fileUpload,
  fileList,
  fileDeletion,
  voiceList,
  lyricsGeneration,
];
