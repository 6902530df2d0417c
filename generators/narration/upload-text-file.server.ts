import { StudioError } from "@/lib/errors/studio-error";
import type { PrepareContext } from "@/lib/generations/record/runner-port.server";
import { NARRATION_FILE_PURPOSE } from "@/lib/service/contract/files";
import { loadTextFile } from "@/generators/narration/text-files/load-text-file.server";
import { packTextFile, type PackedText } from "@/generators/narration/text-files/pack-text-file.server";
import { checkTextFile } from "./check-input.server";

/**
 * Brings a text file of the studio to the service (unshown.md Files "upload"), checked again: rules or model may be
 * others than when it was queued. Free, so it may be repeated.
 *
 * Throws StudioError `asset.missing`, `input.invalid`; ServiceError, `request.not-offered` where the service takes none.
 */
export async function uploadTextFile(
  assetId: string,
  model: string,
  { client, signal, openAsset }: PrepareContext,
): Promise<{ fileId: string; name: string; texts: PackedText[] }> {
  const file = await loadTextFile(await openAsset(assetId));
  const [problem] = checkTextFile(file, model);
  if (problem) throw new StudioError("input.invalid", { fields: [{ path: "text_file", ...problem }] });
  const { fileName, content, texts } = await packTextFile(file);
  const upload = await client.uploadFile({ purpose: NARRATION_FILE_PURPOSE, fileName, content }, { signal });
  return { fileId: upload.file.file_id, name: file.name, texts };
}
