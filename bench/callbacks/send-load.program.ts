import { readFile } from "node:fs/promises";
import { Pool } from "undici";
import { z } from "zod";

/**
 * Sends requests in a loop, each connection its next one after the last response, and prints the results. A
 * separate process, so that it doesn't compete with the studio or other loads.
 *
 * Usage: node send-load.mjs <orders.json>
 */
const ordersSchema = z.object({
  origin: z.string(),
  /** Sent in order, repeatedly. */
  requests: z.array(
    z.object({ method: z.enum(["GET", "POST"]), path: z.string(), body: z.string().optional() }),
  ),
  connections: z.int().min(1),
  durationMs: z.int().min(1),
  /** Between a response and the connection's next request. */
  pauseMs: z.int().min(0).default(0),
  /** Text that each response must contain. */
  expected: z.string(),
});
export type LoadOrders = z.input<typeof ordersSchema>;

/** The results of a load. */
export interface LoadFacts {
  /** Responses with status 200 and the expected text. */
  acknowledged: number;
  /** Other responses, by status. */
  others: Record<string, number>;
  durationMs: number;
  latenciesMs: number[];
}

const [file] = process.argv.slice(2);
const orders = ordersSchema.parse(JSON.parse(await readFile(file!, "utf8")));
const pool = new Pool(orders.origin, { connections: orders.connections, pipelining: 1 });
const facts: LoadFacts = { acknowledged: 0, others: {}, durationMs: 0, latenciesMs: [] };
const startedAt = performance.now();
let sent = 0;

async function sendOne(): Promise<void> {
  const { method, path, body = null } = orders.requests[sent++ % orders.requests.length]!;
  const sentAt = performance.now();
  const response = await pool.request({
    method,
    path,
    body,
    headers: body === null ? {} : { "content-type": "application/json" },
  });
  const text = await response.body.text();
  facts.latenciesMs.push(performance.now() - sentAt);
  if (response.statusCode === 200 && text.includes(orders.expected)) facts.acknowledged += 1;
  else facts.others[response.statusCode] = (facts.others[response.statusCode] ?? 0) + 1;
}

async function sendOn(): Promise<void> {
  while (performance.now() - startedAt < orders.durationMs) {
    await sendOne();
    if (orders.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, orders.pauseMs));
  }
}

await Promise.all(Array.from({ length: orders.connections }, sendOn));
facts.durationMs = performance.now() - startedAt;
await pool.close();
process.stdout.write(JSON.stringify(facts));
