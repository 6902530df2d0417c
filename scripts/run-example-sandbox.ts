import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The sandbox as a process: no latency, no rate limits, the same result for the same request. */
export interface RunningSandbox {
  /** Returns the JSON of a successful response. Ids, numbers of 16 digits or more, become strings. */
  call<Answer>(path: string, body?: unknown): Promise<Answer>;
  fetch(path: string): Promise<Response>;
  stop(): Promise<void>;
}

export async function runSandbox(): Promise<RunningSandbox> {
  const child = spawn(
    process.execPath,
    [
      "sandbox/main.ts",
      ...["--port", "0", "--alt-port", "0", "--latency-ms", "0", "--rate-limits", "off", "--takes", "same"],
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { baseUrl } = JSON.parse(line) as { baseUrl: string };
  const headers = { authorization: "Bearer sandbox-key-good", "content-type": "application/json" };
  const send = async (path: string, body?: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      headers,
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  await send("/__sandbox/settings", { taskDurationMs: 0 });
  return {
    async call<Answer>(path: string, body?: unknown) {
      const text = (await (await send(path, body)).text()).replaceAll(/:\s*(\d{16,})/g, ':"$1"');
      const answer = JSON.parse(text) as Answer & { base_resp: { status_code: number; status_msg: string } };
      const { status_code: code, status_msg: message } = answer.base_resp;
      if (code !== 0) throw new Error(`${path}: ${code} ${message}`);
      return answer;
    },
    fetch: (path) => send(path),
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
