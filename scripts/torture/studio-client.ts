import type { GenerationDto, GenerationPage } from "@/lib/generations/read/generation-dto";

/** A hanging process must not stop a trial. */
export const requestTimeoutMs = 30_000;

/** The REST API of a studio whose processes may be killed at any moment. */
export class StudioClient {
  protected address: string;
  readonly #token: string;

  constructor(token: string, address = "") {
    this.#token = token;
    this.address = address;
  }

  async listGenerations(): Promise<GenerationDto[]> {
    const all: GenerationDto[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
      const page: GenerationPage = await this.call("GET", `/api/v1/generations?limit=100${next}`);
      all.push(...page.generations);
      cursor = page.nextCursor;
    } while (cursor);
    return all;
  }

  /** @returns the answer, or null where it was lost */
  upload(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response | null> {
    const body = new FormData();
    body.append("file", new Blob([bytes]), name);
    return this.#fetch("/api/uploads", { method: "POST", body });
  }

  /** Throws unless the answer is good. */
  async call<Answer>(method: string, route: string, body?: unknown): Promise<Answer> {
    const response = await this.send(method, route, body);
    if (!response?.ok) {
      throw new Error(`${method} ${route}: ${response?.status ?? "lost"} ${await response?.text()}`);
    }
    return (await response.json()) as Answer;
  }

  /** @returns the answer, or null where it was lost */
  send(method: string, route: string, body?: unknown): Promise<Response | null> {
    return this.#fetch(route, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  #fetch(route: string, init: RequestInit): Promise<Response | null> {
    const headers = { ...init.headers, authorization: `Bearer ${this.#token}` };
    const signal = AbortSignal.timeout(requestTimeoutMs);
    return ignoreLostConnection(fetch(`${this.address}${route}`, { ...init, headers, signal }));
  }
}

/** Null where the other side was killed or did not answer in time. fetch reports broken connections as a TypeError. */
export async function ignoreLostConnection(sending: Promise<Response>): Promise<Response | null> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError")) return null;
    throw error;
  }
}
