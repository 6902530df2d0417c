"use client";

import { useTranslations } from "next-intl";
import { memo, useMemo } from "react";
import { useGenerator } from "@/components/generators";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { Picture } from "@/components/takes/picture";
import { useRested } from "@/components/takes/use-rested";
import { classNames } from "@/components/ui/class-names";
import { FavouriteMark } from "@/components/ui/favourite-mark";
import { lazyPart } from "@/components/ui/lazy-part";
import type { ItemDto } from "@/lib/items/item-dto";
import { FollowUpLink, ItemLength, ItemLink, useItemParts, type ShownItem } from "./item-parts";
import { itemUrl } from "./item-track";
import { SelectCircle } from "./selection/select-circle";

const SoundTileFoot = lazyPart(() => import("./sound-tile"));
const VideoTileMarks = lazyPart(() => import("./video-tile-marks"));
const TrashTileMarks = lazyPart(() => import("./trash/trash-tile-marks"));

/** Minimum heights for two and three lines of title above a wave. */
const twoLinesPx = 124;
const threeLinesPx = 145;

interface ItemTileProps extends ShownItem {
  widthPx: number;
}

/** An item of a list; links to its page. */
export const ItemTileView = memo(function ItemTileView({
  item,
  index,
  widthPx,
  heightPx,
  restorable,
  eager,
  address,
  drag,
  tools,
}: ItemTileProps) {
  const t = useTranslations("takes");
  const { take, title, track, followUp, selected } = useItemParts({ item, restorable, tools });
  // What a tile needs that is looked at, not one that is scrolled past.
  const isRested = useRested();
  const url = itemUrl(item);
  const isVideo = item.kind === "video";
  const video = useMemo(() => ({ url: itemUrl(item), ...lengthOf(item) }), [item]);
  const isPicture = item.kind !== "audio";
  return (
    <li
      {...drag}
      data-row=""
      data-generator={item.generator}
      className="relative shrink-0"
      style={{ width: widthPx, height: heightPx }}
    >
      <ItemLink
        item={item}
        index={index}
        title={title}
        address={address}
        className={classNames(
          "relative block size-full overflow-hidden rounded-lg border border-line bg-panel transition-colors hover:border-line-strong",
          selected ? "border-text! ring-2 ring-text" : "",
        )}
      >
        {isPicture ? (
          <Picture
            url={url}
            width={item.width}
            height={item.height}
            alt=""
            sizes={`${Math.ceil(widthPx)}px`}
            brokenLabel={isVideo ? t("video.noPoster") : t("pictureBroken")}
            eager={eager}
          />
        ) : (
          <ItemWords item={item} take={take} isHeard={track !== undefined} heightPx={heightPx} />
        )}
        {isVideo && isRested ? <VideoTileMarks output={video} still={restorable} /> : null}
      </ItemLink>
      {isRested ? (
        <FollowUpLink
          followUp={followUp}
          className={classNames(
            "absolute! top-2 bg-black/62 text-white! hover:bg-black/80",
            item.favourite ? "right-10" : "right-2",
          )}
        />
      ) : null}
      {track && isRested ? <SoundTileFoot track={track} /> : null}
      {selected === null || !(selected || isRested) ? null : (
        <SelectCircle name={title} selected={selected} />
      )}
      {item.favourite && isPicture ? (
        <FavouriteMark
          label={t("favourite")}
          className={classNames(
            "pointer-events-none absolute top-2 size-5.5 rounded-xs bg-black/62 text-white",
            restorable ? "right-11" : "right-2",
          )}
        />
      ) : null}
      {restorable ? <TrashTileMarks item={item} /> : null}
      {tools}
    </li>
  );
});

const lengthOf = ({ durationSeconds }: ItemDto) => (durationSeconds === undefined ? {} : { durationSeconds });

/** A sound in words: generator, length, name and the beginning of its text. */
function ItemWords({
  item,
  take,
  isHeard,
  heightPx,
}: {
  item: ItemDto;
  take: string | null;
  /** The foot of the tile shows its wave. */
  isHeard: boolean;
  heightPx: number;
}) {
  const t = useTranslations("takes");
  const generator = useGenerator(item.generator);
  const lines =
    item.words !== undefined
      ? "line-clamp-1"
      : !isHeard || heightPx >= threeLinesPx
        ? "line-clamp-3"
        : heightPx >= twoLinesPx
          ? "line-clamp-2"
          : "line-clamp-1";
  return (
    <span className="flex size-full flex-col gap-2 p-3.5 text-sm text-text-2">
      <span className="flex items-center gap-1.75 text-2xs text-text-3 group-data-selecting/select:pl-5">
        {generator ? (
          <>
            <GeneratorIcon generator={generator} className="size-4 text-hue" />
            <span className="shrink-0">{generator.name}</span>
          </>
        ) : null}
        {take === null ? null : (
          <span className="min-w-0 truncate" dir="auto">
            {take}
          </span>
        )}
        {item.favourite ? <FavouriteMark label={t("favourite")} className="text-hue" /> : null}
        {item.durationSeconds === undefined ? null : (
          <span className="ml-auto tabular-nums">
            <ItemLength seconds={item.durationSeconds} partial={item.partial} />
          </span>
        )}
      </span>
      <span className={classNames("font-medium text-text", lines)} dir="auto">
        {item.name}
      </span>
      {item.words === undefined || (isHeard && heightPx < twoLinesPx) ? null : (
        <span className="truncate text-2xs text-text-3" dir="auto">
          {item.words}
        </span>
      )}
      {isHeard ? null : <span className="mt-auto text-2xs text-text-3">{item.model}</span>}
    </span>
  );
}
