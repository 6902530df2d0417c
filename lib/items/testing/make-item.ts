import type { ItemDto } from "../item-dto";

/** Changes of an item; undefined leaves out an optional field. */
type ItemChanges = { [Name in keyof ItemDto]?: ItemDto[Name] | undefined };

/** A picture for tests; a higher order is newer. */
export function makeItem(order: number, changes: ItemChanges = {}): ItemDto {
  const number = String(order).padStart(12, "0");
  const item = {
    id: `01900000-0000-7000-8000-${number}`,
    generationId: `01900000-0000-7000-8001-${number}`,
    assetId: `01900000-0000-7000-8002-${number}`,
    index: 0,
    kind: "image",
    generator: "image",
    model: "image-01",
    voice: null,
    name: `Lighthouse ${order}`,
    title: null,
    tags: [],
    rating: 0,
    favourite: false,
    width: 1248,
    height: 832,
    bytes: 1000,
    mimeType: "image/png",
    sandbox: true,
    version: 1,
    createdAt: new Date(Date.parse("2026-11-21T09:00:00Z") + order * 1000).toISOString(),
    deletedAt: null,
    ...changes,
  };
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as ItemDto;
}
