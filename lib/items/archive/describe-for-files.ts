import type { ItemDto } from "../item-dto";

/** An item as files that leave the studio describe it; `parameters` without secrets. Pure. */
export function describeForFiles(item: ItemDto & { sha256: string }, parameters: unknown) {
  return {
    sha256: item.sha256,
    bytes: item.bytes,
    mimeType: item.mimeType,
    kind: item.kind,
    generator: item.generator,
    model: item.model,
    voice: item.voice,
    title: item.title ?? item.name,
    tags: item.tags,
    rating: item.rating,
    favourite: item.favourite,
    durationSeconds: item.durationSeconds,
    width: item.width,
    height: item.height,
    createdAt: item.createdAt,
    generationId: item.generationId,
    parameters,
  };
}
