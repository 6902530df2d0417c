import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";

/** Where a video of a picture is begun; null for what is no picture. */
export function makeVideoAddress(
  { id }: Pick<GenerationDto, "id">,
  output: OutputDto | null | undefined,
): string | null {
  if (!output?.mimeType.startsWith("image/")) return null;
  return beginVideoAddress(output.assetId, id);
}

/** Where a cover of a song is begun; null for what is no song. */
export function makeCoverAddress(
  { generator }: Pick<GenerationDto, "generator">,
  output: OutputDto | null | undefined,
): string | null {
  const isSong = generator === "music" || generator === "cover";
  if (!isSong || !output?.mimeType.startsWith("audio/")) return null;
  return `/create/cover?${new URLSearchParams({ asset: output.assetId }).toString()}`;
}

/**
 * Where a video is begun with a picture that came of a generation.
 *
 * @param frame `last` where the picture is the last frame of a video: the form says so
 */
export function beginVideoAddress(assetId: string, parentId: string, frame?: "last"): string {
  const begun = { asset: assetId, parent: parentId, ...(frame ? { frame } : {}) };
  return `/create/video?${new URLSearchParams(begun).toString()}`;
}

/** Downloads a result as a file under its own name. */
export function downloadAddress({ url, fileName }: Pick<OutputDto, "url" | "fileName">): string {
  return `${url}?${new URLSearchParams({ download: "1", name: fileName })}`;
}

/** Downloads all results of a generation as one archive. */
export function downloadAllAddress({ id }: Pick<GenerationDto, "id">): string {
  return `/api/v1/generations/${id}/download`;
}
