import { playUrl, trackId, type Track } from "@/components/player/track";
import type { ItemDto } from "@/lib/items/item-dto";

/** The file of an item. */
export const itemUrl = ({ assetId }: Pick<ItemDto, "assetId">) => `/api/media/${assetId}`;

/** The sound of an item as a track, the same as on its page; none if it is a picture or a video. */
export function listItemTracks(item: ItemDto): Track[] {
  if (item.kind !== "audio") return [];
  const { generationId, index, assetId, mimeType, durationSeconds } = item;
  return [
    {
      id: trackId(generationId, index),
      generationId,
      outputIndex: index,
      title: item.name,
      subtitle: item.model,
      ...(item.take === undefined ? {} : { take: item.take }),
      createdAt: item.createdAt,
      generator: item.generator,
      url: playUrl({ url: itemUrl(item), mimeType }),
      assetId,
      mimeType,
      ...(item.partial ? { partial: item.partial } : {}),
      ...(durationSeconds === undefined ? {} : { durationSeconds }),
    },
  ];
}
