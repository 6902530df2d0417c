import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { extract } from "tar-stream";
import type { ExampleMedia } from "@/components/create/example-list";
import { findExamplePicture } from "@/generators/video/first-frame/example-pictures";
import { definitionRegistry } from "@/generators/registry";
import { computePeaks } from "@/lib/media/peaks/compute-peaks";
import type { ResultKind } from "@/lib/generations/record/definition-port";
import { shippedProfiles } from "@/lib/service/profiles/shipped-profiles";
import type { EndpointName } from "@/lib/service/profiles/profile-options";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** For a place of 96 by 72 CSS pixels on a screen of three pixels to one. */
const thumbnail = { width: 288, height: 216 };
const waveLevels = 40;
const folder = "public/examples";
const listFile = "generators/example-media.json";

type Input = Record<string, unknown>;

/** Writes the picture or waveform next to every example: the sandbox's response to that example. */
async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const sandbox = await runSandbox();
  const media: Record<string, ExampleMedia> = {};
  try {
    for (const { id, produces, examples, inputSchema, summariseInput } of definitionRegistry.list()) {
      for (const { key, input } of examples) {
        const { endpoint } = summariseInput(inputSchema.parse(input));
        const made = await makeMedia(sandbox, `${id}-${key}`, { produces, endpoint, input: input as Input });
        if (made) media[`${id}/${key}`] = made;
        process.stdout.write(`${id}/${key}\n`);
      }
    }
  } finally {
    await sandbox.stop();
  }
  await writeFile(listFile, JSON.stringify(media));
  execFileSync(process.execPath, ["node_modules/oxfmt/bin/oxfmt", listFile]);
}

function makeMedia(
  sandbox: RunningSandbox,
  name: string,
  { produces, endpoint, input }: { produces: ResultKind; endpoint: EndpointName; input: Input },
): Promise<ExampleMedia> | null {
  switch (endpoint) {
    case "imageGeneration":
      return drawExample(sandbox, input).then(async (picture) => ({
        kind: "picture",
        url: await writeThumbnail(name, picture),
      }));
    case "videoGeneration": {
      // A video shows its first frame, one of the example pictures.
      const { url } = input.first_frame_image as { url: string };
      const file = findExamplePicture(url);
      if (!file) throw new Error(`${name}: its first frame is not an example picture.`);
      const picture = readFile(path.join("public", file.path));
      return picture.then(async (bytes) => ({ kind: "video", url: await writeThumbnail(name, bytes) }));
    }
    case "narrationCreate":
      return hearNarration(sandbox, input).then(drawWave);
    default: {
      // Sound comes in the response; other examples show their text only.
      const path = shippedProfiles.sandbox.endpoints[endpoint]?.path;
      return produces === "sound" && path ? hearExample(sandbox, path, input).then(drawWave) : null;
    }
  }
}

const readShipped = async (file: string) => (await readFile(path.join("public", file))).toString("base64");

/** One picture of an example, with a fixed seed so that it is the same each time. */
async function drawExample(sandbox: RunningSandbox, input: Input): Promise<Buffer> {
  const { data } = await sandbox.call<{ data: { image_base64: [string] } }>("/v1/image_generation", {
    seed: 1,
    ...input,
    n: 1,
    response_format: "base64",
  });
  return Buffer.from(data.image_base64[0], "base64");
}

/** The sound of a song, a cover of the studio's example song, or a text. */
async function hearExample(sandbox: RunningSandbox, address: string, input: Input): Promise<Buffer> {
  const { audio_url: covered, stream: _streamed, ...rest } = input;
  const reference = covered ? { audio_base64: await readShipped("sounds/harbour-waltz.mp3") } : {};
  const request = { ...rest, ...reference, output_format: "hex" };
  const { data } = await sandbox.call<{ data: { audio: string } }>(address, request);
  return Buffer.from(data.audio, "hex");
}

/** The sound in the archive of a task. */
async function hearNarration(sandbox: RunningSandbox, input: Input): Promise<Buffer> {
  const { task_id: taskId } = await sandbox.call<{ task_id: string }>("/v1/t2a_async_v2", input);
  for (;;) {
    const task = await sandbox.call<{ status: string; file_id: string }>(
      `/v1/query/t2a_async_query_v2?task_id=${taskId}`,
    );
    if (task.status === "Success") {
      return readSound(await sandbox.fetch(`/v1/files/retrieve_content?file_id=${task.file_id}`));
    }
    if (task.status !== "Processing") throw new Error(`The narration ended as ${task.status}.`);
  }
}

async function readSound(response: Response): Promise<Buffer> {
  const members = Readable.from([Buffer.from(await response.arrayBuffer())]).pipe(extract());
  for await (const member of members) {
    const bytes = await buffer(member);
    if (/\.(mp3|flac|wav)$/.test(member.header.name)) return bytes;
  }
  throw new Error("There is no sound in the archive.");
}

async function writeThumbnail(name: string, picture: Buffer): Promise<string> {
  const file = path.join(folder, `${name}.webp`);
  const { width, height } = thumbnail;
  const { width: fullWidth = 0, height: fullHeight = 0 } = await sharp(picture).metadata();
  // Without the caption at the bottom, which is too small to read here.
  const seen = { left: 0, top: 0, width: fullWidth, height: Math.round(fullHeight * 0.82) };
  await sharp(picture)
    .extract(seen)
    .resize(width, height, { fit: sharp.fit.cover })
    .webp({ quality: 72 })
    .toFile(file);
  return `/examples/${name}.webp`;
}

async function drawWave(sound: Buffer): Promise<ExampleMedia> {
  const mimeType = (await fileTypeFromBuffer(sound))?.mime ?? "unknown";
  const { peaks, durationSeconds } = await computePeaks(Readable.from([sound]), {
    mimeType: mimeType === "audio/x-flac" ? "audio/flac" : mimeType,
  });
  const loudest = Math.max(...peaks);
  const levels = Array.from({ length: waveLevels }, (_unused, index) => {
    const [from, to] = [index, index + 1].map((at) => Math.floor((at * peaks.length) / waveLevels));
    const part = peaks.slice(from, to);
    const mean = part.reduce((sum, level) => sum + level, 0) / part.length;
    return Math.round((100 * mean) / loudest);
  });
  return { kind: "sound", durationSeconds: Math.round(durationSeconds * 10) / 10, levels };
}

await main();

/** The sandbox as a process: no latency, no rate limits, the same result for the same request. */
interface RunningSandbox {
  /** Returns the JSON of a successful response. Ids, numbers of 16 digits or more, become strings. */
  call<Answer>(path: string, body?: unknown): Promise<Answer>;
  fetch(path: string): Promise<Response>;
  stop(): Promise<void>;
}

async function runSandbox(): Promise<RunningSandbox> {
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
