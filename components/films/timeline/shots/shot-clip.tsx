"use client";

import { Image as ImageIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useCallback, type ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import type { Shot } from "@/lib/films/film-document";
import type { FilmItem } from "@/lib/films/film-dto";
import { useUnits } from "@/lib/i18n/units";
import { useDesk } from "../../desk/use-desk";
import { PlaceClip } from "../../places/place-clip";
import { useShared, type SharedValue } from "../shared-value";
import { TrimHandle } from "../trim-handle";
import { ClipStrip } from "./clip-strip";
import { TransitionMark } from "./transition-mark";

/** The shots that are being dragged. */
export interface MovedShots {
  ids: ReadonlySet<string>;
  byPx: number;
  /** Before which shot they are dropped. */
  index: number;
}

interface ShotClipProps {
  shot: Shot;
  number: number;
  /** When it begins. */
  from: string;
  /** In pixels of the lane. */
  left: number;
  width: number;
  frameRate: number;
  /** Reached by Tab. */
  isActive: boolean;
  moved: SharedValue<MovedShots | null>;
}

/** Narrower clips show nothing but that they are there. */
const leastPx = 24;
const pictureHeightPx = 104;

/** One shot, where it is. */
export const ShotClip = memo(function ShotClip(props: ShotClipProps) {
  const { shot, number, from, left, width, frameRate, isActive, moved } = props;
  const { id } = shot;
  const byPx = useShared(
    moved,
    useCallback((value) => (value?.ids.has(id) ? value.byPx : null), [id]),
  );
  return (
    <li
      className={classNames("absolute inset-y-0", byPx !== null && "pointer-events-none z-30 opacity-75")}
      style={{ left, width, ...(byPx === null ? {} : { transform: `translateX(${byPx}px)` }) }}
    >
      <ShotFace
        shot={shot}
        number={number}
        from={from}
        // Where many are in sight, their widths change with the scale of the whole film, and nothing is written in them.
        width={width < leastPx ? 0 : width}
        frameRate={frameRate}
        isActive={isActive}
        isMoved={byPx !== null}
      />
    </li>
  );
});

interface ShotFaceProps extends Omit<ShotClipProps, "left" | "moved"> {
  isMoved: boolean;
}

/** What a shot shows, its number, name and length, and its edges. */
const ShotFace = memo(function ShotFace(props: ShotFaceProps) {
  const { shot, number, from, width, frameRate, isActive, isMoved } = props;
  const t = useTranslations("timeline");
  const units = useUnits();
  const { id, content, frames } = shot;
  const itemId = "itemId" in content ? content.itemId : "";
  const item = useDesk(useCallback(({ items }) => items.get(itemId), [itemId]));
  const why = useDesk(useCallback(({ missing }) => missing.get(itemId), [itemId]));
  const isSelected = useDesk(useCallback(({ selection }) => selection.has(id), [id]));

  const name = shot.name || item?.name || ("text" in content && content.text.trim()) || t("untitled");
  const length = units.elapsed(frames / frameRate);
  const kind = why ? "missing" : content.kind;
  const facts = { number, name, length, from };
  const isWide = width >= leastPx;
  return (
    <>
      <button
        type="button"
        data-clip={id}
        tabIndex={isActive ? 0 : -1}
        aria-pressed={isSelected}
        aria-label={t(`shots.${kind}`, facts)}
        className={classNames(
          "absolute inset-y-0 right-px left-px flex scroll-ml-34 flex-col overflow-clip rounded-sm text-left",
          content.kind === "place" ? "border-[1.5px] border-dashed border-line-strong" : "bg-raised",
          "focus-visible:z-10 focus-visible:outline-offset-1",
        )}
      >
        {isWide && content.kind !== "place" ? (
          <>
            <Picture kind={kind} shot={shot} item={item} width={width} frameRate={frameRate}>
              {why ? t(`missing.${why}`) : null}
            </Picture>
            <span
              className={classNames(
                "flex h-6 w-full shrink-0 items-center justify-between gap-1.5 overflow-clip whitespace-nowrap text-text-2",
                isSelected ? "px-4" : "px-2",
              )}
            >
              {/* In sight as long as a part of the clip is. */}
              <span className="sticky left-32 flex min-w-0 gap-1.5">
                <b className="font-medium text-text">{number}</b>
                {width > 72 ? (
                  <span className="min-w-0 truncate" dir="auto">
                    {name}
                  </span>
                ) : null}
              </span>
              {width > 60 ? <span>{length}</span> : null}
            </span>
          </>
        ) : null}
      </button>
      {content.kind === "place" && isWide ? (
        <div
          className={classNames(
            "pointer-events-none absolute inset-y-0 right-px left-px overflow-hidden [&_button]:pointer-events-auto",
            isSelected && "px-1.5",
          )}
        >
          <PlaceClip shot={shot} place={content} number={number} />
        </div>
      ) : null}
      {isSelected ? (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-px left-px rounded-sm border-2 border-text"
        />
      ) : null}
      {isWide && !isMoved ? (
        <>
          <TrimHandle {...{ id, of: "shot", side: "start", isSelected }} name={t("shotNumber", { number })} />
          <TrimHandle {...{ id, of: "shot", side: "end", isSelected }} name={t("shotNumber", { number })} />
          {number > 1 ? <TransitionMark shot={shot} number={number} isReached={isSelected} /> : null}
        </>
      ) : null}
    </>
  );
});

interface PictureProps {
  kind: "missing" | "video" | "picture" | "card" | "place";
  shot: Shot;
  item: FilmItem | undefined;
  width: number;
  frameRate: number;
  /** Why it is missing. */
  children: ReactNode;
}

/** What a shot shows: the frames of its video, its still as often as it fits, the text of a card, or why there is nothing. */
function Picture({ kind, shot, item, width, frameRate, children }: PictureProps) {
  const t = useTranslations("timeline");
  const { content, frames } = shot;
  if (kind === "missing" || kind === "card") {
    return (
      <span
        className={classNames(
          "grid min-h-0 w-full flex-1 place-items-center overflow-hidden px-3 text-center",
          kind === "missing" ? "text-text-2" : "bg-hover font-medium text-text",
        )}
      >
        <span className="line-clamp-4" dir="auto">
          {kind === "missing" ? children : "text" in content && content.text}
        </span>
      </span>
    );
  }
  const framePx = pictureHeightPx * (item?.width && item.height ? item.width / item.height : 16 / 9);
  return (
    <span
      className="relative min-h-0 w-full flex-1 overflow-clip bg-hover bg-size-[auto_100%] bg-repeat-x"
      style={{
        // The studio's own thumbnail, as wide as the clips of a whole film need it.
        backgroundImage: item ? `url("/api/media/${item.assetId}?width=320")` : undefined,
        backgroundPosition: width > framePx ? "left" : "center",
      }}
    >
      {content.kind === "video" && item ? (
        <ClipStrip
          item={item}
          content={content}
          seconds={frames / frameRate}
          width={width}
          framePx={framePx}
        />
      ) : null}
      {kind === "picture" && width > 64 ? (
        <span className="absolute top-1.5 left-1.5 flex items-center gap-1 rounded-xs bg-black/65 px-1.25 py-0.75 leading-none text-white">
          <ImageIcon aria-hidden className="size-3" />
          {t("still")}
        </span>
      ) : null}
    </span>
  );
}
