import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";

/** The REST API, used with an API token. */
export class StudioApi {
  readonly #address: string;
  readonly #headers: Record<string, string>;

  constructor({ address, token }: { address: string; token: string }) {
    this.#address = address;
    this.#headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  }

  /** Queues a generation. */
  create(generator: string, input: unknown): Promise<GenerationDto> {
    return this.request("POST", "/api/v1/generations", { generator, input });
  }

  get(id: string): Promise<GenerationDto> {
    return this.request("GET", `/api/v1/generations/${id}`);
  }

  connection(): Promise<ConnectionSummary> {
    return this.request("GET", "/api/v1/connection");
  }

  async request<Answer>(method: string, route: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.#address}${route}`, {
      method,
      headers: this.#headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${route}: HTTP ${response.status} ${text}`);
    return JSON.parse(text) as Answer;
  }

  /** A streamed response. */
  async open(route: string): Promise<Response> {
    const response = await fetch(`${this.#address}${route}`, { headers: this.#headers });
    if (!response.ok || !response.body) throw new Error(`GET ${route}: HTTP ${response.status}`);
    return response;
  }

  /** Listens to events like a browser. Resolves once the stream is open. */
  async listen(onGeneration: (generation: GenerationDto) => void): Promise<{ close: () => void }> {
    const abort = new AbortController();
    const response = await fetch(`${this.#address}/api/events`, {
      headers: this.#headers,
      signal: abort.signal,
    });
    if (!response.ok || !response.body) throw new Error(`GET /api/events: HTTP ${response.status}`);
    const body = response.body;
    void (async () => {
      try {
        for await (const data of readEvents(body, "generation")) {
          onGeneration((JSON.parse(data) as { generation: GenerationDto }).generation);
        }
      } catch (error) {
        if (!abort.signal.aborted) throw error;
      }
    })();
    return { close: () => abort.abort() };
  }
}

export interface FollowedGenerations {
  /** The first DTO that meets the condition, whether it arrived already or not. Rejects where it ends without one. */
  waitFor: (id: string, isThere: (generation: GenerationDto) => boolean) => Promise<GenerationDto>;
  close: () => void;
}

/** Records every event of every generation, before or after anyone waits for it. */
export async function followGenerations(api: StudioApi): Promise<FollowedGenerations> {
  const seen = new Map<string, GenerationDto[]>();
  const waiting = new Set<() => void>();
  const stream = await api.listen((generation) => {
    seen.set(generation.id, [...(seen.get(generation.id) ?? []), generation]);
    for (const look of waiting) look();
  });
  return {
    close: stream.close,
    waitFor: (id, isThere) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const all = seen.get(id) ?? [];
          const found = all.find(isThere);
          const last = all.at(-1);
          if (found) resolve(found);
          else if (last && isTerminal(last.state))
            reject(new Error(`It ended ${last.state}: ${last.error?.message}`));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** The data of all server-sent events with one name. */
async function* readEvents(body: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const lines = event.split("\n");
      if (!lines.includes(`event: ${name}`)) continue;
      yield lines
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trimStart())
        .join("\n");
    }
  }
}

/** Changes the sandbox's settings; see sandbox/README.md. */
export async function changeSandbox(baseUrl: string, settings: object): Promise<void> {
  const response = await fetch(`${baseUrl}/__sandbox/settings`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(settings),
  });
  if (!response.ok) throw new Error(`Sandbox settings: HTTP ${response.status} ${await response.text()}`);
}
