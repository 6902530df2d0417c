import { invalidParameter, Refusal } from "./refusal.ts";

const TIMEOUT_MS = 10_000;
const LOCAL_HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** Whether an address is on this machine; the sandbox fetches from nowhere else. */
export function isLocalUrl(url: string): boolean {
  return LOCAL_HOSTS.includes(new URL(url).hostname);
}

/**
 * Fetches a file from a server on this machine: at most `maximumBytes`, within 10 seconds, without following
 * redirects. Throws a 2013 refusal that names the field if that fails.
 */
export async function fetchLocal(url: string, maximumBytes: number, fieldName: string): Promise<Buffer> {
  const refuse = (rule: string) => invalidParameter(fieldName, rule);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw refuse(`cannot be fetched, HTTP ${response.status}`);
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      if (length > maximumBytes) throw refuse(`must be at most ${maximumBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : refuse(`cannot be fetched, ${String(error)}`);
  }
  return Buffer.concat(chunks);
}
