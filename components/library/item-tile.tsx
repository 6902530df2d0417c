"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { lazy, memo, Suspense, type ComponentProps, type ReactNode } from "react";
import { useGenerator, useGenerators } from "@/components/generators";
import { listFollowUps } from "@/components/queries/result-addresses";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { Picture } from "@/components/takes/picture";
import { useResultAddress } from "@/components/takes/result-list-context";
import { buttonVariants } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { FavouriteMark } from "@/components/ui/favourite-mark";
import { StateDot } from "@/components/ui/state-dot";
import { formatLength } from "@/lib/i18n/units";
import type { ItemDto } from "@/lib/items/item-dto";
import { itemUrl, listItemTracks } from "./item-track";
import { SelectCircle } from "./selection/select-circle";
import { useSelected } from "./selection/selection-store";

const SoundTileFoot = lazy(() => import("./sound-tile"));
const VideoTileMarks = lazy(() => import("./video-tile-marks"));
const TrashTileMarks = lazy(() => import("./trash/trash-tile-marks"));

/** Minimum heights for two and three lines of title above a wave. */
const twoLinesPx = 124;
const threeLinesPx = 145;

interface ItemTileProps {
  item: ItemDto;
  /** Its place among the loaded items. */
  index: number;
  widthPx: number;
  heightPx: number;
  /** Shows a button that restores it from the trash. */
  restorable: boolean;
  /** In the first row: its picture is fetched first. */
  eager: boolean;
  /** The address of its file, for an item of another person, whose page is not shown. */
  address?: string;
  /** Handlers of dragging it. */
  drag?: ComponentProps<"li">;
  /** Shown above it, instead of what can be made from it. */
  tools?: ReactNode;
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
  const tLibrary = useTranslations("library");
  const resultAddress = useResultAddress();
  const selected = useSelected(item.id);
  const generators = useGenerators();
  const { kind, assetId, mimeType, generationId } = item;
  const url = itemUrl(item);
  const isVideo = kind === "video";
  const isPicture = kind !== "audio";
  const take = item.take !== undefined && item.take > 1 ? t("stack.take", { number: item.take }) : null;
  const title = [item.name, take].filter((words) => words !== null).join(t("factSeparator"));
  const [track] = restorable ? [] : listItemTracks(item);
  const [followUp] =
    restorable || !isPicture || tools
      ? []
      : listFollowUps(generators, { id: generationId, generator: item.generator }, { assetId, mimeType });
  const link = {
    "data-tile": index,
    "aria-label": tLibrary("open", { number: item.index + 1, title }),
    className: classNames(
      "relative block size-full overflow-hidden rounded-lg border border-line bg-panel transition-colors hover:border-line-strong",
      selected ? "border-text! ring-2 ring-text" : "",
    ),
  };
  const content = (
    <>
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
      {isVideo ? (
        <Suspense fallback={null}>
          <VideoTileMarks output={{ url, ...lengthOf(item) }} still={restorable} />
        </Suspense>
      ) : null}
    </>
  );
  return (
    <li
      {...drag}
      data-row=""
      data-generator={item.generator}
      className="relative shrink-0"
      style={{ width: widthPx, height: heightPx }}
    >
      {address === undefined ? (
        <Link href={resultAddress(generationId, item.index)} prefetch={false} {...link}>
          {content}
        </Link>
      ) : (
        <a href={address} target="_blank" rel="noreferrer" {...link}>
          {content}
        </a>
      )}
      {followUp ? (
        <Link
          href={followUp.href}
          prefetch={false}
          aria-label={t(`actions.${followUp.action}`)}
          data-tooltip={t(`actions.${followUp.action}`)}
          className={classNames(
            buttonVariants({ variant: "ghost", size: "icon-small" }),
            "row-action absolute! top-2 bg-black/62 text-white! hover:bg-black/80 focus-visible:opacity-100",
            item.favourite ? "right-10" : "right-2",
          )}
        >
          <GeneratorIcon generator={followUp.generator} />
        </Link>
      ) : null}
      {track ? (
        <Suspense fallback={null}>
          <SoundTileFoot track={track} />
        </Suspense>
      ) : null}
      {selected === null ? null : <SelectCircle name={title} selected={selected} />}
      {item.favourite && isPicture ? (
        <FavouriteMark
          label={t("favourite")}
          className={classNames(
            "pointer-events-none absolute top-2 size-5.5 rounded-xs bg-black/62 text-white",
            restorable ? "right-11" : "right-2",
          )}
        />
      ) : null}
      {restorable ? (
        <Suspense fallback={null}>
          <TrashTileMarks item={item} />
        </Suspense>
      ) : null}
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
            {item.partial ? (
              <StateDot tone="warning">
                <span>
                  {formatLength(item.durationSeconds)}
                  <span className="sr-only">{t("partial")}</span>
                </span>
              </StateDot>
            ) : (
              formatLength(item.durationSeconds)
            )}
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
