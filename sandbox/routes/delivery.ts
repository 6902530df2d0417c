import type { ServerResponse } from "node:http";
import type { JsonBody } from "../http/answer.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { ServiceEndpoint } from "./service-endpoint.ts";

/** Where an answer goes. */
export interface Delivery {
  sandbox: SandboxContext;
  endpoint: ServiceEndpoint;
  response: ServerResponse;
  traceId: string;
}

export function withTraceId(delivery: Delivery, body: JsonBody): JsonBody {
  return delivery.endpoint.hasBodyTraceId ? { ...body, trace_id: delivery.traceId } : body;
}
