import type { KeyHolder } from "../auth.ts";
import type { FaultSet } from "../faults.ts";
import type { Answer } from "../http/answer.ts";
import type { RateBucket } from "../rate-limit.ts";
import type { Fields } from "../rules/fields.ts";
import type { SandboxContext } from "../sandbox-context.ts";

/** Body of a request: JSON fields, the query of a GET, or a multipart form. */
type RequestForm = "json" | "query" | "multipart";

/** One authenticated and admitted request to an endpoint of the service. */
export interface Call {
  sandbox: SandboxContext;
  /** Same as the id of the arrival and of the bill entry. */
  id: string;
  traceId: string;
  key: string;
  faults: FaultSet;
}

/** One endpoint of the service, as data and functions that `handleServiceCall` calls in turn. */
export interface ServiceEndpoint<Input = unknown> {
  method: "GET" | "POST";
  path: string;
  form: RequestForm;
  /** True when a success costs money at the real service. */
  billable?: true;
  /** True when the body carries `trace_id` (unshown.md, Errors and limits: music and speech only). */
  hasBodyTraceId?: true;
  /** Served by the backup address as well (service.md "Endpoints" 6). */
  isOnAltAddress?: true;
  /** Plausible time of the work in milliseconds, from and to; 5 to 25 by default. */
  typicalLatencyMs?: readonly [number, number];
  /** Checks every rule and returns the typed request. Throws a Refusal. */
  parse(fields: Fields, context: SandboxContext): Input | Promise<Input>;
  /** Model of the request, for the records. */
  model?(input: Input): string;
  rateBucket?(input: Input): RateBucket;
  /** The text that may hold fault directives. */
  text?(input: Input): string;
  /** Refuses what the holder of a key may not do. Throws a Refusal. */
  authorize?(input: Input, holder: KeyHolder): void;
  /** Does the work; the request is billed when it resolves. Throws a Refusal when nothing can be made. */
  run(input: Input, call: Call): Promise<Answer>;
}

/** An endpoint by its method and path; without more, one that is free, quick, and takes JSON or a query. */
export function defineEndpoint<Input>(
  address: `${"GET" | "POST"} ${string}`,
  endpoint: Omit<ServiceEndpoint<Input>, "method" | "path" | "form"> & { form?: RequestForm },
): ServiceEndpoint {
  const [method, path] = address.split(" ") as ["GET" | "POST", string];
  const form = method === "GET" ? "query" : "json";
  // Endpoints of all kinds are in one list, which does not know their input types.
  return { method, path, form, ...endpoint } as ServiceEndpoint;
}
