import type { KeyHolder } from "../auth.ts";
import type { Answer } from "../http/answer.ts";
import type { RateBucket } from "../rate-rules.ts";
import type { Fields } from "../rules/fields.ts";
import type { Call, SandboxContext } from "../sandbox-context.ts";

/** Body of a request: JSON fields, the query of a GET, or a multipart form. */
export type RequestForm = "json" | "query" | "multipart";

/** One endpoint of the service, as data and three functions that the one request path calls in turn. */
export interface ServiceEndpoint<Input = unknown> {
  method: "GET" | "POST";
  path: string;
  form: RequestForm;
  /** True when a success costs money at the real service. */
  billable: boolean;
  /** True when the body carries `trace_id` (unshown.md, Errors and limits: music and speech only). */
  hasBodyTraceId: boolean;
  /** Served by the backup address as well (service.md "Endpoints" 6). */
  isOnAltAddress?: boolean;
  /** Plausible time of the work in milliseconds, from and to. */
  typicalLatencyMs: readonly [number, number];
  /** Checks every rule and answers the typed request. Throws a Refusal. */
  parse(fields: Fields, context: SandboxContext): Input | Promise<Input>;
  /** Model of the request, for the records. */
  model?(input: Input): string;
  rateBucket?(input: Input): RateBucket;
  /** The text in which fault words are looked for. */
  text?(input: Input): string;
  /** Refuses what this holder of a key may not do. Throws a Refusal. */
  authorize?(input: Input, holder: KeyHolder): void;
  /** Does the work. The request counts as billed when it resolves. Throws a Refusal when nothing can be made. */
  run(input: Input, call: Call): Promise<Answer>;
}

/** Forgets the input type so that endpoints of all kinds stand in one list. */
export function defineEndpoint<Input>(endpoint: ServiceEndpoint<Input>): ServiceEndpoint {
  return endpoint as ServiceEndpoint;
}
