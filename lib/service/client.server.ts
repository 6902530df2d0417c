import type { Dispatcher } from "undici";
import type { ClientContext } from "./client/call.server.ts";
import { generateImage } from "./client/generate-image.server.ts";
import type { ServiceProfile } from "./profiles/profile-schema.ts";
import { systemClock, type Clock } from "./transport/clock.ts";
import { getSharedDispatcher } from "./transport/dispatcher.server.ts";

export interface ServiceClientOptions {
  profile: ServiceProfile;
  /** Sent as the bearer token and nowhere else. */
  apiKey: string;
  /** Base address; the profile's when absent. */
  baseUrl?: string | undefined;
  /** Backup address of synchronous speech; the profile's when absent, none when null. */
  altBaseUrl?: string | null | undefined;
  userAgent?: string;
  /** undici dispatcher, for example a proxy; one of its own, without kept connections, when absent. */
  dispatcher?: Dispatcher;
  clock?: Clock;
}

type Method<Request, Options, Result> = (
  context: ClientContext,
  request: Request,
  options: Options,
) => Result;

/**
 * The client of one service with one key: a method per endpoint. Every method checks its request against the strict
 * schema before it sends, sends once, and throws ServiceError.
 */
export function createServiceClient(options: ServiceClientOptions) {
  const context = createContext(options);
  const bind =
    <Request, Options, Result>(method: Method<Request, Options, Result>) =>
    (request: Request, callOptions: Options): Result =>
      method(context, request, callOptions);
  return {
    profile: context.profile,
    baseUrl: context.baseUrl,
    generateImage: bind(generateImage),
  };
}

export type ServiceClient = ReturnType<typeof createServiceClient>;

function createContext(options: ServiceClientOptions): ClientContext {
  const { profile } = options;
  const baseUrl = options.baseUrl ?? profile.baseUrl;
  if (baseUrl === null || !URL.canParse(baseUrl))
    throw new TypeError(`profile ${profile.id} needs a base address`);
  return {
    profile,
    baseUrl,
    altBaseUrl: options.altBaseUrl === undefined ? profile.altBaseUrl : options.altBaseUrl,
    apiKey: options.apiKey,
    userAgent: options.userAgent ?? "reverie-service-client",
    dispatcher: options.dispatcher ?? getSharedDispatcher(),
    clock: options.clock ?? systemClock,
  };
}
