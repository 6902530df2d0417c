import { learnServerTime } from "./server-clock";

/** A rejected field: its path, and the key and values of its message in the `validation` catalogue. */
interface ApiFieldProblem {
  path: string;
  key: string;
  values?: Record<string, string | number>;
}

/** An error response of the studio's API (problem+json), or `studio.unreachable` without a response. */
export class ApiError extends Error {
  /** Code of the error catalogue; `useErrorText` has its text. */
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly fields: ApiFieldProblem[];

  constructor(
    code: string,
    options: {
      status: number;
      requestId?: string | undefined;
      fields?: ApiFieldProblem[] | undefined;
      cause?: unknown;
    },
  ) {
    super(`${code} (${options.status})`, { cause: options.cause });
    this.name = "ApiError";
    this.code = code;
    this.status = options.status;
    this.requestId = options.requestId;
    this.fields = options.fields ?? [];
  }
}

/** The code of an ApiError if the studio cannot be reached. */
export const studioUnreachableCode = "studio.unreachable";

/** The browser is offline: nothing was sent. */
export const studioOfflineCode = "studio.offline";

/** The studio has another build than this page, without this action: nothing was done. */
export const studioUpdatedCode = "studio.updated";

interface Problem {
  code?: unknown;
  requestId?: unknown;
  errors?: ApiFieldProblem[];
}

/** Reads an error response; one that is not problem+json, such as a proxy's page, counts as `internal`. */
export function toApiError(status: number, contentType: string | null, body: string): ApiError {
  if (!contentType?.startsWith("application/problem+json")) return new ApiError("internal", { status });
  const problem = JSON.parse(body) as Problem;
  return new ApiError(typeof problem.code === "string" ? problem.code : "internal", {
    status,
    requestId: typeof problem.requestId === "string" ? problem.requestId : undefined,
    fields: problem.errors,
  });
}

interface ApiFetchOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Query parameters; undefined and empty ones are omitted. */
  query?: Record<string, string | number | undefined>;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
}

/** Calls the studio's API. Throws ApiError. The response is not validated: it is of the same origin and build. */
export async function apiFetch<Result>(path: string, options: ApiFetchOptions = {}): Promise<Result> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  const address = search.size > 0 ? `${path}?${search}` : path;

  const askedAtMs = Date.now();
  let response: Response;
  try {
    response = await fetch(address, {
      method: options.method ?? "GET",
      headers: {
        accept: "application/json",
        ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(studioUnreachableCode, { status: 0, cause: error });
  }
  learnServerTime(response.headers, askedAtMs);
  if (!response.ok) {
    throw toApiError(response.status, response.headers.get("content-type"), await response.text());
  }
  return (response.status === 204 ? undefined : await response.json()) as Result;
}
