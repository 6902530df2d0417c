import type { Dispatcher, FormData } from "undici";
import type { z } from "zod";
import { describeIssues } from "../contract/issue.ts";
import { ServiceError } from "../errors/service-error.ts";
import { sendRequest, type HttpAnswer } from "../http.server.ts";
import type { EndpointName } from "../profiles/profile-options.ts";
import type { EndpointTimeouts, ProfileEndpoint, ServiceProfile } from "../profiles/profile-schema.ts";
import type { Clock } from "../transport/exchange.server.ts";
import type { ObserveExchange } from "../transport/observer.ts";
import { toJsonBody, type JsonBody } from "../wire/json-body.server.ts";

/** Options of every method. */
export interface CallOptions {
  /** Aborts the exchange at any point. */
  signal?: AbortSignal;
  /** Additional headers, for example X-Request-Id. They can't replace the client's own. */
  headers?: Readonly<Record<string, string>>;
  /** Called once, just before the first byte leaves. From then on the service may have received the request. */
  onRequestSent?: () => void;
}

/** What every method of one client needs. */
export interface ClientContext {
  readonly profile: ServiceProfile;
  /** Without a trailing slash, like `altBaseUrl`. */
  readonly baseUrl: string;
  readonly altBaseUrl: string | null;
  readonly apiKey: string;
  readonly userAgent: string;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly observe: ObserveExchange | undefined;
}

export interface Call {
  endpoint: EndpointName;
  /** Values by our parameter names; the profile maps them to the names on the wire. */
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON; a Base64Source in it is encoded while it is sent. */
  json?: unknown;
  form?: FormData;
  accept?: string;
  /** Default: the client's base address. */
  baseUrl?: string;
  /** Default: the profile's timeouts. */
  timeouts?: EndpointTimeouts;
}

/** Sends one request and waits for the response headers. Throws ServiceError. */
export function sendCall(context: ClientContext, call: Call, options: CallOptions = {}): Promise<HttpAnswer> {
  const endpoint = getEndpoint(context.profile, call.endpoint);
  const address = call.baseUrl ?? context.baseUrl;
  const json = call.json === undefined ? undefined : toJsonBody(call.json);
  return sendRequest(
    {
      endpoint: call.endpoint,
      method: endpoint.method,
      address,
      url: buildUrl(address, endpoint, call.query ?? {}),
      headers: { ...buildHeaders(context, call, options), ...describeLength(json) },
      ...(json === undefined ? {} : { body: "text" in json ? json.text : json.stream }),
      ...(call.form === undefined ? {} : { body: call.form }),
      timeouts: call.timeouts ?? endpoint.timeouts,
      signal: options.signal,
      onRequestSent: options.onRequestSent,
    },
    context,
  );
}

/** A streamed body needs an explicit length. */
function describeLength(json: JsonBody | undefined): Record<string, string> {
  return json && "byteCount" in json ? { "content-length": String(json.byteCount) } : {};
}

/** Validates a request. Throws ServiceError `request.invalid` with every problem. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
  endpoint: EndpointName,
): z.output<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  const problems = describeIssues(parsed.error);
  throw new ServiceError("request.invalid", {
    kind: "invalid",
    sent: "no",
    endpoint,
    problems,
    detail: problems.map((problem) => `${problem.path}: ${problem.key}`).join("; "),
  });
}

function getEndpoint(profile: ServiceProfile, name: EndpointName): ProfileEndpoint {
  const endpoint = profile.endpoints[name];
  if (endpoint !== null) return endpoint;
  throw new ServiceError("request.not-offered", { kind: "invalid", sent: "no", endpoint: name });
}

function buildUrl(baseUrl: string, endpoint: ProfileEndpoint, query: Readonly<Record<string, string>>): URL {
  const url = new URL(baseUrl + endpoint.path);
  for (const [name, value] of Object.entries(query))
    url.searchParams.set(endpoint.query[name] ?? name, value);
  return url;
}

function buildHeaders(context: ClientContext, call: Call, options: CallOptions): Record<string, string> {
  const extra = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...Object.fromEntries(extra),
    authorization: `Bearer ${context.apiKey}`,
    "user-agent": context.userAgent,
    accept: call.accept ?? "application/json",
    ...(call.json === undefined ? {} : { "content-type": "application/json" }),
  };
}
