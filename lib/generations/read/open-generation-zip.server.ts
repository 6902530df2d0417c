import { StudioError } from "@/lib/errors/studio-error";
import { contentDisposition } from "@/lib/media/delivery/media-headers";
import { safeFileName } from "@/lib/media/media-file-name";
import { openAsset } from "@/lib/media/open-asset.server";
import { subtitleFormats } from "@/lib/media/subtitles/subtitle-formats";
import { subtitleFiles } from "@/lib/media/subtitles/subtitles";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import { streamZip, type ZipEntry, type ZipStream } from "@/lib/media/zip.server";
import type { GenerationDto, OutputDto } from "./generation-dto";
import { getGeneration } from "./get-generation.server";
import { readSentences } from "./get-subtitles.server";
import { nameArchive } from "./result-name";
import type { GenerationServices } from "../record/services.server";

/**
 * All stored results of a generation as one ZIP stream of known length. Timed sentences are added in both subtitle
 * formats.
 *
 * @throws StudioError not-found, also where nothing is stored yet
 */
export async function openGenerationZip(
  services: Pick<GenerationServices, "database" | "clock">,
  options: { userId: string; id: string },
): Promise<ZipStream & { contentDisposition: string }> {
  const generation = await getGeneration(services, options);
  const { outputs } = generation;
  if (outputs.length === 0) throw new StudioError("not-found");
  const lastModified = new Date(generation.finishedAt ?? generation.createdAt);
  const entries: ZipEntry[] = [];
  for (const output of outputs) {
    const { fileName, bytes, sha256 } = output;
    entries.push({
      name: fileName,
      bytes,
      lastModified,
      open: async () => (await openAsset({ sha256 })) as AsyncIterable<Uint8Array>,
    });
    const sentences = await findSentences(services, { userId: options.userId, outputs, output });
    if (sentences) entries.push(...writeSubtitleEntries(sentences, { fileName, lastModified }));
  }
  const disposition = contentDisposition("attachment", nameArchive(generation));
  return { ...streamZip(entries), contentDisposition: disposition };
}

/** Null for other files and for unreadable subtitles, which are in the archive unchanged. */
async function findSentences(
  services: Pick<GenerationServices, "database" | "clock">,
  { userId, outputs, output }: { userId: string; output: OutputDto } & Pick<GenerationDto, "outputs">,
): Promise<Sentence[] | null> {
  if (output.role !== "subtitle") return null;
  try {
    return await readSentences(services, { userId, outputs, subtitle: output });
  } catch (error) {
    if (error instanceof StudioError && error.code === "subtitles.unreadable") return null;
    throw error;
  }
}

function writeSubtitleEntries(
  sentences: readonly Sentence[],
  { fileName, lastModified }: { fileName: string; lastModified: Date },
): ZipEntry[] {
  return subtitleFormats.map((format) => {
    const { mimeType, write } = subtitleFiles[format];
    const text = new TextEncoder().encode(write(sentences));
    return {
      name: safeFileName(fileName, mimeType) ?? `subtitles.${format}`,
      bytes: text.length,
      lastModified,
      open: () => Promise.resolve(readOnce(text)),
    };
  });
}

async function* readOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
