import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

/** Where Node's inspector listens after SIGUSR1. */
const inspector = "http://127.0.0.1:9229";
const targetsSchema = z.tuple([z.object({ webSocketDebuggerUrl: z.url() })]);
const answerSchema = z.object({
  id: z.number().optional(),
  error: z.object({ message: z.string() }).optional(),
  result: z.object({ result: z.object({ value: z.unknown() }).optional() }).optional(),
});

/** Used memory of V8's heap and of buffers outside of it, in bytes. */
const memorySchema = z.object({ heapUsed: z.number(), external: z.number() });
export type HeapMemory = z.infer<typeof memorySchema>;

/**
 * Runs the garbage collector of another Node process through its inspector, which SIGUSR1 opens and which is closed
 * afterwards, as all processes use the same port.
 */
export async function collectGarbage(pid: number): Promise<HeapMemory> {
  process.kill(pid, "SIGUSR1");
  const session = await connect(await findTarget());
  const owner = await session.evaluate("process.pid");
  if (owner !== pid) throw new Error(`The inspector belongs to process ${String(owner)}, not ${pid}.`);
  await session.send("HeapProfiler.collectGarbage");
  // Finalizers of the first collection free what the second collects.
  await session.send("HeapProfiler.collectGarbage");
  const memory = memorySchema.parse(
    JSON.parse(String(await session.evaluate("JSON.stringify(process.memoryUsage())"))),
  );
  await session.evaluate('setTimeout(() => process.getBuiltinModule("node:inspector").close(), 100), 0');
  await session.ended;
  return memory;
}

async function findTarget(): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(`${inspector}/json/list`).catch(() => null);
    if (response) return targetsSchema.parse(await response.json())[0].webSocketDebuggerUrl;
    await delay(100);
  }
  throw new Error(`No inspector listens at ${inspector}.`);
}

async function connect(url: string) {
  const socket = new WebSocket(url);
  const ended = new Promise<void>((resolve) => socket.addEventListener("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`${url} can't be opened.`)));
  });
  let lastId = 0;
  const send = (method: string, params: object = {}): Promise<unknown> => {
    const id = (lastId += 1);
    const answered = new Promise<unknown>((resolve, reject) => {
      const listen = ({ data }: MessageEvent<unknown>) => {
        const answer = answerSchema.parse(JSON.parse(String(data)));
        if (answer.id !== id) return;
        socket.removeEventListener("message", listen);
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`));
        else resolve(answer.result?.result?.value);
      };
      socket.addEventListener("message", listen);
      void ended.then(() => reject(new Error(`${method}: the inspector closed.`)));
    });
    socket.send(JSON.stringify({ id, method, params }));
    return answered;
  };
  const evaluate = (expression: string) => send("Runtime.evaluate", { expression, returnByValue: true });
  return { send, evaluate, ended };
}
