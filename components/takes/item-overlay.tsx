"use client";

import { Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { OutputItemDto } from "@/lib/generations/read/generation-dto";
import { ItemButtons } from "./item-buttons";
import { useItemDrag } from "./use-item-drag";
import { useItemKeys } from "./use-item-keys";

export interface ItemOverlayProps {
  generationId: string;
  generator: string;
  item: OutputItemDto;
  number: number;
  /** The only result: the actions of its take mark and trash it. */
  single: boolean;
}

/** What a tile shows and changes of its item; its keys work while the tile holds focus. Loaded on demand, hence the default export. */
export default function ItemOverlay({ generationId, generator, item, number, single }: ItemOverlayProps) {
  const t = useTranslations("takes.item");
  const ref = useRef<HTMLDivElement>(null);
  const findTile = () => ref.current?.closest("li") ?? null;
  useItemDrag({ id: item.id, kind: "image", generator, findTarget: findTile });
  useItemKeys({ generationId, item, findTarget: findTile });
  const buttonClass = "bg-black/62 text-white! hover:bg-black/80";
  return (
    <div ref={ref} className="pointer-events-none absolute inset-x-1.5 top-1.5 flex items-start gap-1">
      {item.favourite || item.rating ? (
        <span className="flex h-5.5 items-center gap-1 rounded-xs bg-black/62 px-1.5 text-2xs text-white group-focus-within/tile:hidden group-hover/tile:hidden">
          {item.favourite ? <Star aria-hidden className="size-3.5 fill-current" /> : null}
          {item.rating ? <span>{t("stars", { count: item.rating })}</span> : null}
        </span>
      ) : null}
      {single ? null : (
        <span className="pointer-events-auto ml-auto flex gap-1 opacity-0 transition-opacity group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 [@media(hover:none)]:hidden">
          <ItemButtons generationId={generationId} item={item} number={number} className={buttonClass} />
        </span>
      )}
    </div>
  );
}
