import type { Dispatcher } from "undici";
import type { ClientContext } from "./client/call.server.ts";
import { deleteFile, listFiles, retrieveFile, uploadFile, retrieveContent } from "./client/files.server.ts";
import { generateImage } from "./client/generate-image.server.ts";
import { generateMusic, streamMusic, preprocessCover, writeLyrics } from "./client/music.server.ts";
import { listVoices, streamSpeech, synthesizeSpeech } from "./client/speech.server.ts";
import { createNarrationTask, queryNarrationTask } from "./client/narration-task.server.ts";
import { probeConnection } from "./client/probe-connection.server.ts";
import { createVideoTask, queryVideoTask } from "./client/video-task.server.ts";
import type { ServiceProfile } from "./profiles/profile-schema.ts";
import { systemClock, type Clock } from "./transport/exchange.server.ts";
import { getSharedDispatcher } from "./http.server.ts";
import type { ObserveExchange } from "./transport/observer.ts";

export interface ServiceClientOptions {
  profile: ServiceProfile;
  /** Sent only as the bearer token. */
  apiKey: string;
  /** Base address. Default: the profile's. */
  baseUrl?: string | undefined;
  /** Backup address of synchronous speech. Default: the profile's; null for none. */
  altBaseUrl?: string | null | undefined;
  userAgent?: string;
  /** undici dispatcher, for example a proxy. Default: a shared one without keep-alive. */
  dispatcher?: Dispatcher;
  clock?: Clock;
  /** Hears of each request. What it throws ends the request, so it had better not. */
  observe?: ObserveExchange;
}

/**
 * Creates a client for one service and key, with a method per endpoint. Every method validates its request
 * against the strict schema, sends it once, and throws ServiceError.
 */
export function createServiceClient(options: ServiceClientOptions) {
  const context = createContext(options);
  const bind =
    <Rest extends unknown[], Result>(method: (context: ClientContext, ...rest: Rest) => Result) =>
    (...rest: Rest): Result =>
      method(context, ...rest);
  return {
    profile: context.profile,
    baseUrl: context.baseUrl,
    generateMusic: bind(generateMusic),
    streamMusic: bind(streamMusic),
    preprocessCover: bind(preprocessCover),
    createVideoTask: bind(createVideoTask),
    queryVideoTask: bind(queryVideoTask),
    generateImage: bind(generateImage),
    createNarrationTask: bind(createNarrationTask),
    queryNarrationTask: bind(queryNarrationTask),
    synthesizeSpeech: bind(synthesizeSpeech),
    streamSpeech: bind(streamSpeech),
    retrieveContent: bind(retrieveContent),
    retrieveFile: bind(retrieveFile),
    uploadFile: bind(uploadFile),
    listFiles: bind(listFiles),
    deleteFile: bind(deleteFile),
    listVoices: bind(listVoices),
    writeLyrics: bind(writeLyrics),
    probeConnection: bind(probeConnection),
  };
}

export type ServiceClient = ReturnType<typeof createServiceClient>;

function createContext(options: ServiceClientOptions): ClientContext {
  const { profile } = options;
  const baseUrl = options.baseUrl ?? profile.baseUrl;
  if (baseUrl === null || !URL.canParse(baseUrl))
    throw new TypeError(`profile ${profile.id} needs a base address`);
  const altBaseUrl = options.altBaseUrl === undefined ? profile.altBaseUrl : options.altBaseUrl;
  return {
    profile,
    baseUrl: withoutTrailingSlash(baseUrl),
    altBaseUrl: altBaseUrl === null ? null : withoutTrailingSlash(altBaseUrl),
    apiKey: options.apiKey,
    userAgent: options.userAgent ?? "reverie-service-client",
    dispatcher: options.dispatcher ?? getSharedDispatcher(),
    clock: options.clock ?? systemClock,
    observe: options.observe,
  };
}

function withoutTrailingSlash(address: string): string {
  return address.replace(/\/+$/, "");
}

export type { VideoTask } from "./client/video-task.server.ts";
export type { ExchangeObserver, ObserveExchange } from "./transport/observer.ts";
export type { AudioStreamEvent } from "./stream/read-audio-stream.server.ts";
