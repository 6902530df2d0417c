import type { GenerationDto, OutputDto } from "@/lib/generations/generation-dto";

/** Where a video of a picture is begun; null for what is no picture. */
export function makeVideoAddress(
  { id }: Pick<GenerationDto, "id">,
  output: OutputDto | null | undefined,
): string | null {
  if (!output?.mimeType.startsWith("image/")) return null;
  return beginVideoAddress(output.assetId, id);
}

/** Where a video is begun with a picture that came of a generation. */
export function beginVideoAddress(assetId: string, parentId: string): string {
  return `/create/video?${new URLSearchParams({ asset: assetId, parent: parentId }).toString()}`;
}
