import { StudioError } from "@/lib/errors/studio-error";
import { contentDisposition } from "@/lib/media/delivery/content-disposition";
import { openAsset } from "@/lib/media/open-asset.server";
import { streamZip, type ZipStream } from "@/lib/media/zip.server";
import { getGeneration } from "./get-generation.server";
import { nameArchive } from "./result-name";
import type { GenerationServices } from "./services.server";

/**
 * Every stored result of a generation as one ZIP stream of known length.
 *
 * @throws StudioError not-found, also where nothing is stored yet
 */
export async function openGenerationZip(
  services: Pick<GenerationServices, "database">,
  options: { userId: string; id: string },
): Promise<ZipStream & { contentDisposition: string }> {
  const generation = await getGeneration(services, options);
  if (generation.outputs.length === 0) throw new StudioError("not-found");
  const lastModified = new Date(generation.finishedAt ?? generation.createdAt);
  const zip = streamZip(
    generation.outputs.map(({ fileName, bytes, sha256 }) => ({
      name: fileName,
      bytes,
      lastModified,
      open: async () => (await openAsset({ sha256 })) as AsyncIterable<Uint8Array>,
    })),
  );
  return { ...zip, contentDisposition: contentDisposition("attachment", nameArchive(generation)) };
}
