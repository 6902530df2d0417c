import { afterAll, beforeAll, vi } from "vitest";
import { decodeJson } from "./http/json.ts";
import { type RunningSandbox, type SandboxOptions, startSandbox } from "./server.ts";

/** A JSON answer with what tests look at. */
export interface JsonAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Real HTTP against a sandbox of a test file's own, on free ports, without latency or rate limits; takes are the same. */
export class TestClient {
  private running: RunningSandbox | null = null;

  get baseUrl(): string {
    return this.sandbox.baseUrl;
  }

  get altBaseUrl(): string {
    return this.sandbox.altBaseUrl;
  }

  private get sandbox(): RunningSandbox {
    if (this.running === null) throw new Error("the sandbox was not started");
    return this.running;
  }

  async start(options: SandboxOptions): Promise<void> {
    this.running = await startSandbox(options);
  }

  async stop(): Promise<void> {
    await this.running?.close();
  }

  send(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.baseUrl}${path}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: "Bearer sandbox-key-good",
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<JsonAnswer> {
    return readAnswer(await this.send(path, body, headers));
  }

  /** Posts with another key. */
  postAs(key: string, path: string, body: unknown): Promise<JsonAnswer> {
    return this.post(path, body, { Authorization: `Bearer ${key}` });
  }

  async get(path: string, key = "sandbox-key-good"): Promise<JsonAnswer> {
    return readAnswer(await fetch(`${this.baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` } }));
  }

  /** The answer of the query of a narration task once it has ended. */
  waitForNarration(taskId: unknown): Promise<JsonAnswer> {
    return vi.waitFor(
      async () => {
        const answer = await this.get(`/v1/query/t2a_async_query_v2?task_id=${String(taskId)}`);
        if (answer.body.status === "Processing") throw new Error("the task is still processing");
        return answer;
      },
      { timeout: 20_000 },
    );
  }

  async bill(): Promise<Record<string, unknown>[]> {
    return (await this.get("/__sandbox/bill")).body.entries as Record<string, unknown>[];
  }

  /** The bill entry of the request that was sent with this `X-Request-Id`. */
  async billOf(requestId: string): Promise<Record<string, unknown> | undefined> {
    return (await this.bill()).find((entry) => entry.requestId === requestId);
  }
}

/** Starts a sandbox before the tests of a file and closes it after them. */
export function prepareSandbox(options: SandboxOptions = {}): TestClient {
  const client = new TestClient();
  beforeAll(() =>
    client.start({
      ...options,
      settings: {
        latencyMs: 0,
        rateLimits: "off",
        streamFrameIntervalMs: 0,
        takes: "same",
        ...options.settings,
      },
    }),
  );
  afterAll(() => client.stop());
  return client;
}

async function readAnswer(response: Response): Promise<JsonAnswer> {
  const body = decodeJson(await response.text()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

/** Compares all samples of two sounds; `toEqual` does it a hundred times slower. */
export function isSameSound(one: Float32Array, other: Float32Array): boolean {
  const [bytes, others] = [one, other].map(
    (samples) => new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength),
  );
  return Buffer.compare(bytes!, others!) === 0;
}

/** `base_resp.status_code` of an answer. */
export function codeOf(answer: JsonAnswer): unknown {
  return (answer.body.base_resp as { status_code?: unknown } | undefined)?.status_code;
}

/** `base_resp.status_msg` of an answer. */
export function messageOf(answer: JsonAnswer): string {
  return String((answer.body.base_resp as { status_msg?: unknown } | undefined)?.status_msg);
}
