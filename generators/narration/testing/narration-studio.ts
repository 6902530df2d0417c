import { randomUUID } from "node:crypto";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { storeAsset } from "@/lib/media/store-asset.server";
import { getConnection } from "@/lib/connections/get-connection.server";
import { createServiceClient } from "@/lib/service/client.server";
import { NARRATION_FILE_PURPOSE } from "@/lib/service/contract/files";
import { makeZip, type ZipMember } from "@/generators/narration/text-files/testing/make-zip";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";

export interface NarrationStudio extends StudioHarness {
  narrate(input: Record<string, unknown>): Promise<GenerationDto>;
  narrateToEnd(input: Record<string, unknown>): Promise<GenerationDto>;
  /** Uploads a file to the studio. */
  bring(content: string | Uint8Array, fileName: string): Promise<{ assetId: string }>;
  bringZip(members: readonly ZipMember[]): Promise<{ assetId: string }>;
  /** Overrides parts of the connection. */
  override(parts: Record<string, unknown>): Promise<void>;
  /** Uploads a file to the service and returns its id. */
  uploadToService(content: string, fileName: string): Promise<string>;
  /** The text file that the service received last. */
  readNewestUpload(): Promise<Buffer>;
  countBilled(): Promise<number>;
}

const purpose = NARRATION_FILE_PURPOSE;
const many = { requests: 1_000, windowMs: 60_000 };
const quick = {
  rateLimits: { endpoints: { narrationCreate: many } },
  polling: { narrationIntervalMs: 50 },
};

/** A studio without pages, with narrations that finish at once. */
export async function openNarrationStudio(): Promise<NarrationStudio> {
  const studio = await openStudioHarness();
  const { database } = studio.test;
  const { userId } = studio;
  await studio.sandbox.change({ taskDurationMs: 0 });
  const openClient = async () => {
    const { profile, apiKey, baseUrl } = await getConnection(userId, database);
    return createServiceClient({ profile, apiKey, baseUrl });
  };
  const narration: NarrationStudio = {
    ...studio,
    narrate: (input) =>
      studio.submit(
        { model: "speech-2.8-hd", ...input },
        { generator: "narration", idempotencyKey: randomUUID() },
      ),
    async narrateToEnd(input) {
      const { id } = await narration.narrate(input);
      return studio.waitForEnd(id);
    },
    async bring(content, fileName) {
      const bytes = Buffer.from(content);
      const { id } = await storeAsset(
        { userId, origin: "upload", source: toChunks(bytes), maxBytes: 1e8, fileName },
        { database },
      );
      return { assetId: id };
    },
    bringZip: (members) => narration.bring(makeZip(members), "book.zip"),
    async override(parts) {
      await database.connection.updateMany({
        where: { userId },
        data: { overrides: { ...quick, ...parts } },
      });
    },
    async uploadToService(content, fileName) {
      const client = await openClient();
      const upload = await client.uploadFile({ purpose, fileName, content: new Blob([content]) });
      return upload.file.file_id;
    },
    async readNewestUpload() {
      const client = await openClient();
      const { files } = await client.listFiles({ purpose });
      const { body } = await client.retrieveContent({ fileId: files.at(-1)!.file_id });
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    countBilled: async () => (await studio.sandbox.readBill()).filter(({ billed }) => billed).length,
  };
  await narration.override({});
  return narration;
}

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
