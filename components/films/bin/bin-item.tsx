"use client";

import { GripVertical, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { DragEvent } from "react";
import { useGenerator } from "@/components/generators";
import { itemUrl, listItemTracks } from "@/components/library/item-track";
import { PlayButton } from "@/components/player/play-button";
import { writeItemDrag } from "@/components/queries/item-drag";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { LengthBadge } from "@/components/takes/length-badge";
import { Picture } from "@/components/takes/picture";
import { formatLength } from "@/lib/i18n/clocks";
import type { ItemDto } from "@/lib/items/item-dto";
import { BinWave } from "./bin-wave";
import { carryItem } from "./dragged-items";

interface BinItemProps {
  item: ItemDto;
  /** The numbers of the shots that use it, as text. */
  uses: string | undefined;
  /** Undefined where the film can't be changed. */
  onAdd: ((item: ItemDto) => void) | undefined;
}

function beginDrag(event: DragEvent, item: ItemDto): void {
  carryItem(item);
  writeItemDrag(event.dataTransfer, { ids: [item.id], count: 1 }, item);
}

/** An item of the bin: pressed, it goes into the film at the playhead; dragged, where it is dropped. */
export function BinItem(props: BinItemProps) {
  return props.item.kind === "audio" ? <BinSound {...props} /> : <BinPicture {...props} />;
}

function BinPicture({ item, uses, onAdd }: BinItemProps) {
  const t = useTranslations("desk.bin");
  return (
    <li className="group min-w-0" data-generator={item.generator}>
      <button
        type="button"
        draggable={onAdd !== undefined}
        disabled={!onAdd}
        onDragStart={(event) => beginDrag(event, item)}
        onClick={() => onAdd?.(item)}
        aria-label={t("add", { name: item.name })}
        className="block w-full rounded-sm text-left"
      >
        <span className="relative block aspect-video overflow-hidden rounded-sm bg-raised outline-offset-1 group-hover:outline-2 group-hover:outline-text">
          <Picture
            url={itemUrl(item)}
            width={item.width}
            height={item.height}
            alt=""
            sizes="8rem"
            brokenLabel={t("broken")}
          />
          {uses ? (
            <span className="absolute top-1 left-1 rounded-xs bg-black/72 px-1.5 text-2xs font-medium text-white">
              {uses}
            </span>
          ) : null}
          {onAdd ? (
            <span
              aria-hidden
              className="row-action absolute top-1 right-1 flex rounded-xs bg-black/72 p-0.5 text-white [&_svg]:size-3.5"
            >
              <GripVertical />
              <Plus />
            </span>
          ) : null}
          <LengthBadge output={item} className="absolute right-1 bottom-1" />
        </span>
        <span className="mt-1 block truncate text-xs text-text-2" dir="auto">
          {item.name}
        </span>
      </button>
      {uses ? <span className="sr-only">{t("uses", { shots: uses })}</span> : null}
    </li>
  );
}

function BinSound({ item, uses, onAdd }: BinItemProps) {
  const t = useTranslations("desk.bin");
  const generator = useGenerator(item.generator);
  const [track] = listItemTracks(item);
  return (
    <li
      data-row=""
      data-sound=""
      data-generator={item.generator}
      className="relative col-span-2 flex [[data-sound]+&]:-mt-2.5 min-w-0 items-center gap-2 border-t border-line"
    >
      <span className="relative grid size-6 shrink-0 place-items-center text-hue">
        {generator ? <GeneratorIcon generator={generator} className="row-rest size-3.75" /> : null}
        {track ? (
          <PlayButton track={track} className="row-action absolute inset-0 size-6! [&_svg]:size-3!" />
        ) : null}
      </span>
      <button
        type="button"
        draggable={onAdd !== undefined}
        disabled={!onAdd}
        onDragStart={(event) => beginDrag(event, item)}
        onClick={() => onAdd?.(item)}
        aria-label={t("add", { name: item.name })}
        className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm text-left text-xs text-text-2 hover:text-text"
      >
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {item.name}
        </span>
        <BinWave assetId={item.assetId} />
        <span className="w-8 shrink-0 text-right text-2xs text-text-3">
          {item.durationSeconds === undefined ? "" : formatLength(item.durationSeconds)}
        </span>
      </button>
      {uses ? <span className="sr-only">{t("uses", { shots: uses })}</span> : null}
    </li>
  );
}
