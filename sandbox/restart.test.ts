import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text as readText } from "node:stream/consumers";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestClient } from "./test-client.ts";

const settings = { latencyMs: 0, rateLimits: "off", taskDurationMs: 0, videoFramesPerSecond: 1 } as const;
const image = { model: "image-01", prompt: "a", width: 512, height: 512 };
let dataFolder = "";

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "sandbox-restart-"));
});

afterEach(() => {
  rmSync(dataFolder, { recursive: true, force: true });
});

async function run<Result>(work: (client: TestClient) => Promise<Result>): Promise<Result> {
  const client = new TestClient();
  await client.start({ dataFolder, settings });
  try {
    return await work(client);
  } finally {
    await client.stop();
  }
}

describe("a restart with the same data folder", { timeout: 60_000 }, () => {
  it("keeps the bill, arrivals, links, tasks and files", async () => {
    const before = await run(async (client) => {
      const made = await client.post("/v1/image_generation", image, { "X-Request-Id": "first" });
      const [link = ""] = (made.body.data as { image_urls: string[] }).image_urls;
      const task = await client.post("/v1/t2a_async_v2", { model: "speech-2.8-hd", text: "Hello." });
      return {
        link: new URL(link).pathname,
        bytes: await (await fetch(link)).arrayBuffer(),
        task: task.body,
      };
    });
    await run(async (client) => {
      expect(await client.billOf("first")).toMatchObject({ billed: true, outcome: "delivered" });
      expect((await client.get("/__sandbox/requests")).body.requests).toHaveLength(2);
      const link = await fetch(`${client.baseUrl}${before.link}`);
      expect(Buffer.from(await link.arrayBuffer()).equals(Buffer.from(before.bytes))).toBe(true);
      const { task_id, file_id } = before.task as { task_id: bigint; file_id: bigint };
      const { body } = await client.waitForNarration(task_id);
      expect(body).toMatchObject({ task_id, file_id, status: "Success" });
      const content = await fetch(`${client.baseUrl}/v1/files/retrieve_content?file_id=${file_id}`, {
        headers: { Authorization: "Bearer sandbox-key-good" },
      });
      expect(content.headers.get("content-type")).toBe("application/x-tar");
    });
  });

  it("continues a video with its first frame, callback and file", async () => {
    const statuses: unknown[] = [];
    const receiver = createServer((request, response) => {
      void readText(request).then((text) => {
        const body = JSON.parse(text) as { status?: unknown };
        if (body.status !== undefined) statuses.push(body.status);
        response.end(text);
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const picture = sharp({ create: { width: 320, height: 320, channels: 3, background: "#345" } });
    const frame = `data:image/png;base64,${(await picture.png().toBuffer()).toString("base64")}`;
    const created = await run((client) =>
      client.post("/v1/video_generation", {
        model: "Vendor-Video-02",
        resolution: "512P",
        prompt: "[推进] [[task-ms:3600000]]",
        first_frame_image: frame,
        callback_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
      }),
    );
    await run(async (client) => {
      expect(statuses).toEqual([]);
      await client.post("/__sandbox/settings", { clockOffsetMs: 3_600_000 });
      await expect.poll(() => statuses, { timeout: 10_000 }).toEqual(["success"]);
      const taskId = created.body.task_id as string;
      const { body } = await client.get(`/v1/query/video_generation?task_id=${taskId}`);
      const content = await fetch(
        `${client.baseUrl}/v1/files/retrieve_content?file_id=${body.file_id as string}`,
        { headers: { Authorization: "Bearer sandbox-key-good" } },
      );
      expect(Buffer.from(await content.arrayBuffer()).toString("latin1", 4, 8)).toBe("ftyp");
    });
    // Pushed once is not pushed again.
    await run((client) => client.post("/__sandbox/settings", { clockOffsetMs: 3_600_000 }));
    expect(statuses).toEqual(["success"]);
    receiver.close();
    receiver.closeAllConnections();
  });

  it("drops an incomplete last line and continues", async () => {
    await run((client) => client.post("/v1/image_generation", image));
    const path = join(dataFolder, "journal.jsonl");
    const whole = readFileSync(path, "utf8");
    appendFileSync(path, '{"store":"ledger","record":{"kind":"arr');
    await run(async (client) => {
      expect(await client.bill()).toHaveLength(1);
      await client.post("/v1/image_generation", image);
    });
    await run(async (client) => expect(await client.bill()).toHaveLength(2));
    expect(readFileSync(path, "utf8").startsWith(whole)).toBe(true);
  });

  it("does not start with a journal that is damaged elsewhere", async () => {
    writeFileSync(join(dataFolder, "journal.jsonl"), 'nonsense\n{"store":"ledger"}\n');
    await expect(run(() => Promise.resolve())).rejects.toThrow(SyntaxError);
  });
});

describe("the program", { timeout: 30_000 }, () => {
  const started: ChildProcess[] = [];

  const start = (...options: string[]) => {
    const program = spawn(process.execPath, ["sandbox/main.ts", ...options], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    started.push(program);
    return program;
  };

  afterEach(() => {
    for (const program of started.splice(0)) program.kill("SIGKILL");
  });

  it("prints one JSON line when ready, serves both addresses, and ends on SIGTERM", async () => {
    const program = start("--port", "0", "--alt-port", "0", "--latency-ms", "0", "--data", dataFolder);
    const lines: string[] = [];
    const reader = createInterface(program.stdout);
    reader.on("line", (line) => lines.push(line));
    await once(reader, "line");
    const ready = JSON.parse(lines[0] ?? "") as { ready: boolean; baseUrl: string; altBaseUrl: string };
    expect(ready).toEqual({
      ready: true,
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      altBaseUrl: expect.any(String) as string,
    });
    expect((await fetch(`${ready.baseUrl}/__sandbox/health`)).status).toBe(200);
    expect((await fetch(`${ready.altBaseUrl}/v1/t2a_v2`, { method: "POST" })).status).toBe(200);
    const closed = once(program, "close");
    program.kill("SIGTERM");
    expect(await closed).toEqual([0, null]);
    expect(lines).toHaveLength(1);
  });

  it.each([
    [["--port", "70000"], "no port"],
    [["--latency-ms", "soon"], "latencyMs"],
    [["--rate-limits", "maybe"], "rateLimits"],
    [["--nonsense"], "nonsense"],
  ])("reports the problem of %j and exits with 1", async (options, words) => {
    const program = start(...options, "--alt-port", "0");
    let errors = "";
    program.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    expect(await once(program, "close")).toEqual([1, null]);
    expect(errors).toContain(words);
  });
});
