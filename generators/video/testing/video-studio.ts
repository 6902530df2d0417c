import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { POST } from "@/app/api/callbacks/video/[token]/route";
import { updateFactsSchema, type UpdateFacts } from "@/lib/generations/record/pushed-update";
import { callbackPath } from "@/lib/callbacks/callback-address.server";
import { sandboxApiKey } from "@/lib/connections/get-connection.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { storeAsset } from "@/lib/media/store-asset.server";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";

export interface VideoStudio extends StudioHarness {
  film(prompt: string, input?: Record<string, unknown>): Promise<GenerationDto>;
  filmToEnd(prompt: string, input?: Record<string, unknown>): Promise<GenerationDto>;
  /** Uploads a plain picture to the studio. */
  bringPicture(width: number, height: number): Promise<{ assetId: string }>;
  /** Overrides parts of the connection. */
  override(parts: Record<string, unknown>): Promise<void>;
  /** Makes the sandbox push statuses of a task again. */
  replay(taskId: string, statuses: string[]): Promise<void>;
  /** What was pushed to the callback URL of a generation, in order. */
  listPushed(generationId: string): Promise<UpdateFacts[]>;
  countBilled(): Promise<number>;
  /** The operation of a pending task; null if there is none. */
  readOperation(id: string): Promise<Record<string, unknown> | null>;
  /** The file of a task once it is done, from the service. */
  findFileId(taskId: string): Promise<string>;
  /** Uploads a file to the service that belongs to no task. */
  uploadToService(fileName: string, text: string): Promise<string>;
  /** A download URL of a file at the service. */
  publishLink(fileId: string): Promise<string>;
  /** Whether callbacks reach the studio; otherwise a wrong proxy answers. */
  answerChallenges(answers: boolean): void;
}

const many = { requests: 1_000, windowMs: 60_000 };
const quick = { rateLimits: { endpoints: { videoGeneration: many } }, polling: { videoIntervalMs: 100 } };
/** The smallest video. */
const small = { model: "Vendor-Video-02", resolution: "512P", duration: 6 };

/** A studio without pages, but with a callback address; videos finish at once. */
export async function openVideoStudio(): Promise<VideoStudio> {
  let answers = true;
  const server = await listenForCallbacks(() => answers);
  process.env.STUDIO_LOCAL_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const studio = await openStudioHarness();
  const { test, userId, sandbox } = studio;
  await sandbox.change({ taskDurationMs: 200, videoFramesPerSecond: 1 });
  const ask = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${sandboxApiKey}` };
    return (await fetch(`${sandbox.baseUrl}${path}`, { headers })).json();
  };
  let picture: { assetId: string } | undefined;
  const video: VideoStudio = {
    ...studio,
    async film(prompt, input = {}) {
      picture ??= await video.bringPicture(640, 400);
      const whole = { ...small, prompt, first_frame_image: picture, ...input };
      return studio.submit(whole, { generator: "video" });
    },
    async filmToEnd(prompt, input) {
      return studio.waitForEnd((await video.film(prompt, input)).id);
    },
    async bringPicture(width, height) {
      const create = { width, height, channels: 3, background: "#246" } as const;
      const bytes = await sharp({ create }).png().toBuffer();
      const asset = await storeAsset(
        { userId, origin: "upload", source: toChunks(bytes), maxBytes: 1e8, fileName: "frame.png" },
        { database: test.database },
      );
      return { assetId: asset.id };
    },
    async override(parts) {
      const overrides = { ...quick, ...parts } as object;
      await test.database.connection.updateMany({ where: { userId }, data: { overrides } });
    },
    async replay(taskId, statuses) {
      const response = await fetch(`${sandbox.baseUrl}/__sandbox/callbacks/replay`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ taskId, statuses }),
      });
      if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
    },
    async listPushed(generationId) {
      const events = await test.database.callbackEvent.findMany({
        where: { address: { generationId }, kind: "update" },
        orderBy: { id: "asc" },
      });
      return events.map(({ facts }) => updateFactsSchema.parse(facts));
    },
    async readOperation(id) {
      const { operation } = await test.database.generation.findUniqueOrThrow({ where: { id } });
      return operation as Record<string, unknown> | null;
    },
    async findFileId(taskId) {
      for (;;) {
        const found = await ask(`/v1/query/video_generation?task_id=${taskId}`);
        const { status, file_id: fileId } = found as { status: string; file_id: string };
        if (status === "Success") return fileId;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async uploadToService(fileName, text) {
      const body = new FormData();
      body.set("purpose", "t2a_async_input");
      body.set("file", new Blob([text]), fileName);
      const headers = { authorization: `Bearer ${sandboxApiKey}` };
      const response = await fetch(`${sandbox.baseUrl}/v1/files/upload`, { method: "POST", headers, body });
      const [, fileId] = /"file_id":\s*(\d+)/.exec(await response.text()) ?? [];
      if (!fileId) throw new Error("The service took no file");
      return fileId;
    },
    async publishLink(fileId) {
      const { file } = (await ask(`/v1/files/retrieve?file_id=${fileId}`)) as {
        file: { download_url: string };
      };
      return file.download_url;
    },
    countBilled: async () => (await sandbox.readBill()).filter(({ billed }) => billed).length,
    answerChallenges(wanted) {
      answers = wanted;
    },
    async close() {
      await studio.close();
      await new Promise((resolve) => server.close(resolve).closeAllConnections());
    },
  };
  await video.override({});
  return video;
}

async function listenForCallbacks(isOpen: () => boolean): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void answer(`http://studio.test${request.url ?? ""}`, Buffer.concat(chunks)).then(async (answered) =>
        response.writeHead(answered.status).end(await answered.text()),
      );
    });
  });
  const answer = async (url: string, body: Buffer): Promise<Response> => {
    const token = new URL(url).pathname.slice(callbackPath.length);
    if (!isOpen()) return new Response("<html>", { status: 200 });
    const pushed = new Request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: new Uint8Array(body),
    });
    return POST(pushed, { params: Promise.resolve({ token }) });
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
