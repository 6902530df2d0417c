import { studioClock } from "@/lib/clock";
import type { ObserveExchange } from "@/lib/service/client.server";
import { startSpan } from "@/lib/traces/trace.server";

/** Records a request to the service as part of what makes it. Nothing of it goes to the service. */
export const traceExchange: ObserveExchange = ({ endpoint, method, host }) => {
  const attributes = { "http.request.method": method, "server.address": host };
  const span = startSpan(`request ${endpoint}`, { kind: "client", attributes })?.span;
  if (!span) return null;
  return {
    sent: () => span.note("sent", studioClock.now()),
    answered({ status, traceId }) {
      span.note("answered", studioClock.now());
      span.set({ "http.response.status_code": status, "reverie.service_trace_id": traceId });
    },
    firstByte: () => span.note("first byte", studioClock.now()),
    ended: (error) => span.end({ toMs: studioClock.now(), error: error?.code }),
  };
};
