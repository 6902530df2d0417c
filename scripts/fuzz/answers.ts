import type { HttpAnswer } from "@/lib/service/http.server";
import { Exchange } from "@/lib/service/transport/exchange.server";

/** A response of the service as its readers see it, without a connection. */
export function makeAnswer(body: AsyncIterable<Uint8Array>, contentType: string): HttpAnswer {
  const exchange = new Exchange({
    endpoint: "musicGeneration",
    url: new URL("https://service.example.test/"),
    address: "https://service.example.test",
    timeouts: { connectMs: 1, headersMs: 1, idleMs: 1, totalMs: 1 },
    clock: { now: () => 0, schedule: () => () => {} },
    signal: undefined,
  });
  exchange.begin();
  exchange.answered(200, undefined);
  return {
    status: 200,
    headers: new Headers(),
    contentType,
    traceId: undefined,
    address: exchange.address,
    body: exchange.read(body),
    dispose: () => exchange.finish(),
    fault: exchange.fault.bind(exchange),
    toDecodingError: exchange.toDecodingError.bind(exchange),
  };
}
