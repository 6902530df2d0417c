"use client";

import { Award } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useRef } from "react";
import { useGenerator } from "@/components/generators";
import { PlayButton } from "@/components/player/play-button";
import type { Track } from "@/components/player/track";
import { usePeaks } from "@/components/player/use-peaks";
import { Waveform } from "@/components/player/waveform";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { HoverVideo } from "@/components/takes/hover-video";
import { useListedTracks } from "@/components/takes/listed-tracks";
import { Picture } from "@/components/takes/picture";
import { useInSight } from "@/components/takes/use-in-sight";
import { classNames } from "@/components/ui/class-names";
import { FavouriteMark } from "@/components/ui/favourite-mark";
import { useUnits } from "@/lib/i18n/units";
import type { ItemDto } from "@/lib/items/item-dto";
import { FollowUpLink, ItemLength, ItemLink, useItemParts, type ShownItem } from "./item-parts";
import { itemUrl } from "./item-track";
import RestoreButton from "./restore-button";
import { SelectCircle } from "./selection/select-circle";
import { useDaysLeft } from "./trash/trash-tile-marks";

export interface ItemLineProps extends ShownItem {
  /** Its day is above it: only its time is shown. */
  byDay: boolean;
}

/** As many lines as a screen has show their picture first. */
const eagerLines = 12;

/** An item as one line of a list, of two rows in a narrow place; links to its page. Lazily loaded, hence the default export. */
export default function ItemLine({
  item,
  index,
  heightPx,
  restorable,
  address,
  drag,
  tools,
  byDay,
}: ItemLineProps) {
  const t = useTranslations("takes");
  const { title, track, followUp, selected } = useItemParts({ item, restorable, tools });
  const { favourite, words } = item;
  return (
    <li
      {...drag}
      data-row=""
      data-generator={item.generator}
      className={classNames(
        "relative flex w-full items-center gap-3 rounded-md pr-2 transition-colors hover:bg-panel",
        "after:absolute after:inset-x-0 after:-bottom-1 after:border-b",
        selected === null
          ? "pl-2"
          : // Room for the circle, which a narrow place and a touch screen have while selecting alone.
            "pl-2 group-data-selecting/select:pl-10 [@media(hover:hover)]:@min-[560px]/results:pl-10",
        selected ? "bg-panel" : "",
      )}
      style={{ height: heightPx }}
    >
      <ItemLink
        item={item}
        index={index}
        title={title}
        address={address}
        className={classNames("absolute inset-0 rounded-md", selected ? "ring-1 ring-text" : "")}
      />
      {selected === null ? null : <SelectCircle name={title} selected={selected} inLine />}
      <Lead item={item} track={track} restorable={restorable} eager={index < eagerLines} />
      <div className="flex min-w-0 flex-1 flex-col justify-center gap-0.5 @min-[560px]/results:flex-row @min-[560px]/results:items-center @min-[560px]/results:gap-4">
        <div className="flex min-w-0 flex-1 items-center gap-2 text-sm @max-[560px]/results:flex-none">
          <span className="truncate font-medium" dir="auto">
            {title}
          </span>
          {favourite ? <FavouriteMark label={t("favourite")} className="text-hue" /> : null}
          {words === undefined ? null : (
            <span
              className="hidden min-w-0 flex-1 truncate text-text-3 @min-[560px]/results:inline"
              dir="auto"
            >
              {words}
            </span>
          )}
        </div>
        {track ? <Wave track={track} /> : null}
        <Facts item={item} byDay={byDay} restorable={restorable} />
      </div>
      {tools ?? (
        <span
          className={classNames(
            "relative -mr-1 w-7.5 shrink-0",
            restorable ? "" : "hidden @min-[560px]/results:block",
          )}
        >
          <FollowUpLink followUp={followUp} />
          {restorable ? <RestoreButton id={item.id} /> : null}
        </span>
      )}
    </li>
  );
}

/** Its picture, or the button that plays it. */
function Lead({
  item,
  track,
  restorable,
  eager,
}: Pick<ShownItem, "item" | "restorable" | "eager"> & { track: Track | undefined }) {
  const t = useTranslations("takes");
  const generator = useGenerator(item.generator);
  const listTracks = useListedTracks();
  const url = itemUrl(item);
  const isVideo = item.kind === "video";
  if (item.kind === "audio") {
    return (
      <span className="pointer-events-none relative grid h-10 w-14 shrink-0 place-items-center">
        {track ? (
          <PlayButton
            track={track}
            listQueue={listTracks}
            className="pointer-events-auto size-9! [&_svg]:size-4!"
          />
        ) : generator ? (
          <GeneratorIcon generator={generator} className="size-4.5 text-hue" />
        ) : null}
      </span>
    );
  }
  return (
    <span className="pointer-events-none relative h-10 w-14 shrink-0 overflow-hidden rounded-sm bg-raised">
      <Picture
        url={url}
        width={item.width}
        height={item.height}
        alt=""
        sizes="56px"
        brokenLabel={isVideo ? t("video.noPoster") : t("pictureBroken")}
        eager={eager}
      />
      {isVideo && !restorable ? <HoverVideo output={{ url }} /> : null}
    </span>
  );
}

function Wave({ track }: { track: Track }) {
  const placeRef = useRef<HTMLDivElement>(null);
  const peaks = usePeaks(track, useInSight(placeRef));
  return (
    <div
      ref={placeRef}
      className="pointer-events-none relative hidden w-36 shrink-0 @min-[760px]/results:block"
    >
      <Waveform track={track} peaks={peaks} className="h-7!" />
    </div>
  );
}

/**
 * What made it, its tags, rating, length or size, and when, or how long it stays in the trash: columns, or in a narrow place
 * a row of what fits.
 */
function Facts({ item, byDay, restorable }: Pick<ItemLineProps, "item" | "byDay" | "restorable">) {
  const t = useTranslations("takes");
  const format = useFormatter();
  const units = useUnits();
  const generator = useGenerator(item.generator);
  const createdAt = new Date(item.createdAt);
  return (
    <div className="flex min-w-0 items-center gap-x-2.5 text-2xs whitespace-nowrap text-text-3 @max-[560px]/results:h-lh @max-[560px]/results:flex-wrap @max-[560px]/results:overflow-hidden @min-[560px]/results:gap-x-4">
      <span className="flex min-w-0 items-center gap-1.75 @min-[560px]/results:w-28 @min-[900px]/results:w-44">
        {generator ? (
          <>
            <GeneratorIcon generator={generator} className="size-4 shrink-0 text-hue" />
            <span className="shrink-0 text-text-2">{generator.name}</span>
          </>
        ) : null}
        <span className="hidden truncate @min-[900px]/results:inline">{item.model}</span>
      </span>
      <span className="hidden h-5 w-36 flex-wrap gap-1 overflow-hidden @min-[1080px]/results:flex">
        {item.tags.map((tag) => (
          <span key={tag} className="max-w-full truncate rounded-xs bg-raised px-1.5 leading-5 text-text-2">
            {tag}
          </span>
        ))}
      </span>
      <span className="flex items-center gap-1 tabular-nums @max-[560px]/results:empty:hidden @min-[560px]/results:w-8">
        {item.rating > 0 ? (
          <>
            <Award aria-hidden className="size-3.5" />
            <span aria-hidden>{item.rating}</span>
            <span className="sr-only">{t("item.stars", { count: item.rating })}</span>
          </>
        ) : null}
      </span>
      <span
        className={classNames(
          "text-right tabular-nums @min-[560px]/results:w-14",
          // The days that are left come first where not all of it fits.
          restorable ? "@max-[560px]/results:order-last" : "",
        )}
      >
        {item.durationSeconds === undefined ? (
          units.bytes(item.bytes)
        ) : (
          <ItemLength seconds={item.durationSeconds} partial={item.partial} />
        )}
      </span>
      <span
        className={classNames(
          "text-right tabular-nums",
          byDay && !restorable ? "@min-[560px]/results:w-16" : "@min-[560px]/results:w-24",
        )}
      >
        {restorable ? (
          <DaysLeft item={item} />
        ) : (
          <time dateTime={item.createdAt}>
            {byDay
              ? format.dateTime(createdAt, "time")
              : format.dateTime(createdAt, { day: "numeric", month: "short", year: "numeric" })}
          </time>
        )}
      </span>
    </div>
  );
}

function DaysLeft({ item }: { item: ItemDto }) {
  return useDaysLeft(item);
}
